// Every event brings a whole new view, of which little is new.

/** For `$derived.by`: the former value for as long as the new one says the same, so that what depends on it is left alone. */
export function lasting<T>(make: () => T): () => T {
  let [value, said]: [T | undefined, string | undefined] = [undefined, undefined];
  return () => {
    const fresh = make();
    const text = JSON.stringify(fresh);
    if (said !== text) [value, said] = [fresh, text];
    return value as T;
  };
}
