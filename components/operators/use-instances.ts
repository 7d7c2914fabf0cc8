import { useWatches, type WatchResult } from '#components/data/use-watch.ts';
import type { KubeObject, Resource } from '#lib/k8s/object.ts';
import type { WatchView } from '#lib/k8s/watch-stream.ts';
import type { ClusterServiceVersion } from '#lib/olm/api/types.ts';
import { ownedApis } from '#lib/olm/views/operator-view.ts';

/** Few operators provide more. */
const MAX_APIS = 10;

/** An instance, and the API that it belongs to. */
export interface OwnInstance {
  readonly object: KubeObject;
  readonly api: Resource;
}

/** What could be seen of an operator's instances. */
export interface OwnInstances {
  readonly instances: readonly OwnInstance[];
  /** Some are still to come. */
  readonly loading: boolean;
  /** Kinds that may not be read, or only beside the operator. */
  readonly unread: readonly string[];
}

/** Of every API that an operator provides: everywhere, or where all of them may not be read, beside it. */
export function useInstances(csv: ClusterServiceVersion, view: WatchView): OwnInstances {
  const { namespace } = csv.metadata;
  const specs = ownedApis(csv)
    .slice(0, MAX_APIS)
    .map((api) => ({ resource: { ...api, namespaced: true }, view }));
  const whole = useWatches(specs);
  const narrow = specs.filter((_, index) => whole[index]?.state === 'forbidden');
  const beside = useWatches(narrow.map((spec) => ({ ...spec, namespace })));
  return {
    instances: [...named(whole, specs), ...named(beside, narrow)],
    loading: [...whole, ...beside].some(({ state }) => state === 'loading'),
    unread: narrow.map(({ resource }) => resource.kind),
  };
}

/** Metadata alone does not say what it is of. */
function named(lists: readonly WatchResult[], of: readonly { resource: Resource }[]): OwnInstance[] {
  return lists.flatMap(({ items }, index) => {
    const api = of[index]?.resource;
    return api === undefined ? [] : items.map((item) => ({ object: { ...item, kind: api.kind }, api }));
  });
}
