/**
 * What is new, with every part of it that is as before taken from before. A table tells the whole view each time; whoever draws it
 * has to look only at what is not the same object as it was.
 */
export function share<T>(before: unknown, now: T): T {
  if (before === now || !isThing(before) || !isThing(now) || Array.isArray(before) !== Array.isArray(now)) return now;
  const parts = Object.keys(now).map((name): [string, unknown] => [
    name,
    Object.hasOwn(before, name) ? share(before[name], now[name]) : now[name],
  ]);
  const isSame = ([name, part]: [string, unknown]): boolean => Object.hasOwn(before, name) && before[name] === part;
  if (parts.length === Object.keys(before).length && parts.every(isSame)) return before as T;
  return (Array.isArray(now) ? parts.map(([, part]) => part) : Object.fromEntries(parts)) as T;
}

function isThing(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
