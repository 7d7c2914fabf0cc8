'use client';
import { memo, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { OperatorIcon } from '#components/olm/operator-icon.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { cx } from '#components/ui/cx.ts';
import { Link } from '#components/ui/link.tsx';
import type { CatalogItem } from '#lib/olm/search/facets.ts';
import type { SearchReason } from '#lib/olm/search/search.ts';
import type { CatalogTile } from '#lib/olm/content/tile.ts';
import { urls, type Scope } from '#lib/urls.ts';
import { Capability } from './capability.tsx';
import { hasBadges, ItemBadges } from './item-badges.tsx';
import { Marked } from './marked.tsx';

export interface TileProps {
  readonly item: CatalogItem;
  /** Its place among all results. */
  readonly index: number;
  readonly scope: Scope;
  /** Tell catalogs apart, where there are several. */
  readonly showSource: boolean;
  /** Words to mark. */
  readonly marks: readonly string[];
  readonly reason?: SearchReason | undefined;
  /** Tab comes to it. */
  readonly active: boolean;
}

/** All tiles are of one height, so that a row's place is known before it is there; see `TILE_ROWS`. */
export const Tile = memo(function Tile(props: TileProps): ReactNode {
  const { item, index, scope, showSource, marks, reason, active } = props;
  const { tile } = item;
  return (
    <Link
      href={urls.tile(tile, scope)}
      data-index={index}
      tabIndex={active ? 0 : -1}
      className="flex h-full flex-col gap-2.5 overflow-hidden rounded-lg border border-line bg-surface p-4 transition-colors hover:border-line-strong hover:bg-hover focus-visible:-outline-offset-2"
    >
      <div className="flex min-w-0 items-center gap-3">
        <OperatorIcon src={iconOf(tile)} />
        <div className="min-w-0">
          <h2 className="line-clamp-2 font-semibold break-words" title={tile.displayName}>
            <Marked text={tile.displayName} words={marks} />
          </h2>
          <p className="truncate text-sm text-muted">
            <Marked text={tile.provider ?? tile.package} words={marks} />
          </p>
        </div>
      </div>
      <div className="min-h-0 grow">
        <p
          className={cx(
            'text-sm break-words text-muted',
            reason === undefined ? 'line-clamp-2' : 'line-clamp-1',
          )}
        >
          {tile.summary}
        </p>
        {reason === undefined ? null : <Reason reason={reason} marks={marks} />}
      </div>
      <TileFoot item={item} showSource={showSource} />
    </Link>
  );
});

export function iconOf(tile: CatalogTile): string | undefined {
  return tile.iconDigest === undefined ? undefined : urls.icon(tile, tile.iconDigest);
}

/** Where it was found, when its name does not show it. */
export function Reason({
  reason,
  marks,
}: {
  readonly reason: SearchReason;
  readonly marks: readonly string[];
}): ReactNode {
  const t = useTranslations('catalog');
  return (
    <p className="truncate text-sm text-faint">
      {t('foundIn', { field: reason.field })}{' '}
      <span className="text-muted">
        <Marked text={reason.text} words={marks} />
      </span>
    </p>
  );
}

function TileFoot({ item, showSource }: Pick<TileProps, 'item' | 'showSource'>): ReactNode {
  const t = useTranslations('catalog');
  const { tile } = item;
  return (
    <p className="flex h-5 min-w-0 items-center gap-2">
      <ItemBadges item={item} />
      {tile.format === undefined ? null : <Badge title={t('formatWhat')}>{t('format.kudo')}</Badge>}
      <span className="max-w-24 shrink-0 truncate text-xs text-faint">{tile.headVersion}</span>
      {showSource ? (
        <span className="min-w-0 truncate text-xs text-faint">{tile.catalogDisplayName ?? tile.catalog}</span>
      ) : null}
      <span className="ms-auto flex shrink-0">
        <Capability level={tile.capabilityLevel} short={hasBadges(item)} />
      </span>
    </p>
  );
}
