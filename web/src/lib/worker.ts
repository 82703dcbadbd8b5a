/**
 * The service worker keeps the files of one build, and shows them without asking the server (src/sw.ts). A newer build is fetched
 * beside it, and has the word from the next page on.
 */

const PATIENCE = 3_000; // milliseconds that the page has the line for itself
const FRESH = 10_000; // milliseconds in which nobody minds that a page they have not touched is loaded anew

let isOutdated = false;

export const build = {
  /** Is this page older than what the server has? Then the next page is not shown by it. */
  get isOutdated(): boolean {
    return isOutdated;
  },
};

/** Have the files kept, once the page has what it needs itself. */
export function keepFiles(): void {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined; // only on secure pages
  if (!workers) return;
  if (workers.controller) workers.addEventListener('controllerchange', giveWay, { once: true });
  setTimeout(() => void workers.register('/sw.js').catch(() => {}), PATIENCE);
}

function giveWay(): void {
  isOutdated = true;
  if (performance.now() < FRESH && !navigator.userActivation.hasBeenActive) location.reload();
}

/** A part of the page that cannot be had belongs to an older build, or the network is away: load the page anew, once, when the server answers. */
export function reloadWhenOutdated(): void {
  addEventListener('vite:preloadError', () => {
    const last = Number(sessionStorage.getItem('reloaded') ?? 0);
    if (Date.now() - last < 60_000) return;
    sessionStorage.setItem('reloaded', String(Date.now()));
    void reloadWhenAnswered();
  });
}

async function reloadWhenAnswered(): Promise<void> {
  const answers = () =>
    fetch('/healthz').then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await answers())) await new Promise((resolve) => setTimeout(resolve, PATIENCE));
  location.reload();
}

/** Load the page from the server, whatever is kept here. */
export async function loadAnew(): Promise<void> {
  const kept = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  await kept?.unregister();
  location.reload();
}
