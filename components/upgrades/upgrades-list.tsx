'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { byNames, ListTable } from '#components/frame/list-page.tsx';
import { useScope } from '#components/frame/use-scope.ts';
import { LinkButton } from '#components/ui/button.tsx';
import { Checkbox } from '#components/ui/choices.tsx';
import { EmptyState } from '#components/ui/states.tsx';
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
  const columns = useUpgradeColumns(chosen);
  const rows = upgrades.rows.filter(
    ({ state, deprecations }) => state !== 'current' || deprecations.length > 0,
  );
  const current = upgrades.rows.length - rows.length;
  if (rows.length === 0) return <AllCurrent count={current} />;
  return (
    <ListTable
      id="upgrades"
      caption={t('title')}
      columns={columns}
      rows={rows}
      search={{ label: t('search'), placeholder: t('searchBy') }}
      filter={named}
      tools={
        chosen.all.length === 0 ? null : (
          <Checkbox
            checked={chosen.plans.length === chosen.all.length}
            onChange={chosen.toggleAll}
            label={t('chooseAll', { count: chosen.all.length })}
          />
        )
      }
      rowKey={({ namespace, subscription }) => `${namespace}/${subscription}`}
      rowTone={({ state }) => (state === 'stuck' ? 'warn' : undefined)}
      footer={current === 0 ? null : <p className="text-sm text-muted">{t('current', { count: current })}</p>}
    />
  );
}

const named = byNames<UpgradeRow>(({ title, package: name, namespace, subscription, installed, next }) => [
  ...[title, name, namespace, subscription],
  installed?.csv,
  next?.csv,
]);

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
