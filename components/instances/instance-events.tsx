'use client';
import type { ReactNode } from 'react';
import { useWatch } from '#components/data/use-watch.ts';
import { EventTable } from '#components/frame/event-table.tsx';
import { RelatedEvents } from '#components/frame/related-events.tsx';
import type { KubeObject } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';

/** What components of the cluster said about the object and what was made for it, newest first. */
export function InstanceEvents({ object }: { readonly object: KubeObject }): ReactNode {
  const { namespace } = object.metadata;
  return namespace === undefined ? (
    <OwnEvents object={object} />
  ) : (
    <RelatedEvents roots={[object]} namespaces={[namespace]} />
  );
}

/** What is made for a cluster-scoped object may lie anywhere. */
function OwnEvents({ object }: { readonly object: KubeObject }): ReactNode {
  const { uid, name } = object.metadata;
  const events = useWatch({
    resource: resources.events,
    fieldSelector: uid === undefined ? `involvedObject.name=${name}` : `involvedObject.uid=${uid}`,
  });
  return <EventTable result={events} events={events.items} namespace={undefined} />;
}
