import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { KubeObject } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { componentLabel } from '#lib/olm/api/labels.ts';
import type { InstallPlan, Subscription } from '#lib/olm/api/types.ts';
import { RESOLUTION_ANNOTATION } from '#lib/olm/resolver/explanation.ts';
import { aBundle, aPackage } from '#lib/testing/catalog.ts';
import { anInstallableCsv } from '#lib/testing/install-facts.ts';
import { heldByFile } from '#local/testing/held.ts';
import { installWorld, type InstallWorld } from '#local/testing/worlds/install-world.ts';
import { Paced } from '#server/catalog/service/paced.ts';
import type { BundleImageState } from '#server/catalog/store/bundle-images.ts';
import { realClock } from '#server/kube/clock.ts';
import type { ReconcileOutcome } from '#server/kube/types.ts';
import { eventsWritten } from './events.ts';
import { reconcile as reconcileKind } from './reconcile.ts';
import { subscriptionKind } from './subscription-reconciler.ts';

const held = heldByFile();
let at: InstallWorld;

const reconcile = (): Promise<ReconcileOutcome> =>
  reconcileKind(subscriptionKind(new Paced(realClock, () => 0, Infinity)), { ...at, key: at.namespace });

beforeAll(async () => {
  at = await installWorld(held);
});

/** A namespace of its own for each test, with a catalog that was read just now. */
beforeEach(async () => {
  at = await at.elsewhere();
  await at.makeGroup();
  const now = Date.now();
  const packages = new Map(
    ['tickets', 'pulled'].map((name) => {
      const digest = `sha256:${name}`;
      const where = name === 'pulled' ? { image: 'registry.example.com/pulled' } : { digest };
      if (name !== 'pulled') at.contents.set(digest, [anInstallableCsv(`${name}.v1.0.0`)]);
      const bundleList = [aBundle(name, '1.0.0', where)];
      return [name, aPackage(name, { stable: [{ name: `${name}.v1.0.0` }] }, { bundleList })];
    }),
  );
  at.world.store.get = (ref) => {
    const reading = { checkedAt: now, fetching: false };
    return { ref, packages, warnings: [], digest: 'sha256:aa', readAt: now, reading };
  };
  await at.make(resources.catalogSources, {
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'CatalogSource',
    metadata: { name: 'samples', namespace: at.namespace },
    spec: { sourceType: 'grpc', address: 'catalog.example.com:50051' },
  });
});

function subscribe(name: string, spec: object = {}): Promise<KubeObject> {
  return at.make(resources.subscriptions, {
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'Subscription',
    metadata: { name, namespace: at.namespace },
    spec: { name, channel: 'stable', source: 'samples', sourceNamespace: at.namespace, ...spec },
  });
}

async function read(name: string): Promise<Subscription> {
  return (await at.user.get(resources.subscriptions, { namespace: at.namespace, name })) as Subscription;
}

async function plans(): Promise<InstallPlan[]> {
  const { items } = await at.user.list(resources.installPlans, { namespace: at.namespace });
  return items as InstallPlan[];
}

const condition = ({ status }: Subscription, type: string): object | undefined =>
  status?.conditions?.find((one) => one.type === type);

describe('the Subscriptions of a namespace', () => {
  it('get a plan, say which, and are left alone when that is so', async () => {
    await subscribe('tickets');
    expect(await reconcile()).toEqual({ kind: 'done' });
    const [plan, ...others] = await plans();
    expect(others).toEqual([]);
    expect(plan?.status?.phase).toBe('Installing');
    const subscription = await read('tickets');
    expect(subscription.status).toMatchObject({
      currentCSV: 'tickets.v1.0.0',
      installPlanRef: { name: plan?.metadata.name, uid: plan?.metadata.uid },
    });
    expect(subscription.metadata.labels).toHaveProperty([componentLabel('tickets', at.namespace)]);
    at.writes();
    await reconcile();
    expect(at.writes()).toEqual([]);
  });

  it('say why they cannot be resolved, once, and no longer than that is so', async () => {
    await subscribe('missing');
    await reconcile();
    const failed = await read('missing');
    expect(condition(failed, 'ResolutionFailed')).toMatchObject({
      status: 'True',
      message: expect.stringContaining('missing'),
    });
    expect(failed.metadata.annotations).toHaveProperty([RESOLUTION_ANNOTATION]);
    const eventsOf = async (): Promise<unknown[]> => {
      await eventsWritten(at.world);
      const { items } = await at.user.list(resources.events, { namespace: at.namespace });
      return items.map((event) => event['reason']);
    };
    expect(await eventsOf()).toEqual(['ResolutionFailed']);
    at.writes();
    await reconcile();
    await eventsWritten(at.world);
    expect(at.writes()).toEqual([]);
    const body = { spec: { name: 'tickets' } };
    const ref = { namespace: at.namespace, name: 'missing' };
    const changed = await at.user.patch(resources.subscriptions, ref, { type: 'merge', body });
    at.world.caches.subscriptions.observe(changed);
    await reconcile();
    const healed = await read('missing');
    expect(condition(healed, 'ResolutionFailed')).toBeUndefined();
    expect(healed.metadata.annotations ?? {}).not.toHaveProperty([RESOLUTION_ANNOTATION]);
  });

  it.each<{ state: BundleImageState; outcome: object }>([
    { state: { kind: 'pulling', since: Date.now() }, outcome: { kind: 'requeueAfter' } },
    {
      state: {
        kind: 'failed',
        reason: 'unreachable',
        message: 'nobody listens',
        retryAt: Date.now() + 60_000,
      },
      outcome: { kind: 'requeueAfter' },
    },
    {
      state: { kind: 'failed', reason: 'invalid', message: 'it holds no bundle' },
      outcome: { kind: 'done' },
    },
  ])('wait without a plan for an image that is $state.kind: $state.reason', async ({ state, outcome }) => {
    at.world.bundleImages = { ...at.world.bundleImages, unpack: () => state };
    await subscribe('pulled');
    expect(await reconcile()).toMatchObject(outcome);
    expect(await plans()).toEqual([]);
  });

  it('say nothing of a plan that could not be made, and are tried again', async () => {
    await subscribe('tickets');
    at.refuse(
      { status: 403, reason: 'Forbidden' },
      ({ method, url }) => method === 'POST' && url.includes('/installplans'),
    );
    await expect(reconcile()).rejects.toMatchObject({ kind: 'forbidden' });
    expect((await read('tickets')).status).toBeUndefined();
  });

  it('whose content is gone between looking and making say so, and are tried again', async () => {
    await subscribe('tickets');
    at.contents.clear();
    expect(await reconcile()).toMatchObject({ kind: 'retry' });
    expect(await plans()).toEqual([]);
  });
});

it('is nothing to do where nobody subscribes', async () => {
  at.writes();
  expect(await reconcile()).toEqual({ kind: 'done' });
  expect(at.writes()).toEqual([]);
});
