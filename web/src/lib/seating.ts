/** Who sits where, in the reader's words. */

import type { SeatState } from '../protocol';
import type { BoardSeat } from './board';
import { t } from './i18n/index.svelte';
import { botName } from './names';

/** A bot is called after its level, with a number if there are several; a person as they call themselves. */
export function nameOf(seat: SeatState, all: readonly SeatState[]): string {
  if (seat.kind === 'free' || seat.name === null) return t('seat.number', { seat: seat.seat });
  if (seat.kind !== 'bot' || seat.bot === null) return seat.name;
  const alike = all.filter((each) => each.bot === seat.bot);
  const name = botName(seat.bot);
  return alike.length > 1 ? `${name} ${alike.indexOf(seat) + 1}` : name;
}

export function boardSeats(seats: readonly SeatState[]): BoardSeat[] {
  return seats.map((seat) => ({
    seat: seat.seat,
    name: nameOf(seat, seats),
    kind: seat.kind,
    hasChosen: seat.has_chosen,
  }));
}

/** The same for a replay, which knows names only; a bot's is `hunter bot`. */
export function recordedSeats(names: readonly string[]): BoardSeat[] {
  const seats = names.map((name, place): SeatState => {
    const bot = /^(\S+) bot$/.exec(name)?.[1] ?? null;
    return { ...NOBODY, seat: place + 1, name, bot, kind: bot ? 'bot' : 'person' };
  });
  return boardSeats(seats);
}

const NOBODY: SeatState = {
  seat: 0,
  name: null,
  kind: 'free',
  bot: null,
  person: null,
  is_host: false,
  is_waited_for: false,
  has_chosen: false,
  has_resigned: false,
  is_substitute: false,
  owner: null,
  offered_until: null,
  time_left: null,
  clock_since: null,
};

/** How seats are called in sentences. */
export function seatNamer(seats: readonly BoardSeat[]): (seat: number) => string {
  return (seat) => seats.find((each) => each.seat === seat)?.name ?? t('seat.number', { seat });
}
