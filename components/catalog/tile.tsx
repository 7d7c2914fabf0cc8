import { CircleCheck, TriangleAlert } from 'lucide-react';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { OperatorIcon } from '#components/olm/operator-icon.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { cx } from '#components/ui/cx.ts';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import type { CatalogItem } from '#lib/olm/catalog-facets.ts';
import type { CatalogTile } from '#lib/olm/catalog-tile.ts';
import { urls } from '#lib/urls.ts';
import type { Scope } from '#lib/urls.ts';

interface TileProps {
  readonly item: CatalogItem;
  readonly scope: Scope;
  /** Tell catalogs apart, where there are several. */
  readonly showSource: boolean;
}

/** One package. Off-screen tiles cost no layout. */
export function Tile({ item, scope, showSource }: TileProps): ReactNode {
  const { tile } = item;
  return (
    <li className="[contain-intrinsic-size:auto_10.5rem] [content-visibility:auto]">
      <Link
        href={urls.package(tile, scope)}
        prefetch={false}
        className="flex h-full min-h-42 flex-col gap-3 rounded-lg border border-line bg-surface p-4 transition-colors hover:border-line-strong hover:bg-hover focus-visible:-outline-offset-2"
      >
        <div className="flex min-w-0 items-center gap-3">
          <OperatorIcon src={tile.iconDigest === undefined ? undefined : urls.icon(tile, tile.iconDigest)} />
          <div className="min-w-0">
            <h2 className="line-clamp-2 font-semibold break-words">{tile.displayName}</h2>
            <p className="truncate text-sm text-muted">{tile.provider ?? tile.package}</p>
          </div>
        </div>
        <div className="grow">
          <p className="line-clamp-3 text-sm break-words text-muted">{tile.summary}</p>
        </div>
        <TileBadges item={item} showSource={showSource} />
      </Link>
    </li>
  );
}

function TileBadges({
  item,
  showSource,
}: {
  readonly item: CatalogItem;
  readonly showSource: boolean;
}): ReactNode {
  const t = useTranslations('catalog');
  const { tile, state } = item;
  return (
    <p className="flex min-h-5 flex-wrap items-center gap-1.5">
      <span className="truncate text-xs text-faint">{versionText(tile)}</span>
      {showSource ? <Badge>{tile.catalogDisplayName ?? tile.catalog}</Badge> : null}
      {state === 'installed' ? (
        <Badge tone="good" icon={<CircleCheck aria-hidden className="size-3" />}>
          {t('installed')}
        </Badge>
      ) : null}
      {state === 'installing' ? (
        <Badge tone="busy" icon={<Spinner className="size-3" />}>
          {t('installing')}
        </Badge>
      ) : null}
      {tile.deprecated === undefined ? null : (
        <Badge tone="warn" icon={<TriangleAlert aria-hidden className="size-3" />} title={tile.deprecated}>
          {t('deprecated')}
        </Badge>
      )}
    </p>
  );
}

function versionText({ headVersion }: CatalogTile): string {
  return headVersion === '' ? '' : headVersion;
}

export const GRID_CLASS = 'grid grid-cols-[repeat(auto-fill,minmax(min(17rem,100%),1fr))] gap-3';

export function TileSkeletons(): ReactNode {
  const t = useTranslations('catalog');
  return (
    <div role="status" aria-label={t('loading')} className="flex min-w-0 flex-col gap-4 lg:flex-row lg:gap-8">
      <div className="flex shrink-0 flex-col gap-3 lg:w-52">
        <Skeleton className="h-8 w-full lg:hidden" />
        {Array.from({ length: 8 }, (_, index) => (
          <Skeleton key={index} className="h-4 w-4/5 max-lg:hidden" />
        ))}
      </div>
      <div className="flex min-w-0 grow flex-col gap-4">
        <Skeleton className="h-8 w-full" />
        <Skeleton className="h-4 w-24" />
        <div className={cx(GRID_CLASS, 'grow')}>
          {Array.from({ length: 9 }, (_, index) => (
            <div
              key={index}
              className="flex h-42 flex-col gap-3 rounded-lg border border-line bg-surface p-4"
            >
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
      </div>
    </div>
  );
}
