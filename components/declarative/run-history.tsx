'use client';
import type { ReactNode } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { useWatchOne } from '#components/data/use-watch.ts';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { EmptyState } from '#components/ui/states.tsx';
import { Table } from '#components/ui/table/table.tsx';
import { at } from '#lib/base/loose.ts';
import { resources } from '#lib/k8s/resources.ts';
import { runsOf, type InstanceView } from '#lib/kudo/views/instance-view.ts';
import { ExecutionStatus } from './execution-status.tsx';

/** The last runs of all plans, the newest first; the controller keeps them beside the Instance. */
export function RunHistory({ instance }: { readonly instance: InstanceView }): ReactNode {
  const t = useTranslations('declarative');
  const locale = useLocale();
  const { namespace, name } = instance;
  const kept = useWatchOne(resources.configMaps, { namespace, name: `${name}.plan-runs` });
  const runs = runsOf(at(kept.item, 'data', 'runs'));
  if (runs.length === 0) return <EmptyState title={t('noHistory')} />;
  return (
    <Table
      caption={t('history')}
      rows={runs}
      rowKey={({ uid }) => uid}
      columns={[
        { id: 'plan', header: t('plan'), cell: ({ plan }) => plan },
        { id: 'status', header: t('result'), cell: ({ status }) => <ExecutionStatus status={status} /> },
        { id: 'started', header: t('started'), cell: ({ started }) => <RelativeTime at={started} /> },
        { id: 'ended', header: t('ended'), cell: ({ ended }) => <RelativeTime at={ended} /> },
        {
          id: 'took',
          header: t('took'),
          cell: ({ started, ended }) => (ended === undefined ? '' : durationText(started, ended, locale)),
        },
        { id: 'message', header: t('details'), cell: ({ message }) => message ?? '' },
      ]}
    />
  );
}

/** In the largest unit that leaves at least one. */
function durationText(started: string, ended: string, locale: string): string {
  const seconds = Math.max(0, Math.round((Date.parse(ended) - Date.parse(started)) / 1_000));
  if (Number.isNaN(seconds)) return '';
  const [value, unit] =
    seconds < 120
      ? [seconds, 'second']
      : seconds < 7_200
        ? [Math.round(seconds / 60), 'minute']
        : [Math.round(seconds / 3_600), 'hour'];
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(value);
}
