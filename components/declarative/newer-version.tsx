'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useTiles } from '#components/data/use-tiles.ts';
import { useScope } from '#components/frame/use-scope.ts';
import { LinkButton } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { newerTile } from '#lib/kudo/views/newer-version.ts';
import type { InstanceView } from '#lib/kudo/views/instance-view.ts';
import { urls } from '#lib/urls.ts';

/** How often catalogs are asked for newer versions; unchanged answers cost a 304. */
const REFRESH_MS = 30_000;

/** Says that a repository has a newer version of what runs, and leads to it; nothing while there is none. */
export function NewerVersion({ instance }: { readonly instance: InstanceView }): ReactNode {
  const t = useTranslations('declarative');
  const scope = useScope();
  const tiles = useTiles({ refreshMs: REFRESH_MS });
  const tile = newerTile(tiles.data ?? [], instance);
  if (tile === undefined) return null;
  const { namespace, name } = instance;
  return (
    <Notice
      tone="info"
      title={t('newer', { version: tile.headVersion })}
      details={t('newerWhere', { catalog: tile.catalogDisplayName ?? tile.catalog })}
      action={
        <LinkButton
          size="sm"
          href={urls.installOperatorPackage(tile, scope, { upgrade: { namespace, name } })}
        >
          {t('upgrade')}
        </LinkButton>
      }
    />
  );
}
