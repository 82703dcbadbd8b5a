import './styles/tokens.css';
import './styles/base.css';
import './styles/parts.css';

import { mount } from 'svelte';

import App from './App.svelte';
import { preferredLanguage, speak } from './lib/i18n/index.svelte';
import { person } from './lib/person.svelte';
import { startRouting } from './lib/route.svelte';
import { settings } from './lib/settings.svelte';

async function start(): Promise<void> {
  reloadWhenOutdated();
  void person.load();
  await speak(settings.now.language ?? preferredLanguage(navigator.languages));
  startRouting();
  mount(App, { target: document.getElementById('app') as HTMLElement });
  if ('serviceWorker' in navigator && import.meta.env.PROD)
    void navigator.serviceWorker.register('/sw.js').catch(() => {});
}

/** A part of the page that is not there any more belongs to an older build: load the new one, once. */
function reloadWhenOutdated(): void {
  addEventListener('vite:preloadError', (event) => {
    const last = Number(sessionStorage.getItem('reloaded') ?? 0);
    if (Date.now() - last < 60_000) return;
    event.preventDefault();
    sessionStorage.setItem('reloaded', String(Date.now()));
    location.reload();
  });
}

void start();
