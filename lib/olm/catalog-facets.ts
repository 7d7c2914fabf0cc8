/** What the catalog can be filtered by, and how many tiles each choice would leave. */
import type { CatalogTile } from './catalog-tile.ts';
import { CAPABILITY_LEVELS } from './csv-annotations.ts';

export type TileState = 'available' | 'installing' | 'installed';

/** A tile with what the cluster says about it. */
export interface CatalogItem {
  tile: CatalogTile;
  state: TileState;
}

export const FACETS = ['category', 'state', 'provider', 'capability', 'source', 'mode'] as const;
export type Facet = (typeof FACETS)[number];

export type FacetSelection = Readonly<Partial<Record<Facet, readonly string[]>>>;

export interface FacetValue {
  value: string;
  label: string;
  /** Tiles with this value among those that all other facets and the search leave. */
  count: number;
  selected: boolean;
}

const NO_CATEGORY = 'Other';
const STATE_ORDER = ['installed', 'not-installed'];
const MODE_ORDER = ['AllNamespaces', 'OwnNamespace', 'SingleNamespace', 'MultiNamespace'];

const LABELS: Readonly<Record<string, string>> = {
  installed: 'Installed',
  'not-installed': 'Not installed',
  AllNamespaces: 'All namespaces',
  OwnNamespace: 'Its own namespace',
  SingleNamespace: 'One namespace',
  MultiNamespace: 'Several namespaces',
};

const VALUES: Readonly<Record<Facet, (item: CatalogItem) => readonly string[]>> = {
  category: ({ tile }) => (tile.categories.length === 0 ? [NO_CATEGORY] : tile.categories),
  state: ({ state }) => [state === 'installed' ? 'installed' : 'not-installed'],
  provider: ({ tile }) => (tile.provider === undefined || tile.provider === '' ? [] : [tile.provider]),
  capability: ({ tile }) => (tile.capabilityLevel === undefined ? [] : [tile.capabilityLevel]),
  source: ({ tile }) => [sourceId(tile)],
  mode: ({ tile }) => tile.installModes,
};

export function sourceId(tile: Pick<CatalogTile, 'catalogNamespace' | 'catalog'>): string {
  return `${tile.catalogNamespace}/${tile.catalog}`;
}

/** Values chosen within one facet widen the choice, facets among each other narrow it. */
export function matchesFacets(item: CatalogItem, selection: FacetSelection, except?: Facet): boolean {
  return FACETS.every((facet) => {
    const wanted = selection[facet] ?? [];
    if (facet === except || wanted.length === 0) return true;
    return VALUES[facet](item).some((value) => wanted.includes(value));
  });
}

/** `items` are those that the search leaves. Chosen values are listed even when nothing has them any more. */
export function facetValues(
  items: readonly CatalogItem[],
  selection: FacetSelection,
  facet: Facet,
): FacetValue[] {
  const counts = new Map<string, number>();
  const labels = new Map<string, string>();
  for (const item of items) {
    for (const value of VALUES[facet](item)) {
      if (!counts.has(value)) counts.set(value, 0);
      if (facet === 'source') labels.set(value, item.tile.catalogDisplayName ?? item.tile.catalog);
    }
    if (!matchesFacets(item, selection, facet)) continue;
    for (const value of new Set(VALUES[facet](item))) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  const selected = selection[facet] ?? [];
  for (const value of selected) if (!counts.has(value)) counts.set(value, 0);
  return [...counts.entries()]
    .map(([value, count]) => ({
      value,
      label: labels.get(value) ?? LABELS[value] ?? value,
      count,
      selected: selected.includes(value),
    }))
    .sort((left, right) => compareValues(facet, left, right));
}

function compareValues(facet: Facet, left: FacetValue, right: FacetValue): number {
  const order = rank(facet, left.value) - rank(facet, right.value);
  return order === 0 ? left.label.localeCompare(right.label, 'en', { numeric: true }) : order;
}

function rank(facet: Facet, value: string): number {
  const order: readonly string[] =
    facet === 'capability'
      ? CAPABILITY_LEVELS
      : facet === 'state'
        ? STATE_ORDER
        : facet === 'mode'
          ? MODE_ORDER
          : [];
  const index = order.indexOf(value);
  if (index >= 0) return index;
  return value === NO_CATEGORY || facet === 'capability' ? order.length + 1 : order.length;
}
