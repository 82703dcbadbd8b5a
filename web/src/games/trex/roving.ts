/** One stop of the Tab key a group of pieces; the arrow keys move in it. */

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };
const ROWS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

export function roving(group: HTMLElement): () => void {
  const pieces = () => [...group.querySelectorAll<HTMLElement>('button')];

  function settle(wanted?: HTMLElement): void {
    const all = pieces();
    const stop =
      wanted ??
      all.find((piece) => piece === document.activeElement) ??
      all.find((piece) => piece.getAttribute('tabindex') === '0') ??
      all[0];
    for (const piece of all) setStop(piece, piece === stop);
  }

  function onKey(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const all = pieces();
    const at = all.findIndex((piece) => piece === event.target);
    const next = at < 0 ? undefined : neighbour(all, at, event.key);
    if (!next) return;
    event.preventDefault();
    next.focus();
  }

  const onFocus = (event: FocusEvent) => settle(pieces().find((piece) => piece === event.target));
  const watcher = new MutationObserver(() => settle());
  group.addEventListener('keydown', onKey);
  group.addEventListener('focusin', onFocus);
  watcher.observe(group, { childList: true, subtree: true });
  settle();
  return () => {
    watcher.disconnect();
    group.removeEventListener('keydown', onKey);
    group.removeEventListener('focusin', onFocus);
  };
}

function neighbour(all: readonly HTMLElement[], at: number, key: string): HTMLElement | undefined {
  if (key === 'Home') return all[0];
  if (key === 'End') return all.at(-1);
  const step = STEPS[key];
  if (step) return all[(at + step + all.length) % all.length];
  const row = ROWS[key];
  return row ? nearest(all, at, row) : undefined;
}

/** The piece in the next row that lies nearest. */
function nearest(all: readonly HTMLElement[], at: number, row: number): HTMLElement | undefined {
  const from = all[at]?.getBoundingClientRect();
  if (!from) return undefined;
  let found: HTMLElement | undefined;
  let least = Infinity;
  for (const piece of all) {
    const box = piece.getBoundingClientRect();
    const down = (box.top - from.top) * row;
    const far = down + Math.abs(box.left - from.left);
    if (down > from.height / 2 && far < least) [found, least] = [piece, far];
  }
  return found;
}

/** By its attribute, and only where it changes: `tabIndex` has the browser style the page anew each time, to see who may have the focus. */
function setStop(piece: HTMLElement, isStop: boolean): void {
  const wanted = isStop ? '0' : '-1';
  if (piece.getAttribute('tabindex') !== wanted) piece.setAttribute('tabindex', wanted);
}
