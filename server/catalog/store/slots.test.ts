import { describe, expect, it } from 'vitest';
import { Slots } from './slots.ts';

const never = new AbortController().signal;

interface Begun {
  order: string[];
  /** Ends the work of that name. */
  end: (name: string) => Promise<void>;
  begin: (name: string, group?: string, signal?: AbortSignal) => Promise<void>;
}

function scene(slots: Slots): Begun {
  const order: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    order,
    end: async (name) => {
      ends.get(name)?.();
      await settled();
    },
    begin: (name, group, signal = never) => {
      const work = (): Promise<void> => {
        order.push(name);
        return new Promise((resolve) => ends.set(name, resolve));
      };
      return slots.use(signal, work, group);
    },
  };
}

/** All that follows without anything from outside has happened. */
function settled(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

describe('slots', () => {
  it('are idle for a group of which nothing works and nothing waits', async () => {
    const slots = new Slots(1);
    const { begin, end } = scene(slots);
    const idle = (): boolean[] => ['a', 'b', 'c'].map((group) => slots.isIdle(group));
    expect(idle()).toEqual([true, true, true]);
    void begin('first', 'a');
    void begin('second', 'b');
    expect(idle()).toEqual([false, false, true]);
    await end('first');
    expect(idle()).toEqual([true, false, true]);
    await end('second');
    expect(idle()).toEqual([true, true, true]);
  });

  it('are given in the order in which they are asked for', async () => {
    const { order, begin, end } = scene(new Slots(2));
    for (const name of ['a', 'b', 'c', 'd']) void begin(name);
    await settled();
    expect(order).toEqual(['a', 'b']);
    await end('b');
    expect(order).toEqual(['a', 'b', 'c']);
    await end('c');
    await end('a');
    expect(order).toEqual(['a', 'b', 'c', 'd']);
  });

  it('are never all held by one group, whose others wait while nobody else does', async () => {
    const { order, begin, end } = scene(new Slots(3, 2));
    for (const name of ['x1', 'x2', 'x3', 'x4']) void begin(name, 'x');
    await settled();
    expect(order).toEqual(['x1', 'x2']);
    for (const name of ['y1', 'y2']) void begin(name, 'y');
    await settled();
    expect(order).toEqual(['x1', 'x2', 'y1']);
    // Its share is free again, and it has waited longest.
    await end('x1');
    expect(order).toEqual(['x1', 'x2', 'y1', 'x3']);
    await end('y1');
    expect(order).toEqual(['x1', 'x2', 'y1', 'x3', 'y2']);
    await end('x2');
    expect(order).toEqual(['x1', 'x2', 'y1', 'x3', 'y2', 'x4']);
  });

  it('are not lost when those who wait give up', async () => {
    const { order, begin, end } = scene(new Slots(1));
    const abort = new AbortController();
    void begin('a');
    const givenUp = ['b', 'c'].map((name) => begin(name, '', abort.signal).catch((error: unknown) => error));
    void begin('d');
    abort.abort(new Error('no longer wanted'));
    expect(await Promise.all(givenUp)).toEqual([abort.signal.reason, abort.signal.reason]);
    await end('a');
    expect(order).toEqual(['a', 'd']);
    await end('d');
    void begin('e');
    await settled();
    expect(order).toEqual(['a', 'd', 'e']);
  });
});
