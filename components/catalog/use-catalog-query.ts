'use client';
import { useSearchParams } from 'next/navigation';
import { useMemo } from 'react';
import { useScope } from '#components/olm/use-scope.ts';
import { readCatalogQuery, writeCatalogQuery } from '#lib/olm/catalog-query.ts';
import type { CatalogQuery } from '#lib/olm/catalog-search.ts';
import { urls } from '#lib/urls.ts';

/** Search, facets and order live in the address. Changing them asks no server and makes no history entries. */
export function useCatalogQuery(): [CatalogQuery, (next: CatalogQuery) => void] {
  const parameters = useSearchParams();
  const scope = useScope();
  const query = useMemo(() => readCatalogQuery(new URLSearchParams(parameters.toString())), [parameters]);
  const set = (next: CatalogQuery): void => {
    window.history.replaceState(null, '', urls.catalog(scope, writeCatalogQuery(next)));
  };
  return [query, set];
}
