/** Clocks as the server's table states tell them. */

import type { SeatState } from '../protocol';

/** Milliseconds that a seat has left at a moment of the server's clock; null: there is no clock. */
export function timeLeft(seat: SeatState, now: number): number | null {
  if (seat.time_left === null) return null;
  const ran = seat.clock_since === null ? 0 : Math.max(0, now - seat.clock_since);
  return Math.max(0, seat.time_left - ran);
}

/** 0:42, 12:05, 3:05:00, or in days `2d 5h` with the letters of the reader's language. */
export function sayTime(milliseconds: number, letters: { day: string; hour: string }): string {
  const seconds = Math.ceil(milliseconds / 1000);
  const two = (value: number): string => String(value).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  if (hours >= 24) return `${Math.floor(hours / 24)}${letters.day} ${hours % 24}${letters.hour}`;
  const minutes = Math.floor(seconds / 60) % 60;
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
