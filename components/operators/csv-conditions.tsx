'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { StatusBadge } from '#components/ui/badge.tsx';
import { ReasonInWords } from '#components/olm/condition-table.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Since } from '#components/ui/relative-time.tsx';
import { Table, type Column } from '#components/ui/table/table.tsx';
import { parseLeftOut } from '#lib/olm/csv/left-out.ts';
import { csvState, unmetRequirements } from '#lib/olm/views/operator-view.ts';
import { LEFT_OUT_ANNOTATION } from '#lib/olm/api/labels.ts';
import type { ClusterServiceVersion, CsvCondition, RequirementStatus } from '#lib/olm/api/types.ts';
import type { Translate } from '#messages/types.ts';

interface CsvProps {
  readonly csv: ClusterServiceVersion;
}

/** Parts of the bundle that are not there, and why. */
export function LeftOutNotice({ csv }: CsvProps): ReactNode {
  const t = useTranslations('operators');
  const parts = parseLeftOut(csv.metadata.annotations?.[LEFT_OUT_ANNOTATION] ?? '');
  if (parts.length === 0) return null;
  const reasons = [...new Set(parts.map(({ reason }) => reason))];
  const title = t('leftOut', { count: parts.length });
  return (
    <Notice tone="warn" title={title} details={reasons.join(' ')} expandLabel={t('showWhich')}>
      <ul className="flex flex-col gap-1 text-sm">
        {parts.map(({ kind, name }) => (
          <li key={`${kind}/${name}`} className="break-words">
            <span className="text-muted">{kind}</span> <span className="font-mono text-xs">{name}</span>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function requirementsOf(t: Translate<'operators'>): readonly Column<RequirementStatus>[] {
  return [
    {
      id: 'kind',
      header: t('kind'),
      bare: true,
      width: 60,
      cell: ({ kind }) => <span className="font-medium">{kind}</span>,
    },
    {
      id: 'name',
      header: t('name'),
      cell: ({ name }) => <span className="font-mono text-xs break-all">{name}</span>,
    },
    {
      id: 'status',
      header: t('status'),
      width: 80,
      cell: ({ status, message }) => (
        <StatusBadge tone="warn">{message === '' ? status : message}</StatusBadge>
      ),
    },
  ];
}

/** What the operator waits for. */
export function MissingRequirements({ csv }: CsvProps): ReactNode {
  const t = useTranslations('operators');
  const missing = unmetRequirements(csv);
  if (csv.status?.phase === 'Succeeded' || missing.length === 0) return null;
  return (
    <section aria-labelledby="requirements" className="flex min-w-0 flex-col gap-2">
      <h2 id="requirements" className="font-semibold">
        {t('missing')}
      </h2>
      <Table
        caption={t('missing')}
        columns={requirementsOf(t)}
        rows={missing}
        rowKey={({ group, kind, name }) => [group, kind, name].join('/')}
      />
    </section>
  );
}

function historyOf(t: Translate<'operators'>): readonly Column<CsvCondition>[] {
  return [
    {
      id: 'phase',
      header: t('phase'),
      bare: true,
      width: 60,
      cell: (condition) => <Phase condition={condition} />,
    },
    { id: 'why', header: t('why'), cell: ReasonInWords },
    {
      id: 'time',
      header: t('since'),
      width: 36,
      cell: ({ lastTransitionTime }) => <Since at={lastTransitionTime} />,
    },
  ];
}

function Phase({ condition }: { readonly condition: CsvCondition }): ReactNode {
  const { tone, label } = csvState({
    apiVersion: '',
    kind: '',
    metadata: { name: '' },
    spec: { displayName: '', install: { strategy: '' } },
    status: condition.phase === undefined ? {} : { phase: condition.phase },
  });
  // History is over: what was under way then is not under way now.
  return (
    <div className="min-w-0 break-words">
      <StatusBadge tone={tone === 'busy' ? 'neutral' : tone}>{label}</StatusBadge>
      <p className="font-mono text-xs text-muted">{condition.reason}</p>
    </div>
  );
}

/** Newest first. */
export function ConditionHistory({ csv }: CsvProps): ReactNode {
  const t = useTranslations('operators');
  const history = [...(csv.status?.conditions ?? [])].reverse();
  if (history.length === 0) return null;
  return (
    <section aria-labelledby="conditions" className="flex min-w-0 flex-col gap-2">
      <h2 id="conditions" className="font-semibold">
        {t('conditions')}
      </h2>
      <Table
        caption={t('conditionsNewest')}
        columns={historyOf(t)}
        rows={history}
        rowKey={(condition) => String(history.indexOf(condition))}
      />
    </section>
  );
}
