'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useScope } from '#components/frame/use-scope.ts';
import { Link } from '#components/ui/link.tsx';
import { Notice } from '#components/ui/notice.tsx';
import type { GroupConflict, GroupRow } from '#lib/olm/views/group-view.ts';
import { urls } from '#lib/urls.ts';
import type { Translate } from '#messages/types.ts';

/** What is wrong, in a few words for a table. */
export function conflictLabel(conflict: GroupConflict, t: Translate<'groups'>): string {
  return t(`conflict.${conflict.code}`);
}

/** What is wrong with the group, what it means, and what to do. */
export function ConflictNotices({ row }: { readonly row: GroupRow }): ReactNode {
  const t = useTranslations('groups');
  return row.conflicts.map((conflict) => (
    <Notice
      key={
        conflict.code === 'sharedApis' ? `${conflict.with.namespace}/${conflict.with.name}` : conflict.code
      }
      tone="bad"
      title={conflictLabel(conflict, t)}
      details={<Explained conflict={conflict} row={row} />}
    />
  ));
}

function Explained({
  conflict,
  row,
}: {
  readonly conflict: GroupConflict;
  readonly row: GroupRow;
}): ReactNode {
  const t = useTranslations('groups');
  const scope = useScope();
  const link = (name: string, namespace = row.namespace): ReactNode => (
    <Link href={urls.operatorGroup({ namespace, name }, scope)} className="text-accent underline">
      {name}
    </Link>
  );
  switch (conflict.code) {
    case 'several':
      return t.rich('why.several', {
        namespace: row.namespace,
        others: () => conflict.others.map((name, index) => [index === 0 ? '' : ', ', link(name)]),
      });
    case 'noTargets':
      return t('why.noTargets');
    case 'noAccount':
      return conflict.account === ''
        ? t('why.accountNeeded')
        : t('why.noAccount', { account: conflict.account });
    case 'sharedApis':
      return t.rich('why.sharedApis', {
        namespace: conflict.with.namespace,
        apis: conflict.apis.join(', '),
        other: () => link(conflict.with.name, conflict.with.namespace),
      });
  }
}
