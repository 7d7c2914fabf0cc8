'use client';
import type { ReactNode } from 'react';
import { useWatch } from '#components/data/use-watch.ts';
import { EventTable } from '#components/frame/event-table.tsx';
import { resources } from '#lib/k8s/resources.ts';
import { involvedObject } from '#lib/k8s/workload-view.ts';
import type { SourceRow } from '#lib/olm/sources/view.ts';

/** What was said of the source itself, and of the pod that a real OLM runs for it. */
export function SourceEvents({ row }: { readonly row: SourceRow }): ReactNode {
  const { namespace, name } = row;
  const events = useWatch({ resource: resources.events, namespace });
  const own = events.items.filter((event) => {
    const object = involvedObject(event);
    if (object === undefined) return false;
    return object.kind === 'CatalogSource'
      ? object.name === name
      : object.kind === 'Pod' && object.name.startsWith(`${name}-`);
  });
  return <EventTable result={events} events={own} namespace={namespace} showObject />;
}
