import { optional } from '#lib/base/loose.ts';
import { refKey, type Resource } from '#lib/k8s/object.ts';
import { CacheContent } from './cache-content.ts';
import { monotonicClock } from './clock.ts';
import type { CacheOptions, KubeClient, ResourceCache } from './types.ts';
import { watchStream, type WatchState, type WatchStreamOptions } from './watch.ts';

/** How a cache follows its list, and what it keeps of it. */
export type CreateCacheOptions = CacheOptions & Pick<WatchStreamOptions, 'rotateSeconds'>;

/** Starts listing and watching at once; `stop` ends it. */
export function createCache(
  client: Pick<KubeClient, 'list' | 'watch'>,
  resource: Resource,
  options: CreateCacheOptions = {},
): ResourceCache {
  const clock = options.clock ?? monotonicClock;
  const content = new CacheContent(options);
  const synced = Promise.withResolvers<undefined>();
  let state: ReturnType<ResourceCache['state']> = { phase: 'starting', since: clock.now() };

  const setState = (next: WatchState): void => {
    const error = next.phase === 'live' ? undefined : next.error;
    const samePhase = state.phase === next.phase;
    if (samePhase && state.error?.message === error?.message) return;
    const since = samePhase ? state.since : clock.now();
    state = { phase: next.phase, ...optional({ error }), since };
    options.onState?.();
  };

  const stream = watchStream(client, resource, options, {
    onListStart: () => content.listStarted(),
    onSnapshot: (items, position) => {
      content.replaceAll(items, position);
      synced.resolve(undefined);
    },
    onEvents: (events, position) => content.take(events, position),
    onBookmark: (position) => content.advance(position),
    onState: setState,
  });

  return {
    resource,
    synced: synced.promise,
    state: () => state,
    get: (ref) => content.store.get(refKey(ref)),
    list: (namespace) => content.store.list(namespace),
    byIndex: (index, value) => content.store.byIndex(index, value),
    observe: (object) => content.observe(object),
    subscribe: (handler) => content.subscribe(handler),
    retryNow: stream.retryNow,
    stop: () => {
      stream.stop();
      content.unsubscribeAll();
    },
  };
}
