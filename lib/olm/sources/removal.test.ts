import { expect, it } from 'vitest';
import { removalImpact } from './removal.ts';
import type { CatalogSource, Subscription } from '../api/types.ts';

const GLOBAL = 'olm';

function source(namespace: string, name: string, priority = 0): CatalogSource {
  return {
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'CatalogSource',
    metadata: { namespace, name },
    spec: { sourceType: 'grpc', image: 'a/b', priority },
  };
}

function tile(
  catalogNamespace: string,
  catalog: string,
  name: string,
): { catalogNamespace: string; catalog: string; package: string; displayName: string } {
  return { catalogNamespace, catalog, package: name, displayName: name.toUpperCase() };
}

function subscription(namespace: string, catalog: string, catalogNamespace = GLOBAL): Subscription {
  return {
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'Subscription',
    metadata: { namespace, name: 's' },
    spec: { name: 'a', source: catalog, sourceNamespace: catalogNamespace },
  };
}

const facts = {
  sources: [
    source(GLOBAL, 'going'),
    source(GLOBAL, 'low', -1),
    source(GLOBAL, 'high', 5),
    source('shop', 'own', 9),
  ],
  tiles: [
    tile(GLOBAL, 'going', 'a'),
    tile(GLOBAL, 'going', 'b'),
    tile(GLOBAL, 'going', 'c'),
    tile(GLOBAL, 'low', 'b'),
    tile(GLOBAL, 'high', 'b'),
    tile('shop', 'own', 'c'),
    tile('shop', 'going', 'b'),
  ],
  subscriptions: [
    subscription('one', 'going'),
    subscription('two', 'low'),
    subscription('three', 'going', 'shop'),
  ],
  globalNamespaces: [GLOBAL],
};

it('tells what only this source offers, and who offers the rest', () => {
  const impact = removalImpact({ namespace: GLOBAL, name: 'going' }, facts);
  // A source of one namespace does not replace one of all.
  expect(impact.gone.map(({ package: name }) => name)).toEqual(['a', 'c']);
  expect(impact.elsewhere).toEqual([
    { package: 'b', displayName: 'B', by: { namespace: GLOBAL, name: 'high' } },
  ]);
});

it('names the Subscriptions that point at it, and no others', () => {
  const { subscriptions } = removalImpact({ namespace: GLOBAL, name: 'going' }, facts);
  expect(subscriptions.map(({ metadata }) => metadata.namespace)).toEqual(['one']);
});

it('a namespace falls back to the global sources', () => {
  const own = { ...facts, sources: [...facts.sources, source('shop', 'going')] };
  const impact = removalImpact({ namespace: 'shop', name: 'going' }, own);
  expect(impact.elsewhere).toEqual([
    { package: 'b', displayName: 'B', by: { namespace: GLOBAL, name: 'high' } },
  ]);
});

it('with the same priority the own namespace comes first, then the name', () => {
  const sources = [source(GLOBAL, 'a'), source('shop', 'z'), source('shop', 'y'), source('shop', 'going')];
  const tiles = sources.map(({ metadata }) => tile(metadata.namespace ?? '', metadata.name, 'b'));
  const { elsewhere } = removalImpact({ namespace: 'shop', name: 'going' }, { ...facts, sources, tiles });
  expect(elsewhere.map(({ by }) => by)).toEqual([{ namespace: 'shop', name: 'y' }]);
});
