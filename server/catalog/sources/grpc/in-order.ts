/** Works on several items at once and gives the results in the order of the items. */
export async function* workInOrder<T, R>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  const started: Promise<R>[] = [];
  const start = (item: T): void => {
    const result = work(item);
    // Looked at when its turn comes; until then a failure is nobody's yet.
    result.catch(() => undefined);
    started.push(result);
  };
  let next = 0;
  for (;;) {
    for (; next < items.length && started.length < atOnce; next += 1) {
      start(items[next] as T);
    }
    const first = started.shift();
    if (first === undefined) return;
    yield await first;
  }
}
