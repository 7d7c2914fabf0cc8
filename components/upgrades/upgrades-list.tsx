'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { ListSearch, SearchedTable } from '#components/frame/searched-table.tsx';
import { useListParams } from '#components/frame/use-list-params.ts';
import { useScope } from '#components/frame/use-scope.ts';
import { LinkButton } from '#components/ui/button.tsx';
import { Checkbox } from '#components/ui/choices.tsx';
import { EmptyState } from '#components/ui/states.tsx';
import { useColumns } from '#components/ui/table/use-columns.tsx';
import type { UpgradeRow, Upgrades } from '#lib/olm/views/upgrades.ts';
import { urls } from '#lib/urls.ts';
import { useUpgradeColumns } from './upgrade-columns.tsx';
import type { Chosen } from './use-chosen.ts';

interface UpgradesListProps {
  readonly upgrades: Upgrades;
  readonly chosen: Chosen;
}

/** Those that could be newer, or of which nobody can tell; the others are only counted. */
export function UpgradesList({ upgrades, chosen }: UpgradesListProps): ReactNode {
  const t = useTranslations('upgrades');
  const list = useListParams();
  const { columns, menu } = useColumns('upgrades', useUpgradeColumns(chosen));
  const rows = upgrades.rows.filter(
    ({ state, deprecations }) => state !== 'current' || deprecations.length > 0,
  );
  const current = upgrades.rows.length - rows.length;
  if (rows.length === 0) return <AllCurrent count={current} />;
  const words = list.text.toLowerCase();
  const shown = rows.filter((row) => namesOf(row).some((name) => name.toLowerCase().includes(words)));
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <ListSearch label={t('search')} placeholder={t('searchBy')} list={list} />
        {chosen.all.length === 0 ? null : (
          <Checkbox
            checked={chosen.plans.length === chosen.all.length}
            onChange={chosen.toggleAll}
            label={t('chooseAll', { count: chosen.all.length })}
          />
        )}
        {menu}
      </div>
      <SearchedTable
        list={list}
        caption={t('title')}
        columns={columns}
        rows={shown}
        rowKey={({ namespace, subscription }) => `${namespace}/${subscription}`}
        rowTone={({ state }) => (state === 'stuck' ? 'warn' : undefined)}
      />
      {current === 0 ? null : <p className="text-sm text-muted">{t('current', { count: current })}</p>}
    </div>
  );
}

function namesOf({ title, package: name, namespace, subscription, installed, next }: UpgradeRow): string[] {
  return [title, name, namespace, subscription, installed?.csv ?? '', next?.csv ?? ''];
}

function AllCurrent({ count }: { readonly count: number }): ReactNode {
  const t = useTranslations('upgrades');
  const scope = useScope();
  return (
    <EmptyState
      title={t('allCurrent')}
      action={
        <LinkButton variant="primary" href={urls.operators(scope)}>
          {t('operators')}
        </LinkButton>
      }
    >
      {t('allCurrentWhy', { count })}
    </EmptyState>
  );
}
