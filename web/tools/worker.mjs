// The service worker is told which files belong to this build.

import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';

/** @returns {import('vite').Plugin} */
export function worker() {
  let base = '/';
  let publicFolder = '';
  return {
    name: 'rexarium-worker',
    enforce: 'post',
    configResolved(config) {
      base = config.base;
      publicFolder = config.publicDir;
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const chunk = bundle['sw.js'];
        if (!chunk || chunk.type !== 'chunk') return;
        const made = Object.keys(bundle).filter((name) => name !== 'sw.js' && !name.endsWith('.html'));
        const files = [...made, ...readdirSync(publicFolder)];
        const pages = Object.entries(bundle).map(([name, file]) => name + ('source' in file ? file.source : file.code));
        const version = createHash('sha256').update(pages.sort().join('\n')).digest('base64url').slice(0, 12);
        if (!/__FILES__/.test(chunk.code)) throw new Error('the service worker has no place for its files');
        chunk.code = chunk.code
          .replace('__VERSION__', version)
          .replace(/["'`]__FILES__["'`]/, JSON.stringify(files.sort().map((name) => base + name)));
      },
    },
  };
}
