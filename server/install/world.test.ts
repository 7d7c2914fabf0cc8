import { describe, expect, it } from 'vitest';
import type { KubeObject } from '#lib/k8s/object.ts';
import { isSubscription } from '#lib/olm/observed/shapes.ts';
import { aSubscriptionObject } from '#lib/testing/olm.ts';
import { plainWorld } from '#local/testing/worlds/plain-world.ts';
import { getOf, listOf } from './world.ts';

describe('objects of a cache', () => {
  const odd: KubeObject = { ...aSubscriptionObject({}, { name: 'odd' }), spec: 'nonsense' };
  const { world, put } = plainWorld();
  put('subscriptions', aSubscriptionObject(), odd);
  const { namespace = '', name } = aSubscriptionObject().metadata;

  it('are those that the guard takes', () => {
    expect(listOf(world.caches.subscriptions, isSubscription).map(({ metadata }) => metadata.name)).toEqual([
      name,
    ]);
    expect(listOf(world.caches.subscriptions, isSubscription, 'elsewhere')).toEqual([]);
  });

  it('are had by name, unless the guard refuses them', () => {
    const get = (wanted: string): unknown =>
      getOf(world.caches.subscriptions, isSubscription, { namespace, name: wanted })?.metadata.name;
    expect([get(name), get(odd.metadata.name), get('absent')]).toEqual([name, undefined, undefined]);
  });
});
