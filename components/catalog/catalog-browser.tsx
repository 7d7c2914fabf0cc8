'use client';
import { LayoutGrid, List } from 'lucide-react';
import dynamic from 'next/dynamic';
import {
  memo,
  useCallback,
  useMemo,
  useRef,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { useTranslations } from 'use-intl';
import { useScope } from '#components/frame/use-scope.ts';
import { Button } from '#components/ui/button.tsx';
import { SearchInput, Select } from '#components/ui/inputs.tsx';
import type { CatalogResult } from '#lib/olm/search/browse.ts';
import { sourceId } from '#lib/olm/search/facets.ts';
import { SORTS, type CatalogAddress, type CatalogLayout } from '#lib/olm/search/query.ts';
import type { CatalogTile } from '#lib/olm/content/tile.ts';
import { ChosenFacets, FacetColumn, FacetSheet, type FacetsProps } from './facets.tsx';
import { TileGrid } from './tile-grid.tsx';
import { useBrowse } from './use-browse.ts';
import { useCatalogQuery } from './use-catalog-query.ts';
import { useScrollMemory } from './use-scroll-memory.ts';

// Most never see it.
const ItemTable = dynamic(async () => (await import('./item-table.tsx')).ItemTable, { ssr: false });
const NoResults = dynamic(async () => (await import('./no-results.tsx')).NoResults);

/** Search, filters and what they leave. */
export function CatalogBrowser({ tiles }: { readonly tiles: readonly CatalogTile[] }): ReactNode {
  const { query, change, flush } = useCatalogQuery();
  const { result, suggestions } = useBrowse(tiles, query);
  const scope = useScope();
  const search = useRef<HTMLInputElement>(null);
  const showSource = useMemo(() => new Set(tiles.map(sourceId)).size > 1, [tiles]);
  useScrollMemory();
  const facets: FacetsProps = { result, chosen: query.facets, onChange: change };
  const view = { result, scope, showSource };
  const focusSearch = useCallback(() => search.current?.focus(), []);
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <Toolbar {...facets} query={query} search={search} onFlush={flush} />
      <div className="flex min-w-0 gap-8">
        <FacetColumn {...facets} />
        <div data-results className="flex min-w-0 grow flex-col gap-3">
          <Summary {...facets} total={tiles.length} />
          {result.items.length === 0 ? (
            <NoResults {...facets} total={tiles.length} suggestions={suggestions} />
          ) : query.view === 'list' ? (
            <ItemTable {...view} />
          ) : (
            <TileGrid {...view} onLeave={focusSearch} />
          )}
        </div>
      </div>
    </div>
  );
}

interface ToolbarProps extends FacetsProps {
  readonly query: CatalogAddress;
  readonly search: RefObject<HTMLInputElement | null>;
  readonly onFlush: () => void;
}

function Toolbar({ query, search, onFlush, ...facets }: ToolbarProps): ReactNode {
  const t = useTranslations('catalog');
  const { onChange } = facets;
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'Escape' && query.text !== '') {
      event.preventDefault();
      onChange((now) => ({ ...now, text: '' }));
    } else if (event.key === 'ArrowDown') {
      event.preventDefault();
      document.querySelector<HTMLElement>('[data-results] [tabindex="0"]')?.focus();
    }
  };
  return (
    <div className="flex flex-wrap items-center gap-2">
      <SearchInput
        ref={search}
        label={t('search')}
        placeholder={t('searchBy')}
        value={query.text}
        onChange={(text) => onChange((now) => ({ ...now, text }), true)}
        onKeyDown={onKeyDown}
        onBlur={onFlush}
        aria-keyshortcuts="/"
        className="min-w-52 grow max-lg:basis-full"
      />
      <FacetSheet {...facets} />
      <Select
        aria-label={t('order')}
        value={query.sort}
        options={SORTS.map((value) => ({ value, label: t(`sort.${value}`) }))}
        onChange={(value) =>
          onChange((now) => ({ ...now, sort: SORTS.find((known) => known === value) ?? 'relevance' }))
        }
        className="w-40 max-lg:grow"
      />
      <ViewSwitch view={query.view} onChange={(view) => onChange((now) => ({ ...now, view }))} />
    </div>
  );
}

const VIEWS: readonly { view: CatalogLayout; Icon: typeof List }[] = [
  { view: 'grid', Icon: LayoutGrid },
  { view: 'list', Icon: List },
];

function ViewSwitch({
  view,
  onChange,
}: {
  readonly view: CatalogLayout;
  readonly onChange: (view: CatalogLayout) => void;
}): ReactNode {
  const t = useTranslations('catalog');
  return (
    <div role="group" aria-label={t('view')} className="flex gap-0.5 rounded-md border border-line p-px">
      {VIEWS.map(({ view: one, Icon }) => (
        <Button
          key={one}
          variant="ghost"
          size="sm"
          aria-label={t(`viewAs.${one}`)}
          title={t(`viewAs.${one}`)}
          aria-pressed={view === one}
          className="aria-pressed:bg-hover aria-pressed:text-text"
          icon={<Icon aria-hidden className="size-4" />}
          onClick={() => onChange(one)}
        />
      ))}
    </div>
  );
}

/** How many, of how many, and why these. */
const Summary = memo(function Summary({
  total,
  ...facets
}: FacetsProps & { readonly total: number }): ReactNode {
  const t = useTranslations('catalog');
  const { result } = facets;
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-2">
      {result.items.length === 0 ? null : (
        <p role="status" className="text-sm text-muted">
          {t('shown', { whole: String(result.items.length === total), shown: result.items.length, total })}
          <Corrected result={result} />
        </p>
      )}
      <ChosenFacets {...facets} />
    </div>
  );
});

function Corrected({ result }: { readonly result: CatalogResult }): ReactNode {
  const t = useTranslations('catalog');
  if (result.corrected === undefined) return null;
  return (
    <>
      {' · '}
      {t.rich('correctedTo', {
        text: result.corrected,
        strong: (words) => <strong className="font-medium text-text">{words}</strong>,
      })}
    </>
  );
}
