'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useWatches, type WatchResult } from '#components/data/use-watch.ts';
import type { KubeObject } from '#lib/k8s/object.ts';
import { relatedEvents } from '#lib/k8s/events/related-events.ts';
import { resources } from '#lib/k8s/resources.ts';
import { EventTable } from './event-table.tsx';

/** What operators and their instances make, and what tells of itself by events. */
const OWNED = [
  ...[resources.deployments, resources.replicaSets, resources.statefulSets, resources.daemonSets],
  ...[resources.cronJobs, resources.jobs, resources.pods],
  resources.persistentVolumeClaims,
] as const;

/** Each is followed list by list. */
const MAX_NAMESPACES = 4;

interface RelatedEventsProps {
  readonly roots: readonly KubeObject[];
  /** Where events are looked for; the first is that of the page. */
  readonly namespaces: readonly string[];
}

/** Events about the roots and all that belongs to them, on one time line, as far as they may be read. */
export function RelatedEvents({ roots, namespaces }: RelatedEventsProps): ReactNode {
  const looked = [...new Set(namespaces)].slice(0, MAX_NAMESPACES);
  const events = useWatches(looked.map((namespace) => ({ resource: resources.events, namespace })));
  const specs = looked.flatMap((namespace) =>
    OWNED.map((resource) => ({ resource, namespace, view: 'metadata' as const })),
  );
  const owned = useWatches(specs);
  const objects = owned.flatMap(({ items }, index) =>
    // Metadata alone does not say what it is of.
    items.map((item) => ({ ...item, kind: specs[index]?.resource.kind ?? item.kind })),
  );
  const [main] = events;
  if (main === undefined) return null;
  const told = relatedEvents(
    events.flatMap(({ items }) => items),
    roots,
    objects,
  );
  const unread = specs.filter((_, index) => isForbidden(owned[index])).map(({ resource }) => resource.kind);
  const closed = looked.filter((_, index) => index > 0 && isForbidden(events[index]));
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <Bounds
        unread={[...new Set(unread)]}
        namespaces={[...closed, ...new Set(namespaces)].length - looked.length}
      />
      <EventTable result={main} events={told} namespace={looked[0]} showObject />
    </div>
  );
}

function isForbidden(result: WatchResult | undefined): boolean {
  return result?.state === 'forbidden';
}

interface BoundsProps {
  readonly unread: readonly string[];
  /** How many of them are not looked into. */
  readonly namespaces: number;
}

function Bounds({ unread, namespaces }: BoundsProps): ReactNode {
  const t = useTranslations('olm');
  return (
    <>
      {unread.length === 0 ? null : (
        <p className="text-sm text-muted">{t('eventsUnread', { kinds: unread.join(', ') })}</p>
      )}
      {namespaces === 0 ? null : (
        <p className="text-sm text-muted">{t('eventsElsewhere', { count: namespaces })}</p>
      )}
    </>
  );
}
