// A turn, told step by step from its facts. Where everybody stood in between is worked out backwards from where they stand now:
// a fact says where a figure went, and the choice that was revealed says from which side. Nothing here knows a rule.

import type { FactState, Turn } from '../../protocol';
import { directionIn, offsetOf, placeOf, step, type Direction } from './geometry';
import type { View } from './view';

/** A seat's number, or what moves without a seat. */
export type Figure = string;

export type Phase = 'lake' | 'volcano' | 'trees' | 'choose' | 'apply' | 'panic' | 'rex' | 'harvest' | 'bone' | 'over';
export type StepKind = 'reveal' | 'tile' | 'plant' | 'act' | 'runaway' | 'drive' | 'rex' | 'harvest' | 'bone' | 'end';

/** The valley at one moment. */
export interface Frame {
  places: Readonly<Record<Figure, string | null>>;
  left: Readonly<Record<Figure, string>>; // where a figure that is gone was last
  facing: Readonly<Record<Figure, 'left' | 'right'>>;
  trees: ReadonlySet<string>;
  supplies: Readonly<Record<number, number>>;
  treesOut: number;
  bone: number;
  choices: Readonly<Record<number, string>>; // what lies open
}

/** What is looked at in one glance: the frame after some facts. */
export interface Beat {
  step: number;
  frame: number;
  fact: string;
  changes: Readonly<Record<number, number>>; // trees won or lost in it, by seat
}

export interface Step {
  kind: StepKind;
  phase: Phase;
  figure: Figure | null;
  direction: Direction | null;
  by: number | null; // whose choice it was, if not the figure's own
  facts: FactState[];
  beats: number[];
  gain: number; // trees of the figure, or of everybody if it has no seat
  loss: number;
}

export interface Story {
  turn: number;
  steps: Step[];
  beats: Beat[];
  frames: Frame[]; // the first one is before everything, then one after each fact
  plies: number[]; // by beat, the ply that brought it
}

/** A fact with what the choices before it say about it. */
interface Told {
  fact: FactState;
  ply: number;
  figure: Figure | null;
  direction: Direction | null;
  by: number | null;
  origin: string | null; // where the figure was before
  choices: Record<number, string>;
}

interface Draft {
  places: Record<Figure, string | null>;
  trees: Set<string>;
  supplies: Record<number, number>;
  treesOut: number;
  bone: number;
}

const REX = 'rex';
const TOGETHER = new Set(['revealed', 'harvested', 'scored', 'won']);

export function seatIn(fact: FactState, name = 'seat'): number {
  return Number(fact.values[name]);
}

function cellIn(fact: FactState): string {
  return String(fact.values['cell']);
}

/** The turn to be told: the present one if anything has happened in it, else the one before. */
export function tellStory(view: View, turns: readonly Turn[]): Story {
  const chapter = lastChapter(view, turns);
  const told = annotate(chapter.facts);
  const frames = rewind(view, told, chapter.bone);
  const { steps, beats } = group(told, frames);
  return { turn: chapter.turn, steps, beats, frames, plies: beats.map((beat) => told[beat.frame - 1]?.ply ?? 0) };
}

/** The last ply that a story can tell of. */
export function lastTold(turns: readonly Turn[]): number {
  return turns.findLast(({ facts }) => facts.some(({ name }) => name !== 'committed'))?.ply ?? -1;
}

interface Chapter {
  turn: number;
  bone: number | null;
  facts: { fact: FactState; ply: number }[];
}

function lastChapter(view: View, turns: readonly Turn[]): Chapter {
  const chapters: Chapter[] = [{ turn: 0, bone: null, facts: [] }];
  for (const turn of turns) {
    for (const fact of turn.facts) {
      if (fact.name === 'turn_begun')
        chapters.push({ turn: Number(fact.values['turn']), bone: seatIn(fact, 'bone'), facts: [] });
      else if (fact.name !== 'committed') chapters.at(-1)?.facts.push({ fact, ply: turn.ply });
    }
  }
  const [first, second] = chapters;
  if (first) first.turn = second ? second.turn - 1 : view.turn; // its beginning was not told
  return chapters.findLast((chapter) => chapter.facts.length > 0) ?? { turn: view.turn, bone: null, facts: [] };
}

/** What each fact is about: the figure, the direction, and who chose it. */
function annotate(facts: readonly { fact: FactState; ply: number }[]): Told[] {
  let choices: Record<number, string> = {};
  let before = '';
  let driver: number | null = null;
  let cell: string | null = null; // where somebody has just arrived
  return facts.map(({ fact, ply }) => {
    const seat = seatIn(fact);
    const told: Told = { fact, ply, figure: null, direction: null, by: null, origin: null, choices };
    const follow = (figure: Figure, chooser: number): void => {
      told.figure = figure;
      told.by = String(chooser) === figure ? null : chooser;
      told.direction = directionIn(choices[chooser]);
      if ('cell' in fact.values && told.direction) told.origin = step(cellIn(fact), told.direction, -1);
    };
    switch (fact.name) {
      case 'revealed':
        choices = before === 'revealed' ? { ...choices } : {};
        choices[seat] = String(fact.values['choice']);
        told.choices = choices;
        break;
      case 'driven':
        driver = seatIn(fact, 'by');
        told.figure = String(seat);
        told.by = driver;
        break;
      case 'moved':
      case 'stopped':
      case 'turned_back':
        follow(String(seat), driver ?? seat);
        driver = null;
        break;
      case 'rested':
      case 'ran_away':
        told.figure = String(seat);
        break;
      case 'rex_moved':
      case 'rex_stayed':
      case 'rex_vanished':
        follow(REX, seat);
        break;
      case 'rex_returned':
        told.figure = REX;
        break;
      case 'lake_moved':
      case 'volcano_moved':
      case 'tile_stayed':
        follow(choices[seat]?.split(' ')[0] ?? 'lake', seat);
        break;
      case 'eliminated':
        told.origin = cell;
        break;
    }
    if (fact.name === 'turned_back') cell = told.origin;
    else if (['moved', 'rex_moved', 'rex_returned'].includes(fact.name)) cell = cellIn(fact);
    before = fact.name;
    return told;
  });
}

/** The frames, found backwards from the present one. */
function rewind(view: View, told: readonly Told[], bone: number | null): Frame[] {
  const draft = present(view);
  const drafts = [keep(draft)];
  for (const fact of [...told].reverse()) {
    takeBack(draft, fact, bone);
    drafts.push(keep(draft));
  }
  drafts.reverse();
  const facing = look(drafts[0], told);
  const left = leavings(told);
  return drafts.map((each, place) => ({
    ...each,
    facing: facing[place] ?? {},
    left: left[place] ?? {},
    choices: told[place - 1]?.choices ?? {},
  }));
}

function present(view: View): Draft {
  const places: Record<Figure, string | null> = { lake: view.lake, volcano: view.volcano, rex: view.rex };
  const supplies: Record<number, number> = {};
  for (const seat of view.seats) {
    places[seat.seat] = seat.cell;
    supplies[seat.seat] = seat.trees;
  }
  return { places, trees: new Set(view.trees), supplies, treesOut: view.trees_out, bone: view.bone };
}

function keep(draft: Draft): Draft {
  return {
    ...draft,
    places: { ...draft.places },
    trees: new Set(draft.trees),
    supplies: { ...draft.supplies },
  };
}

function pay(draft: Draft, seat: number, trees: number): void {
  draft.supplies[seat] = (draft.supplies[seat] ?? 0) + trees;
}

/** The moment before a fact. */
function takeBack(draft: Draft, { fact, figure, origin }: Told, bone: number | null): void {
  const seat = seatIn(fact);
  switch (fact.name) {
    case 'moved':
    case 'rex_moved':
    case 'rex_vanished':
      if (figure && origin) draft.places[figure] = origin;
      break;
    case 'rex_returned':
      draft.places[REX] = null;
      break;
    case 'lake_moved':
    case 'volcano_moved':
      if (figure && origin) carry(draft, figure, origin);
      break;
    case 'trees_planted':
      draft.trees = new Set();
      break;
    case 'gave':
      pay(draft, seat, 1);
      pay(draft, seatIn(fact, 'to'), -1);
      break;
    case 'bitten':
    case 'turned_back':
      pay(draft, seat, 1);
      draft.treesOut -= 1;
      break;
    case 'eliminated':
      draft.places[seat] = origin;
      break;
    case 'harvested':
      draft.trees.add(cellIn(fact));
      pay(draft, seat, -1);
      break;
    case 'bone_passed':
      if (bone !== null) draft.bone = bone;
      break;
  }
}

/** A tile goes with whoever stands on it. */
function carry(draft: Draft, tile: Figure, cell: string): void {
  const from = draft.places[tile];
  for (const figure of Object.keys(draft.places)) if (draft.places[figure] === from) draft.places[figure] = cell;
}

/** Which way everybody looks: where it last went, at first to the middle of the valley. */
function look(first: Draft | undefined, told: readonly Told[]): Record<Figure, 'left' | 'right'>[] {
  const facing: Record<Figure, 'left' | 'right'> = {};
  for (const [figure, cell] of Object.entries(first?.places ?? {}))
    facing[figure] = cell && placeOf(cell).x > 2 ? 'left' : 'right';
  const found = [{ ...facing }];
  for (const { figure, direction } of told) {
    const turn = direction ? offsetOf(direction).x : 0;
    if (figure && turn) facing[figure] = turn < 0 ? 'left' : 'right';
    found.push({ ...facing });
  }
  return found;
}

/** Where the figures that are gone were last seen. */
function leavings(told: readonly Told[]): Record<Figure, string>[] {
  const left: Record<Figure, string> = {};
  const found = [{ ...left }];
  for (const { fact, origin } of told) {
    if (fact.name === 'rex_vanished') left[REX] = cellIn(fact);
    if (fact.name === 'eliminated' && origin) left[seatIn(fact)] = origin;
    found.push({ ...left });
  }
  return found;
}

const KINDS: Readonly<Record<string, StepKind>> = {
  revealed: 'reveal',
  lake_moved: 'tile',
  volcano_moved: 'tile',
  tile_stayed: 'tile',
  trees_planted: 'plant',
  driven: 'drive',
  moved: 'act',
  stopped: 'act',
  turned_back: 'act',
  rested: 'act',
  ran_away: 'runaway',
  rex_moved: 'rex',
  rex_stayed: 'rex',
  rex_vanished: 'rex',
  rex_returned: 'rex',
  harvested: 'harvest',
  bone_passed: 'bone',
  scored: 'end',
  won: 'end',
};

const PHASES: Readonly<Record<StepKind, Phase>> = {
  reveal: 'apply',
  tile: 'lake',
  plant: 'trees',
  act: 'apply',
  runaway: 'panic',
  drive: 'panic',
  rex: 'rex',
  harvest: 'harvest',
  bone: 'bone',
  end: 'over',
};

/** Facts that belong together are one step; what happens in one instant is one beat. */
function group(told: readonly Told[], frames: readonly Frame[]): { steps: Step[]; beats: Beat[] } {
  const steps: Step[] = [];
  const beats: Beat[] = [];
  told.forEach((each, place) => {
    const { name } = each.fact;
    const last = steps.at(-1);
    const kind = KINDS[name];
    const isDriven = last?.kind === 'drive' && last.facts.at(-1)?.name === 'driven';
    const goesOn = kind === undefined || isDriven || (TOGETHER.has(name) && last?.kind === kind);
    const current = goesOn && last ? last : open(steps, each, kind ?? 'act');
    const isOneBeat = current.facts.length > 0 && (current.facts.at(-1)?.name === name || isDriven);
    current.facts.push(each.fact);
    current.direction ??= each.direction;
    if (isOneBeat) beats.pop();
    else current.beats.push(beats.length);
    beats.push(beat(steps.length - 1, place + 1, name, frames, beats.at(-1)?.frame ?? 0));
  });
  for (const each of steps) for (const place of each.beats) count(each, beats[place]?.changes ?? {});
  return { steps, beats };
}

function open(steps: Step[], { fact, figure, direction, by, choices }: Told, kind: StepKind): Step {
  const word = Object.values(choices)[0]?.split(' ')[0] ?? '';
  const asked: Partial<Record<string, Phase>> = { lake: 'lake', volcano: 'volcano', drive: 'panic', rex: 'rex' };
  const phase = kind === 'reveal' || kind === 'tile' ? (asked[word] ?? PHASES[kind]) : PHASES[kind];
  const fresh = { kind, phase, figure, direction, by, facts: [], beats: [], gain: 0, loss: 0 };
  steps.push(kind === 'bone' || kind === 'harvest' ? { ...fresh, figure: String(seatIn(fact)) } : fresh);
  return steps.at(-1) as Step;
}

function beat(step: number, frame: number, fact: string, frames: readonly Frame[], before: number): Beat {
  const changes: Record<number, number> = {};
  for (const [seat, trees] of Object.entries(frames[frame]?.supplies ?? {})) {
    const change = trees - (frames[before]?.supplies[Number(seat)] ?? trees);
    if (change !== 0) changes[Number(seat)] = change;
  }
  return { step, frame, fact, changes };
}

function count(step: Step, changes: Readonly<Record<number, number>>): void {
  const isOwn = step.kind === 'act' || step.kind === 'drive';
  for (const [seat, change] of Object.entries(changes)) {
    if (isOwn && seat !== step.figure) continue;
    step.gain += Math.max(change, 0);
    step.loss += Math.max(-change, 0);
  }
}
