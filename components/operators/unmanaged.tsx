'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useApi } from '#components/data/use-api.ts';
import { GrantRole } from '#components/frame/rights.tsx';
import { useScope } from '#components/frame/use-scope.ts';
import { Button } from '#components/ui/button.tsx';
import { MoreMessages } from '#components/ui/more-messages.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import { Table, type TableProps } from '#components/ui/table/table.tsx';
import { checkOf } from '#lib/access.ts';
import { resources } from '#lib/k8s/resources.ts';
import type { OrphanGroup, Unmanaged, UnmanagedOperator } from '#lib/olm/views/unmanaged.ts';
import { urls } from '#lib/urls.ts';
import { useOrphanColumns, useUnmanagedColumns } from './unmanaged-columns.tsx';

/** Operators that came another way, and CRDs that none serves; nothing where there are none. Asked for once for each visit. */
export function UnmanagedSection(): ReactNode {
  return (
    <MoreMessages group="unmanaged">
      <Section />
    </MoreMessages>
  );
}

function Section(): ReactNode {
  const t = useTranslations('unmanaged');
  const { namespace } = useScope();
  const { state, data, error, refetch } = useApi<Unmanaged>(urls.api.unmanaged(namespace));
  if (state === 'loading') {
    return (
      <p role="status" aria-label={t('looking')} className="flex items-center gap-2 text-sm text-muted">
        <Spinner />
        {t('looking')}
      </p>
    );
  }
  if (data === undefined) {
    return (
      <Notice
        tone="warn"
        title={t('failed')}
        details={error.message}
        action={<Button onClick={refetch}>{t('retry')}</Button>}
      />
    );
  }
  return (
    <>
      <Hidden unmanaged={data} />
      {data.operators.length === 0 ? null : <Operators operators={data.operators} />}
      {data.orphans.length === 0 ? null : <Orphans orphans={data.orphans} />}
    </>
  );
}

/** What could not be looked at, and the Role that would let it. */
function Hidden({ unmanaged: { hidden, blind } }: { readonly unmanaged: Unmanaged }): ReactNode {
  const t = useTranslations('unmanaged');
  const olm = useTranslations('olm');
  if (hidden.length === 0) return null;
  const types = Object.values(resources).filter(({ kind }) => hidden.includes(kind));
  return (
    <Notice
      tone="info"
      title={t(blind ? 'blind' : 'partly')}
      details={t('hiddenWhy', { kinds: hidden.join(', ') })}
      expandLabel={olm('howToGet')}
    >
      <GrantRole checks={types.map((type) => checkOf('list', type))} />
    </Notice>
  );
}

interface PartProps<Row> extends Omit<TableProps<Row>, 'fixed' | 'navigable'> {
  readonly id: string;
  readonly title: string;
  readonly what: string;
}

/** A table under its heading, with what it is about. */
function Part<Row>({ id, title, what, ...table }: PartProps<Row>): ReactNode {
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-2">
      <h2 id={id} className="font-semibold">
        {title}
      </h2>
      <p className="max-w-prose text-sm text-muted">{what}</p>
      <Table fixed navigable {...table} />
    </section>
  );
}

function Operators({ operators }: { readonly operators: readonly UnmanagedOperator[] }): ReactNode {
  const t = useTranslations('unmanaged');
  return (
    <Part
      id="unmanaged"
      title={t('title')}
      what={t('what')}
      caption={t('operators')}
      columns={useUnmanagedColumns()}
      rows={operators}
      rowKey={({ kind, namespace, name }) => `${kind}/${namespace}/${name}`}
      rowTone={({ status }) => (status.tone === 'warn' ? 'warn' : undefined)}
    />
  );
}

function Orphans({ orphans }: { readonly orphans: readonly OrphanGroup[] }): ReactNode {
  const t = useTranslations('unmanaged');
  return (
    <Part
      id="orphans"
      title={t('orphans')}
      what={t('orphansWhat')}
      caption={t('orphans')}
      columns={useOrphanColumns()}
      rows={orphans}
      rowKey={({ group }) => group}
    />
  );
}
