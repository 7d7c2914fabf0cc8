import { expect, it } from 'vitest';
import type { CatalogSource } from '#lib/olm/api/types.ts';
import type { ObservedSource } from '#lib/olm/sources/status.ts';
import { aPackage } from '#lib/testing/catalog.ts';
import type { Catalog, CatalogStore } from '../types.ts';
import { heldSource } from './held-source.ts';

const source: CatalogSource = {
  apiVersion: 'operators.coreos.com/v1alpha1',
  kind: 'CatalogSource',
  metadata: { name: 'hub', namespace: 'capstan-system' },
  spec: { sourceType: 'grpc', image: 'hub.example.com/catalog:v1' },
};

/** Of the source above, in a store that has heard of no other. */
function observed(catalog?: Partial<Catalog>): ObservedSource {
  const ref = { namespace: 'capstan-system', name: 'hub' };
  const whole = { ref, packages: new Map(), warnings: [], digest: 'sha256:aa', readAt: 0, ...catalog };
  const store: CatalogStore = {
    list: () => [],
    get: ({ namespace, name }) =>
      catalog !== undefined && namespace === ref.namespace && name === ref.name ? whole : undefined,
    content: () => Promise.resolve(undefined),
    subscribe: () => () => undefined,
    stop: () => undefined,
  };
  return heldSource(source, store).observed;
}

it('knows nothing of a source that the store has not heard of', () => {
  expect(observed()).toEqual({});
});

it('has no content before it was read', () => {
  const problem = { kind: 'unreachable', message: 'nobody listens', since: 5 } as const;
  expect(observed({ reading: { checkedAt: 7, fetching: false, problem } })).toEqual({
    checkedAt: 7,
    problem,
  });
});

it('counts what was read', () => {
  const packages = new Map([['tickets', aPackage('tickets', {})]]);
  expect(observed({ packages, readAt: 9 })).toEqual({
    content: { packages: 1, bundles: 0, warnings: 0, digest: 'sha256:aa', readAt: 9 },
    checkedAt: 9,
  });
});
