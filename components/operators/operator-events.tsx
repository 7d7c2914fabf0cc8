'use client';
import type { ReactNode } from 'react';
import { useWatches } from '#components/data/use-watch.ts';
import { RelatedEvents } from '#components/frame/related-events.tsx';
import type { KubeObject } from '#lib/k8s/object.ts';
import type { ClusterServiceVersion, InstallPlan, Subscription } from '#lib/olm/api/types.ts';
import { ownedApis } from '#lib/olm/views/operator-view.ts';

interface OperatorEventsProps {
  readonly csv: ClusterServiceVersion;
  readonly subscription: Subscription | undefined;
  readonly plans: readonly InstallPlan[];
}

/** Events about the operator itself, its Subscription, its plans, its Deployments, its instances, and what all of these made. */
export function OperatorEvents({ csv, subscription, plans }: OperatorEventsProps): ReactNode {
  const { namespace = '', name = '' } = csv.metadata;
  const instances = useInstances(csv);
  const deployments = (csv.spec.install.spec?.deployments ?? []).map(({ name }): KubeObject => ({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { namespace, name },
  }));
  const brought = plans.filter(({ spec }) => spec.clusterServiceVersionNames.includes(name));
  const wished = subscription === undefined ? [] : [subscription];
  const roots: KubeObject[] = [csv, ...wished, ...brought, ...deployments, ...instances];
  // The API server keeps what is told of cluster-scoped objects there.
  const places = instances.map(({ metadata }) => metadata.namespace ?? 'default');
  return <RelatedEvents roots={roots} namespaces={[namespace, ...places.sort()]} />;
}

/** Few operators provide more. */
const MAX_APIS = 10;

/** Of every API that it provides: everywhere, or where all of them may not be read, beside it. */
function useInstances(csv: ClusterServiceVersion): KubeObject[] {
  const { namespace } = csv.metadata;
  const specs = ownedApis(csv)
    .slice(0, MAX_APIS)
    .map((api) => ({ resource: { ...api, namespaced: true }, view: 'metadata' as const }));
  const whole = useWatches(specs);
  const narrow = specs.filter((_, index) => whole[index]?.state === 'forbidden');
  const beside = useWatches(narrow.map((spec) => ({ ...spec, namespace })));
  const named = (lists: typeof whole, of: typeof specs): KubeObject[] =>
    lists.flatMap(({ items }, index) =>
      items.map((item) => ({ ...item, kind: of[index]?.resource.kind ?? item.kind })),
    );
  return [...named(whole, specs), ...named(beside, narrow)];
}
