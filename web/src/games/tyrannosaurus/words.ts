// How the things of this board are said in the reader's language.

import type { GameTranslate } from '../../lib/i18n/index.svelte';
import type { FactState } from '../../protocol';
import type { Place } from './places';
import { seatIn, type Step } from './story';

/** Messages of this game; the page gives the words. */
export type Say = GameTranslate;
export type NameOf = (seat: number) => string;

/** "tree, Mara": everything on a cell. */
export function sayPlace(place: Place, say: Say, nameOf: NameOf): string {
  const words = [...place.seats.map(nameOf)];
  if (place.hasRex) words.unshift(say('name.rex'));
  if (place.ground !== 'bare' || words.length === 0) words.push(say(`ground.${place.ground}`));
  return words.join(', ');
}

/** "e3: tree, Mara". */
export function sayCell(place: Place, say: Say, nameOf: NameOf): string {
  return `${place.cell ?? ''}: ${sayPlace(place, say, nameOf)}`;
}

/** The values of a fact that are seats, by name; a written choice in words. */
export function sayFact(fact: FactState, say: Say, nameOf: NameOf): string {
  const values: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(fact.values)) {
    if (['seat', 'to', 'by', 'bone'].includes(name)) values[name] = nameOf(Number(value));
    else if (name === 'choice') values[name] = sayLine(String(value), say);
    else values[name] = typeof value === 'number' ? value : String(value);
  }
  return say(`fact.${fact.name}`, values);
}

export function sayLine(line: string, say: Say): string {
  return say(`line.${line}`);
}

/** A whole step in sentences. */
export function sayStep(step: Step, say: Say, nameOf: NameOf): string {
  return step.facts.map((fact) => sayFact(fact, say, nameOf)).join(' ');
}

const WEIGHTS = ['eliminated', 'turned_back', 'bitten', 'gave'];

/** A step in three words at most: the gravest thing that happened in it. */
export function sayOutcome(step: Step, say: Say, nameOf: NameOf): string {
  const gravest = WEIGHTS.map((name) => step.facts.find((fact) => fact.name === name)).find((fact) => fact);
  const fact = gravest ?? step.facts.findLast((each) => each.name !== 'driven') ?? step.facts[0];
  if (!fact) return '';
  if (step.kind === 'reveal' || step.kind === 'harvest' || step.kind === 'end') return say(`step.${step.kind}`);
  if (fact.name === 'gave') {
    const givers = step.facts.filter((each) => each.name === 'gave').map((each) => nameOf(seatIn(each)));
    return say('step.gave', { seat: givers.join(', ') });
  }
  const { cell } = fact.values;
  const seat = fact.name === 'bitten' && step.kind === 'rex' ? seatIn(fact) : (step.by ?? seatIn(fact));
  const values = {
    seat: seat ? nameOf(seat) : '', // what happens by itself is nobody's
    cell: typeof cell === 'string' ? cell : '',
    number: Number(fact.values['number'] ?? 0),
  };
  const isSent = step.by !== null && ['moved', 'rex_moved', 'lake_moved', 'volcano_moved'].includes(fact.name);
  if (isSent) return say('step.sent', values);
  if (fact.name === 'bitten') return say(step.kind === 'rex' ? 'step.bites' : 'step.bitten', values);
  if (fact.name === 'eliminated') return say('step.eliminated', { ...values, seat: nameOf(seatIn(fact)) });
  return say(`step.${fact.name}`, values);
}
