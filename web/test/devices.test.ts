import { beforeAll, expect, it, vi } from 'vitest';

import { namesOf, seen, signedIn } from '../src/lib/devices';
import { speak } from '../src/lib/i18n/index.svelte';
import type { DeviceCard } from '../src/protocol';

const HOUR = 3_600_000;
const NOON = new Date(2025, 4, 3, 12).getTime();

function device(change: Partial<DeviceCard> = {}): DeviceCard {
  return { device: 'd', browser: 'Firefox', system: 'Android', since: NOON, seen_at: NOON, is_this: false, ...change };
}

beforeAll(async () => {
  vi.stubGlobal('document', { getElementById: () => null, documentElement: { lang: '' } });
  vi.stubGlobal('navigator', { languages: ['en-GB'] });
  await speak('en');
});

it('calls each device by a name of its own', () => {
  const unknown = { browser: '', system: '' };
  const devices = [device(), device({ browser: '' }), device(), device(unknown), device(), device(unknown)];
  expect(namesOf(devices)).toEqual([
    'Firefox on Android',
    'Android',
    'Firefox on Android (2)',
    'Unknown device',
    'Firefox on Android (3)',
    'Unknown device (2)',
  ]);
});

it('says when a device was seen as exactly as that is known', () => {
  expect(seen(device(), NOON + HOUR - 1)).toBe('Used within the last hour');
  expect(seen(device(), NOON + 3 * HOUR)).toBe('Last seen 3 hours ago');
  expect(seen(device(), NOON + 24 * HOUR)).toBe('Last seen yesterday');
  expect(seen(device({ seen_at: null }), NOON)).toBe('Last seen: unknown');
});

it('says since when a device is signed in, if anybody knows', () => {
  expect(signedIn(device())).toBe('Signed in on 3 May 2025');
  expect(signedIn(device({ since: null }))).toBe('Signed in: unknown');
});
