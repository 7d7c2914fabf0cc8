'use client';
import { SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/states.tsx';
import type { CatalogResult } from '#lib/olm/search/browse.ts';
import { FACETS } from '#lib/olm/search/facets.ts';
import { withFacet } from '#lib/olm/search/query.ts';
import type { Suggestion } from '#lib/olm/search/suggest.ts';
import { facetTitle } from './facets.tsx';
import type { ChangeQuery } from './use-catalog-query.ts';

interface NoResultsProps {
  readonly result: CatalogResult;
  readonly total: number;
  readonly suggestions: readonly Suggestion[];
  readonly onChange: ChangeQuery;
}

/** Nothing fits: says whether the words or the filters are why, and which change would find something. */
export function NoResults(props: NoResultsProps): ReactNode {
  const { result, total, onChange } = props;
  const t = useTranslations('catalog');
  const hidden = result.found;
  return (
    <EmptyState
      icon={<SearchX aria-hidden className="size-5" />}
      title={t('nothingMatches')}
      action={
        <Button
          variant="primary"
          onClick={() => onChange((now) => ({ ...now, text: hidden > 0 ? now.text : '', facets: {} }))}
        >
          {hidden > 0 ? t('clearAll') : t('clearFilters')}
        </Button>
      }
    >
      <p role="status">
        {hidden > 0 ? t('hiddenByFilters', { count: hidden }) : t('nothingFits', { count: total })}
      </p>
      {hidden > 0 ? <Relax {...props} /> : <DidYouMean {...props} />}
    </EmptyState>
  );
}

/** Filters that alone keep results away. */
function Relax({ result, onChange }: NoResultsProps): ReactNode {
  const t = useTranslations('catalog');
  const helpful = FACETS.filter((facet) => (result.without[facet] ?? 0) > 0);
  if (helpful.length === 0) return null;
  return (
    <ul className="mt-3 flex flex-wrap justify-center gap-1.5">
      {helpful.map((facet) => (
        <li key={facet}>
          <Button size="sm" onClick={() => onChange((now) => withFacet(now, facet, []))}>
            {t('withoutFacet', { facet: facetTitle(t, facet), count: result.without[facet] ?? 0 })}
          </Button>
        </li>
      ))}
    </ul>
  );
}

function DidYouMean({ suggestions, onChange }: NoResultsProps): ReactNode {
  const t = useTranslations('catalog');
  if (suggestions.length === 0) return null;
  return (
    <p className="mt-3 flex flex-wrap items-center justify-center gap-1.5">
      <span>{t('didYouMean')}</span>
      {suggestions.map(({ text, count }) => (
        <Button key={text} size="sm" onClick={() => onChange((now) => ({ ...now, text }))}>
          {text}
          <span className="text-faint tabular-nums">{count}</span>
        </Button>
      ))}
    </p>
  );
}
