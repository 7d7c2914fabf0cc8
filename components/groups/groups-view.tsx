'use client';
import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { byNames, ListPage } from '#components/frame/list-page.tsx';
import { useScope } from '#components/frame/use-scope.ts';
import { BrowseCatalog } from '#components/olm/browse-catalog.tsx';
import { Targets } from '#components/olm/targets.tsx';
import { StatusBadge } from '#components/ui/badge.tsx';
import { Link } from '#components/ui/link.tsx';
import { MiddleTruncate } from '#components/ui/middle-truncate.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { EmptyState } from '#components/ui/states.tsx';
import type { Column } from '#components/ui/table/table.tsx';
import { resources } from '#lib/k8s/resources.ts';
import type { GroupRow } from '#lib/olm/views/group-view.ts';
import { urls } from '#lib/urls.ts';
import type { Scope } from '#lib/urls.ts';
import type { Translate } from '#messages/types.ts';
import { conflictLabel } from './conflict-words.tsx';
import { useGroups } from './use-groups.ts';

/** Every OperatorGroup: which namespaces its operators watch, which they are, and what keeps them from being installed. */
export function GroupsView(): ReactNode {
  const t = useTranslations('groups');
  const scope = useScope();
  const { rows, result } = useGroups();
  const columns = useMemo(
    () => columnsFor(scope, t).filter(({ id }) => scope.namespace === undefined || id !== 'namespace'),
    [scope, t],
  );
  return (
    <ListPage
      title={t('title')}
      description={t('about')}
      result={result}
      resource={resources.operatorGroups}
      empty={<NoGroups />}
      id="groups"
      columns={columns}
      rows={rows.filter(({ namespace }) => scope.namespace === undefined || namespace === scope.namespace)}
      search={{ label: t('filter') }}
      filter={named}
      rowKey={({ namespace, name }) => `${namespace}/${name}`}
      rowTone={({ conflicts }) => (conflicts.length === 0 ? undefined : 'warn')}
    />
  );
}

const named = byNames<GroupRow>(({ name, namespace, members }) => [
  name,
  namespace,
  ...members.map(({ metadata }) => metadata.name),
]);

function NoGroups(): ReactNode {
  const t = useTranslations('groups');
  return (
    <EmptyState title={t('none')} action={<BrowseCatalog>{t('browse')}</BrowseCatalog>}>
      {t('noneWhy')}
    </EmptyState>
  );
}

function columnsFor(scope: Scope, t: Translate<'groups'>): readonly Column<GroupRow>[] {
  return [
    {
      id: 'name',
      sortable: true,
      sortValue: ({ name }) => name,
      header: t('name'),
      bare: true,
      cell: (row) => (
        <Link href={urls.operatorGroup(row, scope)} className="font-medium break-all hover:underline">
          {row.name}
        </Link>
      ),
    },
    {
      id: 'namespace',
      choice: 'shown',
      sortable: true,
      sortValue: ({ namespace }) => namespace,
      header: t('namespace'),
      width: 40,
      cell: ({ namespace }) => <MiddleTruncate text={namespace} />,
    },
    {
      id: 'targets',
      header: t('targets'),
      width: 40,
      cell: ({ targets }) => <Targets targets={targets} />,
    },
    {
      id: 'members',
      choice: 'shown',
      sortable: true,
      sortValue: ({ members }) => members.length,
      header: t('members'),
      width: 28,
      cell: ({ members }) => members.length,
    },
    { id: 'status', header: t('status'), width: 56, cell: (row) => <Status row={row} /> },
    {
      id: 'created',
      choice: 'shown',
      sortable: true,
      sortValue: ({ group }) => group.metadata.creationTimestamp,
      header: t('created'),
      width: 36,
      spare: true,
      cell: ({ group }) => (
        <span className="text-muted">
          <RelativeTime at={group.metadata.creationTimestamp} />
        </span>
      ),
    },
  ];
}

/** The first conflict; all of them stand on the group's page. */
export function Status({ row }: { readonly row: GroupRow }): ReactNode {
  const t = useTranslations('groups');
  const [first] = row.conflicts;
  return first === undefined ? (
    <StatusBadge tone="good">{t('fine')}</StatusBadge>
  ) : (
    <StatusBadge tone="bad">{conflictLabel(first, t)}</StatusBadge>
  );
}
