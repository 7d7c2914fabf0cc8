/** The controller with `--scope namespaces`, and with the rights that the chart gives it then. */
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { KubeObject } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { ACCOUNT_NEEDED } from '#lib/olm/api/vocabulary.ts';
import { auditEvents } from '#local/testing/audit.ts';
import { giveTokens } from '#local/testing/deploy/account.ts';
import { eventually } from '#local/testing/eventually.ts';
import { heldByFile } from '#local/testing/held.ts';
import { at, type Bench } from '#local/testing/installs.ts';
import { startOperators, type Operators } from '#local/testing/operators.ts';

const samples = join(import.meta.dirname, '..', '..', 'examples', 'catalog');
const PLACE = 'flights';
const ACCOUNT = 'installer';
const CSV = 'flight-ticket.v1.0.0';
const NEXT = 'flight-ticket.v2.0.0';
const OLM = 'operators.coreos.com';
const RBAC = 'rbac.authorization.k8s.io';

const held = heldByFile();
let operators: Operators;
let admin: Bench;

beforeAll(async () => {
  const flags = ['--scope', 'namespaces'];
  const refused = /^list \/apis\/flights\.com\/v1\/flighttickets\?/;
  operators = held.use(await startOperators({ catalogs: { samples }, flags, refused }));
  admin = operators.user;
});

const request = (namespace: string): Parameters<Bench['prepare']>[0] => ({
  ...{ namespace, package: 'flight-ticket', catalog: 'samples', targetNamespaces: [namespace] },
  spec: { startingCSV: CSV, installPlanApproval: 'Automatic' },
});

/** By the commands of docs/security.md, and the rights that the operator is to have. */
async function giveRights(): Promise<void> {
  const here = ['--namespace', PLACE];
  const account = ['--serviceaccount', `${PLACE}:${ACCOUNT}`];
  const { kubectl } = operators.cluster;
  await kubectl('create', 'serviceaccount', ACCOUNT, ...here);
  await kubectl('create', 'rolebinding', ACCOUNT, ...here, '--clusterrole', 'admin', ...account);
  const kinds = ['clusterserviceversions', 'subscriptions', 'operatorconditions'].map(
    (kind) => `${kind}.${OLM}`,
  );
  const may = ['--verb', 'get,create,patch', '--resource', kinds.join()];
  await kubectl('create', 'role', 'installs', ...here, ...may);
  await kubectl('create', 'rolebinding', 'installs', ...here, '--role', 'installs', ...account);
  // Before the definition is there, kubectl knows no such resource.
  await admin.client.create(resources.roles, {
    apiVersion: `${RBAC}/v1`,
    kind: 'Role',
    metadata: { namespace: PLACE, name: 'flies' },
    rules: [
      { apiGroups: ['flights.com'], resources: ['flighttickets'], verbs: ['get', 'list', 'watch'] },
      { apiGroups: ['flights.com'], resources: ['flighttickets/status'], verbs: ['patch'] },
      { apiGroups: [''], resources: ['events'], verbs: ['create'] },
    ],
  });
  await kubectl('create', 'rolebinding', 'flies', ...here, '--role', 'flies', ...account);
}

const messageOf = (object: KubeObject | undefined): unknown => at(object, 'status.message');

describe('a controller that installs with the rights of accounts alone', () => {
  it('installs where an account is named, with what that was given', async () => {
    await admin.prepare(request(PLACE));
    await giveRights();
    await giveTokens(admin.client, PLACE);
    await admin.client.patch(
      resources.operatorGroups,
      { namespace: PLACE, name: 'group' },
      { type: 'merge', body: { spec: { serviceAccountName: ACCOUNT } } },
    );
    await admin.subscribe(request(PLACE));
    await admin.untilPhase(PLACE, CSV, 'Succeeded');
    const events = auditEvents(operators.cluster.auditLog, `/namespaces/${PLACE}/deployments`);
    const writers = events.filter(({ verb }) => verb === 'patch' || verb === 'create');
    expect(new Set(writers.map(({ user }) => user.username))).toContain(
      `system:serviceaccount:${PLACE}:${ACCOUNT}`,
    );
  });

  it('installs nothing where none is named, and says what to do', async () => {
    const namespace = 'open';
    await admin.install(request(namespace));
    await eventually(async () => {
      const group = { namespace, name: 'group' };
      const { status } = await admin.client.get(resources.operatorGroups, group);
      expect(status).toMatchObject({
        conditions: [
          { type: 'OperatorGroupServiceAccount', reason: 'ServiceAccountNeeded', message: ACCOUNT_NEEDED },
        ],
      });
      const [plan] = await admin.list(resources.installPlans, namespace);
      expect(messageOf(plan)).toContain(`${ACCOUNT_NEEDED} operatorgroup=open/group`);
    });
    expect(await admin.list(resources.clusterServiceVersions, namespace)).toEqual([]);

    // Nor what somebody brings without a plan.
    const app = { app: 'any' };
    const template = { metadata: { labels: app }, spec: { containers: [{ name: 'any', image: 'any' }] } };
    await admin.client.create(resources.clusterServiceVersions, {
      apiVersion: `${OLM}/v1alpha1`,
      kind: 'ClusterServiceVersion',
      metadata: { name: 'any.v1', namespace },
      spec: {
        displayName: 'Any',
        installModes: [{ type: 'OwnNamespace', supported: true }],
        install: {
          strategy: 'deployment',
          spec: { deployments: [{ name: 'any', spec: { selector: { matchLabels: app }, template } }] },
        },
      },
    });
    await eventually(async () => {
      const ref = { namespace, name: 'any.v1' };
      const csv = await admin.client.get(resources.clusterServiceVersions, ref);
      expect(messageOf(csv)).toContain(ACCOUNT_NEEDED);
    });
    expect(await admin.list(resources.deployments, namespace)).toEqual([]);
  });

  it.each([
    ['create', 'serviceaccounts', 'token', PLACE, ACCOUNT, true],
    ['create', 'serviceaccounts', 'token', PLACE, 'flight-ticket-operator', false],
    ['create', 'serviceaccounts', 'token', 'open', ACCOUNT, false],
    ['create', 'serviceaccounts', 'token', 'kube-system', 'default', false],
    ['get', 'secrets', '', 'capstan-system', 'any', true],
    ['get', 'secrets', '', 'kube-system', 'any', false],
    ['create', 'deployments', '', PLACE, 'any', false],
    ['create', 'clusterrolebindings', '', '', 'any', false],
    ['escalate', 'roles', '', PLACE, 'any', false],
    ['bind', 'clusterroles', '', '', 'cluster-admin', false],
  ])('itself: %s %s%s in %s, %s: %s', async (verb, resource, subresource, namespace, name, allowed) => {
    const group = { deployments: 'apps', clusterrolebindings: RBAC, roles: RBAC, clusterroles: RBAC }[
      resource
    ];
    const review = await admin.client.request('POST', '/apis/authorization.k8s.io/v1/subjectaccessreviews', {
      body: {
        apiVersion: 'authorization.k8s.io/v1',
        kind: 'SubjectAccessReview',
        spec: {
          user: 'system:serviceaccount:capstan-system:capstan-controller',
          resourceAttributes: { verb, group: group ?? '', resource, subresource, namespace, name },
        },
      },
    });
    expect(review).toMatchObject({ status: { allowed } });
  });

  it('changes a definition once it may read the objects of it', async () => {
    await eventually(async () => {
      const plans = await admin.list(resources.installPlans, PLACE);
      expect(plans.map(messageOf).join()).toContain('cannot list the objects of flighttickets.flights.com');
    });
    const { kubectl } = operators.cluster;
    await kubectl(
      ...['create', 'clusterrole', 'capstan-reads-flights'],
      ...['--verb=list', '--resource=flighttickets.flights.com'],
    );
    await kubectl(
      ...['create', 'clusterrolebinding', 'capstan-reads-flights', '--clusterrole=capstan-reads-flights'],
      '--serviceaccount=capstan-system:capstan-controller',
    );
    await admin.untilPhase(PLACE, NEXT, 'Succeeded');
  });

  it('takes away what it has installed, though the account is gone', async () => {
    await admin.client.delete(resources.serviceAccounts, { namespace: PLACE, name: ACCOUNT });
    await admin.client.delete(resources.subscriptions, { namespace: PLACE, name: 'flight-ticket' });
    await admin.client.delete(resources.clusterServiceVersions, { namespace: PLACE, name: NEXT });
    await eventually(async () => {
      expect(await admin.list(resources.deployments, PLACE)).toEqual([]);
      expect(await admin.list(resources.clusterServiceVersions, PLACE)).toEqual([]);
    });
  });
});
