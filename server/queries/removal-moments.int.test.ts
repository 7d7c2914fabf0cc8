/**
 * Removals at random moments of installs and upgrades, each with boxes ticked at random, instances that are held for a while, tabs that
 * are closed, and people who make things in between. Whatever the moment: nothing is orphaned, what was not agreed to is there as it
 * was, and what the cluster itself deletes was on the list.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { refTo, type KubeObject, type Resource } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { uninstallDeletions, type Removal } from '#lib/olm/removal/decide.ts';
import type { UninstallFacts } from '#lib/olm/removal/facts.ts';
import type { RemovalChoices } from '#lib/olm/removal/record.ts';
import { randomFrom, type Random } from '#lib/testing/random.ts';
import { followAudit, type AuditEvent } from '#local/testing/audit.ts';
import { effort, seedOr } from '#local/testing/effort.ts';
import { eventually } from '#local/testing/eventually.ts';
import { heldByFile } from '#local/testing/held.ts';
import type { Bench } from '#local/testing/installs.ts';
import { startOperators, type Operators } from '#local/testing/operators.ts';
import { ticketsCatalog } from '#local/testing/tickets.ts';
import type { Identity } from '#server/auth/identity.ts';
import { isKubeError } from '#server/kube/errors.ts';
import { createTransport } from '#server/kube/transport.ts';
import { loadConfig } from '#server/kube/config.ts';
import { queryRemoval } from './removal.ts';
import { agreeTo, carryOut, tickedBoxes, type LeavingOperator } from './testing/removal-tab.ts';

const CATALOG = 'tests';
const REMOVALS = effort(5, 500);
/** They wait more than they work; each has a package of its own, which it installs again and again. */
const AT_ONCE = effort(5, 12);
const TIMEOUT_MS = effort(600_000, 7_200_000);
const PATIENCE = { timeoutMs: 240_000, intervalMs: 100 };
const seed = seedOr(Date.now() % 1_000_000);

/** How far an install and its upgrade are; a removal begins a little after one of these. */
const STAGES = ['asked', 'planned', 'made', 'installing', 'installed', 'made2', 'upgrading', 'upgraded'];
/** From here on the definition is there. */
const SERVED = STAGES.indexOf('installing');
const JITTER_MS = 400;

const { clusterServiceVersions, customResourceDefinitions, installPlans, namespaces, subscriptions } =
  resources;

const held = heldByFile();
let operators: Operators;
let user: Bench;
let admin: Identity;
/** What anybody has deleted, in the order of the log. */
const deletions: AuditEvent[] = [];
let moreDeletions: () => AuditEvent[];

beforeAll(async () => {
  process.stdout.write(`removals at random moments: CAPSTAN_SEED=${String(seed)} repeats them\n`);
  const versions = Array.from({ length: AT_ONCE }, (_, index) => [packageOf(index), ['1.0.0', '2.0.0']]);
  const catalog = held.use(await ticketsCatalog(Object.fromEntries(versions) as Record<string, string[]>));
  operators = held.use(await startOperators({ catalogs: { [CATALOG]: catalog.path } }));
  ({ user } = operators);
  const config = loadConfig({ kubeconfig: operators.cluster.kubeconfig });
  admin = { key: 'admin', client: user.client, transport: createTransport(config) };
  moreDeletions = followAudit(operators.cluster.auditLog, '"verb":"delete');
});

const packageOf = (worker: number): string => `parcel-${String(worker)}`;

/** One removal. */
interface Course {
  random: Random;
  namespace: string;
  package: string;
  tickets: Resource;
  stage: number;
  /** UIDs of all that somebody has agreed to delete. */
  agreed: Set<string>;
  /** UIDs of what a removal said that it leaves. */
  left: Set<string>;
  /** Of what the operator has, by `resource/name`, as the pages listed it. */
  listed: Set<string>;
  /** The Subscription was deleted before it had an operator: what its plan makes yet goes by itself. */
  cancelled?: boolean;
}

/** What people have made, and what they keep unless they agree to lose it. */
type Kept = readonly (readonly [resource: Resource, object: KubeObject])[];

function courseOf(index: number, worker: number): Course {
  const random = randomFrom(seed + index);
  const name = packageOf(worker);
  return {
    ...{ random, package: name, namespace: `moment-${String(index)}` },
    tickets: {
      group: `${name}.example.com`,
      version: 'v1',
      plural: 'tickets',
      kind: 'Ticket',
      namespaced: true,
    },
    stage: random.below(STAGES.length),
    ...{ agreed: new Set<string>(), left: new Set<string>(), listed: new Set<string>() },
  };
}

async function run(course: Course): Promise<void> {
  const { namespace, stage, random } = course;
  await user.install({
    ...{ namespace, package: course.package, catalog: CATALOG, targetNamespaces: [namespace] },
    spec: { startingCSV: `${course.package}.v1.0.0` },
  });
  const others = await bystanders(namespace);
  await eventually(async () => expect(await stageOf(course)).toBeGreaterThanOrEqual(stage), PATIENCE);
  const tickets = stage < SERVED ? [] : await makeTickets(course, ['one', 'two'].slice(random.below(3)));
  await delay(random.below(JITTER_MS));
  deletions.push(...moreDeletions());
  const begun = deletions.length;
  const later = await removeAll(course);
  await expectKept(course, [...others, ...tickets, ...later]);
  await expectNoOrphans(course);
  expectListed(course, begun);
}

async function stageOf(course: Course): Promise<number> {
  const { namespace } = course;
  const [plans, csvs] = await Promise.all([
    user.list(installPlans, namespace),
    user.list(clusterServiceVersions, namespace),
  ]);
  const phaseOf = (version: string): string | undefined => {
    const csv = csvs.find(({ metadata }) => metadata.name === `${course.package}.v${version}`);
    return csv && Status.parse(csv['status'] ?? {}).phase;
  };
  const [first, second] = [phaseOf('1.0.0'), phaseOf('2.0.0')];
  const reached: Record<string, boolean> = {
    ...{ asked: true, planned: plans.length > 0, made: first !== undefined },
    ...{ installing: first === 'InstallReady' || first === 'Installing', installed: first === 'Succeeded' },
    ...{ made2: second !== undefined, upgrading: second === 'InstallReady' || second === 'Installing' },
    upgraded: second === 'Succeeded',
  };
  return STAGES.findLastIndex((name) => reached[name] === true);
}

const Status = z.object({ phase: z.string().default('') });

/** They have nothing to do with the operator, but for the namespace. */
async function bystanders(namespace: string): Promise<Kept> {
  const metadata = { name: 'mine', namespace };
  const made: Kept = [
    [resources.configMaps, { apiVersion: 'v1', kind: 'ConfigMap', metadata }],
    [resources.serviceAccounts, { apiVersion: 'v1', kind: 'ServiceAccount', metadata }],
    [resources.roles, { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'Role', metadata }],
  ];
  const there = made.map(async ([kind, object]) => [kind, await user.client.create(kind, object)] as const);
  const group = await user.client.get(resources.operatorGroups, { namespace, name: 'group' });
  return [...(await Promise.all(there)), [resources.operatorGroups, group]];
}

const HOLDER = 'example.com/tidy';

async function makeTickets({ tickets, namespace, random }: Course, names: readonly string[]): Promise<Kept> {
  const made = names.map(async (name) => {
    const finalizers = random.chance(0.4) ? [HOLDER] : [];
    const object = {
      ...{ apiVersion: `${tickets.group}/v1`, kind: 'Ticket', metadata: { name, namespace, finalizers } },
    };
    return [tickets, await eventually(() => user.client.create(tickets, object), PATIENCE)] as const;
  });
  return Promise.all(made);
}

/** As people do: whatever version stands there is removed, until none does and no plan brings another. */
async function removeAll(course: Course): Promise<Kept> {
  const { namespace } = course;
  const later: (readonly [Resource, KubeObject])[] = [];
  await eventually(async () => {
    const [csvs = [], asked = [], plans = []] = await Promise.all(
      [clusterServiceVersions, subscriptions, installPlans].map((kind) => user.list(kind, namespace)),
    );
    for (const { metadata } of csvs) {
      later.push(...(await removeOne(course, { namespace, name: metadata.name }, later.length > 0)));
    }
    // A Subscription without an operator is an installation to cancel.
    for (const { metadata } of csvs.length === 0 ? asked : []) {
      course.cancelled = true;
      await user.client.delete(subscriptions, { namespace, name: metadata.name });
    }
    expect([...csvs, ...asked, ...plans].map(({ kind }) => kind)).toEqual([]);
  }, PATIENCE);
  return later;
}

class TabClosed extends Error {}

async function removeOne(course: Course, operator: LeavingOperator, late: boolean): Promise<Kept> {
  const { random, stage } = course;
  const facts = await queryRemoval(admin, operator);
  note(course, facts);
  const choices = tickedBoxes(facts, (names) => names.filter(() => random.chance(0.6)));
  // It may be gone by now, with the plan that brought it, or for its next version: then nothing was agreed to.
  await agreeTo(admin, operator, choices);
  for (const change of uninstallDeletions(facts, choices)) {
    if (change.verb !== 'delete') continue;
    course.agreed.add(change.uid ?? '');
    // What one removal leaves, the next may take.
    course.left.delete(change.uid ?? '');
  }
  const made = stage >= SERVED && !late && random.chance(0.3) ? await makeTickets(course, ['later']) : [];
  const closes = random.below(4);
  try {
    await tab(course, operator, choices, closes);
  } catch (error) {
    if (!(error instanceof TabClosed)) throw error;
    await tab(course, operator, choices, 0);
  }
  return made;
}

/** @param closes after which look; never with 0 */
async function tab(
  course: Course,
  operator: LeavingOperator,
  choices: RemovalChoices,
  closes: number,
): Promise<void> {
  const end = await carryOut(operator, choices, {
    identity: admin,
    meanwhile: async (removal, round, facts) => {
      note(course, facts);
      if (round === closes) throw new TabClosed();
      if (round > closes) await letGo(course, removal);
    },
  });
  for (const { uid = '', wait } of end.steps.flatMap(({ remaining }) => remaining)) {
    if (['newInstances', 'neededBy', 'otherOperators'].includes(wait?.code ?? '')) course.left.add(uid);
  }
}

const PLURALS = new Map<string, string>(Object.values(resources).map(({ kind, plural }) => [kind, plural]));

function note({ listed }: Course, { csv, made, subscriptions: own, dependencies }: UninstallFacts): void {
  for (const { kind, name } of made) listed.add(`${PLURALS.get(kind) ?? kind}/${name}`);
  if (csv !== undefined) listed.add(`clusterserviceversions/${csv.name}`);
  for (const { name } of own) listed.add(`subscriptions/${name}`);
  expect(dependencies).toEqual([]);
}

/** Whoever holds an instance has done what was to do. */
async function letGo({ tickets }: Course, { steps }: Removal): Promise<void> {
  const waiting = steps
    .flatMap(({ remaining }) => remaining)
    .filter(({ wait }) => wait?.code === 'finalizers');
  for (const { kind, namespace = '', name } of waiting)
    if (kind === tickets.kind) await free(tickets, { namespace, name });
}

async function free(tickets: Resource, ref: { namespace: string; name: string }): Promise<void> {
  const body = { metadata: { finalizers: null } };
  await user.client.patch(tickets, ref, { type: 'merge', body }).catch(unlessGone);
}

function unlessGone(error: unknown): undefined {
  if (!isKubeError(error, 'notFound')) throw error;
}

/** What was agreed to is gone, unless it was said that it stays; all else is there, the very same. */
async function expectKept({ agreed, left }: Course, kept: Kept): Promise<void> {
  for (const [resource, object] of kept) {
    const { uid = '', name } = object.metadata;
    const goes = agreed.has(uid) && !left.has(uid);
    await eventually(async () => {
      const found = await user.client.get(resource, refTo(object)).catch(unlessGone);
      const same = found?.metadata.uid === uid && found.metadata.deletionTimestamp === undefined;
      expect(same ? 'there' : 'gone', `${resource.kind} ${name}`).toBe(goes ? 'gone' : 'there');
    });
  }
}

/** Of all kinds that an operator brings. */
async function expectNoOrphans({ namespace }: Course): Promise<void> {
  // Those of its OperatorGroup go with that.
  const owned = `olm.owner.namespace=${namespace},olm.owner.kind=ClusterServiceVersion`;
  const here = ['deployments', 'services', 'serviceAccounts', 'roles', 'roleBindings'] as const;
  const olm = ['operatorConditions', 'clusterServiceVersions', 'subscriptions', 'installPlans'] as const;
  await eventually(async () => {
    const lists = await Promise.all([
      ...[...here, ...olm].map((kind) => user.list(resources[kind], namespace)),
      ...(['clusterRoles', 'clusterRoleBindings'] as const).map((kind) =>
        user.list(resources[kind], undefined, owned),
      ),
    ]);
    const left = lists.flat().filter(({ metadata }) => !['mine', 'default'].includes(metadata.name));
    expect(left.map(({ kind, metadata }) => `${kind}/${metadata.name}`)).toEqual([]);
  }, PATIENCE);
}

/** Made for what is listed, by the cluster's own controllers; and plans, for a Subscription that was cancelled before it had an operator. */
const BELOW: ReadonlySet<string> = new Set([
  ...['endpoints', 'endpointslices', 'events', 'pods', 'replicasets'],
  'installplans',
]);

/** Its Deployment, account and Service: made after the page was read where the removal begins before the plan is through. */
const BY_THE_FIRST_PLAN: ReadonlySet<string> = new Set(['tickets', 'tickets-metrics']);

/**
 * The controller, and the cluster's garbage collector, have deleted of the operator what was listed, and of people nothing. What
 * bears the name of a version is not looked up: an upgrade goes on while a page is read, makes more of these, takes those of
 * the version before along, and is itself taken back when its Subscription goes before its end.
 */
function expectListed(course: Course, begun: number): void {
  const { namespace, stage, listed, cancelled, package: name } = course;
  deletions.push(...moreDeletions());
  const unlisted = deletions.slice(begun).filter((event) => {
    const { resource = '', name: object = '', namespace: where } = event.objectRef ?? {};
    return (
      where === namespace &&
      (event.responseStatus?.code ?? 500) < 300 &&
      (isController(event) || event.userAgent?.includes('generic-garbage-collector') === true) &&
      !BELOW.has(resource) &&
      !listed.has(`${resource}/${object}`) &&
      !object.startsWith(`${name}.v`) &&
      !((cancelled === true || stage < SERVED) && BY_THE_FIRST_PLAN.has(object))
    );
  });
  const text = unlisted
    .map(({ requestURI, user: { username } }) => `${username ?? ''} ${requestURI}`)
    .join('\n');
  // Once more as the message, which is not cut short.
  expect(text, text).toBe('');
}

function isController({ user: { username = '' } }: AuditEvent): boolean {
  return username.includes('capstan');
}

/** Instances that nobody has agreed to delete would be counted with those of the next namespace. */
async function tidy({ tickets, namespace }: Course): Promise<void> {
  const there = await user.list(tickets, namespace).catch(unlessGone);
  for (const { metadata } of there ?? []) {
    const ref = { namespace, name: metadata.name };
    await user.client.delete(tickets, ref).catch(unlessGone);
    await free(tickets, ref);
  }
}

it(
  `leave nothing, and take nothing else, in ${String(REMOVALS)} removals (seed ${String(seed)})`,
  { timeout: TIMEOUT_MS },
  async () => {
    const failed: string[] = [];
    let next = 0;
    let passed = 0;
    const closeOrNote = async (course: Course | undefined): Promise<void> => {
      await close(course).catch((cause: unknown) => {
        failed.push(`${course?.namespace ?? ''}, later: ${String(cause)}`);
      });
    };
    const workers = Array.from({ length: AT_ONCE }, async (_, worker) => {
      let before: Course | undefined;
      for (let index = next++; index < REMOVALS && failed.length < MOST_FAILURES; index = next++) {
        const course = courseOf(index, worker);
        try {
          await run(course);
          passed += 1;
          if (passed % TELL_AFTER === 0) tell(passed);
        } catch (cause) {
          const stage = STAGES[course.stage] ?? '';
          failed.push(`CAPSTAN_SEED=${String(seed + index)}, ${stage}: ${String(cause)}`);
        }
        await tidy(course);
        await closeOrNote(before);
        before = course;
      }
      await closeOrNote(before);
    });
    await Promise.all(workers);
    tell(passed);
    expect(failed).toEqual([]);
    await expectNamespacesGone();
  },
);

/** Of hours it is told how far they are; and where so many fail, more say nothing new. */
const TELL_AFTER = 25;
const MOST_FAILURES = 10;

function tell(passed: number): void {
  const seconds = Math.round(performance.now() / 1000);
  process.stdout.write(
    `removals at random moments: ${String(passed)} of ${String(REMOVALS)} as they should be after ${String(seconds)} s\n`,
  );
}

/** A while later nothing has come back. */
async function close(course: Course | undefined): Promise<void> {
  if (course === undefined) return;
  await expectNoOrphans(course);
  await user.client.delete(namespaces, { name: course.namespace });
}

async function expectNamespacesGone(): Promise<void> {
  await eventually(async () => {
    const names = (await user.list(namespaces)).map(({ metadata }) => metadata.name);
    const roles = await user.list(resources.clusterRoles, undefined, 'olm.owner.namespace');
    const places = roles.map(({ metadata }) => metadata.labels?.['olm.owner.namespace'] ?? '');
    expect([...names, ...places].filter((name) => name.startsWith('moment-'))).toEqual([]);
  }, PATIENCE);
}

it('the controller itself has deleted no definition, no instance and no OperatorGroup', () => {
  deletions.push(...moreDeletions());
  const kinds = [customResourceDefinitions.plural, 'tickets', resources.operatorGroups.plural];
  const byIt = deletions.filter(isController);
  expect(byIt.filter(({ objectRef }) => kinds.includes(objectRef?.resource ?? ''))).toEqual([]);
  expect(byIt.length).toBeGreaterThan(0);
});
