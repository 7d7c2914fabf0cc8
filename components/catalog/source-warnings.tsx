'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useApi } from '#components/data/use-api.ts';
import { Notice } from '#components/ui/notice.tsx';
import type { SourceHealth } from '#lib/olm/catalog-answers.ts';
import type { CatalogWarning } from '#lib/olm/catalog.ts';
import { urls } from '#lib/urls.ts';

const REFRESH_MS = 60_000;

export function useSources(): ReturnType<typeof useApi<SourceHealth[]>> {
  return useApi<SourceHealth[]>(urls.api.sources(), { refreshMs: REFRESH_MS });
}

/** Catalogs of which something is missing: which file, and why. */
export function SourceWarnings(): ReactNode {
  const sources = useSources();
  const troubled = (sources.data ?? []).filter(({ healthy, warnings }) => !healthy || warnings.length > 0);
  return troubled.map((source) => (
    <SourceNotice key={`${source.namespace}/${source.name}`} source={source} />
  ));
}

function SourceNotice({ source }: { readonly source: SourceHealth }): ReactNode {
  const t = useTranslations('catalog');
  const name = source.displayName ?? source.name;
  const { warnings, healthy } = source;
  const title = healthy ? t('leftOut', { name, count: warnings.length }) : t('sourceBroken', { name });
  const details = healthy ? t('sourceRest') : t('sourceOthers');
  return (
    <Notice tone={healthy ? 'warn' : 'bad'} title={title} details={details} expandLabel={t('showWhy')}>
      {warnings.length === 0 ? undefined : (
        <ul className="flex max-h-80 flex-col divide-y divide-line overflow-y-auto">
          {warnings.map((warning, index) => (
            <li key={index} className="py-1.5 text-sm">
              <p className="font-mono text-xs break-all">{placeOf(warning)}</p>
              <p className="break-words text-muted">{warning.message}</p>
            </li>
          ))}
        </ul>
      )}
    </Notice>
  );
}

function placeOf({ file, package: name, entry }: CatalogWarning): string {
  const parts = [file, name === undefined ? undefined : `package ${name}`, entry];
  return parts.filter((part) => part !== undefined).join(' · ');
}
