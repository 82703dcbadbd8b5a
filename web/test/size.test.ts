import { beforeEach, describe, expect, it, vi } from 'vitest';

/** An observer that says what it is told to say. */
class FakeObserver {
  static made: FakeObserver[] = [];
  readonly observed = new Set<Element>();
  readonly begun: Element[] = [];

  constructor(readonly tell: (entries: { target: Element }[]) => void) {
    FakeObserver.made.push(this);
  }
  observe(element: Element): void {
    if (!this.observed.has(element)) this.begun.push(element);
    this.observed.add(element);
  }
  unobserve(element: Element): void {
    this.observed.delete(element);
  }
}

const made = (...children: Element[]) => ({ children, clientWidth: 30, clientHeight: 20 }) as unknown as HTMLElement;
const notify = (...changed: Element[]) => the().tell(changed.map((target) => ({ target })));
const the = (): FakeObserver => FakeObserver.made[0] as FakeObserver;

describe('sizes', () => {
  let size: typeof import('../src/lib/size');

  beforeEach(async () => {
    FakeObserver.made = [];
    vi.stubGlobal('ResizeObserver', FakeObserver);
    vi.resetModules(); // each test has a page of its own
    size = await import('../src/lib/size');
  });

  it('are told by one observer, each to who asked', () => {
    const [first, second] = [made(), made()];
    const told: string[] = [];
    size.measure((width, height) => told.push(`first ${width}x${height}`))(first);
    size.measure((width) => told.push(`second ${width}`))(second);
    expect(FakeObserver.made).toHaveLength(1);
    notify(second);
    expect(told).toEqual(['second 30']);
    notify(first, second);
    expect(told).toEqual(['second 30', 'first 30x20', 'second 30']);
  });

  it('of an element and its children are one thing to do', () => {
    const [one, other] = [made(), made()];
    const act = vi.fn();
    size.whenLaidOut(act)(made(one, other));
    notify(one, other);
    expect(act).toHaveBeenCalledTimes(1);
  });

  it('are told to who comes later, too', () => {
    const element = made();
    size.measure(() => {})(element);
    size.measure(() => {})(element);
    expect(the().begun).toEqual([element, element]);
  });

  it('are watched as long as somebody asks', () => {
    const element = made();
    const act = vi.fn();
    const [stopOne, stopOther] = [size.whenLaidOut(act)(element), size.whenLaidOut(act)(element)];
    stopOne?.();
    expect(the().observed.has(element)).toBe(true);
    notify(element);
    expect(act).toHaveBeenCalledTimes(1);
    stopOther?.();
    expect(the().observed.size).toBe(0);
    notify(element);
    expect(act).toHaveBeenCalledTimes(1);
  });
});
