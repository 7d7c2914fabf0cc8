'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { TILE_ROWS } from './tile-rows.ts';

/** In the shape of the catalog: search, filters, tiles. */
export function CatalogSkeleton(): ReactNode {
  const t = useTranslations('catalog');
  return (
    <div role="status" aria-label={t('loading')} className="flex min-w-0 flex-col gap-4">
      <Skeleton className="h-8 w-full" />
      <div className="flex min-w-0 gap-8">
        <div className="flex w-52 shrink-0 flex-col gap-3 max-lg:hidden">
          {Array.from({ length: 10 }, (_, index) => (
            <Skeleton key={index} className="h-4 w-4/5" />
          ))}
        </div>
        <div className="flex min-w-0 grow flex-col gap-3">
          <Skeleton className="h-5 w-24" />
          <TileSkeletons />
        </div>
      </div>
    </div>
  );
}

function TileSkeletons(): ReactNode {
  return (
    <div className={TILE_ROWS}>
      {Array.from({ length: 12 }, (_, index) => (
        <div key={index} className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-4">
          <div className="flex items-center gap-3">
            <Skeleton className="size-10" />
            <div className="flex grow flex-col gap-2">
              <Skeleton className="h-3.5 w-3/5" />
              <Skeleton className="h-3 w-2/5" />
            </div>
          </div>
          <Skeleton className="h-3 w-full" />
          <Skeleton className="h-3 w-4/5" />
        </div>
      ))}
    </div>
  );
}
