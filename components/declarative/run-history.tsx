'use client';
import type { ReactNode } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { useWatchOne } from '#components/data/use-watch.ts';
import { Loaded } from '#components/frame/loaded.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { SkeletonRows } from '#components/ui/skeleton.tsx';
import { EmptyState } from '#components/ui/states.tsx';
import { Table } from '#components/ui/table/table.tsx';
import { at } from '#lib/base/loose.ts';
import { resources } from '#lib/k8s/resources.ts';
import { planRunsName } from '#lib/kudo/api/names.ts';
import type { PlanRunRecord, RunChange } from '#lib/kudo/api/types.ts';
import type { InstanceView } from '#lib/kudo/views/instance-view.ts';
import { runsOf } from '#lib/kudo/views/run-history.ts';
import type { Translate } from '#messages/types.ts';
import { ExecutionStatus } from './execution-status.tsx';

/** The last runs of all plans, the newest first; the controller keeps them beside the Instance. */
export function RunHistory({ instance }: { readonly instance: InstanceView }): ReactNode {
  const t = useTranslations('declarative');
  const { namespace, name } = instance;
  const kept = useWatchOne(resources.configMaps, { namespace, name: planRunsName(name) });
  const runs = runsOf(at(kept.item, 'data', 'runs'));
  const none = <EmptyState title={t('noHistory')}>{t('noHistoryWhy')}</EmptyState>;
  return (
    <Loaded
      result={kept}
      resource={resources.configMaps}
      namespace={namespace}
      skeleton={<SkeletonRows rows={3} />}
      absent={none}
    >
      {runs.length === 0 ? none : <Runs runs={runs} />}
    </Loaded>
  );
}

function Runs({ runs }: { readonly runs: readonly PlanRunRecord[] }): ReactNode {
  const t = useTranslations('declarative');
  return (
    <Table
      caption={t('history')}
      rows={runs}
      rowKey={({ uid }) => uid}
      columns={[
        { id: 'plan', header: t('plan'), cell: ({ plan }) => plan },
        { id: 'changes', header: t('changes'), cell: (run) => <Changes run={run} /> },
        { id: 'status', header: t('result'), cell: ({ status }) => <ExecutionStatus status={status} /> },
        { id: 'started', header: t('started'), cell: ({ started }) => <RelativeTime at={started} /> },
        { id: 'ended', header: t('ended'), cell: ({ ended }) => <RelativeTime at={ended} /> },
        {
          id: 'took',
          header: t('took'),
          cell: ({ started, ended }) => (ended === undefined ? null : <Duration from={started} to={ended} />),
        },
        ...(runs.some(({ message }) => message !== undefined)
          ? [
              {
                id: 'message',
                header: t('details'),
                cell: ({ message = '' }: PlanRunRecord) => <span className="break-words">{message}</span>,
              },
            ]
          : []),
      ]}
    />
  );
}

/** So many stand in the row itself. */
const FIRST_CHANGES = 3;

/** What was different from the run before. */
function Changes({ run: { version, versionBefore, changed } }: { readonly run: PlanRunRecord }): ReactNode {
  const t = useTranslations('declarative');
  if (changed === undefined && versionBefore === undefined)
    return <span className="text-muted">{t('changesUnknown')}</span>;
  const lines = [
    ...(versionBefore === undefined ? [] : [t('versionChange', { from: versionBefore, to: version ?? '' })]),
    ...(changed ?? []).map((change) => changeText(change, t)),
  ];
  if (lines.length === 0) return <span className="text-muted">{t('noChanges')}</span>;
  const rest = lines.slice(FIRST_CHANGES);
  return (
    <div className="flex max-w-120 min-w-0 flex-col gap-1">
      <Lines lines={lines.slice(0, FIRST_CHANGES)} />
      {rest.length === 0 ? null : (
        <details>
          <summary className="w-fit text-sm text-muted hover:text-text">
            {t('moreChanges', { count: rest.length })}
          </summary>
          <div className="mt-1">
            <Lines lines={rest} />
          </div>
        </details>
      )}
    </div>
  );
}

function Lines({ lines }: { readonly lines: readonly string[] }): ReactNode {
  return (
    <ul className="flex min-w-0 flex-col gap-0.5">
      {lines.map((line) => (
        <li key={line} className="line-clamp-4 break-words">
          {line}
        </li>
      ))}
    </ul>
  );
}

function changeText({ name, was, is, hidden = false }: RunChange, t: Translate<'declarative'>): string {
  if (hidden) return t('changeHidden', { name });
  const [from, to] = [was, is].map((value) => value ?? t('unset'));
  return t('changeOf', { name, from: from ?? '', to: to ?? '' });
}

/** In the largest unit that leaves at least one. */
function Duration({ from, to }: { readonly from: string; readonly to: string }): ReactNode {
  const locale = useLocale();
  const seconds = Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 1_000));
  if (Number.isNaN(seconds)) return null;
  const [value, unit] =
    seconds < 120
      ? [seconds, 'second']
      : seconds < 7_200
        ? [Math.round(seconds / 60), 'minute']
        : [Math.round(seconds / 3_600), 'hour'];
  const text = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(value);
  return <time dateTime={`PT${String(seconds)}S`}>{text}</time>;
}
