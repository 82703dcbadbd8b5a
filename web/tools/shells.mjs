// The shells of the page. index.html fits every address. For the front page and for a table of each game there are others, a language
// each, which name the scripts that will be needed, so that they are asked for at once, and bring styles, drawings and words themselves:
// those come while the scripts are on their way. The server knows which to send (src/rexarium/server/net/app.py).

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { spriteText } from './art.mjs';
import { LANGUAGES } from './messages.mjs';

const WEB = fileURLToPath(new URL('..', import.meta.url));
const GAMES = join(WEB, 'src/games');
const FIRST = 'src/main.ts';
const ALWAYS = 'src/start.ts';

/** @typedef {{ page: string, modules: string[], sprites: string[], messages: [string, string][], game: string }} Shell */
/** @typedef {import('vite').Rollup.OutputBundle} Bundle */
/** @typedef {import('vite').Rollup.OutputChunk & { viteMetadata?: { importedCss: Set<string> } }} Chunk */

/** What each kind of shell names and brings: modules by their source, messages by scope and folder. @returns {Shell[]} */
function shells() {
  const words = /** @type {[string, string]} */ (['', 'messages']);
  const front = { page: 'front', modules: ['src/pages/Front.svelte'], sprites: [], messages: [words], game: '' };
  const games = readdirSync(GAMES, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const tables = games.map(({ name }) => ({
    page: name,
    modules: [`src/games/${name}/index.ts`],
    sprites: readSprites(name),
    messages: /** @type {[string, string][]} */ ([
      words,
      ['guide', 'messages/guide'],
      [name, `src/games/${name}/messages`],
    ]),
    game: name,
  }));
  return [front, ...tables];
}

/** @param {string} game @returns {string[]} */
function readSprites(game) {
  const path = join(GAMES, game, 'about.json');
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')).sprites ?? []) : [];
}

/** The files that modules are made of, with all that they import. @param {Bundle} bundle @param {string[]} modules */
function filesOf(bundle, modules) {
  /** @type {Set<string>} */
  const scripts = new Set();
  /** @type {Set<string>} */
  const styles = new Set();
  /** @param {Chunk} chunk */
  const follow = (chunk) => {
    if (scripts.has(chunk.fileName)) return;
    scripts.add(chunk.fileName);
    for (const name of chunk.imports) follow(/** @type {Chunk} */ (bundle[name]));
    for (const name of chunk.viteMetadata?.importedCss ?? []) styles.add(name);
  };
  for (const module of modules) follow(chunkOf(bundle, module));
  scripts.delete(chunkOf(bundle, FIRST).fileName);
  return { scripts: [...scripts], styles: [...styles] };
}

/** Links to scripts and styles, and the script that starts the page. Of styles that the shell brings nobody is to ask for the file.
 * @param {Bundle} bundle @param {{ scripts: string[], styles: string[] }} files @param {string} base @param {boolean} isBrought */
function links(bundle, { scripts, styles }, base, isBrought) {
  /** @param {string} name */
  const preload = (name) => `<link rel="modulepreload" crossorigin href="${base}${name}" />`;
  const disabled = isBrought ? 'disabled ' : '';
  return [
    preload(chunkOf(bundle, FIRST).fileName),
    ...styles.map((name) => `<link rel="stylesheet" ${disabled}crossorigin href="${base}${name}" />`),
    ...scripts.map(preload),
    script(`${base}${chunkOf(bundle, ALWAYS).fileName}`),
  ].join('\n    ');
}

/** The page is loaded when it has run, and only then a browser fetches the icon. @param {string} address */
const script = (address) => `<script type="module" async crossorigin src="${address}"></script>`;

/** @param {Bundle} bundle @param {string} module @returns {Chunk} */
function chunkOf(bundle, module) {
  const path = join(WEB, module);
  const found = Object.values(bundle).find((file) => file.type === 'chunk' && file.moduleIds.includes(path));
  if (!found) throw new Error(`${module} is in no chunk`);
  return /** @type {Chunk} */ (found);
}

/** Messages as data, which no content-security policy minds. @param {string} scope @param {string} folder @param {string} language */
function data(scope, folder, language) {
  const text = JSON.stringify(JSON.parse(readFileSync(join(WEB, folder, `${language}.json`), 'utf8')));
  return `<script type="application/json" id="messages-${scope}-${language}">${text.replaceAll('<', '\\u003c')}</script>`;
}

/** Styles as data, which src/lib/styles.ts puts on. @param {Bundle} bundle @param {string} name */
function style(bundle, name) {
  const file = /** @type {import('vite').Rollup.OutputAsset} */ (bundle[name]);
  return `<script type="text/css">${String(file.source).trim()}</script>`;
}

/** @returns {import('vite').Plugin} */
export function makeShells() {
  let base = '/';
  return {
    name: 'rexarium-shells',
    enforce: 'post',
    configResolved(config) {
      base = config.base;
    },
    transformIndexHtml(html, { server }) {
      return server ? html.replace('<!-- links -->', script(`/${ALWAYS}`)) : html;
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const index = bundle['index.html'];
        if (!index || index.type !== 'asset') return;
        const bare = String(index.source);
        for (const shell of shells()) {
          const files = filesOf(bundle, [ALWAYS, ...shell.modules]);
          const linked = bare.replace('<!-- links -->', () => links(bundle, files, base, true));
          for (const language of LANGUAGES) {
            const brought = [
              ...files.styles.map((name) => style(bundle, name)),
              ...shell.sprites.map((name) => spriteText(name, `sprite-${name}`)),
              ...shell.messages.map(([scope, folder]) => data(scope, folder, language)),
            ];
            const source = linked
              .replace('<html lang="en">', `<html lang="${language}"${shell.game ? ` data-game="${shell.game}"` : ''}>`)
              .replace('<!-- brought -->', () => brought.join('\n    '));
            this.emitFile({ type: 'asset', fileName: `shells/${shell.page}.${language}.html`, source });
          }
        }
        const files = filesOf(bundle, [ALWAYS]);
        index.source = bare
          .replace('<!-- links -->', () => links(bundle, files, base, false))
          .replace('<!-- brought -->', '');
      },
    },
  };
}
