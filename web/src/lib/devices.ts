/** The devices that the reader is signed in on, in words. */

import type { DeviceCard } from '../protocol';
import { ago, date, t } from './i18n/index.svelte';

const HOUR = 3_600_000; // when a device was last seen is known to the hour

/** A name for each: two that would be called the same are counted. */
export function namesOf(devices: readonly DeviceCard[]): string[] {
  const counts = new Map<string, number>();
  return devices.map((device) => {
    const name = nameOf(device);
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return count === 1 ? name : `${name} (${count})`;
  });
}

function nameOf({ browser, system }: DeviceCard): string {
  if (browser && system) return t('devices.name', { browser, system });
  return browser || system || t('devices.unknown');
}

/** When it was last seen. */
export function seen({ seen_at }: DeviceCard, now: number): string {
  if (seen_at === null) return t('devices.unseen');
  return now - seen_at < HOUR ? t('devices.recent') : t('devices.seen', { ago: ago(seen_at, now) });
}

/** Since when it is the reader's. */
export function signedIn({ since }: DeviceCard): string {
  return since === null ? t('devices.since-unknown') : t('devices.since', { date: date(since) });
}
