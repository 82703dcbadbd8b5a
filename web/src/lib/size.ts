/** How wide things are, without having the browser lay them out before its time. */

import type { Attachment } from 'svelte/attachments';

/** How wide a board will most likely be, for its first drawing; a phone's is as wide as the screen. `innerWidth` would lay out the page. */
export function likelyWidth(): number {
  const screen = globalThis.outerWidth || 1000;
  return screen > 700 ? screen - (screen > 1000 ? 300 : 240) : screen;
}

/** Tell an element's inner size when it is laid out, and whenever that changes. */
export function measure(tell: (width: number, height: number) => void): Attachment<HTMLElement> {
  return (element) => watch([element], () => tell(element.clientWidth, element.clientHeight));
}

/** Do something whenever an element or one of its children has another size, before that is painted. */
export function whenLaidOut(act: () => void): Attachment<HTMLElement> {
  return (element) => watch([element, ...element.children], act);
}

function watch(elements: readonly Element[], act: () => void): () => void {
  const watcher = new ResizeObserver(act);
  for (const element of elements) watcher.observe(element);
  return () => watcher.disconnect();
}
