/** From the server's words to what is drawn and said. */

import type { GameTranslate } from '../../lib/i18n/index.svelte';
import { COLOURS, type Colour, type IfPlayed, type View } from './view';

/** The shape of a card, read from its name: "blue 7", "chamaelosaurus" or "shower". */
export interface Print {
  colour: Colour | null;
  number: number | null;
}

const DINOSAURS: Record<Colour, string> = {
  yellow: 'pteranodon',
  blue: 'brontosaurus',
  brown: 'triceratops',
  green: 'stegosaurus',
  red: 't-rex',
};

export function isColour(word: string): word is Colour {
  return (COLOURS as readonly string[]).includes(word);
}

export function readCard(card: string): Print {
  const [word = '', number] = card.split(' ');
  return isColour(word) && number ? { colour: word, number: Number(number) } : { colour: null, number: null };
}

/** The drawing of a card's dinosaur. */
export function dinosaurOf(colour: Colour): string {
  return DINOSAURS[colour];
}

/** How many cards a symbol draws: "draw 2" draws two. */
export function drawsOf(symbol: string | undefined): number {
  return symbol?.startsWith('draw ') ? Number(symbol.slice(5)) : 0;
}

/** The message that names a word of the server: a card, a colour, or what a top card counts as. */
export function nameKey(word: string): string | null {
  if (isColour(word)) return `colour.${word}`;
  if (word === '0' || word === 'nothing') return `card.${word}`;
  return readCard(word).colour || word === 'chamaelosaurus' || word === 'shower' ? `card.${word}` : null;
}

export function say(t: GameTranslate, word: string): string {
  const key = nameKey(word);
  return key ? t(key) : word;
}

/** A card with all that is printed on it, for who cannot see it. */
export function describe(t: GameTranslate, card: string, symbol: string | undefined): string {
  const { colour } = readCard(card);
  if (!colour) return `${t(`card.${card}`)}, ${t(`print.${card}`)}`;
  const draws = drawsOf(symbol);
  const print = draws ? t('print.draw', { number: draws }) : t('print.comet');
  return `${t(`card.${card}`)}, ${t(`dinosaur.${colour}`)}, ${print}`;
}

/** What playing a card would bring at once, besides a rank. */
export function foresee(t: GameTranslate, { draws, comet, ends_round: isLast }: IfPlayed): string[] {
  const found = [];
  if (draws) found.push(t('if-played.draw', { number: draws }));
  if (comet) found.push(t(comet === 'rules' ? 'if-played.rules' : 'if-played.falls-short'));
  if (isLast) found.push(t('if-played.ends'));
  return found;
}

/** All that playing a card would bring: its rank, what it counts as if that is another card, and what happens at once. */
export function outlook(t: GameTranslate, card: string, then: IfPlayed): string[] {
  const counts = then.counts_as === card ? [] : [t('if-played.counts', { card: say(t, then.counts_as) })];
  return [t(`rank.${then.rank}`), ...counts, ...foresee(t, then)];
}

/** The same for a line of moves, if it plays a card. */
export function outlookOf(line: string, t: GameTranslate, view: View): string | null {
  const card = line.startsWith('play ') ? line.slice(5) : '';
  const then = view.if_played[card];
  return then ? outlook(t, card, then).join(' · ') : null;
}

/** The line that touching a part would mean. */
export function lineOf(part: string, prompt: string): string | null {
  const [kind, ...rest] = part.split(' ');
  const what = rest.join(' ');
  switch (kind) {
    case 'hand':
      return `play ${what}`;
    case 'egg':
      return `take ${what}`;
    case 'pile':
      return what ? 'lose shower' : 'lose top';
    case 'stock':
      return prompt === 'lose' ? 'lose stock' : 'flip';
    case 'colour':
      return `strongest ${what}`;
    case 'colours':
      return 'keep colours';
    default:
      return null;
  }
}
