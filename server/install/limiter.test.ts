import { describe, expect, it } from 'vitest';
import { createKeyedLock, createLimiter, inParallel } from './limiter.ts';

/** Tasks that end when a test says so. */
function tasks(): {
  begun: string[];
  task: (name: string) => () => Promise<string>;
  end: (name: string) => Promise<void>;
  fail: (name: string) => Promise<void>;
} {
  const begun: string[] = [];
  const open = new Map<string, PromiseWithResolvers<string>>();
  const settle = async (): Promise<void> => {
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  };
  return {
    begun,
    task: (name) => () => {
      begun.push(name);
      const deferred = Promise.withResolvers<string>();
      open.set(name, deferred);
      return deferred.promise;
    },
    end: (name) => {
      open.get(name)?.resolve(name);
      return settle();
    },
    fail: (name) => {
      open.get(name)?.reject(new Error(name));
      return settle();
    },
  };
}

describe('a limiter', () => {
  it('lets so many in at once, first come, first served', async () => {
    const { begun, task, end } = tasks();
    const limiter = createLimiter(2);
    const all = Promise.all(['a', 'b', 'c', 'd'].map((name) => limiter(task(name))));
    expect(begun).toEqual(['a', 'b']);
    await end('b');
    expect(begun).toEqual(['a', 'b', 'c']);
    await end('a');
    await end('c');
    await end('d');
    expect(await all).toEqual(['a', 'b', 'c', 'd']);
  });

  it('gives the place of one that failed to the next', async () => {
    const { begun, task, end, fail } = tasks();
    const limiter = createLimiter(1);
    const first = limiter(task('a'));
    const second = limiter(task('b'));
    const failed = expect(first).rejects.toThrow('a');
    await fail('a');
    await failed;
    expect(begun).toEqual(['a', 'b']);
    await end('b');
    expect(await second).toBe('b');
  });

  it('keeps the order of the items, whoever is done first', async () => {
    const { task, end } = tasks();
    const all = inParallel(2, ['a', 'b'], (name) => task(name)());
    await end('b');
    await end('a');
    expect(await all).toEqual(['a', 'b']);
  });
});

describe('a lock by key', () => {
  it('lets one in after the other, and others past', async () => {
    const { begun, task, end } = tasks();
    const lock = createKeyedLock();
    const [first, second] = [lock('x', task('x1')), lock('x', task('x2'))];
    const other = lock('y', task('y1'));
    expect(begun).toEqual(['x1', 'y1']);
    await end('x1');
    expect(begun).toEqual(['x1', 'y1', 'x2']);
    await end('x2');
    await end('y1');
    expect(await Promise.all([first, second, other])).toEqual(['x1', 'x2', 'y1']);
  });

  it('opens again after one that failed', async () => {
    const { begun, task, end, fail } = tasks();
    const lock = createKeyedLock();
    const first = lock('x', task('a'));
    const second = lock('x', task('b'));
    const failed = expect(first).rejects.toThrow('a');
    await fail('a');
    await failed;
    expect(begun).toEqual(['a', 'b']);
    await end('b');
    expect(await second).toBe('b');
  });
});
