import './styles/tokens.css';
import './styles/base.css';
import './styles/parts.css';

import { mount } from 'svelte';

import App from './App.svelte';
import { loadGame } from './games';
import { tableOf } from './lib/dial';
import { preferredLanguage, speak } from './lib/i18n/index.svelte';
import { afterPaint } from './lib/later';
import { gameOf } from './lib/memory';
import { person } from './lib/person.svelte';
import { startRouting } from './lib/route.svelte';
import { settings } from './lib/settings.svelte';
import { keepFiles, reloadWhenOutdated } from './lib/worker';

async function start(): Promise<void> {
  const table = tableOf(location.pathname);
  reloadWhenOutdated();
  if (!table) void person.load();
  await isParsed();
  await speak(settings.now.language ?? preferredLanguage(navigator.languages));
  const game = document.documentElement.dataset.game ?? (table && gameOf(table)); // the shell of a table says what is played there
  if (game) await loadGame(game).catch(() => {}); // so that the first thing to be painted is a board; the table will ask again
  startRouting();
  mount(App, { target: document.getElementById('app') as HTMLElement });
  if (table) afterPaint(() => void person.load()); // who we are there, the table itself says
  if (import.meta.env.PROD) keepFiles();
}

/** Our script does not wait for the document, but our drawings and words are at its end. */
function isParsed(): Promise<unknown> | null {
  if (document.readyState !== 'loading') return null;
  return new Promise((resolve) => addEventListener('DOMContentLoaded', resolve, { once: true }));
}

void start();
