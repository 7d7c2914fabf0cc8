/** What the catalog can be filtered by, and how many tiles each choice would leave. */
import type { CatalogTile } from '../content/tile.ts';
import { CAPABILITY_LEVELS } from '../content/csv-annotations.ts';
import { createSpellings, providerKey } from './provider-names.ts';

/** Whether a package is installed where one looks; `installing` until one of its operators has succeeded. */
export type TileState = 'available' | 'installing' | 'installed';

/** A tile with what the cluster says about it. */
export interface CatalogItem {
  tile: CatalogTile;
  state: TileState;
  /** Something newer than what is installed can be had. */
  update?: boolean;
}

/** What tiles can be filtered by; each is also the name of a parameter of the address. */
export const FACETS = [
  'category',
  'format',
  'state',
  'source',
  'provider',
  'capability',
  'feature',
  'mode',
  'deprecated',
] as const;
/** One of them, by its name in the address. */
export type Facet = (typeof FACETS)[number];

/** Chosen values by facet; one that is missing or empty narrows nothing. */
export type FacetSelection = Readonly<Partial<Record<Facet, readonly string[]>>>;

/** A value to choose; `label` is the name that others gave it, of our own values the value itself. */
export interface FacetValue {
  value: string;
  label: string;
  /** Tiles with this value among those that all other facets and the search leave. */
  count: number;
  selected: boolean;
}

const NO_CATEGORY = 'Other';
const STATE_ORDER = ['installed', 'update', 'installing', 'not-installed'];
const FORMAT_ORDER = ['olm', 'kudo'];
const MODE_ORDER = ['AllNamespaces', 'OwnNamespace', 'SingleNamespace', 'MultiNamespace'];

const VALUES: Readonly<Record<Facet, (item: CatalogItem) => readonly string[]>> = {
  category: ({ tile }) => (tile.categories.length === 0 ? [NO_CATEGORY] : tile.categories),
  format: ({ tile }) => [tile.format ?? 'olm'],
  state: stateValues,
  provider: ({ tile: { provider = '' } }) => (provider === '' ? [] : [providerKey(provider)]),
  capability: ({ tile }) => (tile.capabilityLevel === undefined ? [] : [tile.capabilityLevel]),
  source: ({ tile }) => [sourceId(tile)],
  feature: ({ tile }) => tile.infrastructureFeatures,
  mode: ({ tile }) => tile.installModes,
  deprecated: ({ tile }) => [retirement(tile) === undefined ? 'no' : 'yes'],
};

function stateValues({ state, update }: CatalogItem): readonly string[] {
  if (state === 'available') return ['not-installed'];
  return update === true ? [state, 'update'] : [state];
}

/** `namespace/name` of the CatalogSource: the value of facet `source`. */
export function sourceId(tile: Pick<CatalogTile, 'catalogNamespace' | 'catalog'>): string {
  return `${tile.catalogNamespace}/${tile.catalog}`;
}

const SAYS_SO = /^\s*[[(]deprecated[\])]/i;

/** Why nobody should begin with it: by the catalog's word, else by its own, as names such as "[DEPRECATED] X" say. */
export function retirement({
  deprecated,
  displayName,
  summary,
}: Pick<CatalogTile, 'deprecated' | 'displayName' | 'summary'>): string | undefined {
  if (deprecated !== undefined) return deprecated;
  if (SAYS_SO.test(summary)) return summary;
  return SAYS_SO.test(displayName) ? displayName : undefined;
}

const valuesOfItem = new WeakMap<CatalogItem, Readonly<Record<Facet, readonly string[]>>>();

/** Asked for at each key press, so made once. */
function valuesOf(item: CatalogItem): Readonly<Record<Facet, readonly string[]>> {
  const known = valuesOfItem.get(item);
  if (known !== undefined) return known;
  const values = byFacet((facet) => [...new Set(VALUES[facet](item))]);
  valuesOfItem.set(item, values);
  return values;
}

/** The tiles that are left, and what each further choice would leave of them. */
export interface FacetCounts {
  /** What is left. */
  items: CatalogItem[];
  values: Readonly<Record<Facet, FacetValue[]>>;
  /** What would be left without what is chosen in this facet; only of facets in which something is. */
  without: Readonly<Partial<Record<Facet, number>>>;
}

/**
 * Values chosen within one facet widen the choice, facets among each other narrow it.
 * @param items those that the search leaves. Chosen values are listed even when nothing has them any more.
 */
export function countFacets(items: readonly CatalogItem[], selection: FacetSelection): FacetCounts {
  const tally = createTally();
  const left: CatalogItem[] = [];
  const without: Partial<Record<Facet, number>> = {};
  const wanted = byFacet((facet) => chosenOf(facet, selection[facet] ?? []));
  const chosen = FACETS.filter((facet) => wanted[facet].size > 0);
  for (const item of items) {
    const values = valuesOf(item);
    const against = chosen.filter((facet) => !values[facet].some((value) => wanted[facet].has(value)));
    const only = against.length === 1 ? against[0] : undefined;
    if (against.length === 0) left.push(item);
    else if (only !== undefined) without[only] = (without[only] ?? 0) + 1;
    for (const facet of FACETS) {
      const counts = against.length === 0 || only === facet;
      for (const value of values[facet]) tally.add(facet, value, counts, item.tile);
    }
  }
  for (const facet of chosen) without[facet] = (without[facet] ?? 0) + left.length;
  const values = byFacet((facet) => tally.values(facet, wanted[facet]));
  return { items: left, values, without };
}

/** What is chosen, by what tiles are compared with → as it was asked for: an address may spell a provider as it likes. */
function chosenOf(facet: Facet, asked: readonly string[]): ReadonlyMap<string, string> {
  return new Map(asked.map((value) => [facet === 'provider' ? providerKey(value) : value, value]));
}

interface Tally {
  add: (facet: Facet, value: string, counts: boolean, tile: CatalogTile) => void;
  values: (facet: Facet, chosen: ReadonlyMap<string, string>) => FacetValue[];
}

function createTally(): Tally {
  const counted = byFacet(() => new Map<string, number>());
  const sources = new Map<string, string>();
  const providers = createSpellings();
  const labelOf = (facet: Facet, value: string, asked: string | undefined): string => {
    if (facet === 'source') return sources.get(value) ?? value;
    if (facet === 'provider') return providers.of(value) ?? asked ?? value;
    return value;
  };
  return {
    add: (facet, value, counts, tile) => {
      if (facet === 'source') sources.set(value, tile.catalogDisplayName ?? tile.catalog);
      if (facet === 'provider') providers.add(value, tile.provider ?? value);
      counted[facet].set(value, (counted[facet].get(value) ?? 0) + (counts ? 1 : 0));
    },
    values: (facet, chosen) => {
      const known = counted[facet];
      for (const value of chosen.keys()) if (!known.has(value)) known.set(value, 0);
      return [...known]
        .map(([value, count]) => {
          const asked = chosen.get(value);
          const label = labelOf(facet, value, asked);
          const spelled = facet === 'provider' ? label : value;
          return { value: asked ?? spelled, label, count, selected: asked !== undefined };
        })
        .sort((left, right) => compareValues(facet, left, right));
    },
  };
}

function byFacet<T>(make: (facet: Facet) => T): Record<Facet, T> {
  return {
    category: make('category'),
    format: make('format'),
    state: make('state'),
    source: make('source'),
    provider: make('provider'),
    capability: make('capability'),
    feature: make('feature'),
    mode: make('mode'),
    deprecated: make('deprecated'),
  };
}

const natural = new Intl.Collator('en', { numeric: true });

/** Providers are many and mostly of one package each: those that offer most come first. */
function compareValues(facet: Facet, left: FacetValue, right: FacetValue): number {
  const order = rank(facet, left.value) - rank(facet, right.value);
  const size = facet === 'provider' ? right.count - left.count : 0;
  return order || size || natural.compare(left.label, right.label);
}

const ORDERS: Readonly<Partial<Record<Facet, readonly string[]>>> = {
  capability: CAPABILITY_LEVELS,
  format: FORMAT_ORDER,
  state: STATE_ORDER,
  mode: MODE_ORDER,
  deprecated: ['no', 'yes'],
};

/** Whether the value is one of ours, for which a page has words; addresses may name any. */
export function isOwnValue(facet: Facet, value: string): boolean {
  if (facet === 'category') return value === NO_CATEGORY;
  return facet !== 'capability' && ORDERS[facet]?.includes(value) === true;
}

function rank(facet: Facet, value: string): number {
  const order = ORDERS[facet] ?? [];
  const index = order.indexOf(value);
  if (index >= 0) return index;
  return facet === 'category' && value === NO_CATEGORY ? 1 : order.length;
}
