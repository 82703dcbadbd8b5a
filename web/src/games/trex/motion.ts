/**
 * Things move from where they were to where they are. The board has drawn the new position already; what moved is put back for
 * a moment and flies, one thing at a time. Nothing waits for it, and `finish` ends it.
 */

import type { FactState, Turn } from '../../protocol';

const MOVE = 260;
const REST = 180;
const STREAK = 420;
const EASE = 'cubic-bezier(.2,.8,.2,1)';
const LONGEST = 6; // beats; what is longer than that is told faster

/** What was where before the board was drawn anew. */
interface Before {
  boxes: Map<string, DOMRect>;
  copies: Map<string, HTMLElement>;
}

export class Motion {
  #before: Before | null = null;
  #running = new Set<Animation>();

  constructor(
    private readonly root: HTMLElement,
    private readonly sky: HTMLElement,
  ) {}

  /** Remember where everything is; to be called while the old position is still drawn. */
  look(news: readonly Turn[]): void {
    this.finish();
    this.#before = null;
    if (!news.length || isStill()) return;
    const before: Before = { boxes: new Map(), copies: new Map() };
    for (const each of this.root.querySelectorAll<HTMLElement>('[data-spot]')) {
      const spot = each.dataset['spot'] as string;
      if (!before.boxes.has(spot)) before.boxes.set(spot, each.getBoundingClientRect());
    }
    for (const { values } of leaving(news)) {
      const spot = `top ${String(values['seat'])}`;
      const top = this.#find(spot);
      if (top?.querySelector('.card')) before.copies.set(spot, top.cloneNode(true) as HTMLElement);
    }
    this.#before = before;
  }

  /** Let everything come from where it was. */
  show(news: readonly Turn[]): void {
    const before = this.#before;
    this.#before = null;
    if (!before) return;
    const beats = news.flatMap((turn) => gather(turn.facts));
    this.#close(before);
    const hurry = Math.min(1, LONGEST / Math.max(1, beats.length));
    beats.forEach((beat, at) => {
      const start = at * (MOVE + REST) * hurry;
      for (const fact of beat) this.#move(fact, before, start);
    });
  }

  /** Be where everything is. */
  finish(): void {
    for (const each of this.#running) each.finish();
    this.#running.clear();
    this.sky.replaceChildren();
  }

  #move(fact: FactState, before: Before, start: number): void {
    const { values } = fact;
    const seat = String(values['seat']);
    switch (fact.name) {
      case 'played':
        return this.#cover(
          seat,
          before.boxes.get(`hand ${String(values['card'])}`) ?? before.boxes.get(`fan ${seat}`),
          before,
          start,
        );
      case 'flipped':
        return this.#cover(seat, before.boxes.get(`stock ${seat}`), before, start);
      case 'drew':
        return this.#draw(seat, values['cards'], before, start);
      case 'took':
        return this.#fly(
          `egg ${seat} ${String(values['colour'])}`,
          before.boxes.get(`nest ${String(values['colour'])}`),
          start,
        );
      case 'lost_top':
        return this.#send(before, `top ${seat}`, `lost ${seat}`, start);
      case 'lost_shower':
      case 'lost_stock':
        return this.#send(before, `${fact.name === 'lost_stock' ? 'stock' : 'pile'} ${seat}`, `lost ${seat}`, start);
      case 'pile_slid':
        return this.#send(before, `top ${seat}`, `stock ${seat}`, start);
      case 'strongest_changed':
      case 'weakest_changed':
        return this.#fly(
          fact.name.split('_')[0] as string,
          before.boxes.get(`aside ${String(values['colour'])}`),
          start,
        );
      case 'eggs_turned':
        for (const each of new Set([values['left'], values['right']])) this.#turn(`nest ${String(each)}`, start);
        return;
      case 'comet_ruled':
        return this.#streak(
          before.boxes.get(`top ${seat}`) ?? this.#find(`top ${seat}`)?.getBoundingClientRect(),
          start,
        );
    }
  }

  /** The cards that stay in the hand close the gap. */
  #close(before: Before): void {
    for (const [spot, box] of before.boxes) {
      const element = spot.startsWith('hand ') ? this.#find(spot) : null;
      if (element && isElsewhere(box, element.getBoundingClientRect())) this.#fly(spot, box, 0);
    }
  }

  /** A card comes to the pile; what was on top is seen until it is covered. */
  #cover(seat: string, from: DOMRect | undefined, before: Before, start: number): void {
    const spot = `top ${seat}`;
    const box = before.boxes.get(spot);
    if (box && before.copies.has(spot)) {
      const ghost = this.#haunt(before, spot, box);
      const run = this.#run(ghost, [{ zIndex: 7 }, { zIndex: 7 }], 0, start + MOVE);
      run.onfinish = () => ghost.remove();
    }
    this.#fly(spot, from, start);
  }

  /** Cards come to the hand from the stock; those of others as a back. */
  #draw(seat: string, cards: unknown, before: Before, start: number): void {
    const from = before.boxes.get(`stock ${seat}`);
    if (!Array.isArray(cards)) return this.#send(before, `stock ${seat}`, `fan ${seat}`, start);
    cards.forEach((card, at) => this.#fly(`hand ${String(card)}`, from, start + at * 60, 0));
  }

  /** An element that is there now comes from where it was; until then it is seen there, or not at all. */
  #fly(spot: string, from: DOMRect | undefined, start: number, opacity = 1): void {
    const element = this.#find(spot);
    if (!element || !from) return;
    const transform = way(from, element.getBoundingClientRect());
    const path = [
      { transform, opacity, zIndex: 8 },
      { opacity: 1, offset: 0.2 },
      { transform: 'none', zIndex: 8 },
    ];
    this.#run(element, path, start, MOVE);
  }

  #turn(spot: string, start: number): void {
    for (const element of this.root.querySelectorAll(`[data-spot="${spot}"]`)) {
      this.#run(element, [{ transform: 'rotateY(90deg) scale(.8)' }, { transform: 'none' }], start, STREAK);
    }
  }

  /** A copy of what was there goes where it vanishes. */
  #send(before: Before, spot: string, target: string, start: number): void {
    const from = before.boxes.get(spot);
    const to = this.#find(target)?.getBoundingClientRect();
    if (!from || !to) return;
    const ghost = this.#haunt(before, spot, from);
    const run = this.#run(ghost, [{ transform: 'none' }, { transform: way(to, from), opacity: 0.4 }], start, MOVE);
    run.onfinish = () => ghost.remove();
  }

  /** A copy of what was in a spot, where it was; a card back, if there is none. */
  #haunt(before: Before, spot: string, box: DOMRect): HTMLElement {
    const ghost = before.copies.get(spot) ?? document.createElement('i');
    before.copies.delete(spot);
    const home = this.sky.getBoundingClientRect();
    const width = Math.max(box.width, 24);
    ghost.removeAttribute('data-spot');
    ghost.dataset['mark'] = spot.split(' ')[1] ?? '';
    ghost.classList.add('ghost');
    ghost.style.setProperty('left', `${box.left - home.left}px`);
    ghost.style.setProperty('top', `${box.top - home.top}px`);
    ghost.style.setProperty('width', `${width}px`);
    ghost.style.setProperty('--w', `${width}px`);
    this.sky.append(ghost);
    return ghost;
  }

  /** A comet crosses the table, once. */
  #streak(at: DOMRect | undefined, start: number): void {
    const comet = this.root.querySelector('[data-spot="comet"]')?.cloneNode(true) as HTMLElement | undefined;
    if (!comet || !at) return;
    const home = this.sky.getBoundingClientRect();
    comet.removeAttribute('data-spot');
    comet.setAttribute('class', 'ghost streak');
    comet.style.setProperty('left', `${at.left - home.left + at.width / 2 - 60}px`);
    comet.style.setProperty('top', `${at.top - home.top + at.height / 2 - 48}px`);
    this.sky.append(comet);
    const path = [
      { transform: 'translate(260px, -190px) scale(.6)', opacity: 0 },
      { transform: 'translate(80px, -60px) scale(1)', opacity: 1, offset: 0.6 },
      { transform: 'none', opacity: 0 },
    ];
    const run = this.#run(comet, path, start + MOVE, STREAK);
    run.onfinish = () => comet.remove();
  }

  #run(element: Element, path: Keyframe[], delay: number, duration: number): Animation {
    const run = element.animate(path, { delay, duration, easing: EASE, fill: 'backwards' });
    this.#running.add(run);
    run.addEventListener('finish', () => this.#running.delete(run));
    return run;
  }

  #find(spot: string): HTMLElement | null {
    return this.root.querySelector<HTMLElement>(`[data-spot="${spot}"]`);
  }
}

function isStill(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

const LEAVING = new Set(['played', 'flipped', 'lost_top', 'pile_slid']);

/** The facts whose seats show another top card afterwards, or none. */
function leaving(news: readonly Turn[]): FactState[] {
  return news.flatMap((turn) => turn.facts.filter((fact) => LEAVING.has(fact.name)));
}

const MOVING = new Set([
  'played',
  'flipped',
  'drew',
  'took',
  'lost_top',
  'lost_stock',
  'lost_shower',
  'pile_slid',
  'strongest_changed',
  'weakest_changed',
  'eggs_turned',
]);

/** What happens at once: all piles slide together, and a comet streaks with its card. */
function gather(facts: readonly FactState[]): FactState[][] {
  const beats: FactState[][] = [];
  for (const fact of facts) {
    const last = beats.at(-1);
    const isTogether = fact.name === 'comet_ruled' || (fact.name === 'pile_slid' && last?.[0]?.name === 'pile_slid');
    if (isTogether && last) last.push(fact);
    else if (MOVING.has(fact.name)) beats.push([fact]);
  }
  return beats;
}

function isElsewhere(one: DOMRect, other: DOMRect): boolean {
  return Math.abs(one.left - other.left) + Math.abs(one.top - other.top) > 1;
}

/** The transform that puts something that is in one box into another. */
function way(from: DOMRect, to: DOMRect): string {
  const right = from.left + from.width / 2 - (to.left + to.width / 2);
  const below = from.top + from.height / 2 - (to.top + to.height / 2);
  const scale = Math.min(4, Math.max(0.2, from.width / Math.max(1, to.width)));
  return `translate(${right}px, ${below}px) scale(${scale})`;
}
