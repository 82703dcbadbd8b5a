/** The HTTP API, a function each. What is refused is a Refusal. */

import type {
  Address,
  Aftermath,
  DeviceCard,
  FeedCard,
  GameCard,
  LinkCard,
  Me,
  NewTable,
  Problem,
  Replay,
  RulebookCard,
  SeatKey,
  Seating,
  TableSummary,
  TicketCard,
} from '../protocol';
import { i18n } from './i18n/index.svelte';
import { Refusal, refusalOf } from './refusal';

async function ask(method: string, path: string, body?: unknown): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
  } catch {
    throw new Refusal('unavailable', '');
  }
  if (response.ok) return response;
  let problem: Problem;
  try {
    problem = (await response.json()) as Problem;
  } catch {
    throw new Refusal('unavailable', ''); // whatever answered is not our server
  }
  throw problem.code ? refusalOf(problem) : new Refusal('unavailable', '');
}

async function get<T>(path: string): Promise<T> {
  return (await (await ask('GET', path)).json()) as T;
}

async function post<T>(path: string, body?: unknown): Promise<T> {
  return (await (await ask('POST', path, body)).json()) as T;
}

const part = encodeURIComponent;

/** The open tables as far as they were read. */
export interface Lobby {
  tables: TableSummary[];
  hasMore: boolean;
}

/** Where a list goes on, by its header `Link`; null: it does not. */
export function nextOf(link: string | null): string | null {
  return /<([^>]*)>;\s*rel="next"/.exec(link ?? '')?.[1] ?? null;
}

export const api = {
  games: (language: string) => get<GameCard[]>(`/api/games?language=${language}`),
  rules: (game: string, language: string) => get<RulebookCard>(`/api/games/${part(game)}/rules?language=${language}`),
  me: () => get<Me | null>('/api/me'),
  comeIn: (nickname: string) => post<Me>('/api/people', { nickname }),
  rename: async (nickname: string) => (await (await ask('PATCH', '/api/me', { nickname })).json()) as Me,
  leave: async () => void (await ask('DELETE', '/api/me')),
  devices: () => get<DeviceCard[]>('/api/me/devices'),
  signOut: async (device: string) => void (await ask('DELETE', `/api/me/devices/${part(device)}`)),
  signOutAll: async () => void (await ask('DELETE', '/api/me/devices')),
  signOutOthers: async () => void (await ask('DELETE', '/api/me/devices?keep=this')),
  myTables: () => get<TableSummary[]>('/api/me/tables'),
  makeTicket: () => post<TicketCard>('/api/me/tickets'),
  whoseTicket: (ticket: string) => post<Me>('/api/tickets/owner', { ticket }),
  useTicket: (ticket: string, insteadOf: string | null) => post<Me>('/api/tickets', { ticket, instead_of: insteadOf }),
  makeFeed: () => post<FeedCard>('/api/me/feed'),
  link: (table: string) => get<LinkCard>(`/api/tables/${part(table)}/link`),
  makeSeatKey: (table: string, seat: number) => post<SeatKey>(`/api/tables/${part(table)}/seats/${seat}/key`),
  lobby: async (game: string, pages: number): Promise<Lobby> => {
    let next: string | null = `/api/tables${game ? `?game=${part(game)}` : ''}`;
    const tables: TableSummary[] = [];
    for (let page = 0; page < pages && next; page++) {
      const response = await ask('GET', next);
      tables.push(...((await response.json()) as TableSummary[]));
      next = nextOf(response.headers.get('link'));
    }
    return { tables, hasMore: next !== null };
  },
  open: (table: NewTable) => post<Address>('/api/tables', table),
  sit: async (table: string, seat: number, seating: Seating) =>
    void (await ask('POST', `/api/tables/${part(table)}/seats/${seat}`, seating)),
  record: async (table: string) => (await ask('GET', `/api/tables/${part(table)}/record`)).text(),
  replay: (table: string, eyes: string | null) =>
    get<Replay>(`/api/tables/${part(table)}/replay${eyes ? `?eyes=${part(eyes)}` : ''}`),
  replayRecord: (record: string, eyes: string | null) =>
    post<Replay>(`/api/replays${eyes ? `?eyes=${part(eyes)}` : ''}`, { record }),
  aftermath: (table: string) => get<Aftermath>(`/api/tables/${part(table)}/aftermath`),
  aftermathOf: (record: string) => post<Aftermath>('/api/aftermaths', { record }),
};

const kept = new Map<string, Promise<unknown>>();

/** Ask once; what failed may be asked for again. */
function once<T>(what: string, ask: () => Promise<T>): Promise<T> {
  const found = (kept.get(what) as Promise<T> | undefined) ?? ask();
  kept.set(what, found);
  found.catch(() => kept.delete(what));
  return found;
}

/** The rules of a game in the reader's language. */
export function rulebook(game: string): Promise<RulebookCard> {
  const { language } = i18n;
  return once(`${game} ${language}`, () => api.rules(game, language));
}

/** The games that can be played, with their questions in the reader's language. */
export function games(): Promise<GameCard[]> {
  const { language } = i18n;
  return once(language, () => api.games(language));
}
