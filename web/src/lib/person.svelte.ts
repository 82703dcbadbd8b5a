/** Whose device this is: nobody's, until somebody has said a nickname once. */

import type { Me } from '../protocol';
import { api } from './api';
import { forgetTables } from './memory';

let me = $state.raw<Me | null>(null);
let isKnown = $state(false); // have we asked the server?
let asking = $state.raw<((me: Me | null) => void) | null>(null);
let first: Promise<void> | null = null;

export const person = {
  get me(): Me | null {
    return me;
  },
  get isKnown(): boolean {
    return isKnown;
  },
  /** Is the reader being asked for a nickname? */
  get isAsked(): boolean {
    return asking !== null;
  },

  /** Find out from the server, once. */
  load(): Promise<void> {
    first ??= find().catch(() => void (first = null));
    return first;
  },

  /** Become somebody, or take another nickname. */
  async call(nickname: string): Promise<Me> {
    me = me ? await api.rename(nickname) : await api.comeIn(nickname);
    isKnown = true;
    return me;
  },

  /** Ask the server again: this device may have been signed out from another one. */
  async check(): Promise<void> {
    const before = me;
    await find();
    if (before && me?.person !== before.person) forgetTables();
  },

  /** Be whoever made the ticket, instead of the person that the reader has agreed to sign out here. */
  async useTicket(ticket: string, insteadOf: Me | null): Promise<void> {
    me = await api.useTicket(ticket, insteadOf?.person ?? null);
    isKnown = true;
    if (insteadOf) forgetTables();
  },

  /** Be nobody on this device, or on all of the reader's. */
  async signOut(isEverywhere: boolean): Promise<void> {
    await (isEverywhere ? api.signOutAll() : api.leave());
    forgetTables();
    me = null;
  },

  /** Whoever needs somebody here: if there is nobody yet, the reader is asked; null: they would rather not. */
  async need(): Promise<Me | null> {
    await person.load();
    if (me) return me;
    return new Promise((resolve) => {
      asking = (answer) => {
        asking = null;
        resolve(answer);
      };
    });
  },

  answer(given: Me | null): void {
    asking?.(given);
  },
};

async function find(): Promise<void> {
  me = await api.me();
  isKnown = true;
}
