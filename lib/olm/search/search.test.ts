import { describe, expect, it } from 'vitest';
import { browseCatalog } from './browse.ts';
import type { CatalogResult } from './browse.ts';
import { countFacets, FACETS, retirement } from './facets.ts';
import type { CatalogItem, Facet, FacetSelection, FacetValue, TileState } from './facets.ts';
import { createCatalogIndex } from './index.ts';
import { readCatalogQuery, toggleFacet, withFacet, writeCatalogQuery } from './query.ts';
import type { CatalogSort } from './search.ts';
import { suggestSearches } from './suggest.ts';
import type { CatalogTile } from '../content/tile.ts';
import { withinEdits } from '../../base/edit-distance.ts';

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
const kafka = item('Strimzi', {
  package: 'strimzi-kafka-operator',
  provider: 'Strimzi',
  categories: ['Streaming & Messaging'],
  keywords: ['messaging'],
  providedKinds: ['Kafka', 'KafkaTopic'],
  infrastructureFeatures: ['Disconnected'],
  capabilityLevel: 'Deep Insights',
  createdAt: 'Mon 12 Jun 2023 04:24:02 UTC',
});
const keda = item('[DEPRECATED] KEDA', { summary: 'Use something else', createdAt: '2019-01-01' });
const all = [postgres, argo, etcd];
const more = [...all, kafka, keda];

function browse(
  items: readonly CatalogItem[],
  text: string,
  facets: FacetSelection = {},
  sort: CatalogSort = 'relevance',
): CatalogResult {
  return browseCatalog(createCatalogIndex(items.map(({ tile }) => tile)), items, { text, facets, sort });
}

function names(text: string, facets: FacetSelection = {}, sort: CatalogSort = 'relevance'): string[] {
  return browse(all, text, facets, sort).items.map(({ tile }) => tile.displayName);
}

describe('search', () => {
  const rows: { name: string; text: string; want: string[] }[] = [
    { name: 'nothing typed: by name', text: '', want: ['Argo CD', 'Crunchy Postgres', 'etcd'] },
    { name: 'a name in one word', text: 'argocd', want: ['Argo CD'] },
    { name: 'two words, any order', text: 'postgres crunchy', want: ['Crunchy Postgres'] },
    { name: 'every word is needed', text: 'crunchy etcd', want: [] },
    { name: 'the package name', text: 'etcd-operator', want: ['etcd'] },
    { name: 'the provider', text: 'cncf', want: ['etcd'] },
    { name: 'a provided kind', text: 'appproject', want: ['Argo CD'] },
    { name: 'a part of a kind', text: 'project', want: ['Argo CD'] },
    { name: 'keyword above summary', text: 'deployment', want: ['Argo CD', 'Crunchy Postgres'] },
    { name: 'the start of a word', text: 'post', want: ['Crunchy Postgres'] },
    { name: 'one letter missing', text: 'postgrs', want: ['Crunchy Postgres'] },
    { name: 'neighbours swapped', text: 'agro', want: ['Argo CD'] },
    { name: 'two errors in a long word', text: 'deploimant', want: ['Argo CD', 'Crunchy Postgres'] },
    { name: 'short words have to be right', text: 'etx', want: [] },
    { name: 'accents do not matter', text: 'pöstgres', want: ['Crunchy Postgres'] },
    { name: 'only punctuation is nothing', text: ' -- ', want: ['Argo CD', 'Crunchy Postgres', 'etcd'] },
    { name: 'another word for the same', text: 'pg', want: ['Crunchy Postgres'] },
    { name: 'several other words for the same', text: 'db', want: ['Crunchy Postgres', 'etcd'] },
    { name: 'what belongs to a subject', text: 'nosql', want: [] },
    { name: 'words that say nothing', text: 'an operator for etcd', want: ['etcd'] },
    { name: 'nothing but such words', text: 'operator', want: ['Argo CD', 'etcd', 'Crunchy Postgres'] },
  ];
  it.each(rows)('$name', ({ text, want }) => {
    expect(names(text)).toEqual(want);
  });

  it('says why, where the name does not show it', () => {
    const reason = (text: string, found: CatalogItem): unknown => browse(more, text).reasons.get(found);
    expect(reason('topic', kafka)).toEqual({ field: 'kind', text: 'KafkaTopic' });
    expect(reason('kafka', kafka)).toEqual({ field: 'kind', text: 'Kafka' });
    expect(reason('gitops', argo)).toEqual({ field: 'keyword', text: 'gitops' });
    expect(reason('cncf', etcd)).toEqual({ field: 'provider', text: 'CNCF' });
    expect(reason('mq', kafka)).toEqual({ field: 'keyword', text: 'messaging' });
    expect(reason('argo', argo)).toBeUndefined();
    expect(reason('highly', etcd)).toBeUndefined();
  });

  it('says what it searched instead of a mistyped word', () => {
    expect(browse(all, 'postgrs')).toMatchObject({ corrected: 'postgres', marks: ['postgrs', 'postgres'] });
    expect(browse(all, 'postgres').corrected).toBeUndefined();
  });

  it('does not tell apart who made it: the same names rank by name', () => {
    const twins = ['zeta', 'alpha'].map((provider) =>
      item('Same', { provider, package: `same-${provider}` }),
    );
    expect(browse(twins, 'same').items.map(({ tile }) => tile.provider)).toEqual(['alpha', 'zeta']);
  });

  it('puts what is deprecated last among equals, and first when it is what was asked for', () => {
    const plain = item('Same');
    const old = item('Same', { deprecated: 'gone', package: 'a-same' });
    expect(browse([old, plain], 'same').items).toEqual([plain, old]);
    expect(browse(more, '').items.at(-1)).toBe(keda);
    expect(browse(more, 'keda').items[0]).toBe(keda);
  });

  it('is not led astray by names of properties', () => {
    expect(browse(more, 'constructor __proto__ toString').items).toEqual([]);
  });

  it.each<[CatalogSort, string[]]>([
    ['name', ['Argo CD', 'Crunchy Postgres', '[DEPRECATED] KEDA', 'etcd', 'Strimzi']],
    ['name-descending', ['Strimzi', 'etcd', '[DEPRECATED] KEDA', 'Crunchy Postgres', 'Argo CD']],
    // Dates of other makes cannot be compared.
    ['newest', ['etcd', 'Argo CD', '[DEPRECATED] KEDA', 'Crunchy Postgres', 'Strimzi']],
    ['capability', ['Crunchy Postgres', 'Argo CD', 'Strimzi', 'etcd', '[DEPRECATED] KEDA']],
    ['provider', ['Argo CD', 'etcd', 'Crunchy Postgres', 'Strimzi', '[DEPRECATED] KEDA']],
  ])('sorts by %s', (sort, want) => {
    expect(browse(more, '', {}, sort).items.map(({ tile }) => tile.displayName)).toEqual(want);
  });

  it('widens within a facet and narrows across', () => {
    expect(names('', { category: ['Database', 'Integration & Delivery'] })).toHaveLength(3);
    expect(names('', { category: ['Database'], mode: ['AllNamespaces'] })).toEqual(['Crunchy Postgres']);
    expect(names('', { state: ['installed'] })).toEqual(['Argo CD']);
  });
});

describe('when nothing is found', () => {
  const suggest = (text: string): string[] =>
    suggestSearches(createCatalogIndex(more.map(({ tile }) => tile)), text).map((found) => found.text);

  it.each([
    ['a word too far from all', 'kavaka', ['kafka']],
    ['words that do not go together', 'kafka crunchy', ['crunchy', 'kafka']],
    ['one wrong word of two', 'xyzzy crunchy', ['crunchy']],
    ['nothing near', 'zzzzzz', []],
  ])('%s', (_name, text, want) => {
    expect(browse(more, text).items).toEqual([]);
    expect(suggest(text)).toEqual(want);
  });

  it('counts what each suggestion finds', () => {
    const index = createCatalogIndex(more.map(({ tile }) => tile));
    for (const { text, count } of suggestSearches(index, 'kafka crunchy')) {
      expect(browse(more, text).items).toHaveLength(count);
    }
  });

  it('says how many each filter keeps away', () => {
    const facets = { category: ['Database'], mode: ['SingleNamespace'] };
    expect(browse(more, 'crunchy', facets)).toMatchObject({ items: [], found: 1, without: { mode: 1 } });
    expect(browse(more, 'kafka', facets)).toMatchObject({
      items: [],
      found: 1,
      without: { mode: 0, category: 0 },
    });
  });
});

function valuesOf(items: readonly CatalogItem[], selection: FacetSelection, facet: Facet): FacetValue[] {
  return countFacets(items, selection).values[facet];
}

describe('facets', () => {
  it('count what the other facets leave', () => {
    const counts = valuesOf(all, { mode: ['AllNamespaces'], category: ['Database'] }, 'category');
    expect(counts.map(({ value, count, selected }) => [value, count, selected])).toEqual([
      ['Big Data', 1, false],
      ['Database', 1, true],
      ['Integration & Delivery', 1, false],
    ]);
  });

  it('order levels by maturity, providers by how much they offer, and name sources for people', () => {
    expect(valuesOf(all, {}, 'capability').map(({ value }) => value)).toEqual([
      'Full Lifecycle',
      'Deep Insights',
      'Auto Pilot',
    ]);
    const providers = [
      item('a', { provider: 'A' }),
      item('b', { provider: 'B' }),
      item('c', { provider: 'B' }),
    ];
    expect(valuesOf(providers, {}, 'provider').map(({ value }) => value)).toEqual(['B', 'A']);
    expect(valuesOf([item('a', { catalogDisplayName: 'Samples' })], {}, 'source')).toEqual([
      { value: 'capstan-system/samples', label: 'Samples', count: 1, selected: false },
    ]);
  });

  it('know installed, updates, features and what is deprecated', () => {
    const old: CatalogItem = { ...etcd, state: 'installed', update: true };
    const counted = (facet: Facet): unknown[] =>
      valuesOf([...more, old], {}, facet).map(({ value, count }) => [value, count]);
    expect(counted('state')).toEqual([
      ['installed', 2],
      ['update', 1],
      ['not-installed', 4],
    ]);
    expect(counted('feature')).toEqual([['Disconnected', 1]]);
    expect(counted('deprecated')).toEqual([
      ['no', 5],
      ['yes', 1],
    ]);
    expect(retirement(keda.tile)).toBe('[DEPRECATED] KEDA');
  });

  it('take all spellings of a provider as one, by the one most used', () => {
    const spelled = ['Red Hat, Inc.', 'Red Hat', 'Red Hat', 'Red Hat Community of Practice'];
    const items = spelled.map((provider, index) => item(`o${String(index)}`, { provider }));
    const offered = (selection: FacetSelection): unknown[] =>
      valuesOf(items, selection, 'provider').map(({ value, label, count, selected }) => [
        ...[value, label, count, selected],
      ]);
    const others = ['Red Hat Community of Practice', 'Red Hat Community of Practice', 1, false];
    expect(offered({})).toEqual([['Red Hat', 'Red Hat', 3, false], others]);
    // An address from before, or written by hand: switching it off takes away what it holds.
    expect(offered({ provider: ['red hat inc'] })).toEqual([['red hat inc', 'Red Hat', 3, true], others]);
    expect(browse(items, '', { provider: ['RED HAT'] }).items).toHaveLength(3);
    const address = new URLSearchParams('provider=Red+Hat&provider=Red+Hat,+Inc.&provider=IBM');
    expect(readCatalogQuery(address).facets).toEqual({ provider: ['Red Hat', 'IBM'] });
  });

  it('keep a chosen value that nothing has any more', () => {
    expect(valuesOf([etcd], { provider: ['Gone'] }, 'provider')).toContainEqual({
      value: 'Gone',
      label: 'Gone',
      count: 0,
      selected: true,
    });
  });

  it('count consistently: choosing one more value shows exactly its count', () => {
    for (const facet of FACETS) {
      for (const { value, count } of valuesOf(more, {}, facet)) {
        expect(browse(more, '', { [facet]: [value] }).items).toHaveLength(count);
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
      view: 'list' as const,
    };
    const written = new URLSearchParams();
    for (const [name, values] of Object.entries(writeCatalogQuery(query))) {
      for (const value of typeof values === 'string' ? [values] : values) written.append(name, value);
    }
    expect(readCatalogQuery(written)).toEqual(query);
    expect(writeCatalogQuery(readCatalogQuery(new URLSearchParams('sort=nonsense&x=1')))).toEqual({});
  });

  it('is cut where somebody wrote more than people type', () => {
    expect(readCatalogQuery(new URLSearchParams({ q: 'x'.repeat(100_000) })).text.length).toBeLessThan(1000);
  });

  it('switches one value', () => {
    const none = { text: '', facets: {}, sort: 'relevance' as const };
    const one = toggleFacet(none, 'category', 'Database');
    expect(one.facets).toEqual({ category: ['Database'] });
    expect(toggleFacet(one, 'category', 'Database')).toEqual(none);
    expect(withFacet(one, 'category', [])).toEqual(none);
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
