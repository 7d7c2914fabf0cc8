/** Bounded concurrency, first come, first served. */
export type Limiter = <R>(task: () => Promise<R>) => Promise<R>;

/** At most `limit` tasks at once; each resolves or rejects as its task does. */
export function createLimiter(limit: number): Limiter {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (task) => {
    if (running >= limit) {
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
      });
    } else {
      running += 1;
    }
    try {
      return await task();
    } finally {
      // The place goes to the next in line without ever being free.
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}

/** Runs a task for each item, at most `limit` at once; the results keep the items' order. */
export function inParallel<T, R>(
  limit: number,
  items: readonly T[],
  task: (item: T) => Promise<R>,
): Promise<R[]> {
  const limiter = createLimiter(limit);
  return Promise.all(items.map((item) => limiter(() => task(item))));
}

/** Runs tasks of the same key one after the other. */
export type KeyedLock = <R>(key: string, task: () => Promise<R>) => Promise<R>;

/** A lock of its own; a task that fails does not stop the next one of its key. */
export function createKeyedLock(): KeyedLock {
  const last = new Map<string, Promise<unknown>>();
  return async (key, task) => {
    const before = last.get(key);
    const running = before === undefined ? task() : before.then(task, task);
    last.set(key, running);
    try {
      return await running;
    } finally {
      if (last.get(key) === running) last.delete(key);
    }
  };
}
