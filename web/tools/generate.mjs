// Writes src/generated: the types of messages and art, so that a misspelt name fails the check, and the languages.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { artTypes } from './art.mjs';
import { languageTable, messageTypes } from './messages.mjs';

const FOLDER = fileURLToPath(new URL('../src/generated', import.meta.url));

export function generate() {
  mkdirSync(FOLDER, { recursive: true });
  write('languages.ts', languageTable());
  write('messages.ts', messageTypes());
  write('art.ts', artTypes());
}

/** @param {string} name @param {string} text */
function write(name, text) {
  const path = `${FOLDER}/${name}`;
  const wanted = `// Written by tools/generate.mjs.\n\n${text}\n`;
  try {
    if (readFileSync(path, 'utf8') === wanted) return; // a new date alone would start watchers
  } catch {
    // not there yet
  }
  writeFileSync(path, wanted);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) generate();
