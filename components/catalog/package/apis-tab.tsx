'use client';
import { useMemo, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Card } from '#components/ui/card.tsx';
import { cx } from '#components/ui/cx.ts';
import { EmptyState } from '#components/ui/states.tsx';
import { isJsonObject } from '#lib/base/json.ts';
import { kindsOf, type ProvidedKind } from '#lib/olm/api/provided-kinds.ts';
import type { CatalogBundle, GroupVersionKind } from '#lib/olm/api/catalog.ts';
import type { BundleDetail } from '#lib/olm/api/catalog-answers.ts';
import { ApiDetails } from './api-details.tsx';
import { ManifestsState } from './manifests-state.tsx';
import { useBundle, usePackageQuery, type PackagePage } from './use-package.ts';

/** The kinds it brings with their fields, and those that it needs from others. */
export function ApisTab({ page }: { readonly page: PackagePage }): ReactNode {
  const t = useTranslations('packages');
  const { bundle } = page.choice;
  const { api } = usePackageQuery();
  const detail = useBundle(page.at, bundle.name);
  const kinds = useMemo(() => kindsOf(bundle.providedApis), [bundle]);
  const chosen = kinds.find(({ name }) => name === api) ?? kinds[0];
  if (chosen === undefined) {
    return (
      <>
        <EmptyState title={t('providesNone')}>{t('providesNoneWhy')}</EmptyState>
        <RequiredCard apis={bundle.requiredApis} />
      </>
    );
  }
  return (
    <div className="grid min-w-0 grid-cols-1 items-start gap-5 lg:grid-cols-[16rem_minmax(0,1fr)]">
      <KindList kinds={kinds} chosen={chosen} page={page} />
      <div className="flex min-w-0 flex-col gap-5">
        <ManifestsState detail={detail} />
        <ApiDetails
          key={`${bundle.name}/${chosen.name}`}
          kind={chosen}
          crd={crdOf(detail.data, chosen)}
          example={exampleOf(detail.data?.bundle ?? bundle, chosen)}
        />
        <RequiredCard apis={bundle.requiredApis} />
      </div>
    </div>
  );
}

function crdOf(detail: BundleDetail | undefined, kind: ProvidedKind): unknown {
  return detail?.crds.find(({ metadata }) => metadata.name === kind.name);
}

/** The provider's own example, the best version first. */
function exampleOf({ csv }: CatalogBundle, { group, versions, kind }: ProvidedKind): unknown {
  const texts = versions.map((version) => `${group}/${version}`);
  const examples = csv.examples.filter(isJsonObject).filter((example) => example['kind'] === kind);
  return texts.flatMap((text) => examples.filter((example) => example['apiVersion'] === text))[0];
}

interface KindListProps {
  readonly kinds: readonly ProvidedKind[];
  readonly chosen: ProvidedKind;
  readonly page: PackagePage;
}

function KindList({ kinds, chosen, page }: KindListProps): ReactNode {
  const t = useTranslations('packages');
  return (
    <nav
      aria-label={t('provides')}
      className="max-h-80 overflow-y-auto lg:sticky lg:top-4 lg:max-h-[calc(100vh-6rem)]"
    >
      <ul className="flex flex-col gap-0.5">
        {kinds.map((kind) => (
          <li key={kind.name}>
            <button
              type="button"
              aria-current={kind.name === chosen.name ? 'true' : undefined}
              onClick={() => page.choose({ api: kind.name })}
              className={cx(
                'w-full rounded-md px-2.5 py-1.5 text-start break-words hover:bg-hover focus-visible:-outline-offset-2',
                kind.name === chosen.name ? 'bg-hover font-medium' : 'text-muted',
              )}
            >
              {kind.kind}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function RequiredCard({ apis }: { readonly apis: readonly GroupVersionKind[] }): ReactNode {
  const t = useTranslations('packages');
  if (apis.length === 0) return null;
  return (
    <Card title={t('requiredApis')} description={t('requiredApisHelp')}>
      <ul className="flex flex-col gap-1.5">
        {apis.map(({ group, version, kind }) => (
          <li key={`${group}/${version}/${kind}`} className="flex min-w-0 flex-wrap items-baseline gap-x-2">
            <span className="font-medium break-words">{kind}</span>
            <span className="font-mono text-xs break-all text-faint">
              {group}/{version}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
