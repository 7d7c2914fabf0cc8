'use client';
import type { ReactNode } from 'react';
import { useWatch } from '#components/data/use-watch.ts';
import { EventTable } from '#components/frame/event-table.tsx';
import type { KubeObject } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { involvedObject } from '#lib/k8s/workload-view.ts';
import type { ClusterServiceVersion, Subscription } from '#lib/olm/api/types.ts';

interface OperatorEventsProps {
  readonly csv: ClusterServiceVersion;
  readonly subscription: Subscription | undefined;
}

/** Events about the operator itself, its Subscription, its Deployments and what those made. */
export function OperatorEvents({ csv, subscription }: OperatorEventsProps): ReactNode {
  const { namespace, name } = csv.metadata;
  const events = useWatch({ resource: resources.events, namespace });
  const deployments = (csv.spec.install.spec?.deployments ?? []).map((deployment) => deployment.name);
  const exact = new Set([name, subscription?.metadata.name, ...deployments]);
  const about = (event: KubeObject): boolean => {
    const object = involvedObject(event);
    if (object === undefined) return false;
    // ReplicaSets and pods carry the Deployment's name in front.
    return (
      exact.has(object.name) || deployments.some((deployment) => object.name.startsWith(`${deployment}-`))
    );
  };
  return <EventTable result={events} events={events.items.filter(about)} namespace={namespace} showObject />;
}
