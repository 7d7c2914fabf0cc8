'use client';
import { Pencil, RefreshCw } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useMemo, useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useWatchOne } from '#components/data/use-watch.ts';
import { AbsentObject, ObjectPage, ObjectParts } from '#components/frame/object-page.tsx';
import { ObjectYaml } from '#components/frame/object-yaml.tsx';
import { useScope } from '#components/frame/use-scope.ts';
import { Button, LinkButton } from '#components/ui/button.tsx';
import { Menu } from '#components/ui/layers/menu.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { PageSkeleton } from '#components/ui/page-skeleton.tsx';
import { keyOf } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { sourceRow, type SourceRow } from '#lib/olm/sources/view.ts';
import type { CatalogSource } from '#lib/olm/api/types.ts';
import { urls, type CatalogSourceTab } from '#lib/urls.ts';
import { RemoveDialog } from './remove-dialog.tsx';
import { SourceEvents } from './source-events.tsx';
import { SourceNotices } from './source-notices.tsx';
import { SourceOverview } from './source-overview.tsx';
import { SourceStateBadge } from './source-words.tsx';
import { changeItems, useSourceActions } from './use-source-actions.tsx';
import { useHealths, useSourceFacts } from './use-sources.ts';
import { WarningList } from './warning-list.tsx';

interface SourcePageProps {
  readonly namespace: string;
  readonly name: string;
}

/** One source: how it is, what it holds, who uses it. */
export function SourcePage({ namespace, name }: SourcePageProps): ReactNode {
  const source = useWatchOne<CatalogSource>(resources.catalogSources, { namespace, name });
  return (
    <ObjectPage
      result={source}
      resource={resources.catalogSources}
      namespace={namespace}
      skeleton={<PageSkeleton tabs={4} />}
      absent={<NoSource namespace={namespace} name={name} />}
    >
      {(item) => <Source source={item} />}
    </ObjectPage>
  );
}

export function NoSource({ namespace, name }: SourcePageProps): ReactNode {
  const t = useTranslations('sources');
  const scope = useScope();
  return (
    <AbsentObject
      title={t('notHere', { name, namespace })}
      list={{ label: t('title'), href: urls.catalogSources(scope) }}
    >
      {t('notHereWhy')}
    </AbsentObject>
  );
}

function Source({ source }: { readonly source: CatalogSource }): ReactNode {
  const t = useTranslations('sources');
  const scope = useScope();
  const facts = useSourceFacts();
  const healths = useHealths(useMemo(() => [source], [source]));
  const health = healths.data?.find((one) => `${one.namespace}/${one.name}` === keyOf(source));
  const row = sourceRow(source, health, facts);
  return (
    <>
      <Header row={row} />
      <SourceNotices row={row} serviceError={facts.ours ? healths.error?.message : undefined} />
      <ObjectParts<CatalogSourceTab>
        label={t('parts')}
        hrefOf={(tab) => urls.catalogSource(row, scope, tab)}
        parts={[
          { id: 'overview', label: t('tab.overview'), content: () => <SourceOverview row={row} /> },
          {
            id: 'warnings',
            label: t('tab.warnings'),
            ...(health === undefined ? {} : { count: health.warnings.length }),
            content: () => <WarningList health={health} />,
          },
          { id: 'events', label: t('tab.events'), content: () => <SourceEvents row={row} /> },
          {
            id: 'yaml',
            label: t('tab.yaml'),
            content: () => <ObjectYaml label={t('yamlOf', { name: row.name })} objects={[source]} tall />,
          },
        ]}
      />
    </>
  );
}

function Header({ row }: { readonly row: SourceRow }): ReactNode {
  const t = useTranslations('sources');
  const scope = useScope();
  const router = useRouter();
  const [removing, setRemoving] = useState(false);
  const actions = useSourceActions(row);
  const { edit, check } = actions;
  const { title, namespace, name } = row;
  return (
    <>
      <PageHeader
        breadcrumbs={[{ label: t('title'), href: urls.catalogSources(scope) }, { label: title }]}
        title={title}
        status={<SourceStateBadge state={row.state} />}
        description={t('nameIn', { name, namespace })}
        actions={
          <>
            {check === undefined ? null : (
              <Button
                icon={<RefreshCw aria-hidden className="size-4" />}
                disabledReason={check.disabledReason}
                explanation={check.explanation}
                onClick={check.run}
              >
                {t('checkNow')}
              </Button>
            )}
            <LinkButton
              variant="primary"
              icon={<Pencil aria-hidden className="size-4" />}
              href={urls.editCatalogSource({ namespace, name }, scope)}
              {...edit}
            >
              {t('edit')}
            </LinkButton>
            <Menu
              label={t('actionsFor', { name: title })}
              items={changeItems(t, actions, () => setRemoving(true))}
            />
          </>
        }
      />
      {removing ? (
        <RemoveDialog
          row={row}
          onClose={() => setRemoving(false)}
          onRemoved={() => router.push(urls.catalogSources(scope))}
        />
      ) : null}
    </>
  );
}
