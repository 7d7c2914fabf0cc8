/** What a webhook needs on a real API server: its certificate, who trusts it, that it is renewed, and that all of it goes. */
import { beforeAll, describe, expect, it } from 'vitest';
import { at as inside, items } from '#lib/base/loose.ts';
import type { KubeObject, Resource } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import type { ClusterServiceVersion } from '#lib/olm/api/types.ts';
import { anInstallableCsv } from '#lib/testing/install-facts.ts';
import { eventually } from '#local/testing/eventually.ts';
import { heldByFile } from '#local/testing/held.ts';
import { installWorld, type InstallWorld } from '#local/testing/worlds/install-world.ts';
import { csvKind } from '../csv-reconciler.ts';
import { reconcile as reconcileKind } from '../reconcile.ts';

const held = heldByFile();
const DAY_MS = 86_400_000;
const NAME = 'hooked.v1';
const SERVICE = 'hooked-v1-service';
let at: InstallWorld;
/** How far the controller's clock is ahead. */
let aheadMs = 0;

beforeAll(async () => {
  at = await installWorld(held);
  await at.makeGroup();
});

const reconcile = (): Promise<unknown> => {
  const { clock } = at.world;
  const world = { ...at.world, clock: { ...clock, now: () => clock.now() + aheadMs } };
  return reconcileKind(csvKind, { ...at, world, key: `${at.namespace}/${NAME}` });
};

const get = (resource: Resource, name: string, namespace = at.namespace): Promise<KubeObject> =>
  at.user.get(resource, resource.namespaced ? { name, namespace } : { name });

const authorities = async (): Promise<string> =>
  String(inside(await get(resources.secrets, `${SERVICE}-cert`), 'data', 'olmCAKey'));

const certificatesIn = (base64: string): number =>
  Buffer.from(base64, 'base64').toString('utf8').split('BEGIN CERTIFICATE').length - 1;

async function configurations(): Promise<KubeObject[]> {
  const labelSelector = `olm.owner=${NAME},olm.owner.namespace=${at.namespace}`;
  return (await at.user.list(resources.validatingWebhookConfigurations, { labelSelector })).items;
}

async function status(): Promise<NonNullable<ClusterServiceVersion['status']>> {
  const csv = (await get(resources.clusterServiceVersions, NAME)) as ClusterServiceVersion;
  return csv.status ?? {};
}

async function succeeded(): Promise<void> {
  await eventually(async () => {
    await reconcile();
    expect(await status()).toMatchObject({ phase: 'Succeeded' });
  });
}

/** What bears the hash of the authorities, and who trusts them. */
async function trusted(): Promise<{ hashes: unknown[]; bundle: unknown }> {
  const secret = await get(resources.secrets, `${SERVICE}-cert`);
  const { spec } = await get(resources.deployments, NAME);
  const [configuration] = await configurations();
  return {
    hashes: [
      secret.metadata.annotations?.['olmcahash'],
      inside(spec, 'template', 'metadata', 'annotations', 'olmcahash'),
    ],
    bundle: inside(items(configuration?.['webhooks'])[0], 'clientConfig', 'caBundle'),
  };
}

describe('a ClusterServiceVersion with a webhook', () => {
  it('gets a certificate that its pods have and the API server trusts', async () => {
    const template = {
      metadata: { labels: { app: 'hooked' } },
      spec: { containers: [{ name: 'manager', image: 'registry.example.com/x' }] },
    };
    const spec = { replicas: 1, selector: { matchLabels: { app: 'hooked' } }, template };
    await at.make(
      resources.clusterServiceVersions,
      anInstallableCsv(NAME, {
        metadata: { namespace: at.namespace, finalizers: [], annotations: {} },
        spec: {
          install: { strategy: 'deployment', spec: { deployments: [{ name: NAME, spec }] } },
          customresourcedefinitions: {},
          webhookdefinitions: [
            {
              type: 'ValidatingAdmissionWebhook',
              generateName: 'validate.hooked.example.com',
              deploymentName: NAME,
              containerPort: 443,
              targetPort: 9443,
              sideEffects: 'None',
              admissionReviewVersions: ['v1'],
              rules: [
                {
                  operations: ['CREATE'],
                  apiGroups: ['hooked.example.com'],
                  apiVersions: ['v1'],
                  resources: ['hooks'],
                },
              ],
            },
          ],
        },
      }),
    );
    await succeeded();
    const { hashes, bundle } = await trusted();
    expect(new Set(hashes).size).toBe(1);
    expect(bundle).toBe(await authorities());
    expect(certificatesIn(String(bundle))).toBe(1);
    expect(await get(resources.services, SERVICE)).toMatchObject({
      spec: { selector: { app: 'hooked' }, ports: [{ port: 443, targetPort: 9443 }] },
    });
    const { certsRotateAt = '' } = await status();
    expect(Date.parse(certsRotateAt) - at.world.clock.now()).toBeGreaterThan(728 * DAY_MS);
  });

  it('is left alone while that is good', async () => {
    at.writes();
    await reconcile();
    expect(at.writes()).toEqual([]);
  });

  it('tells of it even if the write that was to tell of it was lost', async () => {
    const { certsLastUpdated } = await status();
    const ref = { name: NAME, namespace: at.namespace };
    const old = { type: 'merge', body: { status: { certsLastUpdated: '2024-11-27T14:29:22Z' } } } as const;
    await at.user.patch(resources.clusterServiceVersions, ref, old, { subresource: 'status' });
    expect((await status()).certsLastUpdated).not.toBe(certsLastUpdated);
    await eventually(async () => {
      await reconcile();
      expect(await status()).toMatchObject({ phase: 'Succeeded', certsLastUpdated });
    });
  });

  it('gets another a day before the end, and the one before is trusted until its pods have the new one', async () => {
    const before = await trusted();
    aheadMs = 729.5 * DAY_MS;
    await reconcile();
    await succeeded();
    const after = await trusted();
    expect(new Set(after.hashes).size).toBe(1);
    expect(after.hashes).not.toEqual(before.hashes);
    expect(after.bundle).toBe(await authorities());
    expect(certificatesIn(String(after.bundle))).toBe(2);
    expect(Buffer.from(String(after.bundle), 'base64').toString()).toContain(
      Buffer.from(String(before.bundle), 'base64').toString().trim(),
    );
    const reasons = ((await status()).conditions ?? []).map(({ reason }) => reason);
    expect(reasons).toContain('NeedsCertRotation');
    at.writes();
    await reconcile();
    expect(at.writes()).toEqual([]);
  });

  it('gets another when somebody has deleted it, or written nonsense there', async () => {
    await at.user.delete(resources.secrets, { name: `${SERVICE}-cert`, namespace: at.namespace });
    await reconcile();
    await succeeded();
    expect((await trusted()).bundle).toBe(await authorities());
    await at.user.patch(
      resources.secrets,
      { name: `${SERVICE}-cert`, namespace: at.namespace },
      { type: 'merge', body: { data: { 'tls.crt': Buffer.from('nonsense').toString('base64') } } },
    );
    await reconcile();
    await succeeded();
    expect((await trusted()).bundle).toBe(await authorities());
  });

  it('takes all of it along', async () => {
    // Kubernetes collects it with its owner, of which it may not know for half a minute that there is such a kind.
    const secret = await get(resources.secrets, `${SERVICE}-cert`);
    const { metadata } = await get(resources.clusterServiceVersions, NAME);
    expect(secret.metadata.ownerReferences?.map(({ uid }) => uid)).toEqual([metadata.uid]);
    await at.user.delete(resources.clusterServiceVersions, { name: NAME, namespace: at.namespace });
    await eventually(async () => {
      await reconcile().catch(() => undefined);
      await expect(get(resources.clusterServiceVersions, NAME)).rejects.toMatchObject({ kind: 'notFound' });
    });
    expect(await configurations()).toEqual([]);
    const left = [
      [resources.clusterRoleBindings, `${SERVICE}-system:auth-delegator`, ''],
      [resources.roleBindings, `${SERVICE}-auth-reader`, 'kube-system'],
      [resources.services, SERVICE, at.namespace],
      [resources.roles, `${SERVICE}-cert`, at.namespace],
    ] as const;
    await eventually(async () => {
      for (const [resource, name, namespace] of left)
        await expect(get(resource, name, namespace), name).rejects.toMatchObject({ kind: 'notFound' });
    });
  });
});
