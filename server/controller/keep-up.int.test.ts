import { beforeAll, describe, expect, it } from 'vitest';
import type { KubeObject } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { eventually } from '#local/testing/eventually.ts';
import { heldByFile } from '#local/testing/held.ts';
import type { Bench } from '#local/testing/installs.ts';
import { startOperators, type Operators } from '#local/testing/operators.ts';
import { ticketsCatalog } from '#local/testing/tickets.ts';

const PATIENCE_MS = 120_000;
const CATALOG = 'tests';

const held = heldByFile();
let operators: Operators;
let user: Bench;

beforeAll(async () => {
  const catalog = held.use(await ticketsCatalog({ before: ['1.0.0'], after: ['1.0.0'] }));
  // Its own account would go with the namespace that is deleted here.
  operators = held.use(await startOperators({ catalogs: { [CATALOG]: catalog.path }, as: 'administrator' }));
  ({ user } = operators);
}, PATIENCE_MS);

async function aNamespace(name: string): Promise<void> {
  await user.client.create(resources.namespaces, {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name },
  });
}

/** What anybody may make who may deploy something somewhere. */
async function deployOlmOperator(namespace: string): Promise<void> {
  await aNamespace(namespace);
  await user.client.create(resources.deployments, {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'olm-operator', namespace },
    spec: {
      replicas: 0,
      selector: { matchLabels: { app: 'olm' } },
      template: {
        metadata: { labels: { app: 'olm' } },
        spec: { serviceAccountName: 'olm', containers: [{ name: 'a', image: 'b' }] },
      },
    },
  });
}

/** What only an administrator gives. */
async function grantOlmsRights(namespace: string): Promise<void> {
  const role: KubeObject = {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRole',
    metadata: { name: 'system:controller:operator-lifecycle-manager' },
    rules: [{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }],
  };
  await user.client.create(resources.clusterRoles, role);
  await user.client.create(resources.clusterRoleBindings, {
    apiVersion: role.apiVersion,
    kind: 'ClusterRoleBinding',
    metadata: { name: `olm-operator-binding-${namespace}` },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: role.kind, name: role.metadata.name },
    subjects: [{ kind: 'ServiceAccount', name: 'olm', namespace }],
  });
}

async function logged(text: string): Promise<void> {
  await eventually(() => {
    expect(operators.controller.log.filter((line) => line.includes(text))).not.toEqual([]);
  });
}

async function install(name: string): Promise<void> {
  await user.install({ namespace: name, package: name, catalog: CATALOG, targetNamespaces: [name] });
  await user.untilPhase(name, `${name}.v1.0.0`, 'Succeeded');
}

describe('what is looked at again while the controller runs', () => {
  it(
    'what was deleted: its namespace with its Lease and catalogs, and its definitions',
    async () => {
      await install('before');
      await user.client.delete(resources.namespaces, { name: 'capstan-system' });
      await eventually(async () => {
        const again = await user.client.get(resources.namespaces, { name: 'capstan-system' });
        expect(again.metadata.deletionTimestamp).toBeUndefined();
        await user.client.get(resources.leases, { namespace: 'capstan-system', name: 'capstan-controller' });
        await user.client.get(resources.catalogSources, { namespace: 'capstan-system', name: CATALOG });
      });
      const name = 'subscriptions.operators.coreos.com';
      await user.client.delete(resources.customResourceDefinitions, { name });
      await logged('definitions were deleted');
      await eventually(() => user.list(resources.subscriptions, 'before'));
      await install('after');
    },
    PATIENCE_MS,
  );

  it(
    'whether OLM runs: by its rights, not by its name; it stands aside while OLM is there',
    async () => {
      await deployOlmOperator('decoy');
      await operators.controller.stop();
      const started = await operators.start();
      expect(started.ready).not.toContain('reconciling=no');

      await grantOlmsRights('olm');
      await deployOlmOperator('olm');
      await logged('not reconciling');
      const lease = { namespace: 'capstan-system', name: 'capstan-controller' };
      await eventually(async () => {
        expect(await user.field(resources.leases, lease.namespace, lease.name, 'spec.holderIdentity')).toBe(
          undefined,
        );
      });
      await started.stop();

      const aside = await operators.start();
      expect(aside.ready).toMatch(/reconciling=no reason=".*olm\/olm-operator/);
      await user.client.delete(resources.deployments, { namespace: 'olm', name: 'olm-operator' });
      await eventually(async () => {
        const holder = await user.field(resources.leases, lease.namespace, lease.name, 'spec.holderIdentity');
        expect(holder).toBeTypeOf('string');
      });
      await aside.stop();

      await deployOlmOperator('olm-again');
      await user.client.patch(
        resources.clusterRoleBindings,
        { name: 'olm-operator-binding-olm' },
        {
          type: 'merge',
          body: { subjects: [{ kind: 'ServiceAccount', name: 'olm', namespace: 'olm-again' }] },
        },
      );
      const overruled = await operators.start({ flags: ['--ignore-other-olm'] });
      expect(overruled.ready).not.toContain('reconciling');
    },
    PATIENCE_MS,
  );
});
