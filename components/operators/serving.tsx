'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useWatch, type WatchResult } from '#components/data/use-watch.ts';
import { StatusBadge } from '#components/ui/badge.tsx';
import { MoreMessages } from '#components/ui/more-messages.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { Table, type Column } from '#components/ui/table/table.tsx';
import type { Tone } from '#components/ui/tones.tsx';
import { resources } from '#lib/k8s/resources.ts';
import { OWNER_LABEL, OWNER_NAMESPACE_LABEL, ownerLabels } from '#lib/olm/api/labels.ts';
import type { ClusterServiceVersion } from '#lib/olm/api/types.ts';
import { servingView, type ServingRow, type ServingState } from '#lib/olm/observed/serving-view.ts';
import type { Translate } from '#messages/types.ts';

const TONES: Readonly<Record<ServingState, Tone>> = {
  answers: 'good',
  down: 'bad',
  leftOut: 'neutral',
  missing: 'bad',
  unknown: 'neutral',
};

/** What the API server asks the operator, live: what it is about, whether it answers, and until when its certificate lasts. */
export function Serving({ csv }: { readonly csv: ClusterServiceVersion }): ReactNode {
  return (
    <MoreMessages group="webhooks">
      <ServingTable csv={csv} />
    </MoreMessages>
  );
}

function ServingTable({ csv }: { readonly csv: ClusterServiceVersion }): ReactNode {
  const t = useTranslations('webhooks');
  const { name, namespace = '' } = csv.metadata;
  const own = ownerLabels({ name, namespace });
  const labelSelector = [OWNER_LABEL, OWNER_NAMESPACE_LABEL]
    .map((label) => `${label}=${own[label] ?? ''}`)
    .join(',');
  const validating = useWatch({ resource: resources.validatingWebhookConfigurations, labelSelector });
  const mutating = useWatch({ resource: resources.mutatingWebhookConfigurations, labelSelector });
  const apiServices = useWatch({ resource: resources.apiServices, labelSelector });
  const deployments = useWatch({ resource: resources.deployments, namespace });
  const rows = servingView(csv, {
    ...listOf('deployments', deployments),
    ...(validating.state === 'ready' && mutating.state === 'ready'
      ? { configurations: [...validating.items, ...mutating.items] }
      : {}),
    ...listOf('apiServices', apiServices),
  });
  const renewed = csv.status?.certsRotateAt;
  return (
    <section aria-labelledby="serving" className="flex min-w-0 flex-col gap-2">
      <h2 id="serving" className="font-semibold">
        {t('serving')}
      </h2>
      {renewed === undefined ? null : (
        <p className="text-sm text-muted">
          {t.rich('certificate', { when: () => <RelativeTime at={renewed} /> })}
        </p>
      )}
      <Table
        fixed
        caption={t('servingWhat')}
        columns={columnsOf(t)}
        rows={rows}
        rowKey={({ kind, name: of }) => `${kind}/${of}`}
      />
    </section>
  );
}

function listOf<Name extends string>(
  name: Name,
  result: WatchResult,
): { [key in Name]?: WatchResult['items'] } {
  return (result.state === 'ready' ? { [name]: result.items } : {}) as {
    [key in Name]?: WatchResult['items'];
  };
}

function columnsOf(t: Translate<'webhooks'>): readonly Column<ServingRow>[] {
  return [
    {
      id: 'name',
      header: t('row.name'),
      bare: true,
      cell: ({ name, kind }) => (
        <div className="min-w-0">
          <p className="font-medium wrap-anywhere">{name}</p>
          <p className="text-sm text-muted">{t(`kind.${kind}`)}</p>
        </div>
      ),
    },
    {
      id: 'matches',
      header: t('row.matches'),
      width: 60,
      cell: ({ matches, closes }) => (
        <div className="min-w-0">
          <ul className="font-mono text-xs wrap-anywhere">
            {matches.map((match) => (
              <li key={match}>{match}</li>
            ))}
          </ul>
          {closes ? <p className="text-sm text-muted">{t('closes')}</p> : null}
        </div>
      ),
    },
    {
      id: 'state',
      header: t('row.state'),
      width: 40,
      cell: ({ state, since, detail }) => (
        <>
          <StatusBadge tone={TONES[state]}>{t(`standing.${state}`)}</StatusBadge>
          {since === undefined ? null : (
            <p className="text-sm text-muted">
              <RelativeTime at={since} />
            </p>
          )}
          {detail === undefined ? null : <p className="text-sm break-words text-muted">{detail}</p>}
        </>
      ),
    },
  ];
}
