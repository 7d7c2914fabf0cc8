'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useApi } from '#components/data/use-api.ts';
import { Notice } from '#components/ui/notice.tsx';
import type { SourceHealth } from '#lib/olm/api/catalog-answers.ts';
import type { CatalogWarning } from '#lib/olm/api/catalog.ts';
import { contentState } from '#lib/olm/sources/source-state.ts';
import { urls } from '#lib/urls.ts';
import { SourceTroubleText } from './sources-popover.tsx';

const REFRESH_MS = 60_000;

export function useSourceHealths(): ReturnType<typeof useApi<SourceHealth[]>> {
  return useApi<SourceHealth[]>(urls.api.sources(), { refreshMs: REFRESH_MS });
}

/** Catalogs of which something is missing or out of date: what, and why. */
export function SourceWarnings({ sources }: { readonly sources: readonly SourceHealth[] }): ReactNode {
  return sources.map((source) => <SourceNotice key={`${source.namespace}/${source.name}`} source={source} />);
}

function SourceNotice({ source }: { readonly source: SourceHealth }): ReactNode {
  const t = useTranslations('catalog');
  const name = source.displayName ?? source.name;
  const { warnings, problem } = source;
  const state = contentState(source);
  if (state === 'ready' || state === 'reading') return null;
  const titles = {
    broken: t('sourceBroken', { name }),
    stale: t('sourceStale', { name }),
    incomplete: t('leftOut', { name, count: warnings.length }),
  };
  const rest = state === 'incomplete' ? t('sourceRest') : t('sourceOthers');
  return (
    <Notice
      tone={state === 'broken' ? 'bad' : 'warn'}
      title={titles[state]}
      details={problem === undefined ? rest : <SourceTroubleText source={source} />}
      expandLabel={t('showWhy')}
    >
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
