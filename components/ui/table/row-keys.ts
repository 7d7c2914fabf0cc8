/** Rows by which Page Up and Page Down go. */
const PAGE = 10;

/** The row that a key leads to from `current`; undefined for keys that lead nowhere. */
export function rowAfter(key: string, current: number, count: number): number | undefined {
  const wanted = target(key, current, count);
  return wanted === undefined || count === 0 ? undefined : Math.max(0, Math.min(count - 1, wanted));
}

function target(key: string, current: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return current + 1;
    case 'ArrowUp':
      return current - 1;
    case 'PageDown':
      return current + PAGE;
    case 'PageUp':
      return current - PAGE;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}
