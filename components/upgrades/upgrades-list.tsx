'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useListParams } from '#components/frame/use-list-params.ts';
import { useScope } from '#components/frame/use-scope.ts';
import { LinkButton } from '#components/ui/button.tsx';
import { Checkbox } from '#components/ui/choices.tsx';
import { SearchInput } from '#components/ui/inputs.tsx';
import { EmptyState, NothingMatches } from '#components/ui/states.tsx';
import { sortRows } from '#components/ui/table/table-sort.ts';
import { Table } from '#components/ui/table/table.tsx';
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
  const { text, sort, setText, setSort } = useListParams();
  const { columns, menu } = useColumns('upgrades', useUpgradeColumns(chosen));
  const rows = upgrades.rows.filter(
    ({ state, deprecations }) => state !== 'current' || deprecations.length > 0,
  );
  const current = upgrades.rows.length - rows.length;
  if (rows.length === 0) return <AllCurrent count={current} />;
  const words = text.toLowerCase();
  const shown = rows.filter((row) => namesOf(row).some((name) => name.toLowerCase().includes(words)));
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <SearchInput
          label={t('search')}
          placeholder={t('searchBy')}
          value={text}
          onChange={setText}
          className="min-w-52 grow sm:max-w-90"
        />
        {chosen.all.length === 0 ? null : (
          <Checkbox
            checked={chosen.plans.length === chosen.all.length}
            onChange={chosen.toggleAll}
            label={t('chooseAll', { count: chosen.all.length })}
          />
        )}
        {menu}
      </div>
      {shown.length === 0 ? (
        <NothingMatches
          onClear={() => {
            setText('');
          }}
        />
      ) : (
        <Table
          fixed
          navigable
          caption={t('title')}
          columns={columns}
          rows={sortRows(shown, columns, sort)}
          sort={sort}
          onSort={setSort}
          rowKey={({ namespace, subscription }) => `${namespace}/${subscription}`}
          rowTone={({ state }) => (state === 'stuck' ? 'warn' : undefined)}
        />
      )}
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
