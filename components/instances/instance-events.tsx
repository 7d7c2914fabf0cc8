'use client';
import type { ReactNode } from 'react';
import { useWatch } from '#components/data/use-watch.ts';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { SkeletonRows } from '#components/ui/skeleton.tsx';
import { EmptyState, ErrorState, ForbiddenState } from '#components/ui/states.tsx';
import { type Column, Table } from '#components/ui/table.tsx';
import { ToneIcon } from '#components/ui/tones.tsx';
import type { KubeObject } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { type SeenEvent, seenEvents } from './event-rows.ts';

/** What components of the cluster said about the object, newest first. */
export function InstanceEvents({ object }: { readonly object: KubeObject }): ReactNode {
  const { uid, namespace } = object.metadata;
  const events = useWatch({
    resource: resources.events,
    namespace,
    fieldSelector:
      uid === undefined ? `involvedObject.name=${object.metadata.name ?? ''}` : `involvedObject.uid=${uid}`,
  });
  switch (events.state) {
    case 'loading':
      return <SkeletonRows rows={3} />;
    case 'forbidden':
      return <ForbiddenState right={{ verb: 'list', resource: 'events', namespace }} />;
    case 'error':
      return <ErrorState message={events.error.message} />;
    case 'ready':
      break;
  }
  if (events.items.length === 0) {
    return (
      <EmptyState title="No events">
        Operators and the cluster write down here what they do. Kubernetes forgets events after an hour.
      </EmptyState>
    );
  }
  return (
    <Table caption="Events" columns={COLUMNS} rows={seenEvents(events.items)} rowKey={(event) => event.key} />
  );
}

const COLUMNS: readonly Column<SeenEvent>[] = [
  {
    id: 'type',
    header: 'Type',
    className: 'w-32',
    cell: (event) => (
      <span className="inline-flex items-center gap-1.5">
        <ToneIcon tone={event.type === 'Warning' ? 'warn' : 'info'} />
        {event.type}
      </span>
    ),
  },
  {
    id: 'reason',
    header: 'Reason',
    className: 'w-44',
    cell: (event) => <span className="font-medium break-words">{event.reason}</span>,
  },
  { id: 'message', header: 'Message', cell: (event) => <span className="break-words">{event.message}</span> },
  { id: 'count', header: 'Count', className: 'w-20', align: 'end', cell: (event) => event.count },
  {
    id: 'seen',
    header: 'Last seen',
    className: 'w-36',
    cell: (event) => <RelativeTime at={event.lastSeen} />,
  },
];
