import { beforeAll, describe, expect, it } from 'vitest';
import type { KubeObject } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { ownerLabels } from '#lib/olm/api/labels.ts';
import type { ClusterServiceVersion, WebhookDescription } from '#lib/olm/api/types.ts';
import { anInstallableCsv } from '#lib/testing/install-facts.ts';
import { eventually } from '#local/testing/eventually.ts';
import { heldByFile } from '#local/testing/held.ts';
import { installWorld, type InstallWorld } from '#local/testing/worlds/install-world.ts';
import { csvKind } from '../csv-reconciler.ts';
import { reconcile as reconcileKind } from '../reconcile.ts';
import { applyObject } from '../write.ts';

const held = heldByFile();
let at: InstallWorld;
/** One that operators of all namespaces are installed in. */
let all: InstallWorld;
const reconcile = (where: InstallWorld, name: string): Promise<unknown> =>
  reconcileKind(csvKind, { ...where, key: `${where.namespace}/${name}` });

beforeAll(async () => {
  at = await installWorld(held);
  await at.makeGroup();
  all = await at.elsewhere();
  await all.make(resources.operatorGroups, {
    apiVersion: 'operators.coreos.com/v1',
    kind: 'OperatorGroup',
    metadata: { name: 'group', namespace: all.namespace },
    spec: {},
  });
});

/** About a type that nobody has: this cluster is that of other tests, too. */
const validating = (name: string): WebhookDescription => ({
  type: 'ValidatingAdmissionWebhook',
  generateName: `${name}.${at.namespace}.example.com`,
  deploymentName: name,
  rules: [
    { operations: ['CREATE'], apiGroups: ['none.example.com'], apiVersions: ['*'], resources: ['nothing'] },
  ],
  failurePolicy: 'Fail',
  sideEffects: 'None',
  admissionReviewVersions: ['v1'],
  webhookPath: '/validate',
});

/** One whose pods are called `app`. */
async function aCsv(
  where: InstallWorld,
  name: string,
  { app, ...spec }: Partial<ClusterServiceVersion['spec']> & { app: string },
): Promise<void> {
  const template = {
    metadata: { labels: { app } },
    spec: { containers: [{ name: 'manager', image: 'registry.example.com/x' }] },
  };
  const deployment = { name: app, spec: { replicas: 1, selector: { matchLabels: { app } }, template } };
  const install = { strategy: 'deployment', spec: { deployments: [deployment] } };
  await where.make(
    resources.clusterServiceVersions,
    anInstallableCsv(name, {
      metadata: { namespace: where.namespace, finalizers: [], annotations: {} },
      spec: { install, customresourcedefinitions: {}, ...spec },
    }),
  );
}

async function phaseOf(where: InstallWorld, name: string): Promise<unknown> {
  const ref = { namespace: where.namespace, name };
  const csv = await where.user.get(resources.clusterServiceVersions, ref);
  return (csv as ClusterServiceVersion).status?.phase;
}

async function succeed(where: InstallWorld, name: string): Promise<void> {
  await eventually(async () => {
    await reconcile(where, name);
    expect(await phaseOf(where, name)).toBe('Succeeded');
  });
}

/** As the API server has them. */
async function configurationsOf(where: InstallWorld, csv: string): Promise<readonly KubeObject[]> {
  const labels = ownerLabels({ name: csv, namespace: where.namespace });
  const labelSelector = Object.entries(labels)
    .map(([key, value]) => `${key}=${value}`)
    .join(',');
  const lists = await Promise.all(
    [resources.validatingWebhookConfigurations, resources.mutatingWebhookConfigurations].map((resource) =>
      where.user.list(resource, { labelSelector }),
    ),
  );
  return lists.flatMap(({ items }) => items);
}

/** Somebody deletes it, and it is told. */
async function remove(where: InstallWorld, name: string): Promise<void> {
  const ref = { namespace: where.namespace, name };
  await where.user.delete(resources.clusterServiceVersions, ref);
  await eventually(() => {
    const seen = where.world.caches.clusterServiceVersions.get(ref);
    expect(seen === undefined || seen.metadata.deletionTimestamp !== undefined).toBe(true);
  });
}

async function expectGone(where: InstallWorld, name: string): Promise<void> {
  await eventually(async () => {
    await reconcile(where, name);
    await expect(phaseOf(where, name)).rejects.toMatchObject({ kind: 'notFound' });
  });
  expect(await configurationsOf(where, name)).toEqual([]);
}

/** What callers of a Deployment are to trust, as its Secret says. */
async function authorityOf({ user, namespace }: InstallWorld, deployment: string): Promise<unknown> {
  const secret = await user.get(resources.secrets, { namespace, name: `${deployment}-service-cert` });
  return (secret['data'] as Record<string, unknown>)['olmCAKey'];
}

describe('the webhooks of a ClusterServiceVersion', () => {
  it('are there once it has succeeded, with its authority, for the namespaces of its group', async () => {
    const webhook = validating('hooked');
    const mutating: WebhookDescription = {
      ...validating('m.hooked'),
      type: 'MutatingAdmissionWebhook',
      deploymentName: 'hooked',
    };
    await aCsv(at, 'hooked.v1', { app: 'hooked', webhookdefinitions: [webhook, mutating] });
    await succeed(at, 'hooked.v1');
    const [group] = at.world.caches.operatorGroups.list(at.namespace);
    const found = await configurationsOf(at, 'hooked.v1');
    const caBundle = await authorityOf(at, 'hooked');
    expect(found.map(({ webhooks }) => webhooks)).toMatchObject(
      [webhook, mutating].map(({ generateName }) => [
        {
          name: generateName,
          clientConfig: {
            service: { name: 'hooked-service', namespace: at.namespace, path: '/validate', port: 443 },
            caBundle,
          },
          namespaceSelector: {
            matchLabels: { [`olm.operatorgroup.uid/${group?.metadata.uid ?? ''}`]: '' },
          },
        },
      ]),
    );
    at.writes();
    await reconcile(at, 'hooked.v1');
    expect(at.writes()).toEqual([]);
  });

  it('that somebody has changed are put right, and made again when they are gone', async () => {
    await aCsv(at, 'mended.v1', { app: 'mended', webhookdefinitions: [validating('mended')] });
    await succeed(at, 'mended.v1');
    const [before] = await configurationsOf(at, 'mended.v1');
    const ref = { name: before?.metadata.name ?? '' };
    const resource = resources.validatingWebhookConfigurations;
    const { webhooks = [] } = before as { webhooks?: object[] };
    await at.user.patch(resource, ref, {
      type: 'merge',
      body: { webhooks: webhooks.map((webhook) => ({ ...webhook, failurePolicy: 'Ignore' })) },
    });
    await eventually(async () => {
      await reconcile(at, 'mended.v1');
      const [after] = await configurationsOf(at, 'mended.v1');
      expect(after?.['webhooks']).toMatchObject([{ failurePolicy: 'Fail' }]);
    });
    await at.user.delete(resource, ref);
    await eventually(() => {
      expect(at.world.caches.validatingWebhookConfigurations.get(ref)).toBeUndefined();
    });
    await succeed(at, 'mended.v1');
    expect(await configurationsOf(at, 'mended.v1')).toHaveLength(1);
  });

  it('that the API server refuses are told of', async () => {
    const webhookdefinitions = [{ ...validating('bad'), generateName: 'no-domain' }];
    await aCsv(at, 'bad.v1', { app: 'bad', webhookdefinitions });
    await eventually(async () => {
      await reconcile(at, 'bad.v1');
      expect(await phaseOf(at, 'bad.v1')).toBe('Failed');
    });
    const ref = { namespace: at.namespace, name: 'bad.v1' };
    const csv = (await at.user.get(resources.clusterServiceVersions, ref)) as ClusterServiceVersion;
    expect(csv.status).toMatchObject({ reason: 'InstallComponentFailed' });
    expect(csv.status?.message).toMatch(/^install strategy failed: .*webhooks\[0\]\.name/);
  });

  it('go with an upgrade to a version that has none', async () => {
    await aCsv(at, 'drops.v1', { app: 'drops', webhookdefinitions: [validating('drops')] });
    await succeed(at, 'drops.v1');
    expect(await configurationsOf(at, 'drops.v1')).toHaveLength(1);
    await aCsv(at, 'drops.v2', { app: 'drops', replaces: 'drops.v1' });
    await reconcile(at, 'drops.v1');
    await succeed(at, 'drops.v2');
    await expectGone(at, 'drops.v1');
  });

  it('leave nothing behind, whichever call was the last of a controller', async () => {
    for (let calls = 0, died = true; died; calls += 1) {
      const name = `leaves-${String(calls)}.v1`;
      const app = `leaves-${String(calls)}`;
      await aCsv(at, name, { app, webhookdefinitions: [validating(app)] });
      await succeed(at, name);
      await remove(at, name);
      died = await diesAfter(calls, name);
      await expectGone(at, name);
    }
  });

  it('of one that is gone already go, too', async () => {
    const labels = { ...ownerLabels({ name: 'gone.v1', namespace: at.namespace }), 'olm.managed': 'true' };
    await at.make(resources.mutatingWebhookConfigurations, {
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: 'MutatingWebhookConfiguration',
      metadata: { name: `gone.${at.namespace}`, labels },
      webhooks: [],
    });
    await reconcile(at, 'gone.v1');
    expect(await configurationsOf(at, 'gone.v1')).toEqual([]);
  });

  /** Until it has done all that there is to do, or so many calls. */
  async function diesAfter(calls: number, name: string): Promise<boolean> {
    let [written, died] = [0, false];
    const lift = at.refuse({ status: 503, reason: 'ServiceUnavailable' }, ({ method }) => {
      if (method === 'GET') return false;
      written += 1;
      died ||= written > calls;
      return died;
    });
    await eventually(async () => {
      await reconcile(at, name).catch(() => undefined);
      const isGone =
        at.world.caches.clusterServiceVersions.get({ namespace: at.namespace, name }) === undefined;
      expect(died || isGone).toBe(true);
    });
    lift();
    return died;
  }
});

describe('a conversion webhook', () => {
  it('is set in the definition, kept by plans and upgrades, and taken out again when the operator goes', async () => {
    const group = `${all.namespace}.example.com`;
    const name = `tickets.${group}`;
    const version = (one: string): object => ({
      name: one,
      served: true,
      storage: one === 'v1',
      schema: { openAPIV3Schema: { type: 'object' } },
    });
    const crd: KubeObject = {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name },
      spec: {
        group,
        names: { kind: 'Ticket', plural: 'tickets' },
        scope: 'Namespaced',
        versions: [version('v1'), version('v2')],
      },
    };
    /** As a plan does that brings the definition. */
    const plan = (): Promise<KubeObject> =>
      applyObject(all.world, resources.customResourceDefinitions, crd, all.signal);
    await plan();
    const conversion = async (): Promise<unknown> => {
      const { spec } = await all.user.get(resources.customResourceDefinitions, { name });
      return (spec as { conversion?: unknown }).conversion;
    };
    const operator = {
      app: 'converts',
      installModes: [{ type: 'AllNamespaces', supported: true }],
      customresourcedefinitions: { owned: [{ name, version: 'v1', kind: 'Ticket' }] },
      webhookdefinitions: [
        {
          type: 'ConversionWebhook',
          generateName: `c.${group}`,
          deploymentName: 'converts',
          sideEffects: 'None',
          admissionReviewVersions: ['v1'],
          conversionCRDs: [name],
          webhookPath: '/convert',
        },
      ],
    } satisfies Parameters<typeof aCsv>[2];
    await aCsv(all, 'converts.v1', operator);
    await succeed(all, 'converts.v1');
    const caBundle = await authorityOf(all, 'converts');
    const service = { name: 'converts-service', namespace: all.namespace, path: '/convert', port: 443 };
    const want = {
      strategy: 'Webhook',
      webhook: { clientConfig: { service, caBundle }, conversionReviewVersions: ['v1'] },
    };
    expect(await conversion()).toEqual(want);
    await plan();
    expect(await conversion()).toEqual(want);
    all.writes();
    await reconcile(all, 'converts.v1');
    expect(all.writes()).toEqual([]);
    await aCsv(all, 'converts.v2', { ...operator, replaces: 'converts.v1' });
    await reconcile(all, 'converts.v1');
    await succeed(all, 'converts.v2');
    await expectGone(all, 'converts.v1');
    expect(await conversion()).toEqual(want);
    await remove(all, 'converts.v2');
    await expectGone(all, 'converts.v2');
    expect(await conversion()).toEqual({ strategy: 'None' });
  });
});
