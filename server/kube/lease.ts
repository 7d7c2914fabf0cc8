/**
 * Leader election by a coordination.k8s.io Lease.
 *
 * The work is told whether the lease is held at the moment, and fences its writes by that (`mayWrite` of `createClient`): a process
 * that is suspended past its lease wakes up in the middle of its work, beside its successor. One write that was under way may
 * still arrive; that it does no harm is up to resourceVersion and UID preconditions and to deterministic names.
 *
 * Only local, monotonic time decides whether another holder is alive (its record must not change for a whole lease
 * duration, as we see it), so clocks of different machines may differ by any amount.
 */
import { z } from 'zod';
import { optional } from '#lib/base/loose.ts';
import type { KubeObject } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { monotonicClock, pause } from './clock.ts';
import { asKubeError, isKubeError, undefinedIf, type KubeError } from './errors.ts';
import type { Clock, KubeClient } from './types.ts';

/** The Lease, whose it is to be, and its times. */
export interface LeaseOptions {
  namespace: string;
  name: string;
  /** Tells this process from every other, restarts of itself included. */
  identity: string;
  /** Without a renewal for this long others may take over. */
  durationMs?: number;
  /** Without a successful renewal for this long the work is stopped; must be well below `durationMs`. */
  renewDeadlineMs?: number;
  /** Pause between two attempts; jittered by a fifth. */
  retryMs?: number;
  /** `now` must be monotonic. */
  clock?: Clock;
}

/** What is done with the lease, and who hears of it. */
export interface LeaseHandlers {
  /**
   * The work. It must end soon after `signal` is aborted; only then does this process campaign again.
   * When it ends or throws on its own, the lease is given up. `isHeld`: whether it was renewed so lately that nobody else can
   * have taken it.
   */
  onAcquired: (signal: AbortSignal, isHeld: () => boolean) => Promise<void>;
  /** Another process holds the lease; told once per holder. */
  onHeldByOther?: (holder: string) => void;
  /** The API server has told whose the lease is, ours or not. Without this for long, nobody is elected any more. */
  onAnswer?: () => void;
  onError?: (error: KubeError) => void;
}

/**
 * Campaigns, works while it leads, campaigns again when it loses; until `signal` is aborted or the work ends by
 * itself. Then the lease is given back, so that a successor need not wait for it to run out.
 * @throws what `onAcquired` threw
 */
export async function runWithLease(
  client: Pick<KubeClient, 'get' | 'create' | 'replace'>,
  options: LeaseOptions,
  handlers: LeaseHandlers & { signal: AbortSignal },
): Promise<void> {
  const election = new Election(client, options, handlers);
  while (!handlers.signal.aborted) {
    if (!(await election.acquire())) return;
    if (await election.lead()) return;
  }
}

const Spec = z.object({
  holderIdentity: z.string().nullish(),
  leaseTransitions: z.number().nullish(),
  leaseDurationSeconds: z.number().nullish(),
  renewTime: z.string().nullish(),
  acquireTime: z.string().nullish(),
});
type Spec = z.infer<typeof Spec>;

class Election {
  readonly #client: Pick<KubeClient, 'get' | 'create' | 'replace'>;
  readonly #options: Required<LeaseOptions>;
  readonly #handlers: LeaseHandlers & { signal: AbortSignal };
  /** The record as last seen, and since when it looks like this. */
  #seen: { version: string; at: number } = { version: '', at: 0 };
  #toldHolder = '';
  /** When the last renewal that came about was begun. */
  #renewedAt = Number.NEGATIVE_INFINITY;

  constructor(
    client: Pick<KubeClient, 'get' | 'create' | 'replace'>,
    options: LeaseOptions,
    handlers: LeaseHandlers & { signal: AbortSignal },
  ) {
    this.#client = client;
    this.#options = {
      durationMs: 15_000,
      renewDeadlineMs: 10_000,
      retryMs: 2_000,
      clock: monotonicClock,
      ...options,
    };
    this.#handlers = handlers;
  }

  /** True once the lease is ours; false when the signal came first. */
  async acquire(): Promise<boolean> {
    const { signal } = this.#handlers;
    while (!signal.aborted) {
      if (await this.#attempt(signal)) return true;
      await this.#pause(signal);
    }
    return false;
  }

  /** Works and renews. True when the work is over for good, false when the lease was lost. */
  async lead(): Promise<boolean> {
    const stop = new AbortController();
    const end = (): void => stop.abort();
    this.#handlers.signal.addEventListener('abort', end, { once: true });
    if (this.#handlers.signal.aborted) end();
    const renewing = this.#renewUntil(stop.signal).finally(end);
    const { clock, renewDeadlineMs } = this.#options;
    const isHeld = (): boolean => clock.now() - this.#renewedAt < renewDeadlineMs;
    try {
      await this.#handlers.onAcquired(stop.signal, isHeld);
    } finally {
      this.#handlers.signal.removeEventListener('abort', end);
      end();
      if (await renewing) await this.#release();
    }
    return renewing;
  }

  /** False when the lease could not be renewed in time or is somebody else's. */
  async #renewUntil(stop: AbortSignal): Promise<boolean> {
    const { clock, renewDeadlineMs } = this.#options;
    for (;;) {
      await this.#pause(stop);
      if (stop.aborted) return true;
      const started = clock.now();
      // A request that hangs must not keep us leading past the deadline.
      const cut = new AbortController();
      const deadline = this.#renewedAt + renewDeadlineMs;
      const cancel = clock.setTimer(Math.max(deadline - started, 0), () => cut.abort());
      const held = await this.#attempt(cut.signal);
      cancel();
      if (held) continue;
      if (clock.now() - this.#renewedAt >= renewDeadlineMs) return false;
      if (this.#toldHolder !== '') return false;
    }
  }

  /** One read and, if the lease is free or ours, one write. Failures are reported and count as "not ours". */
  async #attempt(signal: AbortSignal): Promise<boolean> {
    const begun = this.#options.clock.now();
    try {
      const held = await this.#take(signal);
      if (held) this.#renewedAt = begun;
      this.#handlers.onAnswer?.();
      return held;
    } catch (error) {
      // A conflict means that somebody else wrote in between: the next look tells who.
      if (!isKubeError(error, 'conflict', 'alreadyExists', 'aborted'))
        this.#handlers.onError?.(asKubeError(error));
      return false;
    }
  }

  async #take(signal: AbortSignal): Promise<boolean> {
    const { identity } = this.#options;
    const found = await this.#read(signal);
    if (found === undefined) {
      await this.#client.create(resources.leases, this.#lease({}, undefined), { signal });
      this.#toldHolder = '';
      return true;
    }
    const spec = Spec.catch({}).parse(found['spec']);
    const holder = spec.holderIdentity ?? '';
    if (holder !== '' && holder !== identity && this.#isAlive(found, spec)) {
      if (holder !== this.#toldHolder) this.#handlers.onHeldByOther?.(holder);
      this.#toldHolder = holder;
      return false;
    }
    await this.#client.replace(resources.leases, this.#lease(spec, found), { signal });
    this.#toldHolder = '';
    return true;
  }

  /** By our own clock since we first saw this record; with the duration that the holder promised. */
  #isAlive(found: KubeObject, spec: Spec): boolean {
    const { clock, durationMs } = this.#options;
    const version = found.metadata.resourceVersion ?? '';
    if (version !== this.#seen.version) this.#seen = { version, at: clock.now() };
    const promised = (spec.leaseDurationSeconds ?? 0) * 1000;
    return clock.now() - this.#seen.at < (promised > 0 ? promised : durationMs);
  }

  #lease(spec: Spec, found: KubeObject | undefined): KubeObject {
    const { namespace, name, identity, durationMs } = this.#options;
    const ours = spec.holderIdentity === identity;
    const now = microTime();
    return {
      apiVersion: 'coordination.k8s.io/v1',
      kind: 'Lease',
      metadata: found?.metadata ?? { namespace, name },
      spec: {
        holderIdentity: identity,
        leaseDurationSeconds: Math.max(Math.ceil(durationMs / 1000), 1),
        acquireTime: ours ? (spec.acquireTime ?? now) : now,
        renewTime: now,
        leaseTransitions: (spec.leaseTransitions ?? 0) + (ours || found === undefined ? 0 : 1),
      },
    };
  }

  async #read(signal?: AbortSignal): Promise<KubeObject | undefined> {
    const { namespace, name } = this.#options;
    const asked = this.#client.get(resources.leases, { namespace, name }, optional({ signal }));
    return undefinedIf(asked, 'notFound');
  }

  /** Best effort: when it fails, the lease runs out by itself. */
  async #release(): Promise<void> {
    try {
      const found = await this.#read();
      const spec = Spec.catch({}).parse(found?.['spec']);
      if (found === undefined || spec.holderIdentity !== this.#options.identity) return;
      const free = { ...this.#lease(spec, found), spec: { leaseTransitions: spec.leaseTransitions ?? 0 } };
      await this.#client.replace(resources.leases, free);
    } catch (error) {
      this.#handlers.onError?.(asKubeError(error));
    }
  }

  #pause(signal: AbortSignal): Promise<void> {
    const { clock, retryMs } = this.#options;
    return pause(clock, retryMs * (1 + clock.random() / 5), signal);
  }
}

/** What the API server accepts as MicroTime: six digits below the second. For people only; nothing is computed from it. */
function microTime(): string {
  return new Date().toISOString().replace('Z', '000Z');
}
