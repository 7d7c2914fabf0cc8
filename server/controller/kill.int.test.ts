import { beforeAll, describe, expect, it } from 'vitest';
import { setTimeout as delay } from 'node:timers/promises';
import { resources } from '#lib/k8s/resources.ts';
import { effort, seedOr } from '#local/testing/effort.ts';
import { eventually } from '#local/testing/eventually.ts';
import { heldByFile } from '#local/testing/held.ts';
import { installOutcome } from '#local/testing/install-outcome.ts';
import { at, type Bench } from '#local/testing/installs.ts';
import { startOperators, type Operators } from '#local/testing/operators.ts';
import { ticketsCatalog } from '#local/testing/tickets.ts';

/**
 * How often the process is killed, each time within another part of what an install takes, so that few kills meet all of
 * it too; `npm run deep` has more and narrower parts. `crash-points.int.test.ts` dies after given writes instead.
 */
const RUNS = effort(4, 20);
const CATALOG = 'tests';
const seed = seedOr(Date.now() % 1_000_000);

const held = heldByFile();
let operators: Operators;
let user: Bench;

beforeAll(async () => {
  process.stdout.write(`killing at random moments: CAPSTAN_SEED=${String(seed)} repeats them\n`);
  const names = [
    'calm',
    'ghost',
    'handed',
    'bereft',
    ...Array.from({ length: RUNS }, (_, run) => `run${String(run)}`),
  ];
  const versions = Object.fromEntries(names.map((name) => [name, ['1.0.0', '2.0.0']]));
  const catalog = held.use(await ticketsCatalog(versions));
  operators = held.use(await startOperators({ catalogs: { [CATALOG]: catalog.path } }));
  ({ user } = operators);
});

/** Mulberry32: the same moments for the same seed. */
function randomFrom(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Installs version 1 and lets it upgrade to version 2: every transition there is. */
async function install(name: string): Promise<void> {
  await user.install({
    namespace: name,
    package: name,
    catalog: CATALOG,
    spec: { startingCSV: `${name}.v1.0.0` },
  });
}

async function untilSettled(name: string): Promise<void> {
  await user.untilPhase(name, `${name}.v2.0.0`, 'Succeeded');
  await eventually(async () => {
    const csvs = await user.list(resources.clusterServiceVersions, name);
    expect(csvs.map(({ metadata }) => metadata.name)).toEqual([`${name}.v2.0.0`]);
    const [subscription] = await user.list(resources.subscriptions, name);
    expect(at(subscription, 'status.state')).toBe('AtLatestKnown');
    expect(JSON.stringify(at(subscription, 'status.conditions'))).not.toContain('InstallPlan');
    const plans = await user.list(resources.installPlans, name);
    expect(plans.map((plan) => at(plan, 'status.phase'))).toEqual(['Complete', 'Complete']);
  });
}

const outcome = (name: string): Promise<string[]> =>
  installOutcome(user, name, {
    crds: [`tickets.${name}.example.com`],
    replaced: [`${name}.v1.0.0`],
  });

describe(`the controller, killed (seed ${String(seed)})`, () => {
  it('ends where an undisturbed one does', { timeout: 600_000 }, async () => {
    const begun = performance.now();
    await install('calm');
    await untilSettled('calm');
    const usual = performance.now() - begun;

    const random = randomFrom(seed);
    for (let run = 0; run < RUNS; run += 1) {
      const name = `run${String(run)}`;
      const moment = ((run + random()) / RUNS) * usual;
      const installing = install(name);
      await delay(moment);
      await operators.controller.kill();
      await installing;
      await operators.start();
      await untilSettled(name);
      // The roles of its group are made beside it, and may come later.
      await eventually(
        async () => {
          const want = await outcome('calm');
          expect([run, Math.round(moment), await outcome(name)]).toEqual([run, Math.round(moment), want]);
        },
        { timeoutMs: 60_000 },
      );
    }
  });
});

const holder = (): Promise<unknown> =>
  user.field(resources.leases, 'capstan-system', 'capstan-controller', 'spec.holderIdentity');

it('takes away the roles of a group that went while it was dead', async () => {
  await install('ghost');
  const roles = () =>
    user.list(resources.clusterRoles, undefined, 'olm.owner.kind=OperatorGroup,olm.owner.namespace=ghost');
  await eventually(async () => {
    expect(await roles()).toHaveLength(3);
  });
  await operators.controller.kill();
  const [group] = await user.list(resources.operatorGroups, 'ghost');
  await user.client.delete(resources.operatorGroups, {
    namespace: 'ghost',
    name: group?.metadata.name ?? '',
  });
  await operators.start();
  await eventually(async () => {
    expect((await roles()).map(({ metadata }) => metadata.name)).toEqual([]);
  });
});

describe('a controller that stands by', () => {
  it('takes over: at once from one that is told to end, in time from one that was killed', async () => {
    const first = operators.controller;
    const second = await operators.start();
    expect(second.ready).toContain('reconciling=standby');
    const leader = await holder();
    await install('handed');
    expect(await first.stop()).toBe(0);
    // Given back or taken by now, instead of running out.
    expect(await holder()).not.toBe(leader);
    await untilSettled('handed');

    const third = await operators.start();
    expect(third.ready).toContain('reconciling=standby');
    await install('bereft');
    await second.kill();
    await untilSettled('bereft');
  });
});
