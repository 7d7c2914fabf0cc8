/** The tile that a key leads to from `current`, in rows of `columns`; undefined for keys that lead nowhere. */
export function tileAfter(key: string, current: number, grid: Grid): number | undefined {
  const { count } = grid;
  const wanted = target(key, current, grid);
  if (wanted === undefined || count === 0) return undefined;
  return Math.max(0, Math.min(count - 1, wanted));
}

export interface Grid {
  readonly count: number;
  readonly columns: number;
  /** Rows on the screen. */
  readonly rows: number;
}

function target(key: string, current: number, { count, columns, rows }: Grid): number | undefined {
  switch (key) {
    case 'ArrowRight':
      return current + 1;
    case 'ArrowLeft':
      return current - 1;
    case 'ArrowDown':
      // From the last full row to the last tile, which may stand in another column.
      return current + columns;
    case 'ArrowUp':
      return current < columns ? undefined : current - columns;
    case 'PageDown':
      return current + columns * rows;
    case 'PageUp':
      return current - columns * rows;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}
