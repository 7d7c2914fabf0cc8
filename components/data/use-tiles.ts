'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { CatalogTile } from '#lib/olm/content/tile.ts';
import { firstTag, isFirstTag, toldTiles, type TilePiece } from '#lib/olm/search/tile-list.ts';
import { urls } from '#lib/urls.ts';
import { apiRead } from './http.ts';
import { useApi, type ApiResult } from './use-api.ts';
import { idly } from './idly.ts';

/** A list of tiles with its name. */
interface TileList {
  tag: string;
  tiles: readonly CatalogTile[];
}

/**
 * The packages of all catalogs: at first what lists show, and as soon as the browser has time the rest of each. Asked
 * again it is told what has changed.
 */
export function useTiles({ refreshMs }: { readonly refreshMs?: number } = {}): ApiResult<
  readonly CatalogTile[]
> {
  const path = urls.api.packages();
  const client = useQueryClient();
  const list = useApi<TileList>(path, { read: readTiles, ...(refreshMs === undefined ? {} : { refreshMs }) });
  const isFirst = list.data !== undefined && isFirstTag(list.data.tag);
  useEffect(() => {
    if (!isFirst) return undefined;
    return idly(() => {
      // Whoever else shows the list asks, too: once is enough.
      void client.refetchQueries({ queryKey: ['api', path] }, { cancelRefetch: false });
    });
  }, [isFirst, client, path]);
  return list.state === 'ready' ? { ...list, data: list.data.tiles } : list;
}

const NAMELESS = firstTag('none');

async function readTiles(known: TileList | undefined, signal: AbortSignal): Promise<TileList> {
  const since = known?.tag;
  const told = await apiRead(
    urls.api.packages(since),
    { signal, ...(since === undefined ? {} : { ifNoneMatch: `"${since}"` }) },
    async (response): Promise<TileList | undefined> => {
      if (response.status === 304) return known;
      // One that our own server named; without a name it is asked for whole.
      const tag =
        /"(.+)"/.exec(response.headers.get('etag') ?? '')?.[1] ?? (since === undefined ? NAMELESS : 'none');
      const tiles = toldTiles(known?.tiles ?? [], (await response.json()) as TilePiece[]);
      return tiles && { tag, tiles };
    },
  );
  return told ?? readTiles(undefined, signal);
}
