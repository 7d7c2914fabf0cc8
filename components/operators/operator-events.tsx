'use client';
import type { ReactNode } from 'react';
import { RelatedEvents } from '#components/frame/related-events.tsx';
import type { KubeObject } from '#lib/k8s/object.ts';
import type { ClusterServiceVersion, InstallPlan, Subscription } from '#lib/olm/api/types.ts';
import { useInstances } from './use-instances.ts';

interface OperatorEventsProps {
  readonly csv: ClusterServiceVersion;
  readonly subscription: Subscription | undefined;
  readonly plans: readonly InstallPlan[];
}

/** Events about the operator itself, its Subscription, its plans, its Deployments, its instances, and what all of these made. */
export function OperatorEvents({ csv, subscription, plans }: OperatorEventsProps): ReactNode {
  const { namespace = '', name } = csv.metadata;
  const instances = useInstances(csv, 'metadata').instances.map(({ object }) => object);
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
