/**
 * Operators that the controller has installed are removed as the page does it, by what `decideRemoval` asks for: while others
 * remove them too, rights are missing, the controller is killed, the namespace goes. Nothing is orphaned, and nothing deleted
 * that nobody agreed to.
 */
import { beforeAll, expect, it } from 'vitest';
import type { KubeObject, Resource } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import type { Removal } from '#lib/olm/removal/decide.ts';
import { readRecord, type RemovalChoices } from '#lib/olm/removal/record.ts';
import { auditEvents } from '#local/testing/audit.ts';
import { eventually } from '#local/testing/eventually.ts';
import { heldByFile } from '#local/testing/held.ts';
import type { Bench } from '#local/testing/installs.ts';
import { startOperators, type Operators } from '#local/testing/operators.ts';
import { ticketsCatalog } from '#local/testing/tickets.ts';
import type { Identity } from '#server/auth/identity.ts';
import { createClient } from '#server/kube/client.ts';
import { loadConfig } from '#server/kube/config.ts';
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
const NAMES = ['twice', 'needed', 'halfway', 'harried'] as const;

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

async function agree(operator: LeavingOperator): Promise<RemovalChoices> {
  // Every box that can be ticked.
  const choices = tickedBoxes(await queryRemoval(admin, operator), (names) => names);
  await agreeTo(admin, operator, choices);
  return choices;
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
    expect(left.flat().map((object) => `${object.kind}/${object.metadata.name ?? ''}`)).toEqual([]);
    const crds = await user.list(resources.customResourceDefinitions);
    expect(crds.map((crd) => crd.metadata.name)).not.toContain(definition(name));
  });
}

it('two tabs at once and a controller that is killed end where one tab does; it can be installed again', async () => {
  await install('twice', { one: [], two: ['example.com/tidy'], three: [] });
  const operator = { namespace: 'twice', name: 'twice.v1.0.0' };
  const choices = await agree(operator);
  await makeTicket('twice', 'afterwards');
  const killed = Promise.withResolvers<undefined>();
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
      meanwhile: async ({ steps }) => {
        const going = steps.find(({ id }) => id === 'operator');
        if (going?.state !== 'active') return;
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
  const again = { namespace: 'twice-again', package: 'twice', catalog: CATALOG };
  await user.install({ ...again, targetNamespaces: [again.namespace] });
  await user.untilPhase(again.namespace, operator.name, 'Succeeded');
});

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
});

/** May look at everything, and delete Tickets. */
async function somebody(namespace: string): Promise<Identity> {
  const { kubectl, kubeconfig } = operators.cluster;
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
  const token = (await kubectl('create', 'token', 'somebody', '-n', namespace)).trim();
  const config = loadConfig({ kubeconfig });
  return {
    key: 'somebody',
    client: createClient(config, { token }),
    transport: createTransport(config, { token }),
  };
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
