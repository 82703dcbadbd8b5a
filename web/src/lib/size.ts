/** How wide things are, without having the browser lay them out before its time. */

import type { Attachment } from 'svelte/attachments';

/** How wide a board will most likely be, for its first drawing; a phone's is as wide as the screen. */
export function likelyWidth(): number {
  const screen = globalThis.innerWidth ?? 1000;
  return screen > 700 ? screen - (screen > 1000 ? 300 : 240) : screen;
}

/** Tell an element's inner width when it is laid out, and whenever that changes. */
export function measure(tell: (width: number) => void): Attachment<HTMLElement> {
  return whenLaidOut((element) => tell(element.clientWidth));
}

/** Do something with an element whenever it or one of its children has another size, before that is painted. */
export function whenLaidOut(act: (element: HTMLElement) => void): Attachment<HTMLElement> {
  return (element) => {
    const watcher = new ResizeObserver(() => act(element));
    watcher.observe(element);
    for (const child of element.children) watcher.observe(child);
    return () => watcher.disconnect();
  };
}
