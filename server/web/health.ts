/** What the console answers to probes. Pure; anybody may read it, so it names nothing. */

/** What is known of this process at the moment of a probe. */
export interface ConsoleFacts {
  /** By how much the event loop was late lately. */
  readonly lagMs: number;
  /** It was asked to end. */
  readonly draining: boolean;
}

/** Why not; undefined where all is well. */
export interface ConsoleHealth {
  /** What only a new process mends. */
  readonly unhealthy: string | undefined;
  /** Also what passes by itself. */
  readonly notReady: string | undefined;
}

/** Later than this, the process is of use to nobody. */
const UNHEALTHY_LAG_MS = 5_000;
/** Later than this, another replica answers better. */
const SLOW_LAG_MS = 1_000;

/** Late means by more than 5 s for `unhealthy`, 1 s for `notReady`. */
export function judgeConsole({ lagMs, draining }: ConsoleFacts): ConsoleHealth {
  const late = (limitMs: number): string | undefined =>
    lagMs > limitMs ? `the event loop was ${(lagMs / 1000).toFixed(1)} s late` : undefined;
  return {
    unhealthy: late(UNHEALTHY_LAG_MS),
    notReady: draining ? 'stopping' : late(SLOW_LAG_MS),
  };
}
