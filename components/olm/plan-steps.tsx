'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { StatusBadge } from '#components/ui/badge.tsx';
import { MiddleTruncate } from '#components/ui/middle-truncate.tsx';
import { Table, type Column } from '#components/ui/table/table.tsx';
import type { Tone } from '#components/ui/tones.tsx';
import { apiVersionOf } from '#lib/k8s/object.ts';
import type { InstallPlanStep, StepStatus } from '#lib/olm/api/types.ts';
import type { Translate } from '#messages/types.ts';

function statusesOf(t: Translate<'olm'>): Readonly<Record<StepStatus, { tone: Tone; label: string }>> {
  return {
    Unknown: { tone: 'neutral', label: t('step.Unknown') },
    NotPresent: { tone: 'neutral', label: t('step.Unknown') },
    Present: { tone: 'good', label: t('step.Present') },
    Created: { tone: 'good', label: t('step.Created') },
    NotCreated: { tone: 'bad', label: t('step.NotCreated') },
    WaitingForApi: { tone: 'busy', label: t('step.WaitingForApi') },
    UnsupportedResource: { tone: 'warn', label: t('step.UnsupportedResource') },
  };
}

function columnsOf(t: Translate<'olm'>): readonly Column<InstallPlanStep>[] {
  return [
    {
      id: 'kind',
      header: t('kind'),
      bare: true,
      width: 60,
      cell: ({ resource }) => <span className="font-medium break-words">{resource.kind}</span>,
    },
    {
      id: 'name',
      header: t('name'),
      cell: ({ resource }) => <MiddleTruncate text={resource.name} className="font-mono text-sm" />,
    },
    {
      id: 'group',
      header: t('api'),
      width: 56,
      spare: true,
      cell: ({ resource }) => <Api name={apiVersionOf(resource)} />,
    },
    {
      id: 'status',
      header: t('status'),
      width: 32,
      cell: ({ status }) => {
        const view = statusesOf(t)[status];
        return <StatusBadge tone={view.tone}>{view.label}</StatusBadge>;
      },
    },
  ];
}

/** Where it is too long for one line, the version goes to the next. */
function Api({ name }: { readonly name: string }): ReactNode {
  const slash = name.indexOf('/') + 1;
  return (
    <span className="block break-words text-muted">
      {name.slice(0, slash)}
      <wbr />
      {name.slice(slash)}
    </span>
  );
}

/** What a plan creates, object by object. */
export function PlanSteps({ steps }: { readonly steps: readonly InstallPlanStep[] }): ReactNode {
  const t = useTranslations('olm');
  return (
    <Table
      fixed
      caption={t('planSteps')}
      columns={columnsOf(t)}
      rows={steps}
      rowKey={({ resource, resolving }) =>
        [resolving, resource.group, resource.kind, resource.name].join('/')
      }
    />
  );
}
