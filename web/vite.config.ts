import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type UserConfig } from 'vite';

import { art } from './tools/art.mjs';
import { generate } from './tools/generate.mjs';
import { messages } from './tools/messages.mjs';
import { compress } from './tools/compress.mjs';
import { compileEarly } from './tools/eager.mjs';
import { makeShells } from './tools/shells.mjs';
import { worker } from './tools/worker.mjs';

const SERVER = process.env.REXARIUM_SERVER ?? 'http://localhost:8765';
const OUTPUT = process.env.REXARIUM_PAGE ?? '../src/rexarium/server/page';

export default defineConfig(({ command }): UserConfig => {
  generate();
  return {
    base: command === 'build' ? '/page/' : '/',
    plugins: [svelte(), art(), messages(), makeShells(), compileEarly(), worker(), compress()],
    build: {
      outDir: OUTPUT,
      emptyOutDir: true,
      target: ['chrome123', 'firefox121', 'safari17.5'], // light-dark() in CSS is what they all need to have
      assetsInlineLimit: 0, // our content-security policy knows no data: addresses
      modulePreload: { polyfill: false },
      rollupOptions: {
        checks: { pluginTimings: false },
        input: { index: 'index.html', start: 'src/start.ts', sw: 'src/sw.ts' },
        output: {
          entryFileNames: (chunk) => (chunk.name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
          chunkFileNames: 'assets/[name]-[hash].js',
          assetFileNames: 'assets/[name]-[hash][extname]',
          // A browser asks for six files at once: what every page needs is one of them, behind the few lines that call the table.
          codeSplitting: {
            groups: [
              { name: 'index', test: /src\/(main|protocol|lib\/(dial|styles))\.ts$/, priority: 2 },
              {
                name: 'start',
                test: /src\/(start|lib\/size)\.ts$|src\/parts\/Name\.svelte|preload-helper/,
                priority: 1,
              },
              { name: 'rail', test: /src\/parts\/Rail\.svelte$/ },
            ],
          },
        },
      },
    },
    server: {
      proxy: {
        '/api': SERVER,
        '/feed': SERVER,
        '/healthz': SERVER,
        '/ws': { target: SERVER.replace('http', 'ws'), ws: true },
      },
    },
  };
});
