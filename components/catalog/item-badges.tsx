'use client';
import { CircleArrowUp, CircleCheck, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Badge } from '#components/ui/badge.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import { retirement, type CatalogItem } from '#lib/olm/search/facets.ts';

/** What the cluster has of it, and whether it should still be taken. Nothing for most. */
export function ItemBadges({ item }: { readonly item: CatalogItem }): ReactNode {
  const t = useTranslations('catalog');
  const { state, update = false, tile } = item;
  const retired = retirement(tile);
  return (
    <>
      {state === 'installed' && !update ? (
        <Badge tone="good" icon={<CircleCheck aria-hidden className="size-3" />}>
          {t('installed')}
        </Badge>
      ) : null}
      {update ? (
        <Badge tone="info" icon={<CircleArrowUp aria-hidden className="size-3" />}>
          {t('updateAvailable')}
        </Badge>
      ) : null}
      {state === 'installing' ? (
        <Badge tone="busy" icon={<Spinner className="size-3" />}>
          {t('installing')}
        </Badge>
      ) : null}
      {retired === undefined ? null : (
        <Badge tone="warn" icon={<TriangleAlert aria-hidden className="size-3" />} title={retired}>
          {t('deprecated')}
        </Badge>
      )}
    </>
  );
}

/** Does anything stand in the badges? */
export function hasBadges({ state, tile }: CatalogItem): boolean {
  return state !== 'available' || retirement(tile) !== undefined;
}
