/**
 * Calls a table. The one that the address names is called first of all, while the rest of the page is still on its way: `dial`
 * is all that main.ts does before it asks for anything else.
 */

import { VERSION } from '../protocol';

let early: { table: string; socket: WebSocket; letters: MessageEvent<string>[] } | null = null;

/** The table that an address names. */
export function tableOf(path: string): string | null {
  return /^\/t\/([\w-]+)\/?$/.exec(path)?.[1] ?? null;
}

/** Call the table that the address names, if it names one, and keep what it says. */
export function dial(path: string): void {
  const table = tableOf(path);
  if (!table) return;
  const letters: MessageEvent<string>[] = [];
  const socket = call(table);
  socket.onmessage = (letter) => letters.push(letter);
  early = { table, socket, letters };
}

/** A wire to a table; what has been heard on it is told to `onmessage`. */
export function connect(table: string): WebSocket {
  const found = early;
  early = null;
  if (found?.table === table && found.socket.readyState <= WebSocket.OPEN) {
    const { socket, letters } = found;
    queueMicrotask(() => letters.forEach((letter) => socket.onmessage?.(letter)));
    return socket;
  }
  found?.socket.close();
  return call(table);
}

function call(table: string): WebSocket {
  const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
  const place = `/ws/${encodeURIComponent(table)}?version=${VERSION}`; // which says hello, without a round trip for it
  return new WebSocket(`${scheme}//${location.host}${place}`);
}
