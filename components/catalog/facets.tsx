'use client';
import { ListFilter, X } from 'lucide-react';
import { memo, useId, useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '#components/ui/button.tsx';
import { Modal } from '#components/ui/layers/modal.tsx';
import type { CatalogResult } from '#lib/olm/search/browse.ts';
import { FACETS, type Facet, type FacetSelection, type FacetValue } from '#lib/olm/search/facets.ts';
import { toggleFacet } from '#lib/olm/search/query.ts';
import type { Translate } from '#messages/types.ts';
import { FacetGroup } from './facet-group.tsx';
import { useFacetWords, type FacetWords } from './facet-words.ts';
import type { ChangeQuery } from './use-catalog-query.ts';

export function facetTitle(t: Translate<'catalog'>, facet: Facet): string {
  return facet === 'source' ? t('catalog') : t(`facet.${facet}`);
}

export interface FacetsProps {
  readonly result: CatalogResult;
  /** What is chosen. */
  readonly chosen: FacetSelection;
  readonly onChange: ChangeQuery;
}

/** Filters with counts beside the results, where there is room; they stay while the results scroll. */
export const FacetColumn = memo(function FacetColumn(props: FacetsProps): ReactNode {
  const t = useTranslations('catalog');
  return (
    <aside
      aria-label={t('filters')}
      className="sticky top-20 -m-1 max-h-[calc(100dvh-6rem)] w-54 shrink-0 self-start overflow-y-auto overscroll-contain p-1 max-lg:hidden"
    >
      <FacetGroups {...props} />
    </aside>
  );
});

function FacetGroups(props: FacetsProps): ReactNode {
  const { onChange } = props;
  const t = useTranslations('catalog');
  const words = useFacetWords();
  return (
    <div className="flex flex-col gap-5">
      {FACETS.map((facet) => (
        <FacetGroup
          key={facet}
          title={facetTitle(t, facet)}
          values={valuesNow(props, facet, words)}
          onToggle={(value) => onChange((now) => toggleFacet(now, facet, value))}
        />
      ))}
    </div>
  );
}

/** What is chosen shows at once, also where its results still have to come. */
function valuesNow({ result, chosen: all }: FacetsProps, facet: Facet, words: FacetWords): FacetValue[] {
  const chosen = all[facet] ?? [];
  return result.values[facet].map((value) => ({
    ...value,
    label: words(facet, value),
    selected: chosen.includes(value.value),
  }));
}

function chosenCount(chosen: FacetSelection): number {
  return FACETS.reduce((sum, facet) => sum + (chosen[facet]?.length ?? 0), 0);
}

/** The same in a sheet over small screens. Choices count at once; its button says what they leave. */
export const FacetSheet = memo(function FacetSheet(props: FacetsProps): ReactNode {
  const t = useTranslations('catalog');
  const [open, setOpen] = useState(false);
  const titleId = useId();
  const close = (): void => setOpen(false);
  return (
    <>
      <Button
        className="grow lg:hidden"
        icon={<ListFilter aria-hidden className="size-4 text-muted" />}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        {t('filtersChosen', { count: chosenCount(props.chosen) })}
      </Button>
      <Modal
        open={open}
        onClose={close}
        labelledBy={titleId}
        className="inset-y-0 start-auto end-0 h-dvh max-h-none w-88 max-w-[92vw] flex-col border-s bg-canvas transition-[opacity,translate] starting:translate-x-full open:flex"
      >
        <div className="flex items-center justify-between gap-4 px-4 pt-3 pb-2">
          <h2 id={titleId} className="text-lg font-semibold">
            {t('filters')}
          </h2>
          <Button
            variant="ghost"
            size="sm"
            aria-label={t('closeFilters')}
            icon={<X aria-hidden className="size-4" />}
            onClick={close}
          />
        </div>
        <div className="min-h-0 grow overflow-y-auto px-4 py-2">
          <FacetGroups {...props} />
        </div>
        <div className="flex gap-2 border-t border-line px-4 py-3">
          {chosenCount(props.chosen) === 0 ? null : (
            <Button onClick={() => props.onChange(withoutFacets)}>{t('clearAll')}</Button>
          )}
          <Button variant="primary" className="grow" onClick={close}>
            {t('showResults', { count: props.result.items.length })}
          </Button>
        </div>
      </Modal>
    </>
  );
});

const withoutFacets: Parameters<ChangeQuery>[0] = (now) => ({ ...now, facets: {} });

/** What is chosen, each with a way to take it back. */
export function ChosenFacets(props: FacetsProps): ReactNode {
  const { onChange } = props;
  const t = useTranslations('catalog');
  const words = useFacetWords();
  const chosen = FACETS.flatMap((facet) =>
    valuesNow(props, facet, words)
      .filter(({ selected }) => selected)
      .map(({ value, label }) => ({ facet, value, label })),
  );
  if (chosen.length === 0) return null;
  return (
    <ul aria-label={t('chosen')} className="flex min-w-0 flex-wrap items-center gap-1.5">
      {chosen.map(({ facet, value, label }) => (
        <li key={`${facet}/${value}`} className="flex min-w-0">
          <button
            type="button"
            aria-label={t('removeFilter', { facet: facetTitle(t, facet), value: label })}
            onClick={() => onChange((now) => toggleFacet(now, facet, value))}
            className="inline-flex h-7 min-w-0 items-center gap-1 rounded-full border border-line-strong bg-surface ps-2.5 pe-1.5 text-sm transition-colors hover:bg-hover"
          >
            <span className="truncate">{label}</span>
            <X aria-hidden className="size-3.5 shrink-0 text-muted" />
          </button>
        </li>
      ))}
      <li>
        <Button variant="ghost" size="sm" onClick={() => onChange(withoutFacets)}>
          {t('clearAll')}
        </Button>
      </li>
    </ul>
  );
}
