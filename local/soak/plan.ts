/** What goes wrong when. Pure. */

/** In the order in which they come: what may not heal comes last, so that the others are seen in any case. */
export const faultNames = [
  'the API server is killed',
  'etcd stands still',
  'everything stands still',
  'the clock goes back an hour',
  'the clock goes forth an hour',
  'one of our definitions is deleted',
  'our namespace is deleted',
  'the credentials are rotated',
] as const;

export type FaultName = (typeof faultNames)[number];

export interface PlannedFault {
  readonly name: FaultName;
  /** From the beginning of the watch; later where the one before has not healed. */
  readonly atMs: number;
  /** 0: it is over as soon as it has happened. */
  readonly lastsMs: number;
}

export interface Plan {
  /** Between two looks at everybody's health. */
  readonly lookMs: number;
  /** Between two readings of sizes. */
  readonly readMs: number;
  /** At first everything grows: caches fill, code is compiled. */
  readonly warmUpMs: number;
  readonly faults: readonly PlannedFault[];
  /** After this long, what has not healed is said not to heal. */
  readonly patienceMs: number;
  readonly endMs: number;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** How long each lasts in full, and shortened. */
const LASTS: Readonly<Record<FaultName, readonly [full: number, short: number]>> = {
  'the API server is killed': [0, 0],
  'etcd stands still': [20 * SECOND, 5 * SECOND],
  'everything stands still': [5 * MINUTE, 12 * SECOND],
  'the clock goes back an hour': [2 * MINUTE, 5 * SECOND],
  'the clock goes forth an hour': [2 * MINUTE, 5 * SECOND],
  // The API server knows the old ones for ten seconds more.
  'the credentials are rotated': [MINUTE, 20 * SECOND],
  'one of our definitions is deleted': [0, 0],
  'our namespace is deleted': [0, 0],
};

/** Below this there is no time for them in full. */
const FULL_MINUTES = 15;

export function planOf(minutes: number): Plan {
  const short = minutes < FULL_MINUTES;
  const endMs = minutes * MINUTE;
  const warmUpMs = Math.min(endMs * 0.15, 5 * MINUTE);
  const lasting = (name: FaultName): number => LASTS[name][short ? 1 : 0];
  const all = faultNames.reduce((sum, name) => sum + lasting(name), 0);
  // What is left is quiet: one stretch before each of them, and one after the last.
  const quietMs = Math.max((endMs - warmUpMs - all) / (faultNames.length + 1), 5 * SECOND);
  let atMs = warmUpMs;
  const faults = faultNames.map((name): PlannedFault => {
    atMs += quietMs;
    const fault = { name, atMs, lastsMs: lasting(name) };
    atMs += fault.lastsMs;
    return fault;
  });
  return {
    lookMs: short ? 500 : 1_000,
    readMs: short ? 2 * SECOND : 10 * SECOND,
    warmUpMs,
    faults,
    patienceMs: (short ? 2 : 3) * MINUTE,
    endMs,
  };
}
