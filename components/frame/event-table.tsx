'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { WatchResult } from '#components/data/use-watch.ts';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { SkeletonRows } from '#components/ui/skeleton.tsx';
import { EmptyState } from '#components/ui/states.tsx';
import { Table, type Column } from '#components/ui/table/table.tsx';
import { ToneIcon } from '#components/ui/tones.tsx';
import type { KubeObject } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import type { Translate } from '#messages/types.ts';
import { seenEvents, type SeenEvent } from './event-rows.ts';
import { Loaded } from './loaded.tsx';

interface EventTableProps {
  readonly result: WatchResult;
  /** Those of `result` that matter here. */
  readonly events: readonly KubeObject[];
  readonly namespace: string | undefined;
  /** Say which object an event is about, where there are several. */
  readonly showObject?: boolean;
}

/** What components of the cluster said, newest first. */
export function EventTable({ result, events, namespace, showObject = false }: EventTableProps): ReactNode {
  const t = useTranslations('olm');
  return (
    <Loaded
      result={result}
      resource={resources.events}
      namespace={namespace}
      skeleton={<SkeletonRows rows={3} />}
    >
      {events.length === 0 ? (
        <EmptyState title={t('noEvents')}>{t('noEventsWhy')}</EmptyState>
      ) : (
        <Table
          caption={t('events')}
          columns={columnsOf(t).filter(({ id }) => showObject || id !== 'object')}
          rows={seenEvents(events, namespace)}
          rowKey={(event) => event.key}
        />
      )}
    </Loaded>
  );
}

function columnsOf(t: Translate<'olm'>): readonly Column<SeenEvent>[] {
  return [
    {
      id: 'type',
      header: t('type'),
      width: 32,
      cell: (event) => (
        <span className="inline-flex items-center gap-1.5">
          <ToneIcon tone={event.type === 'Warning' ? 'warn' : 'info'} />
          {event.type}
        </span>
      ),
    },
    {
      id: 'reason',
      header: t('reason'),
      width: 44,
      cell: (event) => <span className="font-medium break-words">{event.reason}</span>,
    },
    {
      id: 'object',
      header: t('object'),
      width: 56,
      cell: (event) => <span className="break-words text-muted">{event.object}</span>,
    },
    {
      id: 'message',
      header: t('message'),
      cell: (event) => <span className="break-words">{event.message}</span>,
    },
    { id: 'count', header: t('count'), width: 20, spare: true, align: 'end', cell: (event) => event.count },
    {
      id: 'seen',
      header: t('lastSeen'),
      width: 36,
      cell: (event) => <RelativeTime at={event.lastSeen} />,
    },
  ];
}
