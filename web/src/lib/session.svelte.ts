/** A visit to a table: the wire, what we know of the game, and what the reader is about to do. */

import type { Done, Event, Prospects, Reasons, ServerMessage, Snapshot, Turn } from '../protocol';
import { NOTHING, reduce, type GameState } from './game-state';
import { afterPaint } from './later';
import { remember } from './memory';
import { notices } from './notices.svelte';
import { Pacer } from './pacing';
import { chosen, isMeant, legalParts, NO_PARTS, partsOf, toggle, type Parts } from './picker';
import { Refusal } from './refusal';
import { settings } from './settings.svelte';
import { play } from './sound';
import { Wire, type Answer, type Command, type WireStatus } from './wire';

const RESTS = { calm: 900, quick: 350, none: 0 } as const; // milliseconds that a move of another is looked at

const LAST_LOOK = 4000; // milliseconds that the last move may take to be shown

export class Session {
  state = $state.raw<GameState>(NOTHING);
  status = $state.raw<WireStatus>({ kind: 'connecting' });
  selected = $state.raw<Parts>(NO_PARTS);
  rest = $state(''); // how the line that is selected goes on, if the board has asked for that already
  isMoving = $state(false);

  readonly decision = $derived(this.state.position?.decision ?? null);
  readonly legal = $derived(this.isMoving ? NO_PARTS : legalParts(this.decision, this.selected));
  readonly choice = $derived(chosen(this.decision, this.selected));
  readonly line = $derived(this.choice && [this.choice.line, this.rest].join(' ').trim());

  readonly #wire: Wire;
  readonly #pacer: Pacer<Event>;
  #question = '';

  constructor(table: string) {
    this.#pacer = new Pacer(
      (event) => this.#show(event),
      (event) => this.#rest(event),
    );
    this.#wire = new Wire(table, {
      message: (message) => this.#receive(message),
      status: (status) => (this.status = status),
      sent: (id) => (this.state = reduce(this.state, { is: 'sent', id })),
    });
    addEventListener('online', this.check);
    addEventListener('offline', this.check);
    addEventListener('pageshow', this.check);
    document.addEventListener('visibilitychange', this.check);
  }

  /** The server's clock. */
  get now(): number {
    return Date.now() + this.#wire.skew;
  }

  check = (): void => {
    if (document.visibilityState === 'hidden') return;
    this.#wire.check();
  };

  close(): void {
    removeEventListener('online', this.check);
    removeEventListener('offline', this.check);
    removeEventListener('pageshow', this.check);
    document.removeEventListener('visibilitychange', this.check);
    this.#pacer.clear();
    this.#wire.close();
  }

  /** We have a name now. */
  restart(): void {
    this.#wire.restart();
  }

  /** Show what has come in meanwhile, at once. */
  hurry(): void {
    this.#pacer.finish();
  }

  // What the reader does

  /** A part was touched, perhaps with the rest of its line; false: it is not legal now. */
  touch(part: string, rest = ''): boolean {
    if (!this.decision || this.isMoving) return true;
    if (!this.selected.has(part) && !this.legal.has(part)) return false;
    const before = this.selected;
    this.rest = rest;
    this.selected = toggle(this.decision, this.selected, part);
    const isTakenUp = this.selected.has(part) && !before.has(part);
    if (settings.now.isOneTap && isTakenUp && isMeant(this.decision, this.selected)) void this.commit();
    return true;
  }

  /** Select a whole move. */
  select(line: string): void {
    if (this.isMoving) return;
    this.selected = partsOf(this.decision, line);
    this.rest = '';
  }

  letGo(): void {
    this.selected = NO_PARTS;
    this.rest = '';
  }

  /** Make the move that is selected. */
  async commit(): Promise<void> {
    const { decision, line } = this;
    if (!decision || !line || this.isMoving) return;
    this.isMoving = true;
    const { ply, taken_back } = decision;
    await this.do({ do: 'move', ply, taken_back, line });
    this.hurry(); // the move came before its answer: both are drawn at once
    this.isMoving = false;
  }

  /** Have something done; what is refused is told. */
  async do(command: Command): Promise<Done | null> {
    return (await this.#send(command)) as Done | null;
  }

  async why(about: { line: string } | { seat: number }): Promise<Reasons | null> {
    return (await this.#send({ do: 'why', ...about })) as Reasons | null;
  }

  async hint(): Promise<Prospects | null> {
    return (await this.#send({ do: 'hint' })) as Prospects | null;
  }

  async #send(command: Command): Promise<Answer | null> {
    try {
      return await this.#wire.send(command);
    } catch (error) {
      if (error instanceof Refusal && !error.sentence) return null; // we left
      play('refused');
      notices.refuse(error, this.state.table?.game);
      return null;
    }
  }

  // What comes in

  #receive(message: ServerMessage): void {
    if (message.is === 'event') return this.#pacer.push(message);
    if (message.is === 'snapshot') this.#pacer.clear();
    this.#show(message);
  }

  #show(message: ServerMessage): void {
    const before = this.state;
    this.state = reduce(before, message);
    if (message.is === 'snapshot' || message.is === 'event') this.#notice(before, message);
  }

  #notice(before: GameState, message: Snapshot | Event): void {
    const { table, me } = this.state;
    this.#askAnew();
    if (message.is === 'snapshot') return void afterPaint(() => remember([message.table]));
    if (message.turns.length) play('move');
    if (message.happened.what === 'said' && message.happened.person !== me.person) play('chat');
    if (table?.stage === 'over' && before.table?.stage === 'playing') {
      play(me.seat !== null && table.outcome?.winners.includes(me.seat) ? 'won' : 'over');
      setTimeout(() => this.#wire.resync(), LAST_LOOK); // what was hidden is hidden no longer
    }
  }

  /** Another question begins with nothing selected; a choice that was made already, and may be changed, with that. */
  #askAnew(): void {
    const { decision } = this;
    const question = decision
      ? `${decision.ply} ${decision.taken_back} ${decision.prompt} ${decision.chosen} ${decision.choices.length}`
      : '';
    if (question === this.#question) return;
    this.#question = question;
    this.selected = partsOf(decision, decision?.chosen ?? null);
    this.rest = '';
    if (decision && !decision.chosen) play('turn');
  }

  /** How long a reader looks at what others did. */
  #rest(event: Event): number {
    if (document.visibilityState === 'hidden') return 0;
    const { seat } = this.state.me;
    return event.turns.some((turn: Turn) => turn.seat !== null && turn.seat !== seat) ? RESTS[settings.now.pace] : 0;
  }
}
