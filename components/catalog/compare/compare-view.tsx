'use client';
import { Columns3 } from 'lucide-react';
import { useSearchParams } from 'next/navigation';
import { useMemo, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useTiles } from '#components/data/use-tiles.ts';
import { useScope } from '#components/frame/use-scope.ts';
import { Switch } from '#components/ui/choices.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { EmptyState } from '#components/ui/states.tsx';
import { comparedRefs, MOST_COMPARED } from '#lib/olm/content/compare.ts';
import { packageKey } from '#lib/olm/views/installed-state.ts';
import { urls, type PackageRef } from '#lib/urls.ts';
import { AddPackage } from './add-package.tsx';
import { CompareTable } from './compare-table.tsx';
import { useCompared } from './use-compared.ts';

/** Up to four packages side by side. Which ones stands in the address, so that it can be sent. */
export function CompareView(): ReactNode {
  const t = useTranslations('compare');
  const scope = useScope();
  const { refs, onlyDifferences, show } = useComparison();
  const packages = useTiles();
  // Always all four, as hooks ask for.
  const columns = [useCompared(refs[0]), useCompared(refs[1]), useCompared(refs[2]), useCompared(refs[3])];
  const shown = columns.filter((column) => column !== undefined);
  const add = (ref: PackageRef): void => show([...refs, ref], onlyDifferences);
  return (
    <>
      <PageHeader
        breadcrumbs={[{ label: t('catalog'), href: urls.catalog(scope) }, { label: t('title') }]}
        title={t('title')}
        description={t('is')}
      />
      <div className="flex flex-wrap items-end justify-between gap-3">
        <AddPackage
          tiles={(packages.data ?? []).filter(({ format }) => format === undefined)}
          chosen={refs}
          full={refs.length >= MOST_COMPARED}
          onAdd={add}
        />
        {shown.length < 2 ? null : (
          <Switch
            label={t('onlyDifferences')}
            checked={onlyDifferences}
            onChange={(checked) => show(refs, checked)}
          />
        )}
      </div>
      {shown.length === 0 ? (
        <EmptyState icon={<Columns3 aria-hidden />} title={t('empty')}>
          {t('emptyWhy')}
        </EmptyState>
      ) : (
        <CompareTable
          columns={shown}
          scope={scope}
          onlyDifferences={onlyDifferences}
          onRemove={(gone) =>
            show(
              refs.filter((ref) => packageKey(ref) !== packageKey(gone)),
              onlyDifferences,
            )
          }
        />
      )}
    </>
  );
}

interface Comparison {
  readonly refs: readonly PackageRef[];
  readonly onlyDifferences: boolean;
  readonly show: (refs: readonly PackageRef[], onlyDifferences: boolean) => void;
}

function useComparison(): Comparison {
  const parameters = useSearchParams();
  const scope = useScope();
  const asked = parameters.getAll('package').join('\n');
  const refs = useMemo(() => comparedRefs(asked.split('\n')), [asked]);
  return {
    refs,
    onlyDifferences: parameters.get('show') === 'differences',
    show: (next, differences) =>
      window.history.replaceState(
        null,
        '',
        urls.compare(next, scope, differences ? 'differences' : undefined),
      ),
  };
}
