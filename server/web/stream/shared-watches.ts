/** All shared upstream watches of the process, and the regular question whether they are still allowed. */
import type { AccessCheck } from '#lib/access.ts';
import type { WatchInterest } from '#lib/k8s/watch-stream.ts';
import type { AccessReviews } from '#server/auth/access-reviews.ts';
import type { Identity } from '#server/auth/identity.ts';
import { createHeldBytes } from './held-bytes.ts';
import { keyOfWatch } from './interest.ts';
import { isOpen, Shared } from './shared-watch.ts';
import type { SharedWatch, SharedWatchOptions } from './shared-watch.ts';

/** Lists that are followed, by identity and interest. */
export interface SharedWatches {
  /** Of these interests, those that nobody of this identity follows yet, nor did moments ago. */
  missing: (identity: Identity, interests: readonly WatchInterest[]) => number;
  /** Lists followed for this identity. */
  count: (identity: Identity) => number;
  /**
   * Asks for the rights to a list that is followed already, because its content was sent to others: who joins must
   * be allowed now. Whether somebody could be asked; a "no" ends the list for everybody of this identity.
   */
  recheck: (identity: Identity, interest: WatchInterest) => Promise<boolean>;
  /** Follows until the returned `release` is called. */
  acquire: (
    identity: Identity,
    interest: WatchInterest,
    onChange: () => void,
  ) => { watch: SharedWatch; release: () => void };
  /** Upstream watches open now. */
  size: () => number;
  stop: () => void;
}

/** In bytes. */
export interface WatchLimits {
  /** What one person's lists hold in memory. One that makes it more is not followed before there is room. */
  heldBytesPerIdentity: number;
}

/** Who answers for rights, and what is counted. */
export interface SharedWatchesOptions extends Pick<SharedWatchOptions, 'stats' | 'encode'> {
  access: AccessReviews;
  limits?: Partial<WatchLimits> | undefined;
}

/** Some fifty thousand objects as lists show them. */
const defaultHeldBytes = 256_000_000;

/** Pause between two rounds of questions; with the questions' own time this keeps revoked rights below 10 s. */
const roundMs = 5_500;
/** At random on top, so that many consoles do not ask at the same moments. */
const jitterMs = 1_000;
/** An answer that is given to somebody who joins a list may be this old. */
const joinMaxAgeMs = 3_000;

/** Asks for rights in rounds from now on, until `stop`. */
export function createSharedWatches(options: SharedWatchesOptions): SharedWatches {
  const { access, stats, encode } = options;
  const watches = new Map<string, Shared>();
  const held = createHeldBytes(options.limits?.heldBytesPerIdentity ?? defaultHeldBytes);
  const stopRounds = repeat(() => reviewAll(watches.values(), access));
  return {
    missing: (identity, interests) =>
      new Set(interests.map((interest) => keyOfWatch(identity, interest)).filter((key) => !watches.has(key)))
        .size,
    count: (identity) => [...watches.values()].filter((one) => one.identity.key === identity.key).length,
    recheck: async (identity, interest) => {
      const shared = watches.get(keyOfWatch(identity, interest));
      if (shared === undefined) return true;
      const answers = await access.review(identity, shared.checks, { maxAgeMs: joinMaxAgeMs });
      shared.judge(answers);
      return !answers.some(isOpen);
    },
    acquire: (identity, interest, onChange) => {
      const key = keyOfWatch(identity, interest);
      const shared = watches.get(key) ?? new Shared({ identity, interest, stats, encode, held });
      watches.set(key, shared);
      const release = shared.add(onChange, () => {
        watches.delete(key);
      });
      return { watch: shared, release };
    },
    size: () => [...watches.values()].filter(({ running }) => running).length,
    stop: () => {
      stopRounds();
      for (const shared of watches.values()) shared.stop();
      watches.clear();
    },
  };
}

/** One question for each distinct check of each identity, however many lists depend on it. */
async function reviewAll(watches: Iterable<Shared>, access: AccessReviews): Promise<void> {
  const byIdentity = Map.groupBy(
    [...watches].filter(({ followed }) => followed),
    ({ identity }) => identity.key,
  );
  await Promise.all([...byIdentity.values()].map((ofOne) => reviewOne(ofOne, access)));
}

async function reviewOne(watches: readonly Shared[], access: AccessReviews): Promise<void> {
  const [first] = watches;
  if (first === undefined) return;
  const keyOfCheck = (check: AccessCheck): string => JSON.stringify(check);
  const checks = [
    ...new Map(watches.flatMap((one) => one.checks.map((check) => [keyOfCheck(check), check]))).values(),
  ];
  const answers = await access.review(first.identity, checks, { maxAgeMs: 0 });
  const answerTo = new Map(checks.map((check, index) => [keyOfCheck(check), answers[index]]));
  for (const watch of watches) {
    watch.judge(watch.checks.flatMap((check) => answerTo.get(keyOfCheck(check)) ?? []));
  }
}

/** Runs again and again, a pause after each end, until the returned function is called. */
function repeat(run: () => Promise<void>): () => void {
  let stopped = false;
  let timer: NodeJS.Timeout;
  const next = (): void => {
    timer = setTimeout(
      () => {
        void run().finally(() => {
          if (!stopped) next();
        });
      },
      roundMs + jitterMs * Math.random(),
    );
    timer.unref();
  };
  next();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
