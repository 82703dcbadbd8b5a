import { beforeEach, describe, expect, it, vi } from 'vitest';

type Module = typeof import('../src/lib/i18n/index.svelte');

describe('messages that come late', () => {
  let i18n: Module;
  let say: (scope: string, key: string) => string | null;
  beforeEach(async () => {
    vi.stubGlobal('document', { documentElement: {}, getElementById: () => null });
    vi.resetModules();
    i18n = await import('../src/lib/i18n/index.svelte');
    say = (scope, key) => i18n.maybe(scope, key);
    await i18n.speak('fr');
  });

  it('are there for everybody who waited for them, not only for who asked first', async () => {
    const first = i18n.needMessages('trex');
    await i18n.needMessages('trex');
    expect(say('trex', 'colour.red')).toBe('rouge');
    await first;
  });

  it('are in the language that was asked for meanwhile', async () => {
    const coming = i18n.speak('de');
    await i18n.needMessages('trex');
    await coming;
    expect(say('trex', 'colour.red')).toBe('Rot');
    expect(say('', 'close')).toBe('Schließen');
  });

  it('do not undo what the reader chose last', async () => {
    await Promise.all([i18n.speak('nl'), i18n.speak('de')]);
    expect(i18n.i18n.language).toBe('de');
    await Promise.all([i18n.speak('en'), i18n.speak('fr')]);
    expect(say('', 'close')).toBe('Fermer');
  });
});

describe('the language of a browser', () => {
  it.each([
    [['fr-CH', 'de'], 'fr'],
    [['frr', 'DE-at'], 'de'],
    [['tlh'], 'en'],
    [[], 'en'],
  ])('of %j is %s', async (wanted, language) => {
    const { preferredLanguage } = await import('../src/lib/i18n/index.svelte');
    expect(preferredLanguage(wanted)).toBe(language);
  });
});
