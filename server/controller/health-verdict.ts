/** What the controller answers to probes. Pure. */

/** What is known of this process at the moment of a probe; times in ms. */
export interface HealthFacts {
  /** By how much the event loop was late lately. */
  readonly lagMs: number;
  /** Why nothing is reconciled, where that is as it should be: another OLM, another leader. */
  readonly idle: string | undefined;
  readonly reconciling: boolean;
  /** Since the API server last answered about the lease; undefined before the election has begun. */
  readonly leaseSilenceMs: number | undefined;
  /** For how long each cache has not been live; 0 where it is. Undefined before they are there. */
  readonly caches: readonly { readonly name: string; readonly staleMs: number }[] | undefined;
  /** What should be answered here, and is not yet, in words: whoever asks is not to be sent here. */
  readonly pending: string | undefined;
}

/** Every reason, in words; none where all is well. */
export interface HealthVerdict {
  /** What has gone on for longer than it takes to heal by itself. */
  readonly unhealthy: readonly string[];
  /** Also what may pass in a moment. */
  readonly notReady: readonly string[];
}

interface Limits {
  readonly lagMs: number;
  readonly leaseMs: number;
  readonly staleMs: number;
}

/** A restart of the API server takes a minute, and pauses between attempts grow up to half of one. */
const HEALTHY: Limits = { lagMs: 5_000, leaseMs: 120_000, staleMs: 120_000 };
/** After ten seconds without an answer the lease counts as lost. */
const READY: Limits = { lagMs: 1_000, leaseMs: 10_000, staleMs: 0 };

/** `unhealthy` asks for a restart, `notReady` only for patience. */
export function judgeHealth(facts: HealthFacts): HealthVerdict {
  const notReady = [...starting(facts), ...problems(facts, READY)];
  return { unhealthy: problems(facts, HEALTHY), notReady };
}

function starting({ idle, reconciling, caches, pending }: HealthFacts): string[] {
  const isStarting = idle === undefined && (caches === undefined || !reconciling);
  return [...(isStarting ? ['starting'] : []), ...(pending === undefined ? [] : [pending])];
}

function problems({ lagMs, leaseSilenceMs, caches = [] }: HealthFacts, limits: Limits): string[] {
  const stale = caches.filter(({ staleMs }) => staleMs > limits.staleMs);
  return [
    ...(lagMs > limits.lagMs ? [`the event loop was ${inSeconds(lagMs)} late`] : []),
    ...(leaseSilenceMs !== undefined && leaseSilenceMs > limits.leaseMs
      ? [`no answer about the lease for ${inSeconds(leaseSilenceMs)}`]
      : []),
    ...stale.map(({ name, staleMs }) => `cannot watch ${name} for ${inSeconds(staleMs)}`),
  ];
}

function inSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
