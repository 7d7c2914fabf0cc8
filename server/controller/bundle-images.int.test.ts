import { rm } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { resources } from '#lib/k8s/resources.ts';
import { eventually } from '#local/testing/eventually.ts';
import { heldByFile } from '#local/testing/held.ts';
import { pushImage } from '#local/testing/registry/images.ts';
import { at, type Bench } from '#local/testing/installs.ts';
import { startOperators, type Operators } from '#local/testing/operators.ts';
import { registryUser, startRegistry, type TestRegistry } from '#local/testing/registry/registry.ts';
import { ticketsBundle } from '#local/testing/tickets.ts';
import { createCatalogClient } from '#server/catalog/service/client.ts';

const CATALOG = 'images';
const NAMESPACE = 'capstan-system';
const SUB = resources.subscriptions;

const held = heldByFile();
const open = held.use(await startRegistry());
const secured = open === undefined ? undefined : held.use(await startRegistry({ htpasswd: true }));

let operators: Operators;
let user: Bench;

function hostOf(registry: TestRegistry | undefined): string {
  if (registry === undefined) throw new Error('no registry');
  return registry.host;
}

const imageOf = (name: string): string =>
  `${hostOf(name === 'secured' ? secured : open)}/bundles/${name}:1.0.0`;

/** The entries of a catalog whose bundle lies in an image. */
function packageOf(name: string): string {
  const csv = `${name}.v1.0.0`;
  const value = { packageName: name, version: '1.0.0' };
  return [
    { schema: 'olm.package', name, defaultChannel: 'stable' },
    { schema: 'olm.channel', package: name, name: 'stable', entries: [{ name: csv }] },
    {
      schema: 'olm.bundle',
      name: csv,
      package: name,
      image: imageOf(name),
      properties: [{ type: 'olm.package', value }],
    },
  ]
    .map((entry) => `${JSON.stringify(entry)}\n`)
    .join('');
}

async function pushBundle(name: string): Promise<void> {
  await pushImage(imageOf(name), {
    layers: [{ files: ticketsBundle(name, '1.0.0', {}) }],
    labels: { 'operators.operatorframework.io.bundle.mediatype.v1': 'registry+v1' },
  });
}

beforeAll(async () => {
  if (open === undefined) return;
  const names = ['plain', 'late', 'broken', 'manual', 'secured', 'beside'];
  const text = names.map(packageOf).join('');
  const catalog = `${hostOf(secured)}/catalogs/tests:1`;
  await pushImage(catalog, { layers: [{ files: { 'configs/tests.jsonl': text } }] });
  for (const name of ['plain', 'manual', 'secured', 'beside']) await pushBundle(name);
  await pushImage(imageOf('broken'), {
    layers: [
      { files: { ...ticketsBundle('broken', '1.0.0', {}), 'manifests/role.yaml': '{"kind": "Role"}' } },
    ],
  });
  operators = held.use(await startOperators({ catalogs: {}, keepsCache: true }));
  ({ user } = operators);
  const login = { [hostOf(secured)]: registryUser };
  await user.client.create(resources.secrets, {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'registry', namespace: NAMESPACE },
    type: 'kubernetes.io/dockerconfigjson',
    stringData: { '.dockerconfigjson': JSON.stringify({ auths: login }) },
  });
  await user.client.create(resources.catalogSources, {
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'CatalogSource',
    metadata: { name: CATALOG, namespace: NAMESPACE },
    spec: { sourceType: 'grpc', image: catalog, secrets: ['registry'] },
  });
});

const request = (name: string, more: object = {}): Parameters<Bench['install']>[0] => ({
  namespace: name,
  package: name,
  catalog: CATALOG,
  targetNamespaces: [name],
  ...more,
});

async function condition(namespace: string, name: string, type: string): Promise<string | undefined> {
  const conditions = await user.field(SUB, namespace, name, 'status.conditions');
  const all: unknown[] = Array.isArray(conditions) ? conditions : [];
  const found = all.find((entry) => at(entry, 'type') === type && at(entry, 'status') === 'True');
  return found === undefined ? undefined : `${String(at(found, 'reason'))}: ${String(at(found, 'message'))}`;
}

describe.skipIf(open === undefined)('bundles that are images', () => {
  it('are installed from their registry, from a catalog that is an image', async () => {
    await user.install(request('plain'));
    await user.untilPhase('plain', 'plain.v1.0.0', 'Succeeded');
    await eventually(async () => {
      expect(await user.field(SUB, 'plain', 'plain', 'status.state')).toBe('AtLatestKnown');
      expect(await condition('plain', 'plain', 'BundleUnpacking')).toBeUndefined();
      expect(await condition('plain', 'plain', 'BundleUnpackFailed')).toBeUndefined();
    });
  });

  it('are pulled with the secrets of their CatalogSource', async () => {
    await user.install(request('secured'));
    await user.untilPhase('secured', 'secured.v1.0.0', 'Succeeded');
  });

  it('that are not there say so, hold up nobody else, and are installed when they appear', async () => {
    await user.install(request('late'));
    await user.subscribe({ ...request('beside'), namespace: 'late' });
    await eventually(async () => {
      expect(await condition('late', 'late', 'BundleUnpackFailed')).toMatch(
        /^BundleUnpackFailed: Bundle unpacking failed - ImageNotFound: image .*bundles\/late:1\.0\.0: the registry has no such image\. Auto-retry in ~5 min/,
      );
    });
    await eventually(async () => {
      const events = await user.list(resources.events, 'late');
      expect(events.filter((event) => event['reason'] === 'BundleUnpackFailed')).toHaveLength(1);
    });
    await user.untilPhase('late', 'beside.v1.0.0', 'Succeeded');
    expect(await condition('late', 'beside', 'BundleUnpackFailed')).toBeUndefined();
    await pushBundle('late');
    await user.untilPhase('late', 'late.v1.0.0', 'Succeeded', 180_000);
    await eventually(async () => {
      expect(await condition('late', 'late', 'BundleUnpackFailed')).toBeUndefined();
    });
  });

  it('that are malformed name the file and the field', async () => {
    await user.install(request('broken'));
    await eventually(async () => {
      expect(await condition('broken', 'broken', 'BundleUnpackFailed')).toMatch(
        /InvalidBundle: .*manifests\/role\.yaml: .*apiVersion is missing/,
      );
    });
  });

  it('are shown with their manifests before anything is installed', async () => {
    const client = createCatalogClient({ url: operators.controller.url('catalog-service') });
    try {
      const ref = { namespace: NAMESPACE, name: CATALOG };
      const detail = await client.bundle(ref, { package: 'beside', csv: 'beside.v1.0.0' });
      expect(detail?.csv?.kind).toBe('ClusterServiceVersion');
      expect(detail?.crds.map(({ metadata }) => metadata.name)).toEqual(['tickets.beside.example.com']);
      const broken = await client.bundle(ref, { package: 'broken', csv: 'broken.v1.0.0' });
      expect(broken).toMatchObject({
        crds: [],
        image: { kind: 'failed', message: expect.stringContaining('apiVersion is missing') },
      });
    } finally {
      await client.close();
    }
  });

  it('are pulled again when what was kept of them is lost before their plan is approved', async () => {
    await user.install(request('manual', { spec: { installPlanApproval: 'Manual' } }));
    const plan = await eventually(async () => {
      const [found] = await user.list(resources.installPlans, 'manual');
      expect(at(found, 'status.phase')).toBe('RequiresApproval');
      return found?.metadata.name ?? '';
    });
    await operators.controller.kill();
    await rm(operators.cache ?? '', { recursive: true, force: true });
    await operators.start();
    await user.approve('manual', plan);
    await user.untilPhase('manual', 'manual.v1.0.0', 'Succeeded');
  });
});
