import { beforeAll, expect, it } from 'vitest';
import { resources } from '#lib/k8s/resources.ts';
import type { OperatorGroup } from '#lib/olm/api/types.ts';
import { groupRoles } from '#lib/olm/tenancy/api-roles.ts';
import { anInstallableCsv } from '#lib/testing/install-facts.ts';
import { eventually } from '#local/testing/eventually.ts';
import { heldByFile } from '#local/testing/held.ts';
import { installWorld, type InstallWorld } from '#local/testing/worlds/install-world.ts';
import { observe } from '../caches.ts';
import { groupRolesKind } from './group-roles-reconciler.ts';
import { operatorGroupKind } from '../operator-group-reconciler.ts';
import { reconcile } from '../reconcile.ts';

const held = heldByFile();
let at: InstallWorld;

beforeAll(async () => {
  at = await installWorld(held);
});

it('lets people with Kubernetes’ own roles, and its roles, get at what its operators provide', async () => {
  const group = `${at.namespace}.example.com`;
  const name = `tickets.${group}`;
  const schema = { openAPIV3Schema: { type: 'object' } };
  await at.make(resources.customResourceDefinitions, {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name },
    spec: {
      ...{ group, scope: 'Namespaced', names: { kind: 'Ticket', plural: 'tickets' } },
      versions: [{ name: 'v1', served: true, storage: true, schema }],
    },
  });
  const owned = [{ name, version: 'v1', kind: 'Ticket' }];
  const csv = anInstallableCsv('tickets.v1', {
    metadata: { namespace: at.namespace },
    spec: { customresourcedefinitions: { owned } },
    status: { phase: 'Succeeded' },
  });
  await at.make(resources.clusterServiceVersions, csv);
  await at.makeGroup();
  const key = `${at.namespace}/group`;
  await reconcile(operatorGroupKind, { ...at, key });
  const made = await at.user.get(resources.operatorGroups, { namespace: at.namespace, name: 'group' });
  observe(at.world.caches, resources.operatorGroups, made);
  await reconcile(groupRolesKind, { ...at, key });
  at.writes();
  await reconcile(groupRolesKind, { ...at, key });
  expect(at.writes()).toEqual([]);
  const [, groupsEdit] = groupRoles(made as OperatorGroup);
  const may = async (user: string, verb: string): Promise<unknown> => {
    const review = await at.user.request('POST', '/apis/authorization.k8s.io/v1/subjectaccessreviews', {
      body: {
        ...{ apiVersion: 'authorization.k8s.io/v1', kind: 'SubjectAccessReview' },
        spec: { user, resourceAttributes: { namespace: at.namespace, verb, group, resource: 'tickets' } },
      },
    });
    return (review as { status?: { allowed?: boolean } }).status?.allowed;
  };
  for (const [user, role] of [
    ['vera', 'view'],
    ['edda', groupsEdit?.metadata.name],
  ] as const) {
    await at.user.create(resources.roleBindings, {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'RoleBinding',
      metadata: { name: user, namespace: at.namespace },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: role },
      subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: user }],
    });
  }
  await eventually(async () => {
    expect([await may('vera', 'list'), await may('edda', 'create')]).toEqual([true, true]);
  });
  expect([await may('vera', 'create'), await may('edda', 'list')]).toEqual([false, false]);
});
