import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { NOTHING, reduce, type GameState, type Message } from '../src/lib/game-state';
import { frameAt, seek } from '../src/lib/playback.svelte';
import type { Frame, Turn } from '../src/protocol';
import { deeds, known, Model } from './model';

function fold(messages: readonly Message[], from: GameState = NOTHING): GameState {
  return messages.reduce(reduce, from);
}

describe('the reducer', () => {
  it('knows after all events in order what a snapshot tells', () => {
    fc.assert(
      fc.property(fc.array(deeds, { maxLength: 40 }), fc.nat(40), (list, early) => {
        const model = new Model();
        const first = model.snapshot();
        const messages: Message[] = [first, model.start()];
        let between = first;
        list.forEach((deed, at) => {
          messages.push(model.do(deed));
          if (at === early) between = model.snapshot();
        });
        const wanted = known(fold([model.snapshot()]));
        expect(known(fold(messages))).toEqual(wanted);
        const rest = messages.filter((message) => message.is === 'event' && message.number > between.number);
        expect(known(fold([between, ...rest]))).toEqual(wanted); // whoever comes later knows the same
      }),
    );
  });

  it('shows new moves, and nothing moves after a snapshot', () => {
    const model = new Model();
    const before = fold([model.snapshot(), model.start()]);
    const event = model.do({ do: 'move', seat: 2, plies: 2 });
    expect(reduce(before, event).news).toBe(event.turns);
    expect(reduce(before, model.snapshot()).news).toEqual([]);
  });

  it('is in doubt about a command until its true answer comes', () => {
    const doubt = {
      code: 'unavailable',
      sentence: 'Not yet.',
      rule: null,
      pattern: '',
      values: {},
      seconds: null,
      is_in_doubt: true,
    } as const;
    const sent = fold([
      { is: 'sent', id: 'a' },
      { is: 'refused', id: 'a', ...doubt },
    ]);
    expect(sent).toMatchObject({ pending: ['a'], isInDoubt: true, refusal: null });
    expect(reduce(sent, { is: 'done', id: 'a', number: 1, table: null })).toMatchObject({
      pending: [],
      isInDoubt: false,
    });
  });

  it('keeps commands in mind until they are answered', () => {
    const sent = fold([
      { is: 'sent', id: 'a' },
      { is: 'sent', id: 'b' },
    ]);
    expect(sent.pending).toEqual(['a', 'b']);
    expect(reduce(sent, { is: 'done', id: 'a', number: 1, table: null }).pending).toEqual(['b']);
    const refused = reduce(sent, {
      is: 'refused',
      id: 'b',
      code: 'illegal',
      sentence: 'No.',
      rule: 'TR-16',
      pattern: '',
      values: {},
      is_in_doubt: false,
      seconds: null,
    });
    expect(refused.pending).toEqual(['a']);
    expect(refused.refusal?.rule).toBe('TR-16');
    expect(reduce(refused, { is: 'sent', id: 'c' }).refusal).toBeNull();
  });
});

describe('a replay', () => {
  /** Some frames; a step may have several plies, as when choices are revealed together. */
  const games = fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 30 }).map((steps): Frame[] => {
    let ply = 0;
    const first: Frame = { position: at(0), turns: [{ ply: 0, seat: null, line: null, facts: [] }] };
    return [
      first,
      ...steps.map((plies): Frame => {
        const turns = Array.from({ length: plies }, (_, more): Turn => ({
          ply: ply + more,
          seat: 1,
          line: `${ply + more}`,
          facts: [],
        }));
        ply += plies;
        return { position: at(ply), turns };
      }),
    ];
  });
  function at(ply: number) {
    return { ply, hash: '', view: { ply }, decision: null };
  }

  it('is at the same place however it came there', () => {
    fc.assert(
      fc.property(games, fc.array(fc.nat(), { minLength: 1, maxLength: 12 }), (frames, jumps) => {
        let state = NOTHING;
        for (const jump of jumps) {
          const to = jump % frames.length;
          state = seek(state, frames, to);
          const straight = seek(NOTHING, frames, to);
          expect(known(state)).toEqual(known(straight));
          expect(state.turns.map((turn) => turn.ply)).toEqual(
            frames.slice(0, to + 1).flatMap((frame) => frame.turns.map((turn) => turn.ply)),
          );
        }
      }),
    );
  });

  it('animates a step forwards and nothing else', () => {
    fc.assert(
      fc.property(games, fc.nat(), fc.nat(), (frames, one, other) => {
        const [from, to] = [one % frames.length, other % frames.length];
        const state = seek(seek(NOTHING, frames, from), frames, to);
        expect(state.news).toEqual(to === from + 1 ? frames[to]?.turns : []);
      }),
    );
  });

  it('finds the frame of a ply', () => {
    fc.assert(
      fc.property(games, fc.nat(100), (frames, ply) => {
        const found = frameAt(frames, ply);
        expect(frames[found]?.position.ply).toBeLessThanOrEqual(ply);
        expect(frames[found + 1]?.position.ply ?? Infinity).toBeGreaterThan(ply);
      }),
    );
  });
});
