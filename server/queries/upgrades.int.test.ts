import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { resources } from '#lib/k8s/resources.ts';
import { PIN_ANNOTATION } from '#lib/olm/api/pin.ts';
import type { InstallPlanStep } from '#lib/olm/api/types.ts';
import type { TestCluster } from '#local/testing/cluster.ts';
import { eventually } from '#local/testing/eventually.ts';
import { heldByFile } from '#local/testing/held.ts';
import { at, type Bench } from '#local/testing/installs.ts';
import { startOperators } from '#local/testing/operators.ts';
import { ticketsCatalog } from '#local/testing/tickets.ts';
import { createAccessReviews } from '#server/auth/access-reviews.ts';
import type { Identity } from '#server/auth/identity.ts';
import { createCatalogClient } from '#server/catalog/service/client.ts';
import { createClient } from '#server/kube/client.ts';
import { loadConfig } from '#server/kube/config.ts';
import { createTransport } from '#server/kube/transport.ts';
import { createCatalogQueries, type CatalogQueries } from './catalog.ts';
import { createConfigMapContents } from './plan-config-maps.ts';
import { queryPlanReview, queryStepDifference } from './plan-review.ts';
import { queryUpgrades } from './upgrades.ts';

const CATALOG = 'tests';
const NAMESPACE = 'flights';
const secrets = {
  install: {
    strategy: 'deployment',
    spec: {
      deployments: [],
      clusterPermissions: [
        {
          serviceAccountName: 'tickets',
          rules: [{ apiGroups: [''], resources: ['secrets'], verbs: ['get', 'list'] }],
        },
      ],
    },
  },
};

const held = heldByFile();
let cluster: TestCluster;
let user: Bench;
let queries: CatalogQueries;
let admin: Identity;
let plan: string;

/** `tickets` runs at 1.0.0, and its plan for 2.0.0 waits. */
beforeAll(async () => {
  const catalog = held.use(await ticketsCatalog({ tickets: ['1.0.0'] }));
  await catalog.add('tickets', '2.0.0', { replaces: 'tickets.v1.0.0', spec: secrets, files: service(9090) });
  await catalog.add('tickets', '3.0.0', { replaces: 'tickets.v2.0.0', files: service(9090) });
  const operators = held.use(await startOperators({ catalogs: { [CATALOG]: catalog.path } }));
  ({ cluster, user } = operators);
  const client = createCatalogClient({ url: operators.controller.url('catalog-service') });
  held.defer(() => client.close());
  queries = createCatalogQueries(client, createAccessReviews());
  admin = identityOf('admin');
  await user.install({
    namespace: NAMESPACE,
    package: 'tickets',
    catalog: CATALOG,
    spec: { installPlanApproval: 'Manual', startingCSV: 'tickets.v1.0.0' },
  });
  await user.approve(NAMESPACE, await waitingPlan());
  await user.untilPhase(NAMESPACE, 'tickets.v1.0.0', 'Succeeded');
  plan = await waitingPlan();
});

function service(port: number): Record<string, string> {
  const text = JSON.stringify({
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'tickets-metrics' },
    spec: { ports: [{ port }], selector: { app: 'tickets' } },
  });
  return { 'manifests/service.yaml': text };
}

function identityOf(key: string, token?: string): Identity {
  const config = loadConfig({ kubeconfig: cluster.kubeconfig });
  const as = token === undefined ? {} : { token };
  return { key, client: createClient(config, as), transport: createTransport(config, as) };
}

function waitingPlan(): Promise<string> {
  return eventually(async () => {
    const plans = await user.list(resources.installPlans, NAMESPACE);
    const found = plans.find(
      (one) => at(one, 'spec.approved') === false && at(one, 'status.phase') === 'RequiresApproval',
    );
    if (found?.metadata.name === undefined) throw new Error('no plan waits');
    return found.metadata.name;
  });
}

/** Somebody with these rights in the namespace and nothing else. */
async function somebody(name: string, kinds: readonly string[]): Promise<Identity> {
  const inside = ['-n', NAMESPACE];
  await cluster.kubectl('create', 'serviceaccount', name, ...inside);
  await cluster.kubectl(
    'create',
    'role',
    name,
    ...inside,
    '--verb=get,list',
    `--resource=${kinds.join(',')}`,
  );
  const account = `--serviceaccount=${NAMESPACE}:${name}`;
  await cluster.kubectl('create', 'rolebinding', name, ...inside, `--role=${name}`, account);
  const token = (await cluster.kubectl('create', 'token', name, ...inside)).trim();
  return identityOf(name, token);
}

const OLM = 'operators.coreos.com';

describe('the review of a plan', () => {
  const ref = (): { namespace: string; name: string } => ({ namespace: NAMESPACE, name: plan });

  it('tells every object as it is and as it will be', async () => {
    const review = await queryPlanReview(admin, queries, ref());
    expect(review.operators).toMatchObject([
      {
        csv: 'tickets.v2.0.0',
        from: { csv: 'tickets.v1.0.0', version: '1.0.0' },
        why: 'asked',
        addedRights: [{ scope: 'cluster', rules: [{ resources: ['secrets'] }] }],
        wayBack: { verdict: 'open', reasons: [], unjudged: [] },
      },
    ]);
    const change = Object.fromEntries(
      review.operators[0]?.objects.map(({ kind, name, change: what }) => [`${kind}/${name}`, what]) ?? [],
    );
    expect(change).toMatchObject({
      'ClusterServiceVersion/tickets.v2.0.0': 'created',
      // The same definition as before: nothing of what the API server has filled in shows.
      'CustomResourceDefinition/tickets.tickets.example.com': 'unchanged',
      'Service/tickets-metrics': 'changed',
    });
    expect(review.totals.unknown).toBe(0);
    expect(review.unjudged).toEqual([]);
    expect(review).not.toHaveProperty('problem');
  });

  it('gives the two texts of one step', async () => {
    const review = await queryPlanReview(admin, queries, ref());
    const object = review.operators[0]?.objects.find(({ kind }) => kind === 'Service');
    const difference = await queryStepDifference(admin, queries, ref(), object?.step ?? -1);
    expect(difference.before).toMatchObject({ spec: { ports: [{ port: 8080 }] } });
    expect(difference.after).toMatchObject({ spec: { ports: [{ port: 9090 }] } });
    expect(JSON.stringify(difference)).not.toMatch(/clusterIP|managedFields|olm\./);
  });

  it('does not show what the user may not read, and says so', async () => {
    const reader = await somebody('plan-reader', [`installplans.${OLM}`]);
    const review = await queryPlanReview(reader, queries, ref());
    const [operator] = review.operators;
    expect(operator).toMatchObject({ csv: 'tickets.v2.0.0', title: expect.any(String), fresh: false });
    expect(operator).not.toHaveProperty('addedRights');
    expect(operator?.objects.every(({ change, why }) => change === 'unknown' && why === 'forbidden')).toBe(
      true,
    );
    expect(review.hiddenCrds).toEqual(['tickets.tickets.example.com']);
    expect(operator?.wayBack).toEqual({
      verdict: 'unjudged',
      reasons: [],
      unjudged: [{ kind: 'installed' }, { kind: 'crd', name: 'tickets.tickets.example.com' }],
    });
    expect(review.unjudged).toEqual(['OperatorGroup']);
    await expect(queryStepDifference(reader, queries, ref(), 0)).rejects.toMatchObject({ kind: 'notFound' });
  });

  it('is refused to those who may not read the plan', async () => {
    const stranger = await somebody('stranger', [`subscriptions.${OLM}`]);
    await expect(queryPlanReview(stranger, queries, ref())).rejects.toMatchObject({ kind: 'forbidden' });
  });

  it('goes without contents while the catalog service is away', async () => {
    const away = createCatalogClient({ url: 'http://127.0.0.1:1' });
    const review = await queryPlanReview(admin, createCatalogQueries(away, createAccessReviews()), ref());
    await away.close();
    const service_ = review.operators[0]?.objects.find(({ kind }) => kind === 'Service');
    expect(service_).toMatchObject({ change: 'unknown', why: 'service' });
  });

  it('says that it is not there', async () => {
    const nowhere = { namespace: NAMESPACE, name: 'none' };
    await expect(queryPlanReview(admin, queries, nowhere)).rejects.toMatchObject({ kind: 'notFound' });
  });
});

describe('a step of a real OLM, whose bundle lies in a ConfigMap', () => {
  const manifest = (name: string): string =>
    JSON.stringify({ kind: 'ConfigMap', name, namespace: NAMESPACE, catalogSourceName: 'x' });
  const resource = (name: string, map: string): InstallPlanStep['resource'] => ({
    ...{ sourceName: 'x', sourceNamespace: 'olm', group: '', version: 'v1', kind: 'Service' },
    ...{ name, manifest: manifest(map) },
  });
  const text = (name: string): string => `apiVersion: v1\nkind: Service\nmetadata:\n  name: ${name}\n`;

  beforeAll(async () => {
    await user.client.create(resources.configMaps, {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'unpacked', namespace: NAMESPACE },
      data: { 'plain.yaml': text('plain') },
      binaryData: { 'packed.yaml': gzipSync(text('packed')).toString('base64') },
    });
  });

  it.each(['plain', 'packed'])('is read with the rights of the user: %s', async (name) => {
    const contents = createConfigMapContents(admin.client);
    expect(await contents(resource(name, 'unpacked'))).toMatchObject({
      kind: 'ready',
      object: { kind: 'Service', metadata: { name } },
    });
  });

  it('says when it is not there, and when it may not be read', async () => {
    const contents = createConfigMapContents(admin.client);
    expect(await contents(resource('other', 'unpacked'))).toEqual({ kind: 'missing' });
    expect(await contents(resource('plain', 'gone'))).toEqual({ kind: 'missing' });
    const reader = await somebody('no-config-maps', [`installplans.${OLM}`]);
    const refused = await createConfigMapContents(reader.client)(resource('plain', 'unpacked'));
    expect(refused).toMatchObject({ kind: 'elsewhere', message: expect.stringContaining('configmaps') });
  });
});

describe('the upgrades', () => {
  it('are known with the way to the head while the namespace waits', async () => {
    const { rows, plans, hidden } = await queryUpgrades(admin, queries, []);
    expect(rows).toMatchObject([
      {
        namespace: NAMESPACE,
        state: 'available',
        installed: { csv: 'tickets.v1.0.0', version: '1.0.0' },
        next: { csv: 'tickets.v2.0.0', version: '2.0.0' },
        head: { csv: 'tickets.v3.0.0' },
        steps: 2,
        plan,
        waits: [{ kind: 'approval', plan }],
      },
    ]);
    expect(plans).toMatchObject([{ namespace: NAMESPACE, name: plan, moves: [{ csv: 'tickets.v2.0.0' }] }]);
    expect(hidden).toEqual([]);
  });

  it('stop at a pin', async () => {
    const target = { namespace: NAMESPACE, name: 'tickets' };
    const pin = (csv: string | null): Promise<unknown> =>
      user.client.patch(resources.subscriptions, target, {
        type: 'merge',
        body: { metadata: { annotations: { [PIN_ANNOTATION]: csv } } },
      });
    await pin('tickets.v2.0.0');
    const { rows } = await queryUpgrades(admin, queries, [NAMESPACE]);
    expect(rows[0]).toMatchObject({ steps: 1, waits: [{ kind: 'approval' }, { kind: 'pinned' }] });
    await pin(null);
  });

  it('name what somebody may not read, and guess nothing', async () => {
    const reader = await somebody('subscription-reader', [`subscriptions.${OLM}`]);
    const found = await queryUpgrades(reader, queries, [NAMESPACE]);
    expect(found.rows).toMatchObject([{ state: 'unknown', installed: { csv: 'tickets.v1.0.0' } }]);
    expect(found.rows[0]).not.toHaveProperty('next');
    expect(found.plans).toEqual([]);
    expect(found.hidden).toEqual(['ClusterServiceVersion', 'InstallPlan', 'OperatorCondition']);
  });

  it('are refused to those who may read no Subscription there', async () => {
    const reader = await somebody('nobody-here', [`installplans.${OLM}`]);
    await expect(queryUpgrades(reader, queries, [NAMESPACE])).rejects.toMatchObject({ kind: 'forbidden' });
    await expect(queryUpgrades(reader, queries, [])).rejects.toMatchObject({ kind: 'forbidden' });
  });
});
