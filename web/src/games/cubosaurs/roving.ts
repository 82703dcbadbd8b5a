// Arrow keys within a group of buttons: one of them is reached by Tab, the others by arrows.

const KEYS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** For a group whose buttons are marked `data-rove`. */
export function rove(group: HTMLElement): { destroy(): void } {
  const items = (): HTMLElement[] => [...group.querySelectorAll<HTMLElement>('[data-rove]')];

  function settle(wanted?: HTMLElement): void {
    const all = items();
    const pressed = all.find((item) => item.getAttribute('aria-pressed') === 'true');
    const current = wanted ?? all.find((item) => item === document.activeElement) ?? pressed ?? all[0];
    for (const item of all) setStop(item, item === current);
  }

  function onKey(event: KeyboardEvent): void {
    const all = items();
    const from = all.find((item) => item === document.activeElement);
    if (!from || event.altKey || event.ctrlKey || event.metaKey) return;
    const to = event.key === 'Home' ? all[0] : event.key === 'End' ? all.at(-1) : step(all, from, KEYS[event.key]);
    if (!to) return;
    event.preventDefault();
    settle(to);
    to.focus();
  }

  const onFocus = (): void => settle();
  const observer = new MutationObserver(() => settle());
  observer.observe(group, { childList: true, subtree: true, attributeFilter: ['data-rove', 'aria-pressed'] });
  group.addEventListener('keydown', onKey);
  group.addEventListener('focusin', onFocus);
  settle();
  return {
    destroy() {
      observer.disconnect();
      group.removeEventListener('keydown', onKey);
      group.removeEventListener('focusin', onFocus);
    },
  };
}

/** The next item that way: the nearest one seen from here, else the next in order. */
function step(all: HTMLElement[], from: HTMLElement, way?: readonly [number, number]): HTMLElement | undefined {
  if (!way) return undefined;
  const [x, y] = centre(from);
  let best: HTMLElement | undefined;
  let least = Infinity;
  for (const item of all) {
    const [itemX, itemY] = centre(item);
    const along = (itemX - x) * way[0] + (itemY - y) * way[1];
    const aside = Math.abs((itemX - x) * way[1]) + Math.abs((itemY - y) * way[0]);
    if (along > 4 && along + 3 * aside < least) [best, least] = [item, along + 3 * aside];
  }
  const place = all.indexOf(from) + way[0] + way[1];
  return best ?? all[(place + all.length) % all.length];
}

function centre(item: HTMLElement): [number, number] {
  const box = item.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}

/** By its attribute, and only where it changes: `tabIndex` has the browser style the page anew each time, to see who may have the focus. */
function setStop(piece: HTMLElement, isStop: boolean): void {
  const wanted = isStop ? '0' : '-1';
  if (piece.getAttribute('tabindex') !== wanted) piece.setAttribute('tabindex', wanted);
}
