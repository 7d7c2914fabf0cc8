import { describe, expect, it } from 'vitest';
import { FACETS, facetValues } from './catalog-facets.ts';
import type { CatalogItem, FacetSelection, TileState } from './catalog-facets.ts';
import { readCatalogQuery, toggleFacet, writeCatalogQuery } from './catalog-query.ts';
import { searchCatalog, withinEdits } from './catalog-search.ts';
import type { CatalogSort } from './catalog-search.ts';
import type { CatalogTile } from './catalog-tile.ts';

function item(name: string, more: Partial<CatalogTile> = {}, state: TileState = 'available'): CatalogItem {
  return {
    state,
    tile: {
      catalogNamespace: 'capstan-system',
      catalog: 'samples',
      package: `${name.toLowerCase().replaceAll(' ', '-')}-operator`,
      displayName: name,
      summary: '',
      categories: [],
      channels: ['stable'],
      defaultChannel: 'stable',
      headVersion: '1.0.0',
      headCsv: `${name}.v1.0.0`,
      keywords: [],
      providedKinds: [],
      installModes: [],
      infrastructureFeatures: [],
      ...more,
    },
  };
}

const argo = item(
  'Argo CD',
  {
    package: 'argocd-operator',
    provider: 'Argo CD Community',
    categories: ['Integration & Delivery'],
    keywords: ['gitops', 'deployment'],
    providedKinds: ['ArgoCD', 'AppProject'],
    capabilityLevel: 'Deep Insights',
    installModes: ['AllNamespaces'],
    createdAt: '2026-01-01',
  },
  'installed',
);
const etcd = item('etcd', {
  provider: 'CNCF',
  categories: ['Database'],
  summary: 'Create and maintain highly-available etcd clusters',
  capabilityLevel: 'Full Lifecycle',
  installModes: ['OwnNamespace', 'SingleNamespace'],
  createdAt: '2026-03-01',
});
const postgres = item('Crunchy Postgres', {
  provider: 'Crunchy Data',
  categories: ['Database', 'Big Data'],
  keywords: ['postgresql', 'database'],
  providedKinds: ['PostgresCluster'],
  summary: 'Deployment of production ready PostgreSQL',
  capabilityLevel: 'Auto Pilot',
  installModes: ['AllNamespaces', 'OwnNamespace'],
});
const all = [postgres, argo, etcd];

function names(text: string, facets: FacetSelection = {}, sort: CatalogSort = 'relevance'): string[] {
  return searchCatalog(all, { text, facets, sort }).items.map(({ tile }) => tile.displayName);
}

describe('searchCatalog', () => {
  const rows: { name: string; text: string; want: string[] }[] = [
    { name: 'nothing typed: by name', text: '', want: ['Argo CD', 'Crunchy Postgres', 'etcd'] },
    { name: 'a name in one word', text: 'argocd', want: ['Argo CD'] },
    { name: 'two words, any order', text: 'postgres crunchy', want: ['Crunchy Postgres'] },
    { name: 'every word is needed', text: 'crunchy etcd', want: [] },
    { name: 'the package name', text: 'etcd-operator', want: ['etcd'] },
    { name: 'the provider', text: 'cncf', want: ['etcd'] },
    { name: 'a provided kind', text: 'appproject', want: ['Argo CD'] },
    { name: 'keyword above summary', text: 'deployment', want: ['Argo CD', 'Crunchy Postgres'] },
    { name: 'the start of a word', text: 'post', want: ['Crunchy Postgres'] },
    { name: 'one letter missing', text: 'postgrs', want: ['Crunchy Postgres'] },
    { name: 'neighbours swapped', text: 'agro', want: ['Argo CD'] },
    { name: 'two errors in a long word', text: 'deploimant', want: ['Argo CD', 'Crunchy Postgres'] },
    { name: 'short words have to be right', text: 'etx', want: [] },
    { name: 'accents do not matter', text: 'pöstgres', want: ['Crunchy Postgres'] },
    { name: 'only punctuation is nothing', text: ' -- ', want: ['Argo CD', 'Crunchy Postgres', 'etcd'] },
  ];
  it.each(rows)('$name', ({ text, want }) => {
    expect(names(text)).toEqual(want);
  });

  it.each<[CatalogSort, string[]]>([
    ['name', ['Argo CD', 'Crunchy Postgres', 'etcd']],
    ['name-descending', ['etcd', 'Crunchy Postgres', 'Argo CD']],
    ['newest', ['etcd', 'Argo CD', 'Crunchy Postgres']],
  ])('sorts by %s', (sort, want) => {
    expect(names('', {}, sort)).toEqual(want);
  });

  it('widens within a facet and narrows across', () => {
    expect(names('', { category: ['Database', 'Integration & Delivery'] })).toHaveLength(3);
    expect(names('', { category: ['Database'], mode: ['AllNamespaces'] })).toEqual(['Crunchy Postgres']);
    expect(names('', { state: ['installed'] })).toEqual(['Argo CD']);
  });
});

describe('facetValues', () => {
  it('counts what the other facets leave', () => {
    const counts = facetValues(all, { mode: ['AllNamespaces'], category: ['Database'] }, 'category');
    expect(counts.map(({ value, count, selected }) => [value, count, selected])).toEqual([
      ['Big Data', 1, false],
      ['Database', 1, true],
      ['Integration & Delivery', 1, false],
    ]);
  });

  it('orders levels by maturity and names sources for people', () => {
    expect(facetValues(all, {}, 'capability').map(({ value }) => value)).toEqual([
      'Full Lifecycle',
      'Deep Insights',
      'Auto Pilot',
    ]);
    expect(facetValues([item('a', { catalogDisplayName: 'Samples' })], {}, 'source')).toEqual([
      { value: 'capstan-system/samples', label: 'Samples', count: 1, selected: false },
    ]);
  });

  it('keeps a chosen value that nothing has any more', () => {
    expect(facetValues([etcd], { provider: ['Gone'] }, 'provider')).toContainEqual({
      value: 'Gone',
      label: 'Gone',
      count: 0,
      selected: true,
    });
  });

  it('counts consistently: choosing one more value shows exactly its count', () => {
    for (const facet of FACETS) {
      for (const { value, count } of facetValues(all, {}, facet)) {
        expect(
          searchCatalog(all, { text: '', facets: { [facet]: [value] }, sort: 'name' }).items,
        ).toHaveLength(count);
      }
    }
  });
});

describe('the address', () => {
  it('says what was chosen and reads it back', () => {
    const query = {
      text: 'a b',
      facets: { category: ['Database', 'Big Data'], mode: ['AllNamespaces'] },
      sort: 'newest' as const,
    };
    const written = new URLSearchParams();
    for (const [name, values] of Object.entries(writeCatalogQuery(query))) {
      for (const value of typeof values === 'string' ? [values] : values) written.append(name, value);
    }
    expect(readCatalogQuery(written)).toEqual(query);
    expect(writeCatalogQuery(readCatalogQuery(new URLSearchParams('sort=nonsense&x=1')))).toEqual({});
  });

  it('switches one value', () => {
    const none = { text: '', facets: {}, sort: 'relevance' as const };
    const one = toggleFacet(none, 'category', 'Database');
    expect(one.facets).toEqual({ category: ['Database'] });
    expect(toggleFacet(one, 'category', 'Database')).toEqual(none);
  });
});

describe('withinEdits', () => {
  it.each([
    ['abc', 'abc', 0, true],
    ['abc', 'abd', 0, false],
    ['abcd', 'abdc', 1, true],
    ['abcd', 'acd', 1, true],
    ['abcd', 'dcba', 2, false],
  ] as const)('%s ~ %s within %i: %s', (left, right, allowed, want) => {
    expect(withinEdits(left, right, allowed)).toBe(want);
  });
});
