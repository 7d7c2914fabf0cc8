import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { resources } from '#lib/k8s/resources.ts';
import { randomFrom } from '#lib/testing/random.ts';
import { auditEvents } from '#local/testing/audit.ts';
import { effort, seedOr } from '#local/testing/effort.ts';
import { eventually } from '#local/testing/eventually.ts';
import { heldByFile } from '#local/testing/held.ts';
import { at, type Bench } from '#local/testing/installs.ts';
import { startOperators, type Operators } from '#local/testing/operators.ts';
import { ticketsCatalog } from '#local/testing/tickets.ts';

/**
 * Things are taken away at random moments of an install and its upgrade. Whatever the moment: the controller comes to rest,
 * what can be there is, and with the namespace everything goes.
 */
const CATALOG = 'tests';
const WAYS = ['uninstall', 'namespace', 'definition', 'finalizer'] as const;
type Way = (typeof WAYS)[number];
/** Moments for each way of taking away. */
const MOMENTS = effort(1, 125);
const AT_ONCE = 4;
const TIMEOUT_MS = effort(600_000, 3_600_000);
const seed = seedOr(Date.now() % 1_000_000);
/** About what an install with its upgrade takes where there is little else to do. */
const LASTS_MS = 4_000;

const runs = Array.from({ length: MOMENTS }, (_, index) => index).flatMap((index) =>
  WAYS.map((way) => ({ way, name: `${way}-${String(index)}` })),
);
const { subscriptions, clusterServiceVersions, namespaces, deployments } = resources;
const Verdict = z.object({ phase: z.string(), message: z.string() });
const STUCK = 'example.com/stuck';

const held = heldByFile();
let operators: Operators;
let user: Bench;

beforeAll(async () => {
  process.stdout.write(`taking away at random moments: CAPSTAN_SEED=${String(seed)} repeats them\n`);
  const versions = Object.fromEntries(runs.map(({ name }) => [name, ['1.0.0', '2.0.0']]));
  const catalog = held.use(await ticketsCatalog(versions));
  operators = held.use(await startOperators({ catalogs: { [CATALOG]: catalog.path } }));
  ({ user } = operators);
});

const definition = (name: string): string => `tickets.${name}.example.com`;

async function takeAway(way: Way, name: string): Promise<void> {
  const { client } = user;
  switch (way) {
    case 'uninstall':
      await client.delete(subscriptions, { namespace: name, name });
      for (const { metadata } of await user.list(clusterServiceVersions, name)) {
        await client.delete(clusterServiceVersions, { namespace: name, name: metadata.name });
      }
      return;
    case 'namespace':
      await client.delete(namespaces, { name });
      return;
    case 'definition':
      await client.delete(resources.customResourceDefinitions, { name: definition(name) });
      return;
    case 'finalizer':
      await setFinalizers(name, [STUCK]);
      await client.delete(namespaces, { name });
  }
}

/** Of what the operator runs, as somebody's tool that is gone by now. */
async function setFinalizers(name: string, finalizers: readonly string[]): Promise<void> {
  for (const { metadata } of await user.list(deployments, name)) {
    const ref = { namespace: name, name: metadata.name };
    await user.client
      .patch(deployments, ref, { type: 'merge', body: { metadata: { finalizers } } })
      .catch(() => undefined);
  }
}

/** How often the controller has asked for a change in a namespace. */
function writes(name: string): number {
  return auditEvents(operators.cluster.auditLog, `/namespaces/${name}/`).filter(({ requestURI, verb }) =>
    verb === 'delete'
      ? requestURI.includes('/apis/')
      : requestURI.includes('fieldManager=capstan-controller'),
  ).length;
}

/** A wait for something to happen has to end some time; one for nothing to happen is this long. */
const REST_MS = 2_000;

async function untilAtRest(name: string): Promise<void> {
  await eventually(
    async () => {
      const before = writes(name);
      await delay(REST_MS);
      expect(writes(name) - before).toBe(0);
    },
    { timeoutMs: 240_000 },
  );
}

async function untilNothingIsLeft(name: string): Promise<void> {
  await user.client.delete(namespaces, { name });
  await eventually(
    async () => {
      expect((await user.list(namespaces)).map(({ metadata }) => metadata.name)).not.toContain(name);
      const owned = `olm.owner.namespace=${name}`;
      const left = await Promise.all([
        user.list(resources.clusterRoles, undefined, owned),
        user.list(resources.clusterRoleBindings, undefined, owned),
      ]);
      expect(left.flat().map(({ kind, metadata }) => `${kind}/${metadata.name}`)).toEqual([]);
    },
    { timeoutMs: 240_000 },
  );
}

/**
 * What a plan under way still brought is whole, or says what it lacks; a definition comes back with what asks for it, or is
 * named. What is being replaced stays until the version after it runs, which says why it does not.
 */
async function expectVerdicts(way: Way, name: string): Promise<void> {
  const csvs = await user.list(clusterServiceVersions, name);
  const replaced = new Set(csvs.map((csv) => at(csv, 'spec.replaces')));
  for (const csv of csvs) {
    const { phase } = Verdict.parse(csv['status']);
    if (phase === 'Replacing' && replaced.has(csv.metadata.name)) continue;
    expect(phase).toMatch(/^(Succeeded|Pending|Failed)$/);
    if (way === 'definition' && phase !== 'Succeeded') {
      expect(JSON.stringify(csv['status'])).toContain(definition(name));
    }
  }
}

async function course(way: Way, name: string, moment: number): Promise<void> {
  await user.install({
    namespace: name,
    package: name,
    catalog: CATALOG,
    targetNamespaces: [name],
    spec: { startingCSV: `${name}.v1.0.0` },
  });
  await delay(moment);
  await takeAway(way, name);
  await untilAtRest(name);
  // No write for a while may also mean that pods take their time.
  await eventually(() => expectVerdicts(way, name), { timeoutMs: 240_000 });
  await setFinalizers(name, []).catch(() => undefined);
  await untilNothingIsLeft(name);
}

describe(`what is taken away in the middle of an install (seed ${String(seed)})`, () => {
  it(
    'leaves a controller at rest, and nothing behind with the namespace',
    { timeout: TIMEOUT_MS },
    async () => {
      const random = randomFrom(seed);
      const queue = runs.map((run) => ({ ...run, moment: random.below(LASTS_MS) }));
      const workers = Array.from({ length: AT_ONCE }, async () => {
        for (let run = queue.shift(); run !== undefined; run = queue.shift()) {
          const { way, name, moment } = run;
          await course(way, name, moment).catch((cause: unknown) => {
            throw new Error(`${name}, ${way} after ${String(moment)} ms`, { cause });
          });
        }
      });
      await Promise.all(workers);
      // It still does what it is there for.
      const [{ name } = { name: '' }] = runs;
      await user.install({ namespace: 'afterwards', package: name, catalog: CATALOG });
      await user.untilPhase('afterwards', `${name}.v2.0.0`, 'Succeeded');
    },
  );
});
