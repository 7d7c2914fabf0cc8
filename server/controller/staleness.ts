/** For how long each cache has not been live, by a clock that never goes back. */
import type { ResourceCache } from '#server/kube/types.ts';

/** A look at the caches every second, until `stop`. */
export interface Staleness {
  /** 0: live. Undefined while there are no caches. */
  read(): { name: string; staleMs: number }[] | undefined;
  stop(): void;
}

const LOOK_MS = 1_000;

/** @param caches those of now; undefined before they are made */
export function watchStaleness(caches: () => readonly ResourceCache[] | undefined): Staleness {
  const since = new Map<ResourceCache, number>();
  const read = (): { name: string; staleMs: number }[] | undefined => {
    const now = performance.now();
    const all = caches();
    // A cache that was replaced by another one is nobody's any more.
    for (const known of since.keys()) if (all?.includes(known) !== true) since.delete(known);
    return all?.map((cache) => ({ name: cache.resource.plural, staleMs: staleFor(since, cache, now) }));
  };
  const timer = setInterval(read, LOOK_MS);
  timer.unref();
  return {
    read,
    stop: () => clearInterval(timer),
  };
}

/** At least a moment where it is not live, however short the time since that was noticed. */
function staleFor(since: Map<ResourceCache, number>, cache: ResourceCache, now: number): number {
  if (cache.state().phase === 'live') {
    since.delete(cache);
    return 0;
  }
  const begun = since.get(cache) ?? now;
  since.set(cache, begun);
  return Math.max(now - begun, 1);
}
