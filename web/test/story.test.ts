import { describe, expect, it } from 'vitest';

import { tellStory, type Frame } from '../src/games/tyrannosaurus/story';
import type { View } from '../src/games/tyrannosaurus/view';
import { games } from './games';

const told = games.filter(({ game }) => game === 'tyrannosaurus');

/** What a moment of a story shows, and a view. */
function seen({ places, trees, supplies, treesOut, bone }: Frame) {
  return { places, trees: [...trees].sort(), supplies, treesOut, bone };
}

function shown(view: View): ReturnType<typeof seen> {
  const places: Record<string, string | null> = { lake: view.lake, volcano: view.volcano, rex: view.rex };
  for (const { seat, cell } of view.seats) places[seat] = cell;
  const supplies = Object.fromEntries(view.seats.map(({ seat, trees }) => [seat, trees]));
  return { places, trees: [...view.trees].sort(), supplies, treesOut: view.trees_out, bone: view.bone };
}

describe.skipIf(!told.length)('a turn of Tyrannosaurus Rex, told step by step', () => {
  it.each(told)('goes through the moments that were really there: $seats seats', ({ moments, turns }) => {
    let compared = 0;
    for (const [place, { ply, view }] of moments.entries()) {
      const before = moments[place - 1];
      if (!before || before.ply === ply) continue;
      const now = view as unknown as View;
      const story = tellStory(
        now,
        turns.filter((turn) => turn.ply < ply),
      );
      const fresh = story.plies.findIndex((each) => each >= before.ply);
      const frame = story.frames[fresh <= 0 ? 0 : (story.beats[fresh - 1]?.frame ?? 0)];
      expect(frame && seen(frame)).toEqual(shown(before.view as unknown as View));
      expect(seen(story.frames.at(-1) as Frame)).toEqual(shown(now));
      expect(story.beats.at(-1)?.frame).toBe(story.frames.length - 1);
      compared += 1;
    }
    expect(compared).toBeGreaterThan(8);
  });
});
