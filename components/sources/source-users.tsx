'use client';
import { useMemo, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Loaded } from '#components/frame/loaded.tsx';
import { useScope } from '#components/frame/use-scope.ts';
import { useScopedWatch } from '#components/frame/use-scoped-watch.ts';
import { Link } from '#components/ui/link.tsx';
import { MiddleTruncate } from '#components/ui/middle-truncate.tsx';
import { SkeletonRows } from '#components/ui/skeleton.tsx';
import { Table, type Column } from '#components/ui/table/table.tsx';
import { resources } from '#lib/k8s/resources.ts';
import { usersOf } from '#lib/olm/sources/removal.ts';
import type { SourceRow } from '#lib/olm/sources/view.ts';
import type { Subscription } from '#lib/olm/api/types.ts';
import { urls, type Scope } from '#lib/urls.ts';
import type { Translate } from '#messages/types.ts';

/** The Subscriptions that get their versions from here. */
export function SourceUsers({ row }: { readonly row: SourceRow }): ReactNode {
  const t = useTranslations('sources');
  const scope = useScope();
  const subscriptions = useScopedWatch<Subscription>({ resource: resources.subscriptions });
  const users = usersOf(row, subscriptions.items);
  const columns = useMemo(() => columnsOf(t, scope), [t, scope]);
  return (
    <section aria-labelledby="source-users" className="flex min-w-0 flex-col gap-2">
      <h2 id="source-users" className="font-semibold">
        {t('users')}
      </h2>
      <Loaded result={subscriptions} resource={resources.subscriptions} skeleton={<SkeletonRows rows={2} />}>
        {users.length === 0 ? (
          <p className="text-muted">{t('noUsers')}</p>
        ) : (
          <Table
            fixed
            caption={t('users')}
            columns={columns}
            rows={users}
            rowKey={({ metadata }) => `${metadata.namespace ?? ''}/${metadata.name}`}
          />
        )}
      </Loaded>
    </section>
  );
}

function columnsOf(t: Translate<'sources'>, scope: Scope): readonly Column<Subscription>[] {
  return [
    {
      id: 'name',
      header: 'Subscription',
      bare: true,
      cell: ({ metadata: { namespace = '', name } }) => (
        <Link
          href={urls.subscription({ namespace, name }, scope)}
          className="font-medium break-words hover:underline"
        >
          {name}
        </Link>
      ),
    },
    {
      id: 'namespace',
      header: t('namespace'),
      width: 44,
      cell: ({ metadata }) => <MiddleTruncate text={metadata.namespace ?? ''} />,
    },
    {
      id: 'package',
      header: t('package'),
      width: 44,
      cell: ({ spec }) => <MiddleTruncate text={spec.name} />,
    },
    {
      id: 'installed',
      header: t('installed'),
      width: 56,
      cell: ({ status }) =>
        status?.installedCSV === undefined ? (
          <span className="text-faint">–</span>
        ) : (
          <MiddleTruncate text={status.installedCSV} />
        ),
    },
  ];
}
