'use client';
import { useDeferredValue, useEffect, useMemo } from 'react';
import { idly } from '#components/data/idly.ts';
import { browseCatalog, type CatalogQuery, type CatalogResult } from '#lib/olm/search/browse.ts';
import type { CatalogItem } from '#lib/olm/search/facets.ts';
import { createCatalogIndex } from '#lib/olm/search/index.ts';
import { suggestSearches, type Suggestion } from '#lib/olm/search/suggest.ts';
import type { CatalogTile } from '#lib/olm/content/tile.ts';
import { hasUpdate, tileState } from '#lib/olm/views/installed-state.ts';
import { useInstalled } from './use-installed.ts';

export interface Browsed {
  readonly result: CatalogResult;
  /** Only when the words find nothing. */
  readonly suggestions: readonly Suggestion[];
}

/** What the query finds. The box shows a key at once; what it finds follows as soon as the browser has time. */
export function useBrowse(tiles: readonly CatalogTile[], query: CatalogQuery): Browsed {
  const installed = useInstalled();
  const index = useMemo(() => createCatalogIndex(tiles), [tiles]);
  // Before the first key, but not before the first paint.
  useEffect(() => idly(() => index.prepare()), [index]);
  const items = useMemo(
    () => tiles.map((tile) => itemOf(tile, tileState(installed, tile), hasUpdate(installed, tile))),
    [tiles, installed],
  );
  const { text, facets, sort } = query;
  const asked = useDeferredValue(useMemo(() => ({ text, facets, sort }), [text, facets, sort]));
  const result = useMemo(() => browseCatalog(index, items, asked), [index, items, asked]);
  const suggestions = useMemo(
    () => (result.found === 0 ? suggestSearches(index, asked.text) : []),
    [result, index, asked],
  );
  return { result, suggestions };
}

const known = new WeakMap<CatalogTile, CatalogItem>();

/** The same one as long as nothing changes, so that tiles of which nothing is new are not drawn again. */
function itemOf(tile: CatalogTile, state: CatalogItem['state'], update: boolean): CatalogItem {
  const before = known.get(tile);
  if (before?.state === state && before.update === update) return before;
  const item = { tile, state, update };
  known.set(tile, item);
  return item;
}
