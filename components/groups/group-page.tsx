'use client';
import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useWatchOne } from '#components/data/use-watch.ts';
import { AbsentObject, ObjectPage, ObjectParts } from '#components/frame/object-page.tsx';
import { ObjectYaml } from '#components/frame/object-yaml.tsx';
import { useScope } from '#components/frame/use-scope.ts';
import { ConditionTable } from '#components/olm/condition-table.tsx';
import { StateText } from '#components/olm/state-text.tsx';
import { Targets } from '#components/olm/targets.tsx';
import { Card, FactList } from '#components/ui/card.tsx';
import { Link } from '#components/ui/link.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { PageSkeleton } from '#components/ui/page-skeleton.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { Table, type Column } from '#components/ui/table/table.tsx';
import { resources } from '#lib/k8s/resources.ts';
import type { ClusterServiceVersion, OperatorGroup } from '#lib/olm/api/types.ts';
import { groupRows, type GroupRow } from '#lib/olm/views/group-view.ts';
import { csvState } from '#lib/olm/views/operator-view.ts';
import { urls } from '#lib/urls.ts';
import type { OperatorGroupTab, Scope } from '#lib/urls.ts';
import type { Translate } from '#messages/types.ts';
import { ConflictNotices } from './conflict-words.tsx';
import { Status } from './groups-view.tsx';
import { useGroups } from './use-groups.ts';

interface GroupPageProps {
  readonly namespace: string;
  readonly name: string;
}

/** One OperatorGroup: whom it serves, which operators stand under it, what is wrong. */
export function GroupPage({ namespace, name }: GroupPageProps): ReactNode {
  const t = useTranslations('groups');
  const scope = useScope();
  const group = useWatchOne<OperatorGroup>(resources.operatorGroups, { namespace, name });
  return (
    <ObjectPage
      result={group}
      resource={resources.operatorGroups}
      namespace={namespace}
      skeleton={<PageSkeleton tabs={2} />}
      absent={
        <AbsentObject
          title={t('notHere', { name, namespace })}
          list={{ label: t('title'), href: urls.operatorGroups(scope) }}
        >
          {t('notHereWhy')}
        </AbsentObject>
      }
    >
      {(item) => <Group group={item} />}
    </ObjectPage>
  );
}

function Group({ group }: { readonly group: OperatorGroup }): ReactNode {
  const t = useTranslations('groups');
  const scope = useScope();
  const { namespace = '', name } = group.metadata;
  const { rows } = useGroups();
  // Who may read this one alone sees it without its neighbours.
  const row =
    rows.find((one) => one.namespace === namespace && one.name === name) ?? groupRows([group], [])[0];
  if (row === undefined) return null;
  return (
    <>
      <PageHeader
        breadcrumbs={[{ label: t('title'), href: urls.operatorGroups(scope) }, { label: name }]}
        title={name}
        status={<Status row={row} />}
        description={t('in', { namespace })}
      />
      <ConflictNotices row={row} />
      <ObjectParts<OperatorGroupTab>
        label={t('parts')}
        hrefOf={(tab) => urls.operatorGroup({ namespace, name }, scope, tab)}
        parts={[
          { id: 'overview', label: t('overview'), content: () => <Overview row={row} /> },
          {
            id: 'yaml',
            label: t('yaml'),
            content: () => <ObjectYaml label={t('yamlOf', { name })} objects={[group]} tall />,
          },
        ]}
      />
    </>
  );
}

function Overview({ row }: { readonly row: GroupRow }): ReactNode {
  const t = useTranslations('groups');
  const { group, targets, apis, account } = row;
  return (
    <div className="grid min-w-0 grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="flex min-w-0 flex-col gap-5">
        <Members row={row} />
        <ConditionTable conditions={group.status?.conditions ?? []} />
      </div>
      <Card title={t('details')}>
        <FactList
          facts={[
            {
              label: t('targets'),
              value: targets === 'all' ? <Targets targets={targets} /> : targets.join(', ') || t('noTargets'),
            },
            { label: t('account'), value: account ?? t('noAccount') },
            { label: t('apis'), value: apis.length === 0 ? t('noApis') : apis.join(', ') },
            ...(group.spec?.staticProvidedAPIs === true
              ? [{ label: t('static'), value: t('staticMeans') }]
              : []),
            { label: t('strategy'), value: group.spec?.upgradeStrategy ?? 'Default' },
            { label: t('created'), value: <RelativeTime at={group.metadata.creationTimestamp} /> },
          ]}
        />
      </Card>
    </div>
  );
}

function Members({ row }: { readonly row: GroupRow }): ReactNode {
  const t = useTranslations('groups');
  const scope = useScope();
  const columns = useMemo(() => columnsFor(t, scope), [t, scope]);
  return (
    <section aria-labelledby="group-members" className="flex min-w-0 flex-col gap-2">
      <h2 id="group-members" className="font-semibold">
        {t('members')}
      </h2>
      {row.members.length === 0 ? (
        <p className="text-muted">{t('noMembers')}</p>
      ) : (
        <Table
          fixed
          caption={t('members')}
          columns={columns}
          rows={row.members}
          rowKey={({ metadata }) => metadata.name}
        />
      )}
    </section>
  );
}

function columnsFor(t: Translate<'groups'>, scope: Scope): readonly Column<ClusterServiceVersion>[] {
  return [
    {
      id: 'name',
      header: t('operator'),
      bare: true,
      cell: ({ metadata: { namespace = '', name }, spec }) => (
        <Link
          href={urls.operator({ namespace, name }, scope)}
          className="font-medium break-words hover:underline"
        >
          {spec.displayName}
        </Link>
      ),
    },
    { id: 'version', header: t('version'), width: 28, cell: ({ spec }) => spec.version ?? '–' },
    {
      id: 'status',
      header: t('status'),
      width: 56,
      cell: (csv) => <StateText state={csvState(csv)} />,
    },
  ];
}
