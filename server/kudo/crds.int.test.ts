/** Our definitions of kudo.dev on a real API server: what they keep, and what kubectl shows of it. */
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { at, items } from '#lib/base/loose.ts';
import type { KubeObject } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { kudoCrds } from '#lib/kudo/api/crds.ts';
import { KUDO_API_VERSION, kudoResources } from '#lib/kudo/api/types.ts';
import { packageObjects } from '#lib/kudo/package/objects.ts';
import { readPackage } from '#lib/kudo/package/read.ts';
import { eventually } from '#local/testing/eventually.ts';
import { realPackages } from '#local/testing/kudo/real-packages.ts';
import { sharedTestCluster } from '#local/testing/shared-cluster.ts';
import { createClient } from '#server/kube/client.ts';
import { loadConfig } from '#server/kube/config.ts';
import type { KubeClient } from '#server/kube/types.ts';

const namespace = `kudo-crds-${randomUUID().slice(0, 8)}`;
let client: KubeClient;

beforeAll(async () => {
  client = createClient(loadConfig({ kubeconfig: sharedTestCluster().kubeconfig }));
  await client.create(resources.namespaces, {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: namespace },
  });
  for (const crd of kudoCrds)
    await client.apply(resources.customResourceDefinitions, crd, { fieldManager: 'capstan-test' });
  for (const crd of kudoCrds) await eventually(() => expectServed(crd));
});

async function expectServed({ metadata }: KubeObject): Promise<void> {
  const crd = await client.get(resources.customResourceDefinitions, { name: metadata.name });
  const conditions = items(at(crd, 'status', 'conditions'));
  const of = (type: string): unknown => conditions.find((condition) => at(condition, 'type') === type);
  expect(of('Established')).toMatchObject({ status: 'True' });
  expect(of('NonStructuralSchema')).toBeUndefined();
}

/** Creates it and says what the API server has made of it; a warning is a field that it does not know. */
async function stored(resource: keyof typeof kudoResources, object: KubeObject): Promise<KubeObject> {
  const warnings: string[] = [];
  const metadata = { ...object.metadata, namespace };
  const onWarnings = (texts: readonly string[]): void => void warnings.push(...texts);
  await client.create(kudoResources[resource], { ...object, metadata }, { onWarnings });
  expect(warnings).toEqual([]);
  return client.get(kudoResources[resource], { namespace, name: object.metadata.name });
}

const packages = await realPackages();
it.skipIf(packages.length === 0)('KUDO 1, 2: every real package comes back as it was written', async () => {
  for (const { name, files } of packages) {
    const { operator, version } = packageObjects(readPackage(files));
    expect((await stored('operators', operator))['spec'], name).toEqual(operator.spec);
    expect((await stored('operatorVersions', version))['spec'], name).toEqual(
      JSON.parse(JSON.stringify(version.spec)),
    );
  }
});

/** As the structs of KUDO are written by Go: with empty texts, and nulls for what was never filled. */
const GO_VERSION = {
  apiVersion: KUDO_API_VERSION,
  kind: 'OperatorVersion',
  metadata: { name: 'go-1.0.0', creationTimestamp: null } as unknown as KubeObject['metadata'],
  spec: {
    operator: { name: 'go', kind: 'Operator' },
    version: '1.0.0',
    templates: null,
    tasks: [{ name: 'app', kind: 'Dummy', spec: { done: true, fatal: false, wantErr: false } }],
    parameters: null,
    plans: {
      deploy: { strategy: 'serial', phases: [{ name: 'p', strategy: 'serial', steps: null }] },
      none: { phases: null },
    },
    upgradableFrom: null,
  },
  status: {},
};

it('KUDO 2-8: what Go writes is taken as it is', async () => {
  const { spec, status } = await stored('operatorVersions', GO_VERSION);
  expect({ spec, status }).toEqual({ spec: GO_VERSION.spec, status: {} });
  const instance = {
    apiVersion: KUDO_API_VERSION,
    kind: 'Instance',
    metadata: { name: 'go-instance', labels: { 'kudo.dev/operator': 'go' } },
    spec: {
      operatorVersion: { name: 'go-1.0.0' },
      parameters: { A: '1' },
      planExecution: { status: 'NEVER_RUN', uid: '', planName: '' },
    },
  };
  const made = await stored('instances', instance);
  expect(made['spec']).toEqual(instance.spec);
  const phases = [
    { name: 'p', status: 'IN_PROGRESS', steps: [{ name: 's', status: 'ERROR', message: 'why' }] },
  ];
  const told = {
    planStatus: {
      deploy: { name: 'deploy', status: 'IN_PROGRESS', uid: 'u', lastUpdatedTimestamp: null, phases },
    },
    conditions: [
      {
        type: 'Ready',
        status: 'Unknown',
        reason: 'PlanInProgress',
        message: '',
        lastTransitionTime: '2026-01-01T00:00:00Z',
      },
    ],
  };
  const written = await client.replace(
    kudoResources.instances,
    { ...made, status: told },
    { subresource: 'status' },
  );
  expect(written['status']).toEqual(told);
});

it('columns say what an Instance runs, and whether it is ready', async () => {
  const table = await sharedTestCluster().kubectl('get', 'instances.kudo.dev', '-n', namespace);
  const [head = '', row = ''] = table.split('\n');
  expect(head.split(/\s+/).slice(0, -1)).toEqual(['NAME', 'VERSION', 'READY', 'REASON', 'PLAN']);
  expect(row).toMatch(/^go-instance +go-1\.0\.0 +Unknown +PlanInProgress /);
  expect(await sharedTestCluster().kubectl('get', 'kudo', '-n', namespace)).toContain(
    'operatorversion.kudo.dev/go-1.0.0',
  );
});
