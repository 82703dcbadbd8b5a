import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

import { art } from './tools/art.mjs';

export default defineConfig({
  plugins: [svelte(), art()],
  test: {
    include: ['test/**/*.test.ts'],
    environment: 'node',
    pool: 'threads',
    testTimeout: 120_000, // only what hangs takes so long, on however slow a machine
    hookTimeout: 120_000,
  },
});
