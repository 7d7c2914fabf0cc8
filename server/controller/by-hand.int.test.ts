import { beforeAll, describe, expect, it } from 'vitest';
import type { KubeObject, Resource } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { anInstallableCsv } from '#lib/testing/install-facts.ts';
import { eventually } from '#local/testing/eventually.ts';
import { heldByFile } from '#local/testing/held.ts';
import { at, type Bench } from '#local/testing/installs.ts';
import { startOperators, type Operators } from '#local/testing/operators.ts';
import { ticketsCatalog } from '#local/testing/tickets.ts';

/** What people do to what the controller has made, or in its place; and what nodes say of pods. */
const CATALOG = 'tests';
const CSV = resources.clusterServiceVersions;
const RBAC = 'rbac.authorization.k8s.io';
const DONE = 'Succeeded/InstallSucceeded install strategy completed with no errors';
const HASH = 'olm.deployment-spec-hash';

const held = heldByFile();
let operators: Operators;
let user: Bench;

beforeAll(async () => {
  const catalog = held.use(await ticketsCatalog({ edited: ['1.0.0'], orphan: ['1.0.0'] }));
  operators = held.use(await startOperators({ catalogs: { [CATALOG]: catalog.path } }));
  ({ user } = operators);
});

async function wordsOf(namespace: string, csv: string): Promise<string> {
  const status = await user.field(CSV, namespace, csv, 'status');
  return `${String(at(status, 'phase'))}/${String(at(status, 'reason'))} ${String(at(status, 'message'))}`;
}

async function expectWords(namespace: string, csv: string, want: string): Promise<void> {
  await eventually(async () => {
    expect(await wordsOf(namespace, csv)).toBe(want);
  });
}

const rule = { apiGroups: [''], resources: ['events'], verbs: ['create'] };

interface Wish {
  deployment?: object;
  permissions?: object[];
}

/** A CSV that a person makes, without Subscription or plan; its Deployment has one pod that no node takes, if it is to. */
async function makeCsv(namespace: string, name: string, wish: Wish = {}): Promise<KubeObject> {
  const labels = { app: name };
  const pods = {
    metadata: { labels },
    spec: { containers: [{ name: 'manager', image: 'registry.example.com/x' }], ...wish.deployment },
  };
  const spec = {
    replicas: 1,
    progressDeadlineSeconds: 15,
    selector: { matchLabels: labels },
    template: pods,
  };
  const { permissions = [] } = wish;
  const deployments = wish.deployment === undefined ? [] : [{ name, spec }];
  const install = { strategy: 'deployment', spec: { deployments, permissions } };
  const { spec: plain, ...csv } = anInstallableCsv(name);
  return user.client.create(CSV, {
    ...{ apiVersion: csv.apiVersion, kind: csv.kind, metadata: { name, namespace } },
    spec: { ...plain, customresourcedefinitions: {}, install },
  });
}

const account = (namespace: string, name: string, owner?: KubeObject): Promise<KubeObject> => {
  const { apiVersion = '', kind = '', metadata } = owner ?? { metadata: { name: '' } };
  const reference = { apiVersion, kind, name: metadata.name, uid: metadata.uid ?? '' };
  return user.client.create(resources.serviceAccounts, {
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: { name, namespace, ...(owner === undefined ? {} : { ownerReferences: [reference] }) },
  });
};

const make = (resource: Resource, metadata: KubeObject['metadata'], more: object): Promise<KubeObject> => {
  const { kind } = resource;
  return user.client.create(resource, { apiVersion: `${RBAC}/v1`, kind, metadata, ...more });
};

const prepare = (namespace: string): Promise<void> =>
  user.prepare({ namespace, package: '', catalog: CATALOG, targetNamespaces: [namespace] });

describe('rights of an operator', () => {
  it('may come later, by hand, and count as soon as they do; and no longer once they go', async () => {
    await prepare('hand');
    await account('hand', 'worker');
    await makeCsv('hand', 'hand.v1', {
      permissions: [{ serviceAccountName: 'worker', rules: [rule] }],
    });
    await expectWords(
      'hand',
      'hand.v1',
      "Pending/RequirementsNotMet one or more requirements couldn't be found",
    );
    const path = 'status.requirementStatus';
    // The words were the same before the account was seen.
    await eventually(async () => {
      expect(JSON.stringify(await user.field(CSV, 'hand', 'hand.v1', path))).toContain(
        'Policy rule not satisfied for service account',
      );
    });
    const metadata = { name: 'somebodys', namespace: 'hand' };
    await make(resources.roles, metadata, { rules: [rule] });
    await make(resources.roleBindings, metadata, {
      roleRef: { apiGroup: RBAC, kind: 'Role', name: 'somebodys' },
      subjects: [{ kind: 'ServiceAccount', name: 'worker', namespace: 'hand' }],
    });
    await expectWords('hand', 'hand.v1', DONE);
    await user.client.delete(resources.roles, metadata);
    await expectWords(
      'hand',
      'hand.v1',
      "Pending/RequirementsNotMet one or more requirements couldn't be found",
    );
  });

  it('may come by a role that another role is aggregated to, in a group of accounts', async () => {
    await prepare('sum');
    await account('sum', 'worker');
    await makeCsv('sum', 'sum.v1', { permissions: [{ serviceAccountName: 'worker', rules: [rule] }] });
    const matchLabels = { 'sum.example.com/part': 'true' };
    await make(
      resources.clusterRoles,
      { name: 'sum-whole' },
      { aggregationRule: { clusterRoleSelectors: [{ matchLabels }] }, rules: [] },
    );
    await make(
      resources.roleBindings,
      { name: 'all', namespace: 'sum' },
      {
        roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name: 'sum-whole' },
        subjects: [{ apiGroup: RBAC, kind: 'Group', name: 'system:serviceaccounts:sum' }],
      },
    );
    await expectWords(
      'sum',
      'sum.v1',
      "Pending/RequirementsNotMet one or more requirements couldn't be found",
    );
    await make(resources.clusterRoles, { name: 'sum-part', labels: matchLabels }, { rules: [rule] });
    await expectWords('sum', 'sum.v1', DONE);
  });
});

describe('an account', () => {
  it('that belongs to another operator holds this one up until that is gone', async () => {
    await prepare('owned');
    const owner = await makeCsv('owned', 'owner.v1');
    await account('owned', 'worker', owner);
    const metadata = { name: 'worker', namespace: 'owned' };
    await make(resources.roles, metadata, { rules: [rule] });
    await make(resources.roleBindings, metadata, {
      roleRef: { apiGroup: RBAC, kind: 'Role', name: 'worker' },
      subjects: [{ kind: 'ServiceAccount', name: 'worker', namespace: 'owned' }],
    });
    await makeCsv('owned', 'other.v1', { permissions: [{ serviceAccountName: 'worker', rules: [rule] }] });
    await expectWords(
      'owned',
      'other.v1',
      "Pending/RequirementsNotMet one or more requirements couldn't be found",
    );
    await eventually(async () => {
      expect(await user.field(CSV, 'owned', 'other.v1', 'status.requirementStatus')).toMatchObject([
        {
          kind: 'ServiceAccount',
          status: 'PresentNotSatisfied',
          message: 'Service account is owned by another ClusterServiceVersion',
        },
      ]);
    });
    await user.client.delete(CSV, { namespace: 'owned', name: 'owner.v1' });
    // It goes with its owner; what is made in its place is nobody's. The garbage collector looks for kinds that are new to it,
    // such as that of its owner, every 30 s.
    await eventually(() => account('owned', 'worker'), { timeoutMs: 120_000 });
    await expectWords('owned', 'other.v1', DONE);
  });
});

const TICKETS = { namespace: 'edited', name: 'tickets' };
const deployment = (ref = TICKETS): Promise<KubeObject> => user.client.get(resources.deployments, ref);
const edit = (body: Record<string, unknown>): Promise<KubeObject> =>
  user.client.patch(resources.deployments, TICKETS, { type: 'strategic', body });

describe('a Deployment that somebody edits', () => {
  it('stays as it was edited in its spec, has what pods must know put back, and is made anew by its hash', async () => {
    await user.install({
      ...{ namespace: 'edited', package: 'edited', catalog: CATALOG, targetNamespaces: ['edited'] },
    });
    await user.untilPhase('edited', 'edited.v1.0.0', 'Succeeded');
    const hash = (await deployment()).metadata.labels?.[HASH];

    // As with OLM, which compares hashes: somebody who tries another image keeps it until the next version.
    const containers = [{ name: 'manager', image: 'example.invalid/tickets:tried' }];
    await edit({ spec: { template: { spec: { containers } } } });
    await eventually(async () => {
      const { metadata, status } = await deployment();
      expect(at(status, 'observedGeneration')).toBe(metadata.generation);
      expect(at(status, 'availableReplicas')).toBe(1);
      expect(at(status, 'replicas')).toBe(1);
      expect(await wordsOf('edited', 'edited.v1.0.0')).toBe(DONE);
    });
    expect(at(await deployment(), 'spec.template.spec.containers')).toMatchObject(containers);

    await edit({
      spec: { template: { metadata: { annotations: { 'olm.targetNamespaces': 'elsewhere' } } } },
    });
    await eventually(async () => {
      expect(at(await deployment(), 'spec.template.metadata.annotations')).toMatchObject({
        'olm.targetNamespaces': 'edited',
      });
    });
    // Or, where the pods of the edit were seen first, that these are waited for.
    await eventually(async () => {
      const remembered = await user.field(CSV, 'edited', 'edited.v1.0.0', 'status.conditions');
      expect(JSON.stringify(remembered)).toMatch(
        /unexpected annotation on deployment. Expected olm.targetNamespaces:edited, found olm.targetNamespaces:elsewhere|waiting for spec update of deployment/,
      );
    });
    await expectWords('edited', 'edited.v1.0.0', DONE);

    await edit({ metadata: { labels: { [HASH]: 'mine' } }, spec: { replicas: 0 } });
    await eventually(async () => {
      const after = await deployment();
      expect(after.metadata.labels?.[HASH]).toBe(hash);
      expect(at(after, 'spec.replicas')).toBe(1);
    });
    await expectWords('edited', 'edited.v1.0.0', DONE);
  });
});

describe('a pod whose image cannot be pulled', () => {
  /** What a kubelet says; no node has taken the pod, so nobody else says anything. */
  async function kubeletSays(state: object, ready: 'True' | 'False'): Promise<void> {
    const [pod] = await eventually(async () => {
      const pods = await user.list(resources.pods, 'pull');
      expect(pods).toHaveLength(1);
      return pods;
    });
    const { name = '', namespace = '' } = pod?.metadata ?? {};
    const lastTransitionTime = new Date().toISOString();
    const conditions = ['PodScheduled', 'Ready', 'ContainersReady'].map((type) => ({
      ...{ type, lastTransitionTime, status: type === 'PodScheduled' ? 'True' : ready },
    }));
    const container = { name: 'manager', image: 'registry.example.com/x', imageID: '', restartCount: 0 };
    const containerStatuses = [{ ...container, ready: ready === 'True', state }];
    const phase = ready === 'True' ? 'Running' : 'Pending';
    const body = { status: { phase, conditions, containerStatuses } };
    await user.client.patch(
      resources.pods,
      { name, namespace },
      { type: 'strategic', body },
      { subresource: 'status' },
    );
  }

  it('is waited for, then given up, and the operator is well again as soon as the image is there', async () => {
    await prepare('pull');
    const nodeSelector = { 'nodes.example.com/none': 'like-this' };
    await makeCsv('pull', 'pull.v1', { deployment: { nodeSelector } });
    const waiting = {
      ...{ reason: 'ImagePullBackOff', message: 'Back-off pulling image "registry.example.com/x"' },
    };
    await kubeletSays({ waiting }, 'False');
    await expectWords(
      'pull',
      'pull.v1',
      'Installing/InstallWaiting installing: waiting for deployment pull.v1 to become ready: deployment "pull.v1" not available: Deployment does not have minimum availability.',
    );
    await expectWords(
      'pull',
      'pull.v1',
      'Failed/InstallCheckFailed install failed: deployment pull.v1 not ready before timeout: deployment "pull.v1" exceeded its progress deadline',
    );
    await kubeletSays({ running: { startedAt: new Date().toISOString() } }, 'True');
    await expectWords('pull', 'pull.v1', DONE);
  });
});

describe('what is left of an operator whose CSV went without it', () => {
  it('is taken over as it is by the CSV that comes in its place: no pod restarts, nothing is made twice', async () => {
    const wish = { namespace: 'orphan', package: 'orphan', catalog: CATALOG, targetNamespaces: ['orphan'] };
    await user.install(wish);
    await user.untilPhase('orphan', 'orphan.v1.0.0', 'Succeeded');
    const kinds = [
      ...[resources.deployments, resources.serviceAccounts, resources.services],
      ...[resources.roles, resources.roleBindings, resources.pods],
    ];
    const uids = async (): Promise<string[]> => {
      const lists = await Promise.all(kinds.map((kind) => user.list(kind, 'orphan')));
      const all = lists.flat().filter(({ metadata }) => metadata.name !== 'default');
      return all.map(({ kind, metadata }) => `${kind} ${metadata.name} ${metadata.uid ?? ''}`).sort();
    };
    const before = await uids();
    const clusterRoles = async (): Promise<number> =>
      (await user.list(resources.clusterRoles, undefined, 'olm.owner=orphan.v1.0.0')).length;
    expect(await clusterRoles()).toBe(1);

    // As with a backup, or hands that are quicker than the controller: the CSV goes, and what it had stays.
    await operators.controller.kill();
    const ref = { namespace: 'orphan', name: 'orphan.v1.0.0' };
    const old = await user.client.get(CSV, ref);
    await user.client.patch(CSV, ref, { type: 'merge', body: { metadata: { finalizers: [] } } });
    await operators.cluster.kubectl(
      ...['delete', 'csv', 'orphan.v1.0.0', '--namespace', 'orphan', '--cascade=orphan'],
    );
    const { annotations, labels } = old.metadata;
    await user.client.create(CSV, {
      ...{ apiVersion: old.apiVersion, kind: old.kind, spec: old['spec'] },
      metadata: {
        ...ref,
        ...(annotations === undefined ? {} : { annotations }),
        ...(labels === undefined ? {} : { labels }),
      },
    });
    await operators.start();

    await expectWords('orphan', 'orphan.v1.0.0', DONE);
    const { uid } = (await user.client.get(CSV, ref)).metadata;
    expect(uid).not.toBe(old.metadata.uid);
    await eventually(async () => {
      const after = await deployment({ namespace: 'orphan', name: 'tickets' });
      expect(after.metadata.ownerReferences?.map((owner) => owner.uid)).toEqual([uid]);
    });
    expect(await uids()).toEqual(before);
    expect(await clusterRoles()).toBe(1);
  });
});
