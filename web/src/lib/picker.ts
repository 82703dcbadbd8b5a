/**
 * From the pieces that somebody touches to the move they mean. It knows no game: a decision lists its choices, and each choice
 * names its parts in their order, as in ["card move", "direction n"].
 */

import type { ChoiceState, DecisionState } from '../protocol';

export type Parts = ReadonlySet<string>;

export const NO_PARTS: Parts = new Set();

/** The choices that have every part of the selection. */
export function remaining(decision: DecisionState | null, selected: Parts): readonly ChoiceState[] {
  return decision ? decision.choices.filter((choice) => hasAll(choice, selected)) : [];
}

/**
 * The parts that can be touched now: those that go with what is selected, and those that would take its place. Earlier parts
 * bind later ones, not the other way round: with a card selected only its directions are legal, but every card stays so.
 */
export function legalParts(decision: DecisionState | null, selected: Parts): Parts {
  const found = new Set<string>();
  for (const choice of decision?.choices ?? []) {
    choice.parts.forEach((part, place) => {
      if (fits(decision, choice, selected, place)) found.add(part);
    });
  }
  return found;
}

/** Is every part selected that binds a part in this place of the choice also in the choice? */
function fits(decision: DecisionState | null, choice: ChoiceState, selected: Parts, place: number): boolean {
  return [...selected].every((part) => choice.parts.includes(part) || placeOf(decision, part) >= place);
}

/** Where a part stands in the choices that have it. */
function placeOf(decision: DecisionState | null, part: string): number {
  const places = (decision?.choices ?? []).map((choice) => choice.parts.indexOf(part)).filter((place) => place >= 0);
  return places.length ? Math.min(...places) : Infinity;
}

/** The selection after a part was touched: let go, or taken up with as much of the rest as goes with it. */
export function toggle(decision: DecisionState | null, selected: Parts, part: string): Parts {
  if (selected.has(part)) return new Set([...selected].filter((each) => each !== part));
  if (!decision?.choices.some((choice) => choice.parts.includes(part))) return selected;
  const kept = new Set([part]);
  const inOrder = [...selected].sort((one, other) => placeOf(decision, one) - placeOf(decision, other));
  for (const each of inOrder) {
    kept.add(each);
    if (!remaining(decision, kept).length) kept.delete(each);
  }
  return kept;
}

/** The choice that would be made now: the one whose parts are just the selected ones, or the only one that remains. */
export function chosen(decision: DecisionState | null, selected: Parts): ChoiceState | null {
  const left = remaining(decision, selected);
  const exact = left.filter((choice) => choice.parts.length === selected.size);
  if (exact.length === 1) return exact[0] ?? null;
  return left.length === 1 ? (left[0] ?? null) : null;
}

/** Is that choice meant beyond doubt, so that one tap may make it? A question with one answer is no tap. */
export function isMeant(decision: DecisionState | null, selected: Parts): boolean {
  return selected.size > 0 && remaining(decision, selected).length === 1;
}

/** The parts of a choice, as a selection. */
export function partsOf(decision: DecisionState | null, line: string | null): Parts {
  const choice = decision?.choices.find((each) => each.line === line);
  return choice ? new Set(choice.parts) : NO_PARTS;
}

function hasAll(choice: ChoiceState, parts: Parts): boolean {
  return [...parts].every((part) => choice.parts.includes(part));
}
