import { describe, expect, it } from 'vitest';
import { aBundle, aPackage } from '../../testing/catalog.ts';
import { aCatalog, NOW, subscriptionFactsOf } from '../../testing/install-facts.ts';
import { aSubscriptionObject } from '../../testing/olm.ts';
import { bundleImageKey, type BundleImageState } from './bundle-image.ts';
import { namespaceOutcome } from './decide.ts';
import type { NamespaceOutcome, SubscriptionFacts } from './facts.ts';
import type { Subscription } from '../api/types.ts';

const catalog = { namespace: 'capstan-system', name: 'samples' };
const image = { catalog, image: 'registry.example/tickets:1' };
const packages = new Map([
  [
    'tickets',
    aPackage(
      'tickets',
      { stable: [{ name: 'tickets.v1.0.0' }] },
      {
        bundleList: [aBundle('tickets', '1.0.0', { image: image.image })],
      },
    ),
  ],
  [
    'inline',
    aPackage(
      'inline',
      { stable: [{ name: 'inline.v1.0.0' }] },
      {
        bundleList: [aBundle('inline', '1.0.0', { digest: 'sha256:in' })],
      },
    ),
  ],
  [
    'empty',
    aPackage(
      'empty',
      { stable: [{ name: 'empty.v1.0.0' }] },
      {
        bundleList: [aBundle('empty', '1.0.0')],
      },
    ),
  ],
]);

function subscription(name: string, before?: Subscription): Subscription {
  const { metadata, ...rest } = aSubscriptionObject({}, { name });
  const status = before?.status;
  const plain = { ...rest, metadata: { ...metadata, name, uid: `uid-${name}` } };
  return status === undefined ? plain : { ...plain, status };
}

function decide(state?: BundleImageState, more: Partial<SubscriptionFacts> = {}): NamespaceOutcome {
  return namespaceOutcome(
    subscriptionFactsOf({
      subscriptions: [subscription('tickets')],
      catalogs: [aCatalog([...packages.values()])],
      images: new Map(state === undefined ? [] : [[bundleImageKey(image), state]]),
      ...more,
    }),
    NOW,
  );
}

function conditions({ statuses }: NamespaceOutcome, name = 'tickets'): string[] {
  return (statuses.get(name)?.conditions ?? [])
    .filter(({ status, type }) => status === 'True' && type !== 'CatalogSourcesUnhealthy')
    .map(({ type, reason, message }) => [type, reason, message].filter(Boolean).join(' '));
}

describe('OLM 26: a bundle that is an image', () => {
  it('is asked for before anything is said', () => {
    const decision = decide();
    expect(decision.images).toEqual([image]);
    expect(decision.plans[0]).toBeUndefined();
    expect(conditions(decision)).toEqual([]);
  });

  it('is unpacked before its plan is made', () => {
    const decision = decide({ kind: 'pulling', since: NOW });
    expect(conditions(decision)).toEqual(['BundleUnpacking UnpackingInProgress']);
    expect(decision.plans[0]).toBeUndefined();
  });

  it('comes with a plan that knows its content and its image', () => {
    const {
      plans: [plan],
      images,
    } = decide({ kind: 'ready', digest: 'sha256:aa' });
    expect(images).toEqual([]);
    expect(plan?.bundles).toMatchObject([{ csv: 'tickets.v1.0.0', digest: 'sha256:aa', image: image.image }]);
  });

  it.each<[string, BundleImageState, string]>([
    [
      'that may come yet',
      { kind: 'failed', reason: 'missing', message: 'there is none', retryAt: NOW + 1 },
      'BundleUnpackFailed BundleUnpackFailed Bundle unpacking failed - ImageNotFound: there is none. Auto-retry in ~5 min, sooner after the first failures',
    ],
    [
      'that will never do',
      { kind: 'failed', reason: 'invalid', message: 'it has no CSV' },
      'BundleUnpackFailed ErrorPreventedUnpacking Bundle unpacking failed - InvalidBundle: it has no CSV.',
    ],
  ])('%s says so', (_name, state, text) => {
    expect(conditions(decide(state))).toEqual([text]);
  });

  it('says nothing more once it is there, and nothing twice', () => {
    const failed: BundleImageState = { kind: 'failed', reason: 'missing', message: 'x', retryAt: 1 };
    const first = subscription('tickets');
    const status = decide(failed).statuses.get('tickets');
    const before: Subscription = status === undefined ? first : { ...first, status };
    const later: BundleImageState = { ...failed, retryAt: 2 };
    expect(decide(later, { subscriptions: [before] }).statuses.get('tickets')).toBe(before.status);
    expect(conditions(decide({ kind: 'ready', digest: 'sha256:aa' }, { subscriptions: [before] }))).toEqual(
      [],
    );
    expect(conditions(decide({ kind: 'pulling', since: 0 }, { subscriptions: [before] }))).toEqual([
      'BundleUnpacking UnpackingInProgress',
    ]);
  });

  it('holds up no other Subscription of the namespace', () => {
    const subscriptions = [subscription('tickets'), subscription('inline')];
    const decision = decide({ kind: 'pulling', since: NOW }, { subscriptions });
    expect(decision.plans[0]?.plan.spec.clusterServiceVersionNames).toEqual(['inline.v1.0.0']);
    expect(conditions(decision, 'inline')).toEqual([]);
  });

  it('that is not even named cannot be resolved', () => {
    expect(conditions(decide(undefined, { subscriptions: [subscription('empty')] }), 'empty')).toEqual([
      'ResolutionFailed ErrorPreventedResolution bundle empty.v1.0.0 of package empty in catalog capstan-system/samples has neither manifests nor an image',
    ]);
  });
});
