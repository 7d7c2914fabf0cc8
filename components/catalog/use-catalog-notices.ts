'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useSession } from '#components/data/use-api.ts';
import { useWatch } from '#components/data/use-watch.ts';
import { resources } from '#lib/k8s/resources.ts';
import { urls } from '#lib/urls.ts';

/** Controllers write several times when they read a catalog: its state, then its content. */
const SETTLED_MS = 250;

/**
 * Asks again for packages and catalogs as soon as a CatalogSource has changed, where the user may follow them: all, else
 * those of Capstan's own namespace. Whoever may not waits for the next refresh.
 */
export function useCatalogNotices(): void {
  const client = useQueryClient();
  const { data: session } = useSession();
  const all = useWatch({ resource: resources.catalogSources, view: 'metadata' });
  const own = useWatch(
    all.state === 'forbidden' && session !== undefined
      ? { resource: resources.catalogSources, namespace: session.catalogNamespace, view: 'metadata' }
      : undefined,
  );
  const watched = all.state === 'forbidden' ? own : all;
  const items = watched.state === 'ready' ? watched.items : undefined;
  const known = useRef(items);
  useEffect(() => {
    const before = known.current;
    known.current = items;
    if (before === undefined || items === undefined || before === items) return undefined;
    const timer = setTimeout(() => {
      for (const path of [urls.api.packages(), urls.api.sources()]) {
        void client.invalidateQueries({ queryKey: ['api', path] });
      }
    }, SETTLED_MS);
    return () => clearTimeout(timer);
  }, [items, client]);
}
