/**
 * Do something once what is being drawn has been painted, or at once where nobody looks; the function that is returned forgets it.
 * To focus an element, or to ask where it is, sooner would lay out the page once more.
 */
export function afterPaint(act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = (): void => void (timer = setTimeout(act));
  const frame = document.hidden ? wait() : requestAnimationFrame(wait);
  return () => {
    if (frame) cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/** A part of the page that is fetched when it is needed. If it cannot be had, nobody gets it: worker.ts loads the page anew. */
export function fetched<T>(coming: Promise<T>): Promise<T> {
  return coming.catch(() => new Promise<T>(() => {}));
}
