'use client';
import type { ReactNode } from 'react';
import { StatusBadge } from '#components/ui/badge.tsx';
import { MiddleTruncate } from '#components/ui/middle-truncate.tsx';
import { Table } from '#components/ui/table.tsx';
import type { Column } from '#components/ui/table.tsx';
import type { Tone } from '#components/ui/tones.tsx';
import { apiVersionOf } from '#lib/k8s/object.ts';
import type { InstallPlanStep, StepStatus } from '#lib/olm/types.ts';

const STATUSES: Readonly<Record<StepStatus, { tone: Tone; label: string }>> = {
  Unknown: { tone: 'neutral', label: 'To do' },
  NotPresent: { tone: 'neutral', label: 'To do' },
  Present: { tone: 'good', label: 'Was there' },
  Created: { tone: 'good', label: 'Created' },
  NotCreated: { tone: 'bad', label: 'Not created' },
  WaitingForApi: { tone: 'busy', label: 'Waiting for its API' },
  UnsupportedResource: { tone: 'warn', label: 'Left out' },
};

const COLUMNS: readonly Column<InstallPlanStep>[] = [
  {
    id: 'kind',
    header: 'Kind',
    bare: true,
    className: 'md:w-56',
    cell: ({ resource }) => <span className="font-medium break-words">{resource.kind}</span>,
  },
  {
    id: 'name',
    header: 'Name',
    cell: ({ resource }) => <MiddleTruncate text={resource.name} className="font-mono text-sm" />,
  },
  {
    id: 'group',
    header: 'API',
    className: 'md:w-64 md:max-lg:hidden',
    cell: ({ resource }) => <span className="block break-words text-muted">{apiVersionOf(resource)}</span>,
  },
  {
    id: 'status',
    header: 'Status',
    className: 'md:w-44',
    cell: ({ status }) => {
      const view = STATUSES[status];
      return <StatusBadge tone={view.tone}>{view.label}</StatusBadge>;
    },
  },
];

/** What a plan creates, object by object. */
export function PlanSteps({ steps }: { readonly steps: readonly InstallPlanStep[] }): ReactNode {
  return (
    <Table
      fixed
      caption="Steps of the plan"
      columns={COLUMNS}
      rows={steps}
      rowKey={({ resource, resolving }) =>
        [resolving, resource.group, resource.kind, resource.name].join('/')
      }
    />
  );
}
