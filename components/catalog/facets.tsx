'use client';
import { ListFilter } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '#components/ui/button.tsx';
import { Checkbox } from '#components/ui/choices.tsx';
import { cx } from '#components/ui/cx.ts';
import { FACETS, facetValues } from '#lib/olm/catalog-facets.ts';
import type { CatalogItem, Facet, FacetValue } from '#lib/olm/catalog-facets.ts';
import { toggleFacet } from '#lib/olm/catalog-query.ts';
import type { CatalogQuery } from '#lib/olm/catalog-search.ts';
import type { Translate } from '#messages/types.ts';
import { usePhrase } from '#messages/phrases.ts';

function titlesOf(t: Translate<'catalog'>): Readonly<Record<Facet, string>> {
  return {
    category: t('facet.category'),
    state: t('facet.state'),
    provider: t('facet.provider'),
    capability: t('facet.capability'),
    source: t('catalog'),
    mode: t('facet.mode'),
  };
}

/** Values shown before "Show all"; chosen ones always are. */
const SHOWN = 6;

interface FacetsProps {
  /** What the search alone leaves. */
  readonly found: readonly CatalogItem[];
  readonly query: CatalogQuery;
  readonly onChange: (query: CatalogQuery) => void;
}

/** Filters with counts: at the side where there is room, else behind a button. */
export function Facets({ found, query, onChange }: FacetsProps): ReactNode {
  const t = useTranslations('catalog');
  const [open, setOpen] = useState(false);
  const chosen = FACETS.reduce((sum, facet) => sum + (query.facets[facet]?.length ?? 0), 0);
  return (
    <div className="shrink-0 lg:w-52">
      <Button
        className="w-full lg:hidden"
        icon={<ListFilter aria-hidden className="size-4 text-muted" />}
        aria-expanded={open}
        aria-controls="catalog-filters"
        onClick={() => {
          setOpen(!open);
        }}
      >
        {t('filtersChosen', { count: chosen })}
      </Button>
      <aside
        id="catalog-filters"
        aria-label={t('filters')}
        className={cx(
          'max-lg:mt-3 max-lg:rounded-lg max-lg:border max-lg:border-line max-lg:bg-surface max-lg:p-3 lg:block',
          !open && 'hidden',
        )}
      >
        <FacetGroups found={found} query={query} onChange={onChange} />
      </aside>
    </div>
  );
}

function FacetGroups({ found, query, onChange }: FacetsProps): ReactNode {
  const t = useTranslations('catalog');
  return (
    <div className="flex flex-col gap-5">
      {FACETS.map((facet) => (
        <FacetGroup
          key={facet}
          title={titlesOf(t)[facet]}
          values={facetValues(found, query.facets, facet)}
          onToggle={(value) => {
            onChange(toggleFacet(query, facet, value));
          }}
        />
      ))}
    </div>
  );
}

interface FacetGroupProps {
  readonly title: string;
  readonly values: readonly FacetValue[];
  readonly onToggle: (value: string) => void;
}

function FacetGroup({ title, values, onToggle }: FacetGroupProps): ReactNode {
  const phrase = usePhrase();
  const t = useTranslations('catalog');
  const [all, setAll] = useState(false);
  const chosen = values.some(({ selected }) => selected);
  // A choice between one thing is none.
  if (values.length < 2 && !chosen) return null;
  const shown = values.filter(({ selected }, index) => all || index < SHOWN || selected);
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-medium">{title}</legend>
      <div className="flex flex-col">
        {shown.map(({ value, label, count, selected }) => (
          <Checkbox
            key={value}
            checked={selected}
            onChange={() => {
              onToggle(value);
            }}
            label={<span className="line-clamp-2">{phrase(label)}</span>}
            trailing={<span className="text-sm text-faint tabular-nums">{count}</span>}
            className="min-h-7 py-0.5 text-muted hover:text-text has-checked:text-text"
          />
        ))}
      </div>
      {values.length > SHOWN ? (
        <Button
          variant="ghost"
          size="sm"
          className="-ms-2 mt-1"
          onClick={() => {
            setAll(!all);
          }}
        >
          {all ? t('showFewer') : t('showAll', { count: String(values.length) })}
        </Button>
      ) : null}
    </fieldset>
  );
}
