'use client';
import { useMemo, useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Field } from '#components/ui/field.tsx';
import { Combobox } from '#components/ui/layers/combobox.tsx';
import type { CatalogTile } from '#lib/olm/content/tile.ts';
import { packageKey } from '#lib/olm/views/installed-state.ts';
import type { PackageRef } from '#lib/urls.ts';

interface AddPackageProps {
  readonly tiles: readonly CatalogTile[];
  readonly chosen: readonly PackageRef[];
  /** No further column. */
  readonly full: boolean;
  readonly onAdd: (ref: PackageRef) => void;
}

/** Finds one more package by its name. */
export function AddPackage({ tiles, chosen, full, onAdd }: AddPackageProps): ReactNode {
  const t = useTranslations('compare');
  const [text, setText] = useState('');
  const offers = useMemo(() => offersOf(tiles, chosen), [tiles, chosen]);
  const options = useMemo(
    () => [...offers].map(([value, tile]) => ({ value, detail: tile.catalogDisplayName ?? tile.catalog })),
    [offers],
  );
  return (
    <div className="w-full sm:w-80">
      <Field label={t('add')} help={full ? t('full') : undefined}>
        <Combobox
          value={text}
          listLabel={t('packages')}
          options={options}
          disabled={full}
          onChange={(value) => {
            const tile = offers.get(value);
            setText(tile === undefined ? value : '');
            if (tile !== undefined) onAdd(tile);
          }}
        />
      </Field>
    </div>
  );
}

/** By what the list shows; names that several packages have are told apart by their whole key. */
function offersOf(
  tiles: readonly CatalogTile[],
  chosen: readonly PackageRef[],
): ReadonlyMap<string, CatalogTile> {
  const taken = new Set(chosen.map(packageKey));
  const count = new Map<string, number>();
  for (const { displayName } of tiles) count.set(displayName, (count.get(displayName) ?? 0) + 1);
  const free = tiles.filter((tile) => !taken.has(packageKey(tile)));
  return new Map(
    free.map((tile) => [
      count.get(tile.displayName) === 1 ? tile.displayName : `${tile.displayName} (${packageKey(tile)})`,
      tile,
    ]),
  );
}
