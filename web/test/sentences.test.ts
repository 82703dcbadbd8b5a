import { beforeAll, describe, expect, it, vi } from 'vitest';

import { speak } from '../src/lib/i18n/index.svelte';
import { Refusal } from '../src/lib/refusal';
import { needSentences, plain, sayFact, sayRefusal, saySentence, type Said } from '../src/lib/wording';
import { needMessages } from '../src/lib/i18n/index.svelte';

const nameSeat = (seat: number): string => ['', 'ana', 'Ben', 'Cleo'][seat] ?? '';
const say = (game: string, pattern: string, values: Said['values'], sentence = ''): string =>
  plain(saySentence(game, { sentence, pattern, values }, nameSeat));

const OPEN = 'No {colour} egg lies open; there is {eggs, names}.';
const TIED = '{seats, seats} are tied at {most}; the numbers of their remaining cards decide.';

describe('sentences of the server', () => {
  beforeAll(async () => {
    vi.stubGlobal('document', { documentElement: {}, getElementById: () => null });
    await needMessages('trex');
    await needMessages('cubosaurs');
    await needSentences('trex');
    await needSentences('cubosaurs');
  });

  it('are said in English by their own pattern, with names for seats', async () => {
    await speak('en');
    expect(say('trex', OPEN, { colour: 'red', eggs: ['blue', 'green'] })).toBe(
      'No red egg lies open; there is blue and green.',
    );
    expect(say('trex', TIED, { seats: [2, 3], most: 9 })).toMatch(/^Ben and Cleo are tied at 9;/);
  });

  it('are said in other languages by their translation, with our words for what the server names', async () => {
    await speak('fr');
    expect(say('trex', OPEN, { colour: 'red', eggs: ['blue', 'green'] })).toBe(
      'Aucun œuf rouge n’est visible\u202f; il y a bleu et vert.',
    );
    await speak('de');
    expect(say('cubosaurs', '{seat, seat} has a total of {points, signed}.', { seat: 1, points: -3 })).toBe(
      'ana hat insgesamt −3.',
    );
    expect(say('cubosaurs', '{tile}, is not in the market.', { tile: 'tile 7, predator' })).toBe(
      'Plättchen 7, Raubtier, ist gerade nicht zu kaufen.',
    );
  });

  it('begin with a capital, but a name stays as its owner writes it', async () => {
    await speak('nl');
    const text = '{colour} lies open already, and the open colours may not change places.';
    expect(say('trex', text, { colour: 'blue' })).toMatch(/^Blauw ligt al open/);
    expect(say('trex', '{seat, seat} has no card on the played pile.', { seat: 1 })).toMatch(/^ana heeft geen kaart/);
  });

  it('stay English, if nobody has translated them', async () => {
    await speak('fr');
    const wording = saySentence('trex', { sentence: 'Seat 2 {does} it.', pattern: '', values: {} }, nameSeat);
    expect([plain(wording), wording.lang]).toEqual(['Ben {does} it.', 'en']);
  });

  it('refuse in the reader’s language, at least by their kind', async () => {
    await speak('fr');
    const taken = new Refusal(
      'not possible',
      'Seat 2 is taken. Choose a free seat.',
      null,
      'Seat {number} is taken. Choose a free seat.',
      { number: 2 },
    );
    expect(plain(sayRefusal('', taken))).toBe('La place 2 est prise. Choisissez une place libre.');
    expect(plain(sayRefusal('', new Refusal('not possible', 'The game is paused. Resume it to play on.')))).toBe(
      'La partie est en pause. Reprenez-la pour continuer à jouer.',
    );
    expect(plain(sayRefusal('', new Refusal('unreadable', 'line 3: no.')))).toBe(
      'Cela ne peut pas être lu. (line 3: no.)',
    );
    await speak('en');
    expect(plain(sayRefusal('', new Refusal('unreadable', 'line 3: {no}.')))).toBe('line 3: {no}.');
  });
});

describe('facts', () => {
  const took = (card: string): string =>
    plain(
      sayFact('cubosaurs', { name: 'collected', values: { seat: 2, card }, sentence: '', rule: 'CU-10' }, nameSeat),
    );

  it('have articles, and the case that their sentence wants', async () => {
    await needMessages('cubosaurs');
    await speak('en');
    expect(took('grey 1')).toBe('Ben takes a grey Velociraptor 1 into the collection.');
    await speak('de');
    expect(took('grey 1')).toBe('Ben nimmt einen grauen Velociraptor 1 in die Sammlung.');
    expect(took('egg t-rex')).toBe('Ben nimmt ein T-Rex-Ei in die Sammlung.');
    await speak('fr');
    expect(took('egg t-rex')).toBe('Ben ajoute un œuf de T-Rex à sa collection.');
    await speak('nl');
    expect(took('black 3 dna')).toBe('Ben neemt een zwarte Velociraptor 3 met DNA op in de verzameling.');
  });
});
