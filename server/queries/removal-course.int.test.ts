/**
 * Operators that the controller has installed are removed as the page does it, by what `decideRemoval` asks for: while others
 * remove them too, rights are missing, the controller is killed, the namespace goes, instances hang, the operator is dead. Nothing
 * is orphaned, nothing deleted that was not listed, as the API server's own log tells; and each can be installed again.
 */
import { beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import type { KubeObject, Resource } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { decideRemoval, isUntouched, uninstallDeletions, type Removal } from '#lib/olm/removal/decide.ts';
import type { UninstallFacts } from '#lib/olm/removal/facts.ts';
import { rightsToGoOn } from '#lib/olm/removal/inventory.ts';
import { readRecord, type RemovalChoices } from '#lib/olm/removal/record.ts';
import { auditEvents } from '#local/testing/audit.ts';
import { effort } from '#local/testing/effort.ts';
import { eventually } from '#local/testing/eventually.ts';
import { heldByFile } from '#local/testing/held.ts';
import type { Bench } from '#local/testing/installs.ts';
import { startOperators, type Operators } from '#local/testing/operators.ts';
import { ticketsCatalog } from '#local/testing/tickets.ts';
import type { Identity } from '#server/auth/identity.ts';
import { createClient } from '#server/kube/client.ts';
import { loadConfig } from '#server/kube/config.ts';
import { isKubeError } from '#server/kube/errors.ts';
import { createTransport } from '#server/kube/transport.ts';
import { queryRemoval } from './removal.ts';
import {
  agreeTo,
  carryOut as inTab,
  tickedBoxes,
  type LeavingOperator,
  type TabCourse,
} from './testing/removal-tab.ts';

const CATALOG = 'tests';
const NAMES = ['twice', 'needed', 'halfway', 'harried', 'patient', 'dead', 'closed', 'insisted', 'forged'];
/** How long a finalizer hangs: by default no longer than shows that it is waited for. */
const HANGS_MS = effort(2_000, 60_000);

const held = heldByFile();
let operators: Operators;
let user: Bench;
let admin: Identity;

beforeAll(async () => {
  const versions = Object.fromEntries(NAMES.map((name) => [name, ['1.0.0']] as const));
  const catalog = held.use(await ticketsCatalog(versions));
  operators = held.use(await startOperators({ catalogs: { [CATALOG]: catalog.path } }));
  ({ user } = operators);
  const config = loadConfig({ kubeconfig: operators.cluster.kubeconfig });
  admin = { key: 'admin', client: user.client, transport: createTransport(config) };
});

const ticketsOf = (name: string): Resource => ({
  ...{ group: `${name}.example.com`, version: 'v1', plural: 'tickets', kind: 'Ticket', namespaced: true },
});
const definition = (name: string): string => `tickets.${name}.example.com`;

async function install(name: string, tickets: Readonly<Record<string, readonly string[]>>): Promise<void> {
  await user.install({ namespace: name, package: name, catalog: CATALOG, targetNamespaces: [name] });
  await user.untilPhase(name, `${name}.v1.0.0`, 'Succeeded');
  // It is the last that is made for an operator.
  await eventually(() => user.client.get(resources.operators, { name: `${name}.${name}` }));
  for (const [ticket, finalizers] of Object.entries(tickets)) await makeTicket(name, ticket, finalizers);
}

async function makeTicket(name: string, ticket: string, finalizers: readonly string[] = []): Promise<void> {
  const object: KubeObject = {
    ...{ apiVersion: `${name}.example.com/v1`, kind: 'Ticket' },
    metadata: { name: ticket, namespace: name, finalizers: [...finalizers] },
  };
  await eventually(() => user.client.create(ticketsOf(name), object));
}

async function letGo(name: string, ticket: string): Promise<void> {
  const body = { metadata: { finalizers: null } };
  await user.client.patch(ticketsOf(name), { namespace: name, name: ticket }, { type: 'merge', body });
}

/** All that a page has listed before it was agreed to, by `resource/namespace/name`. */
const listed = new Set<string>();

async function agree(operator: LeavingOperator): Promise<RemovalChoices> {
  const facts = await queryRemoval(admin, operator);
  // Every box that can be ticked.
  const choices = tickedBoxes(facts, (names) => names);
  list(facts);
  for (const change of uninstallDeletions(facts, choices)) {
    if (change.verb === 'delete') listed.add(keyOf(change.resource.plural, change.ref));
  }
  await agreeTo(admin, operator, choices);
  return choices;
}

function list({ made, works }: UninstallFacts): void {
  const gone = (works?.works ?? []).filter(({ fate }) => fate.code !== 'stays');
  for (const { kind, ...ref } of [...made, ...gone]) listed.add(keyOf(PLURALS.get(kind) ?? kind, ref));
}

const PLURALS = new Map<string, string>(Object.values(resources).map(({ kind, plural }) => [kind, plural]));

function keyOf(plural: string, { namespace = '', name }: { namespace?: string; name: string }): string {
  return `${plural}/${namespace}/${name}`;
}

async function expectInstallsAgain(name: string): Promise<void> {
  const namespace = `${name}-again`;
  await user.install({ namespace, package: name, catalog: CATALOG, targetNamespaces: [namespace] });
  await user.untilPhase(namespace, `${name}.v1.0.0`, 'Succeeded');
}

/** By default an administrator's tab. */
function carryOut(
  operator: LeavingOperator,
  choices: RemovalChoices,
  course: Partial<TabCourse> = {},
): Promise<Removal> {
  return inTab(operator, choices, { identity: admin, ...course });
}

async function expectNothingLeft(name: string): Promise<void> {
  await eventually(async () => {
    const owned = `olm.owner.namespace=${name}`;
    const left = await Promise.all([
      ...[resources.clusterRoles, resources.clusterRoleBindings].map((kind) =>
        user.list(kind, undefined, owned),
      ),
      ...[
        resources.subscriptions,
        resources.clusterServiceVersions,
        resources.installPlans,
        resources.operatorGroups,
        resources.operatorConditions,
        resources.deployments,
      ].map((kind) => user.list(kind, name)),
      ...[resources.roles, resources.roleBindings].map((kind) => user.list(kind, name, owned)),
    ]);
    expect(left.flat().map((object) => `${object.kind}/${object.metadata.name}`)).toEqual([]);
    const crds = await user.list(resources.customResourceDefinitions);
    expect(crds.map((crd) => crd.metadata.name)).not.toContain(definition(name));
  });
}

it('two people at once and a controller that is killed end where one tab does', async () => {
  await install('twice', { one: [], two: ['example.com/tidy'], three: [] });
  const other = await secondAdmin();
  const operator = { namespace: 'twice', name: 'twice.v1.0.0' };
  const choices = await agree(operator);
  await makeTicket('twice', 'afterwards');
  const killed = Promise.withResolvers<undefined>();
  let isKilled = false;
  const ends = await Promise.all([
    carryOut(operator, choices, {
      meanwhile: async ({ steps: [first] }, round) => {
        if (round !== 2) return;
        // Only the one that is held is left of those that were agreed to; the operator waits for it.
        expect(first).toMatchObject({ id: 'instances', remaining: [{ name: 'two' }] });
        await user.client.get(resources.clusterServiceVersions, operator);
        await letGo('twice', 'two');
      },
    }),
    carryOut(operator, choices, {
      identity: other,
      meanwhile: async ({ steps }) => {
        const going = steps.find(({ id }) => id === 'operator');
        // Once: the next has to come to its end.
        if (isKilled || going?.state !== 'active') return;
        isKilled = true;
        await operators.controller.kill();
        killed.resolve(undefined);
        await operators.start();
      },
    }),
    killed.promise,
  ]);
  for (const end of ends.slice(0, 2)) expect(end).toMatchObject({ state: 'done' });
  // What was made after it was agreed to is there, with its definition.
  await user.client.get(ticketsOf('twice'), { namespace: 'twice', name: 'afterwards' });
  await user.client.delete(resources.customResourceDefinitions, { name: definition('twice') });
  await expectNothingLeft('twice');
  await expectInstallsAgain('twice');
});

/** Somebody else with all rights. */
async function secondAdmin(): Promise<Identity> {
  const { kubectl } = operators.cluster;
  await kubectl('create', 'serviceaccount', 'second', '-n', 'default');
  const account = '--serviceaccount=default:second';
  await kubectl('create', 'clusterrolebinding', 'second', '--clusterrole=cluster-admin', account);
  return identityOf('second', 'default');
}

async function identityOf(account: string, namespace: string): Promise<Identity> {
  const { kubectl, kubeconfig } = operators.cluster;
  const token = (await kubectl('create', 'token', account, '-n', namespace)).trim();
  const config = loadConfig({ kubeconfig });
  return {
    key: account,
    client: createClient(config, { token }),
    transport: createTransport(config, { token }),
  };
}

it('a definition that another operator has come to need stays, and its operator goes', async () => {
  await install('needed', { one: [] });
  const operator = { namespace: 'needed', name: 'needed.v1.0.0' };
  const choices = await agree(operator);
  expect(Object.keys(choices.definitions)).toEqual([definition('needed')]);
  await user.client.create(resources.namespaces, {
    ...{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'needing' } },
  });
  await user.client.create(resources.clusterServiceVersions, {
    ...{ apiVersion: 'operators.coreos.com/v1alpha1', kind: 'ClusterServiceVersion' },
    metadata: { namespace: 'needing', name: 'needing.v1' },
    spec: {
      ...{ displayName: 'Needing', install: { strategy: 'deployment', spec: { deployments: [] } } },
      customresourcedefinitions: {
        required: [{ name: definition('needed'), version: 'v1', kind: 'Ticket' }],
      },
    },
  });
  const removal = await carryOut(operator, choices);
  expect(removal.steps.find(({ id }) => id === 'definitions')?.remaining).toMatchObject([
    { wait: { code: 'neededBy', values: { operators: 'needing/needing.v1' } } },
  ]);
  await user.client.get(resources.customResourceDefinitions, { name: definition('needed') });
  expect(await user.list(resources.deployments, 'needed')).toEqual([]);
  await expectInstallsAgain('needed');
});

it('who lacks a right half-way stops there, and somebody else goes on from the record', async () => {
  await install('halfway', { one: [] });
  const operator = { namespace: 'halfway', name: 'halfway.v1.0.0' };
  const choices = await agree(operator);
  await expect(carryOut(operator, choices, { identity: await somebody('halfway') })).rejects.toMatchObject({
    kind: 'forbidden',
  });
  const csv = await user.client.get(resources.clusterServiceVersions, operator);
  expect(await user.list(ticketsOf('halfway'), 'halfway')).toEqual([]);
  const record = readRecord(csv.metadata.annotations?.['capstan.dev/removal']);
  expect(record).toEqual(choices);
  if (record === undefined) return;
  await carryOut(operator, record);
  await expectNothingLeft('halfway');
  await expectInstallsAgain('halfway');
});

/** May look at everything, and delete Tickets. */
async function somebody(namespace: string): Promise<Identity> {
  const { kubectl } = operators.cluster;
  await kubectl('create', 'serviceaccount', 'somebody', '-n', namespace);
  const account = `--serviceaccount=${namespace}:somebody`;
  await kubectl(
    'create',
    'clusterrole',
    'looks',
    '--verb=get,list',
    '--resource=*.*,secrets,configmaps,services',
  );
  await kubectl('create', 'clusterrolebinding', 'looks', '--clusterrole=looks', account);
  const role = ['create', 'role', 'deletes', '-n', namespace, '--verb=delete'];
  await kubectl(...role, `--resource=tickets.${namespace}.example.com`);
  await kubectl('create', 'rolebinding', 'deletes', '-n', namespace, '--role=deletes', account);
  return identityOf('somebody', namespace);
}

it('a namespace that goes in the middle ends the removal, and what was agreed to of the cluster goes too', async () => {
  await install('harried', { one: ['example.com/tidy'] });
  const operator = { namespace: 'harried', name: 'harried.v1.0.0' };
  const choices = await agree(operator);
  const removal = await carryOut(operator, choices, {
    meanwhile: async (_removal, round) => {
      if (round === 1) await user.client.delete(resources.namespaces, { name: 'harried' });
      if (round === 3) await letGo('harried', 'one');
    },
  });
  expect(removal.state).toBe('done');
  await expectNothingLeft('harried');
  await expectInstallsAgain('harried');
});

const isThere = (resource: Resource, ref: LeavingOperator): Promise<KubeObject> =>
  user.client.get(resource, ref);

it(
  'instances that hang for a while are waited for, and the operator runs until the last is gone',
  { timeout: 180_000 + 2 * HANGS_MS },
  async () => {
    await install('patient', { one: ['example.com/tidy'], two: [] });
    const operator = { namespace: 'patient', name: 'patient.v1.0.0' };
    const choices = await agree(operator);
    const begun = performance.now();
    let looks = 0;
    await carryOut(operator, choices, {
      meanwhile: async ({ steps: [first] }) => {
        if (first?.state !== 'active' || first.id !== 'instances') return;
        looks += 1;
        await isThere(resources.deployments, { namespace: 'patient', name: 'tickets' });
        await isThere(resources.subscriptions, { namespace: 'patient', name: 'patient' });
        if (performance.now() - begun > HANGS_MS) await letGo('patient', 'one').catch(unlessGone);
      },
    });
    expect(looks).toBeGreaterThan(1);
    await expectNothingLeft('patient');
    await expectInstallsAgain('patient');
  },
);

it('a finalizer of an operator that is dead is taken off by whoever decides to, and by nobody else', async () => {
  await install('dead', { one: ['example.com/tidy'] });
  const operator = { namespace: 'dead', name: 'dead.v1.0.0' };
  const ref = { namespace: 'dead', name: 'group' };
  const { metadata, spec, apiVersion, kind } = await isThere(resources.operatorGroups, ref);
  // Without its group it fails, and nobody brings back what runs for it.
  await user.client.delete(resources.operatorGroups, ref);
  await user.untilPhase('dead', operator.name, 'Failed');
  await user.client.delete(resources.deployments, { namespace: 'dead', name: 'tickets' });
  const choices = await agree(operator);
  let releases = 0;
  await carryOut(operator, choices, {
    meanwhile: async ({ steps: [first] }, round) => {
      const held = first?.remaining.find(({ release }) => release !== undefined);
      if (first?.id !== 'instances' || held === undefined) return;
      expect(held.wait).toMatchObject({ code: 'finalizers', values: { runs: false } });
      await isThere(ticketsOf('dead'), { namespace: 'dead', name: 'one' });
      const change = held.release;
      if (round < 3 || change?.verb !== 'patch') return;
      releases += 1;
      await user.client.patch(change.resource, { namespace: 'dead', name: 'one' }, change.patch);
    },
  });
  expect(releases).toBe(1);
  await expectNothingLeft('dead');
  await user.client.create(resources.operatorGroups, {
    ...{ apiVersion, kind, spec, metadata: { name: metadata.name, namespace: 'dead' } },
  });
  await expectInstallsAgain('dead');
});

class TabClosed extends Error {}

it('what was accepted before a browser is closed goes on, and the rest waits for somebody', async () => {
  await install('closed', { one: [], two: ['example.com/tidy'] });
  const operator = { namespace: 'closed', name: 'closed.v1.0.0' };
  const choices = await agree(operator);
  const closes = (): Promise<void> => Promise.reject(new TabClosed());
  await expect(carryOut(operator, choices, { meanwhile: closes })).rejects.toThrow(TabClosed);
  await letGo('closed', 'two');
  await eventually(async () => expect(await user.list(ticketsOf('closed'), 'closed')).toEqual([]));
  const facts = await queryRemoval(admin, operator);
  const record = readRecord(facts.csv?.record);
  expect(record).toEqual(choices);
  if (record === undefined) return;
  const removal = decideRemoval(facts, record);
  expect(removal).toMatchObject({ state: 'running', steps: [{ state: 'done' }, { id: 'operator' }, {}, {}] });
  expect(isUntouched(facts, removal)).toBe(false);
  expect(rightsToGoOn(removal.next).map(({ resource }) => resource)).toEqual([
    'subscriptions',
    'clusterserviceversions',
  ]);
  await isThere(resources.deployments, { namespace: 'closed', name: 'tickets' });
  await carryOut(operator, record, { identity: admin });
  await expectNothingLeft('closed');
  await expectInstallsAgain('closed');
});

const Status = z.object({ message: z.string().optional() });

it('an operator that somebody deletes meanwhile runs on until the instances that go are gone', async () => {
  await install('insisted', { one: ['example.com/tidy'], two: [] });
  const operator = { namespace: 'insisted', name: 'insisted.v1.0.0' };
  const choices = await agree(operator);
  let held = 0;
  await carryOut(operator, choices, {
    meanwhile: async ({ steps: [first] }, round) => {
      if (round === 1) {
        await user.client.delete(resources.subscriptions, { namespace: 'insisted', name: 'insisted' });
        await user.client.delete(resources.clusterServiceVersions, operator);
        // What this look saw is older than what it deleted.
        return;
      }
      if (first?.id !== 'instances' || first.state !== 'active') return;
      await isThere(resources.deployments, { namespace: 'insisted', name: 'tickets' });
      const csv = await isThere(resources.clusterServiceVersions, operator);
      const { message } = Status.parse(csv['status']);
      if (message !== `being deleted, runs until instances are gone: 1 of ${definition('insisted')}`) {
        if (round > 100) throw new Error(JSON.stringify([csv.metadata, csv['status']]));
        return;
      }
      expect(first.remaining).toMatchObject([{ name: 'one', wait: { values: { runs: true } } }]);
      held += 1;
      if (held === 3) await letGo('insisted', 'one').catch(unlessGone);
    },
  });
  expect(held).toBeGreaterThanOrEqual(3);
  await expectNothingLeft('insisted');
  await expectInstallsAgain('insisted');
});

it('a record that somebody has forged deletes nothing', async () => {
  await install('forged', { one: [] });
  const operator = { namespace: 'forged', name: 'forged.v1.0.0' };
  const facts = await queryRemoval(admin, operator);
  const names = (all: readonly { name: string; uid: string }[]): Record<string, string> =>
    Object.fromEntries(all.map(({ name, uid }) => [name, uid]));
  const crds = await user.list(resources.customResourceDefinitions);
  const csv = facts.csv?.uid ?? '';
  list(facts);
  await agreeTo(admin, operator, {
    ...tickedBoxes(facts, (all) => all),
    csv,
    definitions: names(crds.map(({ metadata: { name, uid = '' } }) => ({ name, uid }))),
    groups: names(facts.groups),
  });
  const before = crds.map(({ metadata }) => metadata.uid);
  for (const resource of [resources.subscriptions, resources.clusterServiceVersions]) {
    const name = resource === resources.subscriptions ? 'forged' : operator.name;
    listed.add(keyOf(resource.plural, { namespace: 'forged', name }));
    await user.client.delete(resource, { namespace: 'forged', name });
  }
  await eventually(async () =>
    expect(await user.list(resources.clusterServiceVersions, 'forged')).toEqual([]),
  );
  await isThere(ticketsOf('forged'), { namespace: 'forged', name: 'one' });
  await isThere(resources.operatorGroups, { namespace: 'forged', name: 'group' });
  const after = await user.list(resources.customResourceDefinitions);
  expect(after.map(({ metadata }) => metadata.uid)).toEqual(expect.arrayContaining(before));
  await user.client.delete(ticketsOf('forged'), { namespace: 'forged', name: 'one' });
  await expectInstallsAgain('forged');
});

function unlessGone(error: unknown): undefined {
  if (!isKubeError(error, 'notFound')) throw error;
}

/** Made by the cluster's own controllers for what is listed, and taken along by them. */
const BELOW: ReadonlySet<string> = new Set([
  ...['endpoints', 'endpointslices', 'events', 'pods', 'replicasets', 'controllerrevisions'],
]);
/** What this test does itself, as somebody beside the removal, and what goes with a namespace. */
const BESIDE = (namespace: string, { resource, name }: { resource?: string; name?: string }): boolean =>
  namespace === 'harried' ||
  (namespace === 'dead' && (resource === 'operatorgroups' || resource === 'deployments')) ||
  (namespace === 'forged' && resource === 'tickets') ||
  (namespace === '' && name === definition('twice'));

it('nothing has been deleted that was not listed, by whomever', () => {
  const ours: readonly string[] = NAMES;
  const found = auditEvents(operators.cluster.auditLog, '"verb":"delete').flatMap((event) => {
    const { resource = '', namespace = '', name = '' } = event.objectRef ?? {};
    const isOurs = namespace === '' ? ours.some((one) => name.includes(`${one}.`)) : ours.includes(namespace);
    // It makes and takes the APIService of each definition itself.
    const done = (event.responseStatus?.code ?? 500) < 300 && event.user.username !== 'system:apiserver';
    if (!isOurs || !done || BELOW.has(resource) || BESIDE(namespace, { resource, name })) return [];
    return [keyOf(resource, { namespace, name })];
  });
  expect(found.length).toBeGreaterThan(NAMES.length * 5);
  expect([...new Set(found)].filter((key) => !listed.has(key))).toEqual([]);
});

it('the controller itself has deleted no definition and no instance', () => {
  const deleted = ['/customresourcedefinitions', '/tickets'].flatMap((kind) =>
    auditEvents(operators.cluster.auditLog, kind).filter(
      ({ verb, user: { username }, objectRef }) =>
        verb.startsWith('delete') &&
        username?.includes('capstan') === true &&
        (objectRef?.resource === 'tickets' || objectRef?.resource === 'customresourcedefinitions'),
    ),
  );
  expect(deleted.map(({ requestURI }) => requestURI)).toEqual([]);
});
