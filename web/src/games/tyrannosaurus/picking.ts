// From what is touched to the parts of a choice: an action card or the thing that is sent, and a direction.

import type { Picker } from '../../lib/board';
import { directionIn, type Direction } from './geometry';
import type { Action, View } from './view';

export const CARDS = ['move', 'rest', 'panic'] as const;
export type Card = (typeof CARDS)[number];

export const ACTION_OF: Readonly<Record<Card, Action>> = { move: 'movement', rest: 'rest', panic: 'panic' };
export const CARD_OF: Readonly<Record<Action, Card>> = { movement: 'move', rest: 'rest', panic: 'panic' };

/** The card on a written choice, if it is an action. */
export function cardIn(line: string | null | undefined): Card | null {
  const word = line?.split(' ')[0];
  return CARDS.find((card) => card === word) ?? null;
}

export function cardPart(card: Card): string {
  return `card ${card}`;
}

export function directionPart(direction: Direction): string {
  return `direction ${direction}`;
}

export function selectedCard(picker: Picker): Card | null {
  return CARDS.find((card) => picker.selected.has(cardPart(card))) ?? null;
}

export function selectedDirection(picker: Picker): Direction | null {
  for (const part of picker.selected) if (part.startsWith('direction ')) return directionIn(part);
  return null;
}

/** Is just this choice selected, or nothing at all? */
export function isSelected(picker: Picker, line: string): boolean {
  const parts = picker.decision?.choices.find((choice) => choice.line === line)?.parts ?? [];
  return [...picker.selected].every((part) => parts.includes(part)) && [0, parts.length].includes(picker.selected.size);
}

/** What every choice has in common: the tile, the beast or the runaway that is sent. */
export function sentPart(picker: Picker): string | null {
  const [first, ...rest] = picker.decision?.choices ?? [];
  return first?.parts.find((part) => rest.every((choice) => choice.parts.includes(part))) ?? null;
}

/** Touch a part unless it is selected. */
function take(picker: Picker, part: string | null): void {
  if (part !== null && !picker.selected.has(part)) picker.toggle(part);
}

export function pickCard(picker: Picker, card: Card): void {
  picker.toggle(cardPart(card));
}

/** A direction, with the thing that is sent there. */
export function pickDirection(picker: Picker, direction: Direction): void {
  const part = directionPart(direction);
  if (!picker.selected.has(part)) take(picker, sentPart(picker));
  picker.toggle(part);
}

/** A figure or a card was dropped on a cell that way: everything that such a choice needs. */
export function drop(picker: Picker, card: Card | null, direction: Direction | null): void {
  const choices = picker.decision?.choices ?? [];
  const wanted = [card === null ? null : cardPart(card), direction === null ? null : directionPart(direction)];
  const taken = [...picker.selected].filter((part) => part.startsWith('card '));
  const fits = (parts: readonly string[], more: readonly string[]): boolean =>
    wanted.every((part) => part === null || parts.includes(part)) && more.every((part) => parts.includes(part));
  const choice =
    choices.find((each) => fits(each.parts, card === null ? taken : [])) ??
    choices.find((each) => fits(each.parts, []));
  for (const part of choice?.parts ?? []) take(picker, part);
}

/** The figure that goes where the arrow points, and where it is now. */
export function sentFigure(view: View, you: number | null): { figure: string; cell: string } | null {
  const of = (
    figure: string | number | null,
    cell: string | null | undefined,
  ): { figure: string; cell: string } | null => (figure !== null && cell ? { figure: String(figure), cell } : null);
  const seat = (number: number | null): string | null | undefined =>
    view.seats.find((each) => each.seat === number)?.cell;
  switch (view.prompt) {
    case 'lake':
      return of('lake', view.lake);
    case 'volcano':
      return of('volcano', view.volcano);
    case 'act':
      return of(you, seat(you));
    case 'drive':
      return of(view.runaway, seat(view.runaway));
    case 'rex':
      return of('rex', view.rex);
    case 'over':
      return null;
  }
}
