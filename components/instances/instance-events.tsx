'use client';
import type { ReactNode } from 'react';
import { useWatch } from '#components/data/use-watch.ts';
import { EventTable } from '#components/frame/event-table.tsx';
import type { KubeObject } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';

/** What components of the cluster said about the object, newest first. */
export function InstanceEvents({ object }: { readonly object: KubeObject }): ReactNode {
  const { uid, namespace } = object.metadata;
  const events = useWatch({
    resource: resources.events,
    namespace,
    fieldSelector:
      uid === undefined ? `involvedObject.name=${object.metadata.name ?? ''}` : `involvedObject.uid=${uid}`,
  });
  return <EventTable result={events} events={events.items} namespace={namespace} />;
}
