// Cards by the server's words for them (`stegosaurus dna`, `grey 3`, `egg t-rex`), and how they lie side by side.

import type { Counts, ScoreLine, SeatView } from './view';

export const DINOSAURS = ['t-rex', 'stegosaurus', 'brontosaurus', 'pterodactyl', 'pentaceratops'] as const;
export const COLOURS = ['grey', 'black'] as const;
export const EGGS = [...DINOSAURS, 'velociraptor'] as const;
export const VALUES = [1, 2, 3] as const;
export type Dinosaur = (typeof DINOSAURS)[number];
export type Colour = (typeof COLOURS)[number];
export type Type = Dinosaur | Colour | 'egg';

const DNA = ' dna';
const TYPES: readonly string[] = [...DINOSAURS, ...COLOURS, 'egg'];

/** What is printed on a card. */
export interface Face {
  card: string;
  type: Type;
  value: number | null; // of a Velociraptor
  egg: string | null; // whose egg
  hasDna: boolean;
}

export function faceOf(card: string): Face {
  const hasDna = card.endsWith(DNA);
  const [first = '', rest = ''] = (hasDna ? card.slice(0, -DNA.length) : card).split(' ');
  const isRaptor = first === 'grey' || first === 'black';
  return {
    card,
    type: first as Type,
    value: isRaptor ? Number(rest) : null,
    egg: first === 'egg' ? rest : null,
    hasDna,
  };
}

/** Every single card, side by side as on the table: by type, high Velociraptors first. */
export function facesOf(counts: Counts): Face[] {
  return kindsOf(counts).flatMap((face) => Array<Face>(counts[face.card] ?? 0).fill(face));
}

/** The different cards. */
export function kindsOf(counts: Readonly<Record<string, unknown>>): Face[] {
  return Object.keys(counts).map(faceOf).sort(compare);
}

function compare(one: Face, other: Face): number {
  return TYPES.indexOf(one.type) - TYPES.indexOf(other.type) || (other.value ?? 0) - (one.value ?? 0);
}

export function total(counts: Counts): number {
  return Object.values(counts).reduce((sum, number) => sum + number, 0);
}

/** How many of these cards bear a DNA icon. */
export function icons(counts: Counts): number {
  return Object.entries(counts).reduce((sum, [card, number]) => sum + (card.endsWith(DNA) ? number : 0), 0);
}

export function lineOf(seat: SeatView, of: string): ScoreLine | null {
  return seat.score_lines.find((line) => line.of === of) ?? null;
}

/** What one more of a dinosaur would add; null if none can come. */
export function nextOf(seat: SeatView, card: string): number | null {
  return seat.one_more[card] ?? seat.one_more[card + DNA] ?? null;
}

/** The seats round the table, from one on. */
export function roundFrom(seats: number, first: number): number[] {
  return Array.from({ length: seats }, (_, place) => ((first - 1 + place) % seats) + 1);
}

/** The rung of a ladder that so many cards reach, from 1: the last one is for more, too. */
export function rungOf(count: number, ladder: readonly number[]): number {
  return Math.min(count, ladder.length);
}

/** −2 with a real minus. */
export function plain(points: number): string {
  return points < 0 ? `−${-points}` : String(points);
}

/** +3, −2 or 0. */
export function signed(points: number): string {
  return points > 0 ? `+${points}` : plain(points);
}

export function signOf(points: number | null): 'up' | 'down' | '' {
  return !points ? '' : points > 0 ? 'up' : 'down';
}

/** The drawing of a type, or of an egg's dinosaur. */
export function artOf(type: string): string {
  return `cubo-${type === 'grey' || type === 'black' ? 'velociraptor' : type}`;
}
