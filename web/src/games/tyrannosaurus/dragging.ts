// Dragging with any pointer: an equal way beside touching one thing after the other.

import type { Attachment } from 'svelte/attachments';

interface Drag {
  /** May it be dragged just now? */
  isFree(): boolean;
  /** The pointer is so far from where it began; null: it was let go. */
  move(way: { x: number; y: number } | null): void;
  /** The cell under the pointer. */
  over(cell: string | null): void;
  drop(cell: string): void;
}

const SLACK = 7;

export function draggable(drag: Drag): Attachment<HTMLElement> {
  return (element) => {
    let begin: { x: number; y: number } | null = null;
    let isDragging = false;

    const cellUnder = (event: PointerEvent): string | null => {
      const found = document.elementsFromPoint(event.clientX, event.clientY).map((each) => each.closest('[data-cell]'));
      return found.find((each) => each)?.getAttribute('data-cell') ?? null;
    };
    const down = (event: PointerEvent): void => {
      if (event.button !== 0 || !event.isPrimary || !drag.isFree()) return;
      begin = { x: event.clientX, y: event.clientY };
      element.setPointerCapture(event.pointerId); // a quick hand has left it by the first move
    };
    const move = (event: PointerEvent): void => {
      if (!begin) return;
      const way = { x: event.clientX - begin.x, y: event.clientY - begin.y };
      if (!isDragging && Math.hypot(way.x, way.y) < SLACK) return;
      isDragging = true;
      drag.move(way);
      drag.over(cellUnder(event));
    };
    const end = (event: PointerEvent): void => {
      const cell = isDragging && event.type === 'pointerup' ? cellUnder(event) : null;
      if (isDragging) {
        // the click that follows a drag is no touch
        const swallow = (click: Event): void => {
          click.stopPropagation();
          click.preventDefault();
        };
        element.addEventListener('click', swallow, { capture: true, once: true });
        setTimeout(() => element.removeEventListener('click', swallow, { capture: true }), 50);
        drag.move(null);
        drag.over(null);
      }
      begin = null;
      isDragging = false;
      if (cell !== null) drag.drop(cell);
    };

    element.addEventListener('pointerdown', down);
    element.addEventListener('pointermove', move);
    element.addEventListener('pointerup', end);
    element.addEventListener('pointercancel', end);
    return () => {
      element.removeEventListener('pointerdown', down);
      element.removeEventListener('pointermove', move);
      element.removeEventListener('pointerup', end);
      element.removeEventListener('pointercancel', end);
    };
  };
}
