/** The service worker: keeps the files of this build, so that the page opens without a network. It touches nothing else. */

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
const SHELL = '/';
const FILES = '__FILES__' as unknown as string[];
const PATIENCE = 3000; // milliseconds, before the shell that we have is good enough

worker.addEventListener('install', (event) => event.waitUntil(keep()));
worker.addEventListener('activate', (event) => event.waitUntil(tidy()));
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== 'GET' || address.origin !== location.origin) return;
  if (request.mode === 'navigate' && !/^\/(api|feed|metrics|healthz)\b/.test(address.pathname))
    event.respondWith(shell(request));
  else if (FILES.includes(address.pathname)) event.respondWith(file(request));
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

/** The newest shell if the server answers soon, else the one that we have. */
async function shell(request: Request): Promise<Response> {
  const kept = await caches.match(SHELL);
  if (!kept) return fetch(request);
  const late = new Promise<Response>((resolve) => setTimeout(() => resolve(kept.clone()), PATIENCE));
  const fresh = fetch(request).then(
    (response) => (response.ok ? response : kept),
    () => kept,
  );
  return Promise.race([fresh, late]);
}

async function file(request: Request): Promise<Response> {
  return (await caches.match(request)) ?? fetch(request);
}
