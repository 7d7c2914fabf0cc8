'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { ConditionTable } from '#components/olm/condition-table.tsx';
import { useScope } from '#components/frame/use-scope.ts';
import { LinkButton } from '#components/ui/button.tsx';
import { Card, FactList, type Fact } from '#components/ui/card.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import type { SourceRow } from '#lib/olm/sources/view.ts';
import { urls } from '#lib/urls.ts';
import type { Translate } from '#messages/types.ts';
import { ImageWords } from './image-words.tsx';
import { SourceUsers } from './source-users.tsx';
import { isoTimeOf, ServesText, SourceStateText } from './source-words.tsx';
import { useSourceFacts } from './use-sources.ts';

/** What is known of a source, beside what it was told to be. */
export function SourceOverview({ row }: { readonly row: SourceRow }): ReactNode {
  return (
    <div className="grid min-w-0 grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="flex min-w-0 flex-col gap-5">
        <Content row={row} />
        <SourceUsers row={row} />
        <ConditionTable conditions={row.source.status?.conditions ?? []} />
      </div>
      <div className="flex min-w-0 flex-col gap-5">
        <About row={row} />
        <Connection row={row} />
      </div>
    </div>
  );
}

function Content({ row }: { readonly row: SourceRow }): ReactNode {
  const t = useTranslations('sources');
  const scope = useScope();
  const { health, namespace, name, state } = row;
  const read = health !== undefined && health.readAt > 0;
  return (
    <Card
      title={t('content')}
      action={
        read && health.packages > 0 ? (
          <LinkButton size="sm" href={urls.catalog(scope, { source: `${namespace}/${name}` })}>
            {t('browse')}
          </LinkButton>
        ) : undefined
      }
    >
      {read ? (
        <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
          <Count label={t('packagesLabel')} value={health.packages} />
          <Count label={t('bundlesLabel')} value={health.bundles} />
          <Count label={t('tab.warnings')} value={health.warnings.length} />
          <div className="min-w-0">
            <dt className="text-sm text-muted">{t('contentFrom')}</dt>
            <dd className="mt-0.5">
              <RelativeTime at={isoTimeOf(health.readAt)} />
            </dd>
          </div>
        </dl>
      ) : (
        <p className="text-muted">{t(state.kind === 'disabled' ? 'noContentDisabled' : 'noContent')}</p>
      )}
    </Card>
  );
}

function Count({ label, value }: { readonly label: string; readonly value: number }): ReactNode {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="text-lg font-semibold tabular-nums">{value}</dd>
    </div>
  );
}

function About({ row }: { readonly row: SourceRow }): ReactNode {
  const t = useTranslations('sources');
  return (
    <Card title={t('about')}>
      <FactList facts={aboutFacts(row, t)} />
    </Card>
  );
}

function aboutFacts(row: SourceRow, t: Translate<'sources'>): readonly Fact[] {
  const { source, kind, priority, interval } = row;
  const { publisher, description, secrets = [] } = source.spec;
  return [
    { label: t('kindLabel'), value: t(`kind.${kind}`) },
    { label: t(`address.${kind}`), value: <Address row={row} /> },
    ...(kind === 'image'
      ? [
          { label: t('pollEvery'), value: interval ?? t('never') },
          { label: t('secrets'), value: secrets.length === 0 ? t('noSecrets') : secrets.join(', ') },
        ]
      : []),
    { label: t('serves'), value: <ServesText row={row} /> },
    { label: t('priority'), value: String(priority) },
    ...(publisher === undefined ? [] : [{ label: t('publisher'), value: publisher }]),
    ...(description === undefined ? [] : [{ label: t('description'), value: description }]),
    { label: t('created'), value: <RelativeTime at={source.metadata.creationTimestamp} /> },
  ].filter(({ value }) => value !== '');
}

function Address({ row: { kind, address } }: { readonly row: SourceRow }): ReactNode {
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <span className="font-mono text-xs break-all">{address === '' ? '–' : address}</span>
      {kind === 'image' ? <ImageWords image={address} /> : null}
    </div>
  );
}

function Connection({ row }: { readonly row: SourceRow }): ReactNode {
  const t = useTranslations('sources');
  const { ours } = useSourceFacts();
  const { connectionState, registryService } = row.source.status ?? {};
  return (
    <Card title={t('connection')} description={ours ? undefined : t('olmReads')}>
      <FactList
        facts={[
          { label: t('status'), value: <SourceStateText state={row.state} /> },
          ...(connectionState === undefined
            ? []
            : [
                { label: t('observed'), value: connectionState.lastObservedState },
                { label: t('lastConnect'), value: <RelativeTime at={connectionState.lastConnect} /> },
              ]),
          { label: t('checked'), value: <RelativeTime at={isoTimeOf(row.checkedAt)} /> },
          ...(registryService?.serviceName === undefined
            ? []
            : [
                {
                  label: t('service'),
                  value: `${registryService.serviceName}.${registryService.serviceNamespace ?? ''}:${registryService.port ?? ''}`,
                },
              ]),
        ]}
      />
    </Card>
  );
}
