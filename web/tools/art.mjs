// Our art: one folder of SVG files a sprite, and pictures that are put together from them.
// The sprite `frame` is part of index.html; the others are fetched with the game that shows them (src/lib/art.ts).

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ART = fileURLToPath(new URL('../src/art', import.meta.url));
const PICTURES = 'pictures';
const FRAME = 'frame';

/** @typedef {{ name: string, box: string, body: string }} Drawing */

/** @param {string} text @returns {string} without what only people read */
function squeeze(text) {
  return text
    .replace(/<!--.*?-->/gs, '')
    .replace(/<title>.*?<\/title>/gs, '')
    .replace(/>\s+</g, '><')
    .replace(/(\d\.\d*?)0+(?=[^\d])/g, '$1')
    .replace(/(\d)\.(?=[^\d])/g, '$1')
    .trim();
}

/** @param {string} path @returns {Drawing} */
function readDrawing(path) {
  const text = squeeze(readFileSync(path, 'utf8'));
  const found = /^<svg\b[^>]*\bviewBox="([^"]+)"[^>]*>(.*)<\/svg>$/s.exec(text);
  if (!found) throw new Error(`${path}: an svg with a viewBox is wanted`);
  if (/\s(style|id|on\w+)=|<(style|script|image|foreignObject)\b/.test(text))
    throw new Error(`${path}: our content-security policy and our sprites allow no style, id or script in art`);
  return {
    name: basename(path, '.svg'),
    box: /** @type {string} */ (found[1]),
    body: /** @type {string} */ (found[2]),
  };
}

/** @param {string} folder @returns {Drawing[]} */
function readFolder(folder) {
  return readdirSync(join(ART, folder))
    .filter((name) => name.endsWith('.svg'))
    .sort()
    .map((name) => readDrawing(join(ART, folder, name)));
}

/** All sprites by name. @returns {Map<string, Drawing[]>} */
export function readSprites() {
  const folders = readdirSync(ART, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && entry.name !== PICTURES,
  );
  const sprites = new Map(folders.map((entry) => [entry.name, readFolder(entry.name)]));
  const seen = new Set();
  for (const drawing of [...sprites.values()].flat()) {
    if (seen.has(drawing.name)) throw new Error(`two drawings are called ${drawing.name}`);
    seen.add(drawing.name);
  }
  return sprites;
}

/** A sprite that stands in a document under this id. @param {string} name @param {string} id */
export function spriteText(name, id) {
  return sprite(readSprites().get(name) ?? []).replace('<svg', `<svg id="${id}" class="sprite" aria-hidden="true"`);
}

/** @param {Drawing[]} drawings */
function sprite(drawings) {
  const symbols = drawings
    .map(({ name, box, body }) => `<symbol id="${name}" viewBox="${box}">${body}</symbol>`)
    .join('');
  return `<svg xmlns="http://www.w3.org/2000/svg">${symbols}</svg>`;
}

/** A picture stands alone: what it uses is put in, with its colours. @param {Drawing} picture @param {Map<string, Drawing>} drawings */
function compose(picture, drawings) {
  const body = picture.body.replace(/<use href="([^"]+)"([^>]*?)(?: paint="([^"]*)")?\/>/g, (_, name, place, paint) => {
    const drawing = drawings.get(name);
    if (!drawing) throw new Error(`${picture.name}: there is no drawing ${name}`);
    return `<svg${place} viewBox="${drawing.box}">${painted(drawing.body, paint ?? '')}</svg>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${picture.box}">${body}</svg>`;
}

/** @param {string} body @param {string} paint like a style attribute */
function painted(body, paint) {
  const colours = new Map(paint.split(';').map((part) => /** @type {[string, string]} */ (part.split(':'))));
  return body
    .replace(/var\((--[\w-]+),([^()]+)\)/g, (_, name, otherwise) => colours.get(name) ?? otherwise)
    .replace(/currentColor/g, colours.get('color') ?? '#000');
}

/** Every file that art makes: its name in the page, and its text. */
export function artFiles() {
  const sprites = readSprites();
  const drawings = new Map([...sprites.values()].flat().map((drawing) => [drawing.name, drawing]));
  const files = [...sprites]
    .filter(([name]) => name !== FRAME)
    .map(([name, list]) => ({ kind: 'sprites', name, text: sprite(list) }));
  for (const picture of readFolder(PICTURES))
    files.push({ kind: 'pictures', name: picture.name, text: compose(picture, drawings) });
  return files.map((file) => ({ ...file, path: `assets/${file.name}-${digest(file.text)}.svg` }));
}

/** @param {string} text */
function digest(text) {
  return createHash('sha256').update(text).digest('base64url').slice(0, 8);
}

/** The type of all names, and the shape of each drawing. */
export function artTypes() {
  const sprites = readSprites();
  const all = [...sprites.values()].flat();
  const boxes = all.filter(({ box }) => box !== '0 0 24 24').map(({ name, box }) => `  '${name}': '${box}',`);
  return [
    `export type ArtName =\n  | ${all.map(({ name }) => `'${name}'`).join('\n  | ')};`,
    `export type SpriteName = ${[...sprites.keys()]
      .filter((name) => name !== FRAME)
      .map((name) => `'${name}'`)
      .join(' | ')};`,
    `/** The shape of every drawing that is not 24 by 24. */\nexport const boxes: Partial<Record<ArtName, string>> = {\n${boxes.join('\n')}\n};`,
  ].join('\n\n');
}

/** @returns {import('vite').Plugin} */
export function art() {
  const id = 'virtual:art';
  let base = '/';
  return {
    name: 'rexarium-art',
    configResolved(config) {
      base = config.base;
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const file = artFiles().find(({ path }) => request.url === base + path);
        if (!file) return next();
        response.setHeader('content-type', 'image/svg+xml');
        response.end(file.text);
      });
    },
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    load(source) {
      if (source !== `\0${id}`) return undefined;
      /** @type {Record<string, Record<string, string>>} */
      const places = { sprites: {}, pictures: {} };
      for (const { kind, name, path } of artFiles())
        /** @type {Record<string, string>} */ (places[kind])[name] = base + path;
      return `export const sprites = ${JSON.stringify(places.sprites)};\nexport const pictures = ${JSON.stringify(places.pictures)};`;
    },
    transformIndexHtml(html) {
      return html.replace('<!-- frame art -->', spriteText(FRAME, `sprite-${FRAME}`));
    },
    generateBundle() {
      for (const { path, text } of artFiles()) this.emitFile({ type: 'asset', fileName: path, source: text });
    },
  };
}
