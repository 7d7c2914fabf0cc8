'use client';
import { Lock, SearchX } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useAccess, useApi, useSession } from '#components/data/use-api.ts';
import { GrantRole } from '#components/olm/rights.tsx';
import { useScope } from '#components/olm/use-scope.ts';
import { Button } from '#components/ui/button.tsx';
import { CodeBlock } from '#components/ui/code-block.tsx';
import { SearchInput, Select } from '#components/ui/inputs.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { EmptyState, ErrorState } from '#components/ui/states.tsx';
import type { CatalogItem } from '#lib/olm/catalog-facets.ts';
import { sourceId } from '#lib/olm/catalog-facets.ts';
import { searchCatalog } from '#lib/olm/catalog-search.ts';
import type { CatalogQuery, CatalogResult, CatalogSort } from '#lib/olm/catalog-search.ts';
import type { CatalogTile } from '#lib/olm/catalog-tile.ts';
import { tileState } from '#lib/olm/installed-state.ts';
import { checkOf } from '#lib/access.ts';
import { resources } from '#lib/k8s/resources.ts';
import { urls } from '#lib/urls.ts';
import type { Translate } from '#messages/types.ts';
import { Facets } from './facets.tsx';
import { ForbiddenCatalog } from './forbidden-catalog.tsx';
import { SourceWarnings } from './source-warnings.tsx';
import { GRID_CLASS, Tile, TileSkeletons } from './tile.tsx';
import { useCatalogQuery } from './use-catalog-query.ts';
import { useInstalled } from './use-installed.ts';

const REFRESH_MS = 30_000;
const NO_QUERY: CatalogQuery = { text: '', facets: {}, sort: 'relevance' };

function sortsOf(t: Translate<'catalog'>): readonly { value: CatalogSort; label: string }[] {
  return [
    { value: 'relevance', label: t('sort.match') },
    { value: 'name', label: t('sort.nameUp') },
    { value: 'name-descending', label: t('sort.nameDown') },
    { value: 'newest', label: t('sort.newest') },
  ];
}

/** All that can be installed, to search and to filter. */
export function CatalogView(): ReactNode {
  const t = useTranslations('catalog');
  const packages = useApi<CatalogTile[]>(urls.api.packages(), { refreshMs: REFRESH_MS });
  return (
    <>
      <PageHeader title={t('catalog')} description={t('catalogIs')} />
      <SourceWarnings />
      {packages.state === 'loading' ? <TileSkeletons /> : null}
      {packages.state === 'forbidden' ? <ForbiddenCatalog /> : null}
      {packages.state === 'error' ? (
        <ErrorState
          title={t('notLoaded')}
          message={packages.error.message}
          action={
            <Button variant="primary" busy={packages.refreshing} onClick={packages.refetch}>
              {t('tryAgain')}
            </Button>
          }
        />
      ) : null}
      {packages.state === 'ready' && packages.error !== undefined ? (
        <Notice tone="warn" title={t('stale')} details={packages.error.message} />
      ) : null}
      {packages.data?.length === 0 ? <NoPackages /> : null}
      {packages.data === undefined || packages.data.length === 0 ? null : <Browser tiles={packages.data} />}
    </>
  );
}

function NoPackages(): ReactNode {
  const t = useTranslations('catalog');
  const { data: session } = useSession();
  const namespace = session?.catalogNamespace;
  const reads =
    namespace === undefined
      ? []
      : ['get', 'list', 'watch'].map((verb) => checkOf(verb, resources.catalogSources, { namespace }));
  const access = useAccess(reads);
  if (access.state === 'loading' || session === undefined) return <TileSkeletons />;
  if (access.missing.length > 0) {
    return (
      <EmptyState title={t('noneVisible')} icon={<Lock aria-hidden className="size-5" />}>
        <p>{t('noneVisibleWhy', { namespace: session.catalogNamespace })}</p>
        <div className="mt-3 flex flex-col gap-2 text-start text-sm">
          <GrantRole checks={reads} />
        </div>
      </EmptyState>
    );
  }
  return (
    <EmptyState title={t('empty')}>
      <p>{t('emptyWhy')}</p>
      <div className="mt-3 text-start">
        <CodeBlock label={t('folderAsCatalog')} text="npm start -- --catalog NAME=DIR" />
      </div>
    </EmptyState>
  );
}

function Browser({ tiles }: { readonly tiles: readonly CatalogTile[] }): ReactNode {
  const t = useTranslations('catalog');
  const [query, setQuery] = useCatalogQuery();
  const [text, setText] = useState(query.text);
  const installed = useInstalled();
  const items = useMemo(
    () => tiles.map((tile) => ({ tile, state: tileState(installed, tile) })),
    [tiles, installed],
  );
  const asked = useDeferredValue(useMemo(() => ({ ...query, text }), [query, text]));
  const result = useMemo(() => searchCatalog(items, asked), [items, asked]);
  const change = (next: CatalogQuery): void => {
    setText(next.text);
    setQuery(next);
  };
  const clear = (): void => {
    change(NO_QUERY);
  };
  return (
    <div className="flex min-w-0 flex-col gap-4 lg:flex-row lg:gap-8">
      <Facets found={result.found} query={{ ...query, text }} onChange={change} />
      <div className="flex min-w-0 grow flex-col gap-4">
        <div className="flex flex-wrap items-center gap-2">
          <SearchInput
            label={t('search')}
            placeholder={t('searchBy')}
            value={text}
            onChange={(next) => {
              change({ ...query, text: next });
            }}
            className="min-w-52 grow"
          />
          <Select
            aria-label={t('order')}
            value={query.sort}
            options={sortsOf(t)}
            onChange={(value) => {
              const sort = sortsOf(t).find((known) => known.value === value)?.value ?? 'relevance';
              change({ ...query, text, sort });
            }}
            className="w-40"
          />
        </div>
        <Results result={result} total={tiles.length} onClear={clear} />
      </div>
    </div>
  );
}

interface ResultsProps {
  readonly result: CatalogResult;
  readonly total: number;
  readonly onClear: () => void;
}

/** Tiles put on the page at once; more come by a button. */
const PAGE = 120;

function Results({ result, total, onClear }: ResultsProps): ReactNode {
  const t = useTranslations('catalog');
  const scope = useScope();
  const [shown, setShown] = useState(PAGE);
  const { items } = result;
  const severalSources = useMemo(() => hasSeveralSources(items), [items]);
  if (items.length === 0) {
    return (
      <EmptyState
        icon={<SearchX aria-hidden className="size-5" />}
        title={t('nothingMatches')}
        action={
          <Button variant="primary" onClick={onClear}>
            {t('clearFilters')}
          </Button>
        }
      >
        {t('nothingFits', { count: total })}
      </EmptyState>
    );
  }
  return (
    <>
      <p role="status" className="text-sm text-muted">
        {t('shown', { whole: String(items.length === total), shown: items.length, total })}
      </p>
      <ul className={GRID_CLASS}>
        {items.slice(0, shown).map((item) => (
          <Tile
            key={`${sourceId(item.tile)}/${item.tile.package}`}
            item={item}
            scope={scope}
            showSource={severalSources}
          />
        ))}
      </ul>
      {items.length > shown ? (
        <Button
          className="self-center"
          onClick={() => {
            setShown(shown + PAGE);
          }}
        >
          {t('showMore', { count: items.length - shown })}
        </Button>
      ) : null}
    </>
  );
}

function hasSeveralSources(items: readonly CatalogItem[]): boolean {
  return new Set(items.map(({ tile }) => sourceId(tile))).size > 1;
}
