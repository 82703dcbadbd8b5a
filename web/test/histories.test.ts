import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

import { NOTHING, reduce } from '../src/lib/game-state';
import { follow, NOWHERE, placeOf, type Place } from '../src/lib/order';
import { chosen, NO_PARTS, toggle } from '../src/lib/picker';
import type { ServerMessage, Snapshot } from '../src/protocol';
import { known } from './model';

// What real tables sent, written down by tests/page/test_units.py.
interface History {
  game: string;
  messages: ServerMessage[];
  snapshot: Snapshot;
}
const heard = process.env['REXARIUM_HEARD'];
const histories = heard ? (JSON.parse(readFileSync(`${heard}/histories.json`, 'utf8')) as History[]) : [];

describe.skipIf(!histories.length)('real tables', () => {
  it.each(histories)('tell by events what they tell by a snapshot: $game', ({ messages, snapshot }) => {
    expect(messages.filter((message) => message.is === 'event').length).toBeGreaterThan(20);
    expect(known(messages.reduce(reduce, NOTHING))).toEqual(known(reduce(NOTHING, snapshot)));
  });

  it.each(histories)('number their events and tell the hash of every view: $game', ({ messages, snapshot }) => {
    let place: Place = NOWHERE;
    for (const message of messages) {
      if (message.is === 'snapshot') place = placeOf(message);
      if (message.is !== 'event') continue;
      const next = follow(place, message);
      expect(next).toEqual({ number: place.number + 1, hash: message.hash });
      place = next as Place;
    }
    expect(place).toEqual(placeOf(snapshot));
  });

  it.each(histories)('ask questions whose every answer can be touched: $game', ({ messages }) => {
    for (const message of messages) {
      const decision = 'position' in message ? message.position?.decision : null;
      for (const choice of decision?.choices ?? []) {
        const selected = choice.parts.reduce((before, part) => toggle(decision ?? null, before, part), NO_PARTS);
        expect(chosen(decision ?? null, selected)).toEqual(choice);
      }
    }
  });
});
