import { render } from 'svelte/server';
import { describe, expect, it } from 'vitest';

import Name from '../src/parts/Name.svelte';

const stemOf = (name: string): string =>
  /class="stem[^"]*">([^<]*)</.exec(render(Name, { props: { name } }).body)?.[1] ?? '';
const textOf = (name: string): string => render(Name, { props: { name } }).body.replace(/<[^>]*>/g, '');

describe('a name', () => {
  it.each(['Hatchling 1', 'Ana', 'R2 D2', '7', 'Agent 007', ''])('is said whole: %s', (name) => {
    expect(textOf(name)).toBe(name);
  });

  it('may be cut before the number that tells two bots apart, not there', () => {
    expect(stemOf('Hatchling 12')).toBe('Hatchling');
    expect(stemOf('R2 D2')).toBe('R2 D2');
  });
});
