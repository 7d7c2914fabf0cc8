import { beforeAll, describe, expect, it } from 'vitest';
import type { KubeObject, Resource } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { generatedRbac } from '#lib/olm/plan/rbac.ts';
import type { ClusterServiceVersion } from '#lib/olm/api/types.ts';
import { auditEvents } from '#local/testing/audit.ts';
import { eventually } from '#local/testing/eventually.ts';
import { heldByFile } from '#local/testing/held.ts';
import { at, type Bench } from '#local/testing/installs.ts';
import { startOperators, type Operators } from '#local/testing/operators.ts';
import { person } from '#local/testing/people/person.ts';
import { ticketsCatalog } from '#local/testing/tickets.ts';

const NAMESPACE = 'scoped';
const ACCOUNT = 'installer';
const RBAC = 'rbac.authorization.k8s.io';
const USER = `system:serviceaccount:${NAMESPACE}:${ACCOUNT}`;

const held = heldByFile();
let operators: Operators;
let admin: Bench;

beforeAll(async () => {
  const catalog = held.use(await ticketsCatalog({ scoped: ['1.0.0'] }));
  operators = held.use(await startOperators({ catalogs: { tests: catalog.path } }));
  admin = operators.user;
});

const plan = async (): Promise<KubeObject | undefined> =>
  (await admin.list(resources.installPlans, NAMESPACE))[0];

const conditionOf = (object: KubeObject | undefined, type: string): unknown => {
  const all = at(object, 'status.conditions');
  const found = (Array.isArray(all) ? all : []).find((entry) => at(entry, 'type') === type);
  return found === undefined ? undefined : [at(found, 'status'), at(found, 'reason'), at(found, 'message')];
};

const group = (): Promise<KubeObject> =>
  admin.client.get(resources.operatorGroups, { namespace: NAMESPACE, name: 'group' });

/** What a namespace's administrator may grant, and what only one of the cluster may. */
async function grant(namespace: string): Promise<void> {
  const rule = (apiGroups: string[], names: string[], verbs = ['*']): object => ({
    apiGroups,
    resources: names,
    verbs,
  });
  const subjects = [{ kind: 'ServiceAccount', name: ACCOUNT, namespace }];
  const bind = (kind: 'Role' | 'ClusterRole', metadata: { name: string }): KubeObject => ({
    apiVersion: `${RBAC}/v1`,
    kind: `${kind}Binding`,
    metadata,
    subjects,
    roleRef: { apiGroup: RBAC, kind, name: metadata.name },
  });
  const place = { name: ACCOUNT, namespace };
  const cluster = { name: `${ACCOUNT}-of-${namespace}` };
  await admin.client.create(resources.clusterRoles, {
    apiVersion: `${RBAC}/v1`,
    kind: 'ClusterRole',
    metadata: cluster,
    rules: [
      rule([RBAC], ['clusterroles', 'clusterrolebindings']),
      rule(['scoped.example.com'], ['tickets'], ['watch']),
    ],
  });
  await admin.client.create(resources.clusterRoleBindings, bind('ClusterRole', cluster));
  await admin.client.create(resources.roles, {
    apiVersion: `${RBAC}/v1`,
    kind: 'Role',
    metadata: place,
    rules: [rule(['*'], ['*'])],
  });
  await admin.client.create(resources.roleBindings, bind('Role', place));
}

describe('an OperatorGroup that names a ServiceAccount (OLM 53)', () => {
  it('says that the account is missing, and so does the plan', async () => {
    await admin.client.create(resources.namespaces, {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: NAMESPACE },
    });
    await admin.client.create(resources.operatorGroups, {
      apiVersion: 'operators.coreos.com/v1',
      kind: 'OperatorGroup',
      metadata: { name: 'group', namespace: NAMESPACE },
      spec: { targetNamespaces: [NAMESPACE], serviceAccountName: ACCOUNT },
    });
    await admin.subscribe({ namespace: NAMESPACE, package: 'scoped', catalog: 'tests' });
    await eventually(async () => {
      expect(conditionOf(await group(), 'OperatorGroupServiceAccount')).toEqual([
        'True',
        'ServiceAccountNotFound',
        'ServiceAccount installer not found',
      ]);
      const message = 'please make sure the service account exists. sa=installer operatorgroup=scoped/group';
      const found = await plan();
      expect(conditionOf(found, 'Installed')).toEqual(['False', 'InstallCheckFailed', message]);
      expect(at(found, 'status.message')).toBe(`attenuated service account query failed - ${message}`);
    });
  });

  it('installs nothing that the account may not, but the definitions', async () => {
    const made = await admin.client.create(resources.serviceAccounts, {
      apiVersion: 'v1',
      kind: 'ServiceAccount',
      metadata: { name: ACCOUNT, namespace: NAMESPACE },
    });
    await eventually(async () => {
      const found = await plan();
      expect(at(found, 'status.phase')).toBe('Installing');
      expect(at(found, 'status.message')).toMatch(
        /^retrying execution due to error: .*(forbidden|permission|allowed)/i,
      );
      expect(at(found, 'status.attenuatedServiceAccountRef')).toEqual({
        apiVersion: 'v1',
        kind: 'ServiceAccount',
        namespace: NAMESPACE,
        name: ACCOUNT,
        uid: made.metadata.uid,
      });
      expect(at(await group(), 'status.serviceAccountRef.uid')).toBe(made.metadata.uid);
      expect(conditionOf(await group(), 'OperatorGroupServiceAccount')).toBeUndefined();
    });
    expect(await admin.list(resources.clusterServiceVersions, NAMESPACE)).toEqual([]);
    expect(await admin.list(resources.roles, NAMESPACE)).toEqual([]);
    const crd = { name: 'tickets.scoped.example.com' };
    await expect(admin.client.get(resources.customResourceDefinitions, crd)).resolves.toBeDefined();
  });

  it('goes on as soon as the account may, and writes in its name', async () => {
    await grant(NAMESPACE);
    await admin.untilPhase(NAMESPACE, 'scoped.v1.0.0', 'Succeeded');
    await eventually(async () => {
      expect(at(await plan(), 'status.phase')).toBe('Complete');
    });
    const writers = (path: string): (string | undefined)[] =>
      auditEvents(operators.cluster.auditLog, path)
        .filter(
          ({ verb, responseStatus }) =>
            ['create', 'patch'].includes(verb) && (responseStatus?.code ?? 0) < 300,
        )
        .filter(({ objectRef }) => objectRef?.subresource === undefined)
        .map(({ user }) => user.username);
    await eventually(() => {
      expect(writers(`/namespaces/${NAMESPACE}/clusterserviceversions?`)).toEqual([USER]);
      expect(new Set(writers(`/namespaces/${NAMESPACE}/serviceaccounts/tickets?`))).toEqual(new Set([USER]));
      expect(writers('/clusterroles/scoped.v1.0.0-')).toEqual([USER]);
      expect(writers(`/namespaces/${NAMESPACE}/deployments/`)).toEqual([USER]);
      expect(writers('/customresourcedefinitions/tickets.scoped.example.com?')).not.toContain(USER);
    });
  });
});

describe('namespaces that wait for rights', () => {
  /** How often the controller has begun to look at all roles of a kind, not just at its own. */
  const looks = (plural: string): string[] =>
    auditEvents(operators.cluster.auditLog, `/${plural}?`)
      .filter(({ verb, userAgent, requestURI }) => {
        return verb === 'list' && userAgent === 'capstan' && !requestURI.includes('labelSelector');
      })
      .map(({ requestURI }) => requestURI);
  const spaces = ['first', 'second', 'third'];

  it('share what is watched for them, and each goes on when its own rights have come', async () => {
    // The watches of the test before have ended with its plan.
    const before = looks('roles').length;
    for (const namespace of spaces) {
      await admin.prepare({ namespace, package: 'scoped', catalog: 'tests', targetNamespaces: [namespace] });
      const patch = { type: 'merge', body: { spec: { serviceAccountName: ACCOUNT } } } as const;
      await admin.client.patch(resources.operatorGroups, { namespace, name: 'group' }, patch);
      await admin.client.create(resources.serviceAccounts, {
        apiVersion: 'v1',
        kind: 'ServiceAccount',
        metadata: { name: ACCOUNT, namespace },
      });
      await admin.subscribe({ namespace, package: 'scoped', catalog: 'tests' });
    }
    const refused = async (namespace: string): Promise<void> => {
      const [found] = await admin.list(resources.installPlans, namespace);
      expect(at(found, 'status.message')).toMatch(/forbidden|permission|allowed/i);
    };
    await eventually(() => Promise.all(spaces.map(refused)));
    await grant('second');
    await admin.untilPhase('second', 'scoped.v1.0.0', 'Succeeded');
    await refused('first');
    await refused('third');
    expect(looks('roles').length - before).toBe(1);
  });
});

/** Grants little, under the names that the rights of the CSV would have. */
function decoys(csv: { name: string; namespace: string; spec: ClusterServiceVersion['spec'] }): KubeObject[] {
  const rules = [{ apiGroups: [''], resources: ['configmaps'], verbs: ['get'] }];
  return generatedRbac(csv).map((object) => (object.kind === 'Role' ? { ...object, rules } : object));
}

const kindOf: Readonly<Record<string, Resource>> = {
  ServiceAccount: resources.serviceAccounts,
  Role: resources.roles,
  RoleBinding: resources.roleBindings,
};

describe('an operator that watches all namespaces (OLM 79)', () => {
  it('gets there what its roles grant, not what its CSV asks for', async () => {
    const namespace = 'promoted';
    await admin.prepare({ namespace, package: 'evil', catalog: 'tests' });
    const author = await person(operators.cluster.kubeconfig, {
      name: 'author',
      namespace,
      rights: [
        { apiGroups: ['operators.coreos.com'], resources: ['clusterserviceversions'], verbs: ['create'] },
        { apiGroups: [RBAC], resources: ['roles', 'rolebindings'], verbs: ['create'] },
        { apiGroups: [''], resources: ['serviceaccounts'], verbs: ['create'] },
        { apiGroups: [''], resources: ['configmaps'], verbs: ['get'] },
      ],
    });
    const app = { app: 'evil' };
    const pods = {
      metadata: { labels: app },
      spec: { serviceAccountName: 'evil', containers: [{ name: 'evil', image: 'example.invalid/evil:1' }] },
    };
    const rules = [{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }];
    const spec: ClusterServiceVersion['spec'] = {
      displayName: 'Evil',
      installModes: [{ type: 'AllNamespaces', supported: true }],
      install: {
        strategy: 'deployment',
        spec: {
          deployments: [
            { name: 'evil', spec: { replicas: 1, selector: { matchLabels: app }, template: pods } },
          ],
          permissions: [{ serviceAccountName: 'evil', rules }],
        },
      },
    };
    const csv = { name: 'evil.v1.0.0', namespace, spec };
    for (const object of decoys(csv)) {
      const resource = kindOf[object.kind];
      if (resource !== undefined) await author.create(resource, object);
    }
    await author.create(resources.clusterServiceVersions, {
      apiVersion: 'operators.coreos.com/v1alpha1',
      kind: 'ClusterServiceVersion',
      metadata: { name: csv.name, namespace },
      spec,
    });
    await admin.untilPhase(namespace, csv.name, 'Succeeded');
    const made = await admin.list(
      resources.clusterRoles,
      undefined,
      `olm.owner.namespace=${namespace},olm.owner.kind=ClusterServiceVersion`,
    );
    expect(made.map((role) => role['rules'])).toEqual([
      [
        { apiGroups: [''], resources: ['configmaps'], verbs: ['get'] },
        { apiGroups: [''], resources: ['namespaces'], verbs: ['get', 'list', 'watch'] },
      ],
    ]);
  });
});
