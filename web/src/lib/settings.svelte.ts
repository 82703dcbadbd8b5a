/** What this device remembers of its reader's wishes; every tab knows them at once. */

import type { Language } from './i18n/index.svelte';

export type Theme = 'system' | 'light' | 'dark';
export type Pace = 'calm' | 'quick' | 'none';

export interface Settings {
  language: Language | null; // null: the browser's
  theme: Theme;
  hasSound: boolean;
  isOneTap: boolean;
  pace: Pace;
  hasGuide: boolean;
  /** What the guide has explained already: `trex.play`. */
  explained: string[];
  /** What was chosen last on the front page, by game. */
  seats: Record<string, number>;
  levels: Record<string, string>;
  presets: Record<string, string>;
}

const KEY = 'rexarium';
const DEFAULTS: Settings = {
  language: null,
  theme: 'system',
  hasSound: false,
  isOneTap: false,
  pace: 'calm',
  hasGuide: true,
  explained: [],
  seats: {},
  levels: {},
  presets: {},
};

function read(): Settings {
  try {
    return { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Settings>) };
  } catch {
    return { ...DEFAULTS }; // no storage here, or not ours
  }
}

let current = $state.raw<Settings>(read());

export const settings = {
  get now(): Settings {
    return current;
  },
  change(some: Partial<Settings>): void {
    current = { ...current, ...some };
    try {
      localStorage.setItem(KEY, JSON.stringify(current));
    } catch {
      // then only as long as this page is open
    }
  },
};

if (typeof addEventListener === 'function') {
  addEventListener('storage', (event) => {
    if (event.key === KEY) current = read();
  });
}
