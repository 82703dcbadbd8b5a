/** The service worker: keeps the files of this build, so that the page opens at once, and without a network. It touches nothing else. */

interface Worker {
  addEventListener(
    kind: 'install' | 'activate',
    handle: (event: { waitUntil(work: Promise<unknown>): void }) => void,
  ): void;
  addEventListener(
    kind: 'fetch',
    handle: (event: { request: Request; respondWith(answer: Promise<Response>): void }) => void,
  ): void;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
}

const worker = self as unknown as Worker;
const CACHE = 'rexarium __VERSION__';
const SHELL = '/page/index.html'; // the one that fits every address
const FILES = '__FILES__' as unknown as string[];

worker.addEventListener('install', (event) => event.waitUntil(keep()));
worker.addEventListener('activate', (event) => event.waitUntil(tidy()));
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== 'GET' || address.origin !== location.origin) return;
  if (request.mode === 'navigate' && !/^\/(api|feed|metrics|healthz|page)\b/.test(address.pathname))
    event.respondWith(kept(SHELL, request));
  else if (FILES.includes(address.pathname)) event.respondWith(kept(address.pathname, request));
});

async function keep(): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.addAll([SHELL, ...FILES]);
  await worker.skipWaiting();
}

async function tidy(): Promise<void> {
  const old = (await caches.keys()).filter((name) => name.startsWith('rexarium ') && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/** What we have is of one build, so it fits together; browsers themselves look for a newer worker at every visit. */
async function kept(path: string, request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  return (await cache.match(path)) ?? fetch(request);
}
