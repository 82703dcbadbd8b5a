import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const SOURCES = fileURLToPath(new URL('../src/', import.meta.url));
const WEIGHT = /\bfont(?:-weight)?:\s*(\d{3}\b|bold|bolder|lighter)/g;

describe('styles', () => {
  it('have two weights: each more is another font to find, in every size', () => {
    const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /\.(css|svelte)$/.test(name),
    );
    const weights = files.flatMap((name) =>
      [...readFileSync(SOURCES + name, 'utf8').matchAll(WEIGHT)].map(([, weight]) => weight),
    );
    expect([...new Set(weights)].sort()).toEqual(['400', '700']);
  });
});
