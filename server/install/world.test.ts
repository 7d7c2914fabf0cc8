import { describe, expect, it } from 'vitest';
import type { KubeObject } from '#lib/k8s/object.ts';
import { isSubscription } from '#lib/olm/observed/shapes.ts';
import type { CatalogSource } from '#lib/olm/api/types.ts';
import { aPackage } from '#lib/testing/catalog.ts';
import { aSubscriptionObject } from '#lib/testing/olm.ts';
import { plainWorld } from '#local/testing/worlds/plain-world.ts';
import type { Catalog } from '#server/catalog/types.ts';
import { getOf, listOf, observeSource, sourceStatus } from './world.ts';

const source: CatalogSource = {
  apiVersion: 'operators.coreos.com/v1alpha1',
  kind: 'CatalogSource',
  metadata: { name: 'hub', namespace: 'capstan-system' },
  spec: { sourceType: 'grpc', image: 'hub.example.com/catalog:v1' },
};

function holding(catalog: Partial<Catalog>): ReturnType<typeof plainWorld>['world'] {
  const { world } = plainWorld();
  const ref = { namespace: 'capstan-system', name: 'hub' };
  const whole = { ref, packages: new Map(), warnings: [], digest: 'sha256:aa', readAt: 0, ...catalog };
  world.store.get = ({ namespace, name }) =>
    namespace === ref.namespace && name === ref.name ? whole : undefined;
  return world;
}

describe('objects of a cache', () => {
  const odd: KubeObject = { ...aSubscriptionObject({}, { name: 'odd' }), spec: 'nonsense' };
  const { world, put } = plainWorld();
  put('subscriptions', aSubscriptionObject(), odd);
  const { namespace = '', name = '' } = aSubscriptionObject().metadata;

  it('are those that the guard takes', () => {
    expect(listOf(world.caches.subscriptions, isSubscription).map(({ metadata }) => metadata.name)).toEqual([
      name,
    ]);
    expect(listOf(world.caches.subscriptions, isSubscription, 'elsewhere')).toEqual([]);
  });

  it('are had by name, unless the guard refuses them', () => {
    const get = (wanted: string): unknown =>
      getOf(world.caches.subscriptions, isSubscription, { namespace, name: wanted })?.metadata.name;
    expect([get(name), get(odd.metadata.name ?? ''), get('absent')]).toEqual([name, undefined, undefined]);
  });
});

describe('what the store knows of a source', () => {
  it('is nothing while it has not heard of it', () => {
    expect(observeSource(plainWorld().world, source)).toEqual({});
  });

  it('has no content before it was read', () => {
    const problem = { kind: 'unreachable', message: 'nobody listens', since: 5 } as const;
    const world = holding({ reading: { checkedAt: 7, fetching: false, problem } });
    expect(observeSource(world, source)).toEqual({ checkedAt: 7, problem });
  });

  it('counts what was read', () => {
    const packages = new Map([['tickets', aPackage('tickets', {})]]);
    const world = holding({ packages, readAt: 9 });
    expect(observeSource(world, source)).toEqual({
      content: { packages: 1, bundles: 0, warnings: 0, digest: 'sha256:aa', readAt: 9 },
      checkedAt: 9,
    });
  });

  it('is what its status is judged by', () => {
    const read = holding({ readAt: 9 });
    const unread = holding({ reading: { checkedAt: 7, fetching: true } });
    const readCondition = (world: typeof read): unknown =>
      sourceStatus(world, source).conditions?.find(({ type }) => type === 'ContentRead')?.reason;
    expect([readCondition(read), readCondition(unread)]).toEqual(['Read', 'Reading']);
  });
});
