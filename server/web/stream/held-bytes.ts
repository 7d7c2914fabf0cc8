/** How much memory the lists of each person take, however many streams show them, and how much they may. */
export interface HeldBytes {
  readonly limit: number;
  /** All that is held for a person. */
  of: (identityKey: string) => number;
  /** A list of that person takes so much more, or less. */
  change: (identityKey: string, by: number) => void;
}

/** Nothing held yet. @param limit of each person, in bytes; it is for callers to keep */
export function createHeldBytes(limit: number): HeldBytes {
  const held = new Map<string, number>();
  const of = (key: string): number => held.get(key) ?? 0;
  return {
    limit,
    of,
    change: (key, by) => {
      const now = of(key) + by;
      if (now === 0) held.delete(key);
      else held.set(key, now);
    },
  };
}
