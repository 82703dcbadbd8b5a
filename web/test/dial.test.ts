import { beforeEach, expect, it, vi } from 'vitest';

import { connect, dial } from '../src/lib/dial';

class FakeSocket {
  static OPEN = 1;
  static all: FakeSocket[] = [];
  onmessage: ((event: { data: string }) => void) | null = null;
  readyState = 0;
  constructor(readonly address: string) {
    FakeSocket.all.push(this);
  }
  close(): void {
    this.readyState = 3;
  }
}

function take(table: string): { socket: FakeSocket; heard: string[] } {
  const socket = connect(table) as unknown as FakeSocket;
  const heard: string[] = [];
  socket.onmessage = ({ data }) => heard.push(data);
  return { socket, heard };
}

beforeEach(() => {
  FakeSocket.all = [];
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.stubGlobal('location', { protocol: 'https:', host: 'dinosaurs.example' });
});

it('calls the table of the address, says hello by that, and keeps what it hears for whoever comes', async () => {
  dial('/t/abcdefgh');
  const [early] = FakeSocket.all as [FakeSocket];
  expect(early.address).toBe('wss://dinosaurs.example/ws/abcdefgh?version=1');
  early.readyState = 1;
  early.onmessage?.({ data: 'welcome' });
  const { socket, heard } = take('abcdefgh');
  expect(socket).toBe(early);
  await Promise.resolve();
  early.onmessage?.({ data: 'snapshot' });
  expect(heard).toEqual(['welcome', 'snapshot']);
});

it('is used once, and not for another table nor when it is gone', () => {
  dial('/t/abcdefgh');
  expect(take('ijklmnop').socket.address).toMatch(/ijklmnop\?version=1$/);
  expect(FakeSocket.all[0]?.readyState).toBe(3);
  dial('/t/abcdefgh');
  FakeSocket.all.at(-1)?.close();
  expect(take('abcdefgh').socket.readyState).toBe(0);
  expect(take('abcdefgh').socket).not.toBe(FakeSocket.all.at(-2));
});

it('calls nobody from other addresses', () => {
  for (const path of ['/', '/replay/abcdefgh', '/t/', '/t/a/b']) dial(path);
  expect(FakeSocket.all).toEqual([]);
});
