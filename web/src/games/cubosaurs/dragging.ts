// A piece that can be dragged to a place: an equal third way besides touch and keys.

const THRESHOLD = 6; // pixels before a press becomes a drag

export interface Dragging {
  /** By place (`data-place`), what dropping the piece there means; nothing: it cannot be dragged now. */
  places: ReadonlyMap<string, () => void>;
  /** Fingers may drag it too; only for handles, for elsewhere they scroll. */
  isHandle?: boolean;
}

export function draggable(piece: HTMLElement, options: Dragging): { update(next: Dragging): void; destroy(): void } {
  let now = options;
  let start: PointerEvent | null = null;
  let ghost: HTMLElement | null = null;

  const root = (): HTMLElement | null => piece.closest<HTMLElement>('[data-board]');
  const marked = (): Element[] => [...(root()?.querySelectorAll('[data-place]') ?? [])];

  function onDown(event: PointerEvent): void {
    const isFinger = event.pointerType === 'touch' && !now.isHandle;
    if (event.button !== 0 || isFinger || now.places.size === 0) return;
    start = event;
    window.addEventListener('pointermove', onMove);
    window.addEventListener('pointerup', onUp);
    window.addEventListener('pointercancel', stop);
    window.addEventListener('keydown', onKey);
  }

  function onMove(event: PointerEvent): void {
    if (!start) return;
    const [x, y] = [event.clientX - start.clientX, event.clientY - start.clientY];
    if (!ghost && Math.hypot(x, y) < THRESHOLD) return;
    ghost ??= lift();
    ghost?.style.setProperty('transform', `translate(${x}px, ${y}px) rotate(-2deg)`);
    const over = placeAt(event);
    for (const place of marked()) place.toggleAttribute('data-over', place === over);
    event.preventDefault();
  }

  /** A copy that follows the pointer; the places that take it light up. */
  function lift(): HTMLElement | null {
    const board = root();
    if (!board) return null;
    const [box, frame] = [piece.getBoundingClientRect(), board.getBoundingClientRect()];
    const copy = piece.cloneNode(true) as HTMLElement;
    copy.setAttribute('aria-hidden', 'true');
    copy.setAttribute('data-ghost', '');
    for (const [name, value] of [
      ['left', `${box.left - frame.left}px`],
      ['top', `${box.top - frame.top}px`],
      ['width', `${box.width}px`],
      ['height', `${box.height}px`],
    ] as const)
      copy.style.setProperty(name, value);
    board.append(copy);
    for (const place of marked())
      place.toggleAttribute('data-takes', now.places.has(place.getAttribute('data-place') ?? ''));
    return copy;
  }

  function placeAt(event: PointerEvent): Element | null {
    const places = document.elementsFromPoint(event.clientX, event.clientY);
    return places.find((each) => now.places.has(each.getAttribute('data-place') ?? '')) ?? null;
  }

  function onUp(event: PointerEvent): void {
    const place = ghost ? placeAt(event) : null;
    if (ghost) window.addEventListener('click', swallow, { capture: true, once: true });
    setTimeout(() => window.removeEventListener('click', swallow, { capture: true }));
    stop();
    now.places.get(place?.getAttribute('data-place') ?? '')?.();
  }

  function onKey(event: KeyboardEvent): void {
    if (event.key === 'Escape') stop();
  }

  function stop(): void {
    ghost?.remove();
    ghost = start = null;
    for (const place of marked()) {
      place.removeAttribute('data-over');
      place.removeAttribute('data-takes');
    }
    window.removeEventListener('pointermove', onMove);
    window.removeEventListener('pointerup', onUp);
    window.removeEventListener('pointercancel', stop);
    window.removeEventListener('keydown', onKey);
  }

  piece.addEventListener('pointerdown', onDown);
  return {
    update(next) {
      now = next;
    },
    destroy() {
      stop();
      piece.removeEventListener('pointerdown', onDown);
    },
  };
}

/** The click that ends a drag is no touch. */
function swallow(event: Event): void {
  event.stopPropagation();
  event.preventDefault();
}
