/** Arrow keys move the focus to the nearest piece in their direction: in a hand, on a compass, on a board. */

import type { Attachment } from 'svelte/attachments';

const WAYS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** For the element around the pieces; `selector` says what a piece is. */
export function arrows(selector = 'button'): Attachment<HTMLElement> {
  return (element) => {
    const listen = (event: KeyboardEvent): void => {
      const way = WAYS[event.key];
      const from = (event.target as HTMLElement).closest<HTMLElement>(selector);
      if (!way || !from || event.altKey || event.ctrlKey || event.metaKey) return;
      const next = nearest(from, [...element.querySelectorAll<HTMLElement>(selector)], way);
      if (!next) return;
      event.preventDefault();
      next.focus();
    };
    element.addEventListener('keydown', listen);
    return () => element.removeEventListener('keydown', listen);
  };
}

function nearest(from: HTMLElement, all: HTMLElement[], [x, y]: readonly [number, number]): HTMLElement | null {
  const here = middle(from);
  let found: HTMLElement | null = null;
  let least = Infinity;
  for (const each of all) {
    const [dx, dy] = [middle(each)[0] - here[0], middle(each)[1] - here[1]];
    const [along, aside] = [dx * x + dy * y, Math.abs(dx * y) + Math.abs(dy * x)];
    if (each === from || along < 1 || !each.offsetParent) continue;
    const distance = along + 2.5 * aside;
    if (distance < least) [found, least] = [each, distance];
  }
  return found;
}

function middle(element: HTMLElement): readonly [number, number] {
  const box = element.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}
