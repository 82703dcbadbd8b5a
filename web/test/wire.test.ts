import { beforeEach, describe, expect, it } from 'vitest';

import { PATIENCE, PING_EVERY, Wire, type WireStatus } from '../src/lib/wire';
import type { ServerMessage } from '../src/protocol';
import { World } from './world';

let world: World;
let wire: Wire;
let heard: ServerMessage[];
let statuses: WireStatus[];

beforeEach(() => {
  world = new World();
  heard = [];
  statuses = [];
  wire = new Wire(
    'table',
    { message: (each) => heard.push(each), status: (each) => statuses.push(each), sent: () => {} },
    world,
  );
});

const snapshot = (number: number) => ({
  is: 'snapshot',
  number,
  now: world.at + 500,
  table: {},
  position: null,
  turns: [],
  chat: [],
  here: [],
});
const event = (number: number) => ({
  is: 'event',
  number,
  now: world.at,
  happened: { what: 'paused' },
  table: {},
  hash: null,
  position: null,
  turns: [],
});

function greet(number = 5): void {
  world.socket.hear({ is: 'welcome', version: 1, person: 'p', name: 'Ada', seat: 1, now: world.at });
  world.socket.hear(snapshot(number));
}

describe('the wire', () => {
  it('is online when it has a snapshot', () => {
    expect(statuses.at(-1)?.kind).toBe('connecting');
    world.socket.hear(snapshot(5));
    expect(statuses.at(-1)?.kind).toBe('online');
    expect(wire.skew).toBe(500);
  });

  it('hands events on in order, and asks for everything anew after a gap', () => {
    greet(5);
    world.socket.hear(event(6));
    world.socket.hear(event(6));
    world.socket.hear(event(9));
    world.socket.hear(event(10));
    expect(heard.filter((each) => each.is === 'event').map((each) => each.number)).toEqual([6]);
    expect(world.socket.sent.filter((each) => each.do === 'resync')).toHaveLength(1);
    world.socket.hear(snapshot(10));
    world.socket.hear(event(11));
    expect(heard.at(-1)).toMatchObject({ is: 'event', number: 11 });
  });

  it('sends a command again, with the same id, until it is answered', async () => {
    const first = wire.send({ do: 'start' }); // before anything is open
    greet();
    const second = wire.send({ do: 'say', text: 'hello' });
    expect(world.socket.sent.map((each) => each.id)).toEqual(['id 1', 'id 2']);
    world.socket.hear({ is: 'done', id: 'id 1', number: 6 });
    await expect(first).resolves.toMatchObject({ number: 6 });
    world.socket.onclose?.();
    world.pass(1000);
    greet(7);
    expect(world.socket.sent.map((each) => each.id)).toEqual(['id 2']);
    world.socket.hear({ is: 'done', id: 'id 2', number: 8 });
    await expect(second).resolves.toMatchObject({ id: 'id 2' });
  });

  it('asks again after a snapshot that came instead of an answer', async () => {
    greet();
    const pause = wire.send({ do: 'ask', matter: 'pause' });
    world.socket.hear(snapshot(7));
    expect(world.socket.sent.filter((each) => each.id === 'id 1')).toHaveLength(2);
    world.socket.hear({ is: 'done', id: 'id 1', number: 7 });
    await expect(pause).resolves.toMatchObject({ number: 7 });
    world.socket.hear(snapshot(8));
    expect(world.socket.sent.filter((each) => each.id === 'id 1')).toHaveLength(2);
  });

  it('tells why a command was refused', async () => {
    greet();
    const move = wire.send({ do: 'move', ply: 3, line: 'play blue 7' });
    world.socket.hear({ is: 'refused', id: 'id 1', code: 'illegal', sentence: 'No.', rule: 'TR-16' });
    await expect(move).rejects.toMatchObject({ code: 'illegal', sentence: 'No.', rule: 'TR-16' });
  });

  it('comes back by itself, later and later, and at once when somebody says so', () => {
    greet();
    world.socket.onclose?.();
    expect(statuses.at(-1)?.kind).toBe('offline');
    const opened: number[] = [];
    for (let tries = 0; tries < 6; tries++) {
      const before = world.sockets.length;
      const since = world.at;
      while (world.sockets.length === before) world.pass(50);
      opened.push(world.at - since);
      world.socket.onclose?.();
    }
    expect(opened[0]).toBeLessThan(500);
    expect([...opened].sort((one, other) => one - other)).toEqual(opened);
    const count = world.sockets.length;
    wire.check();
    expect(world.sockets.length).toBe(count + 1);
    greet();
    expect(statuses.at(-1)?.kind).toBe('online');
  });

  it('tries only once at a time', () => {
    world.socket.onclose?.();
    wire.check();
    wire.check();
    expect(world.sockets).toHaveLength(2);
  });

  it('pings with what it has seen, and takes a silent connection for dead', () => {
    greet(5);
    world.socket.hear(event(6));
    world.pass(PING_EVERY + 5000);
    expect(world.socket.sent.at(-1)).toEqual({ do: 'ping', seen: 6 });
    world.socket.hear({ is: 'pong', number: 6, now: world.at });
    world.pass(PATIENCE + 1);
    expect(statuses.at(-1)?.kind).toBe('online');
    const silent = world.socket;
    world.pass(PING_EVERY + 5000 + PATIENCE);
    expect(silent.isClosed).toBe(true);
    expect(world.socket).not.toBe(silent);
  });

  it('asks at once after a sleep whether anybody is still there', () => {
    greet(5);
    world.sleep(3600_000);
    world.pass(5000);
    expect(world.socket.sent.at(-1)).toEqual({ do: 'ping', seen: 5 });
    world.pass(PATIENCE + 1);
    expect(statuses.at(-1)?.kind).not.toBe('online');
  });

  it('gives up when the table does not want it, and says why', () => {
    world.socket.hear({ is: 'refused', id: null, code: 'unknown', sentence: 'There is no such table.' });
    expect(statuses.at(-1)).toMatchObject({
      kind: 'refused',
      refusal: { code: 'unknown', sentence: 'There is no such table.' },
    });
    world.pass(120_000);
    expect(world.sockets).toHaveLength(1);
  });

  it('tries again when it was only too fast', () => {
    world.socket.hear({ is: 'refused', id: null, code: 'too fast', sentence: 'Slow down.' });
    world.pass(2000);
    expect(world.sockets).toHaveLength(2);
  });

  it('waits for the true answer to a command that is in doubt, and asks again when it comes back', async () => {
    greet();
    const move = wire.send({ do: 'move', ply: 3, line: 'play blue 7' });
    world.socket.hear({ is: 'refused', id: 'id 1', code: 'unavailable', sentence: 'Not yet.', is_in_doubt: true });
    world.socket.onclose?.();
    world.pass(1000);
    world.socket.hear({ is: 'refused', id: null, code: 'unavailable', sentence: 'Not now.' });
    world.pass(5000);
    greet(6);
    expect(world.socket.sent.map((each) => each.id)).toEqual(['id 1']);
    world.socket.hear({ is: 'done', id: 'id 1', number: 6 });
    await expect(move).resolves.toMatchObject({ number: 6 });
  });

  it('comes again when the server says goodbye', () => {
    greet();
    world.socket.hear({ is: 'bye', sentence: 'The server is restarting.' });
    world.pass(1000);
    expect(world.sockets).toHaveLength(2);
  });

  it('does nothing any more once it is closed', async () => {
    greet();
    const hint = wire.send({ do: 'hint' });
    wire.close();
    await expect(hint).rejects.toMatchObject({ code: 'unavailable' });
    world.pass(120_000);
    wire.check();
    expect(world.sockets).toHaveLength(1);
    expect(world.socket.isClosed).toBe(true);
  });
});
