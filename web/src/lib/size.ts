/** How wide things are, without having the browser lay them out before its time. */

import type { Attachment } from 'svelte/attachments';

/** How wide a board will most likely be, for its first drawing; without a rail it is as wide as the screen. `innerWidth` would lay out the page. */
export function likelyWidth(): number {
  const screen = globalThis.outerWidth || 1000;
  return screen > 1100 ? screen - 300 : screen;
}

/** Tell an element's inner size when it is laid out, and whenever that changes. */
export function measure(tell: (width: number, height: number) => void): Attachment<HTMLElement> {
  return (element) => watch([element], () => tell(element.clientWidth, element.clientHeight));
}

/** Do something whenever an element or one of its children has another size, before that is painted. */
export function whenLaidOut(act: () => void): Attachment<HTMLElement> {
  return (element) => watch([element, ...element.children], act);
}

interface Watch {
  readonly act: () => void;
}

// One observer for the whole page: what one is told changes the page, so the next one would have it laid out again.
const watches = new Map<Element, Set<Watch>>();
let observer: ResizeObserver | null = null;

function watch(elements: readonly Element[], act: () => void): () => void {
  const own: Watch = { act };
  for (const element of elements) begin(element, own);
  return () => {
    for (const element of elements) end(element, own);
  };
}

function begin(element: Element, watch: Watch): void {
  observer ??= new ResizeObserver(notify);
  watches.set(element, (watches.get(element) ?? new Set()).add(watch));
  observer.unobserve(element); // who comes later is told the size, too
  observer.observe(element);
}

function end(element: Element, watch: Watch): void {
  const left = watches.get(element);
  left?.delete(watch);
  if (left?.size !== 0) return;
  watches.delete(element);
  observer?.unobserve(element);
}

/** Who watches several elements acts once, whichever of them have changed. */
function notify(changed: readonly ResizeObserverEntry[]): void {
  const due = new Set(changed.flatMap(({ target }) => [...(watches.get(target) ?? [])]));
  for (const { act } of due) act();
}
