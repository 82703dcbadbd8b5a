/** Which page the address names. Links are ordinary links; this only keeps them inside the page. */

import { build } from './worker';

export type Route =
  | { page: 'front' }
  | { page: 'table'; table: string }
  | { page: 'replay'; table: string | null }
  | { page: 'rules'; game: string | null }
  | { page: 'me' }
  | { page: 'nowhere' };

/** The route of a path. */
export function readRoute(path: string): Route {
  const [first = '', second, ...rest] = path.split('/').filter(Boolean).map(decode);
  if (rest.length) return { page: 'nowhere' };
  if (!first) return { page: 'front' };
  if (first === 't' && second) return { page: 'table', table: second };
  if (first === 'replay') return { page: 'replay', table: second ?? null };
  if (first === 'rules') return { page: 'rules', game: second ?? null };
  if (first === 'me' && !second) return { page: 'me' };
  return { page: 'nowhere' };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

let path = $state(typeof location === 'undefined' ? '/' : location.pathname);
let hash = $state(typeof location === 'undefined' ? '' : location.hash);
const current = $derived(readRoute(path));
let hasMoved = false;

export const route = {
  get now(): Route {
    return current;
  },
  get path(): string {
    return path;
  },
  get hash(): string {
    return hash;
  },
  /** Has the reader gone from one page to another? Then the focus has to follow. */
  get hasMoved(): boolean {
    return hasMoved;
  },
};

function look(): void {
  path = location.pathname;
  hash = location.hash;
}

/** Go to another page. */
export function go(address: string, isInstead = false): void {
  if (isInstead) history.replaceState(null, '', address);
  else history.pushState(null, '', address);
  hasMoved = true;
  look();
  if (!isInstead && !location.hash) scrollTo(0, 0);
}

/** The part of the address behind the #, without a new page. */
export function setHash(value: string): void {
  history.replaceState(null, '', value ? `#${value}` : location.pathname);
  hash = location.hash;
}

/** Listen to links and to the browser's own buttons. */
export function startRouting(): void {
  addEventListener('popstate', look);
  addEventListener('hashchange', look);
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return;
    const link = (event.target as Element | null)?.closest?.('a');
    if (!link?.href || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
    if (readRoute(link.pathname).page === 'nowhere') return;
    if (link.hash && link.pathname === location.pathname) return; // a place on this page: the browser takes the focus there
    if (build.isOutdated) return; // the browser asks for the newer page
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
  });
}
