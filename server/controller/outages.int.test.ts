import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { resources } from '#lib/k8s/resources.ts';
import { auditEvents, madeTwice } from '#local/testing/audit.ts';
import { startController, type ControllerProcess } from '#local/testing/controller.ts';
import { eventually } from '#local/testing/eventually.ts';
import { startFaultProxy, type FaultProxy } from '#local/testing/fault-proxy.ts';
import { heldByFile } from '#local/testing/held.ts';
import { installOutcome } from '#local/testing/install-outcome.ts';
import { at, type Bench } from '#local/testing/installs.ts';
import { startOperators, type Operators } from '#local/testing/operators.ts';
import { ticketsCatalog } from '#local/testing/tickets.ts';
import { loadConfig } from '#server/kube/config.ts';

/**
 * What lies between a controller and its cluster fails in the middle of an install and the upgrade after it: the API server
 * itself, the connections to it, the controller's own time. Judged by what is there in the end, and by the audit log.
 */
const CATALOG = 'tests';
/** A wait for nothing to happen has to end some time. */
const REST_MS = 2_000;
const PATIENT = { timeoutMs: 240_000 };
const LONG = { timeout: 600_000 };
const { subscriptions, installPlans, clusterServiceVersions } = resources;
const FROZEN = ['frozen0', 'frozen1', 'frozen2', 'frozen3', 'frozen4', 'frozen5'];

const held = heldByFile();
let catalog: string;
let operators: Operators;
let user: Bench;

beforeAll(async () => {
  const names = ['calm', 'restart', 'weather', ...FROZEN];
  const folder = held.use(
    await ticketsCatalog(Object.fromEntries(names.map((name) => [name, ['1.0.0', '2.0.0']]))),
  );
  catalog = folder.path;
  operators = held.use(await startOperators({ catalogs: { [CATALOG]: catalog } }));
  ({ user } = operators);
  await install('calm');
  await untilSettled('calm');
});

/** Installs version 1, which is upgraded to version 2 at once: every transition there is. */
async function install(name: string): Promise<void> {
  await user.install({
    ...{ namespace: name, package: name, catalog: CATALOG, targetNamespaces: [name] },
    spec: { startingCSV: `${name}.v1.0.0` },
  });
}

async function untilSettled(name: string): Promise<void> {
  await user.untilPhase(name, `${name}.v2.0.0`, 'Succeeded', PATIENT.timeoutMs);
  await eventually(async () => {
    const csvs = await user.list(clusterServiceVersions, name);
    expect(csvs.map(({ metadata }) => metadata.name)).toEqual([`${name}.v2.0.0`]);
    const [subscription] = await user.list(subscriptions, name);
    expect(at(subscription, 'status.state')).toBe('AtLatestKnown');
    const plans = await user.list(installPlans, name);
    expect(plans.map((plan) => at(plan, 'status.phase'))).toEqual(['Complete', 'Complete']);
  }, PATIENT);
}

const outcome = (name: string): Promise<string[]> =>
  installOutcome(user, name, { crds: [`tickets.${name}.example.com`], replaced: [`${name}.v1.0.0`] });

/** Nothing twice, nothing orphaned. */
async function expectAsCalm(name: string): Promise<void> {
  await eventually(async () => {
    expect(await outcome(name)).toEqual(await outcome('calm'));
  }, PATIENT);
  expect(madeTwice(operators.cluster.auditLog, name)).toEqual([]);
}

/** Controllers' answered writes of what belongs to it. */
const written = (name: string): string[] =>
  auditEvents(operators.cluster.auditLog, name)
    .filter(({ requestURI }) => requestURI.includes('fieldManager=capstan-controller'))
    .map(({ verb, requestURI }) => `${verb} ${requestURI}`);

async function expectRest(name: string): Promise<void> {
  await eventually(
    async () => {
      const before = written(name).length;
      await delay(REST_MS);
      expect(written(name)).toHaveLength(before);
    },
    { timeoutMs: 60_000 },
  );
}

const untilBegun = (name: string): Promise<void> =>
  eventually(
    async () => {
      expect((await user.list(installPlans, name)).length).toBeGreaterThan(0);
    },
    { intervalMs: 5 },
  );

it(
  'an API server that dies in the middle of an install, and one of an upgrade: it ends where it would',
  LONG,
  async () => {
    await install('restart');
    await untilBegun('restart');
    await operators.cluster.kill('kube-apiserver');
    await operators.cluster.restart();
    await eventually(async () => {
      const csvs = await user.list(clusterServiceVersions, 'restart');
      expect(csvs.map(({ metadata }) => metadata.name)).toContain('restart.v2.0.0');
    }, PATIENT);
    await operators.cluster.kill('kube-apiserver');
    await operators.cluster.restart();
    await untilSettled('restart');
    await expectAsCalm('restart');
    await expectRest('restart');
  },
);

/** A controller that reaches its cluster by the proxy alone. */
async function startBehind(faults: FaultProxy): Promise<ControllerProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'capstan-behind-'));
  const kubeconfig = join(folder, 'kubeconfig');
  const config = {
    ...{ apiVersion: 'v1', kind: 'Config', 'current-context': 'x' },
    clusters: [{ name: 'x', cluster: { server: faults.url } }],
    users: [{ name: 'x', user: {} }],
    contexts: [{ name: 'x', context: { cluster: 'x', user: 'x' } }],
  };
  await writeFile(kubeconfig, JSON.stringify(config));
  const controller = await startController({ kubeconfig, catalogs: { [CATALOG]: catalog } });
  onTestFinished(async () => {
    await controller.kill();
    await faults.close();
    await rm(folder, { recursive: true, force: true });
  });
  return controller;
}

const REFUSALS = [
  { status: 429, reason: 'TooManyRequests' },
  { status: 409, reason: 'Conflict' },
  { status: 503, reason: 'ServiceUnavailable' },
];

it(
  'requests refused for the moment, watches cut and positions forgotten: it ends where it would, without haste',
  LONG,
  async () => {
    await operators.controller.stop();
    const faults = await startFaultProxy(loadConfig({ kubeconfig: operators.cluster.kubeconfig }));
    let turn = 0;
    const refused = new Map<number, number>();
    await startBehind(faults);
    // Every other write of what is installed: busy, somebody else was quicker, a server behind it is gone.
    faults.onRequest = ({ method, url }) => {
      if (method === 'GET' || !url.includes('weather') || url.includes('/leases/')) return undefined;
      turn += 1;
      const refusal = turn % 2 === 0 ? REFUSALS[(turn / 2) % REFUSALS.length] : undefined;
      if (refusal === undefined) return undefined;
      const { status, reason } = refusal;
      refused.set(status, (refused.get(status) ?? 0) + 1);
      const body = { kind: 'Status', status: 'Failure', code: status, reason, message: 'for now' };
      return { status, headers: status === 429 ? { 'retry-after': '0' } : {}, body };
    };
    const over = new AbortController();
    const weather = (async () => {
      for (let count = 0; !over.signal.aborted; count += 1) {
        await delay(100);
        if (count % 2 === 0) faults.cut();
        else {
          const object = {
            kind: 'Status',
            status: 'Failure',
            code: 410,
            reason: 'Expired',
            message: 'too old',
          };
          faults.inject({ type: 'ERROR', object });
        }
      }
    })();
    try {
      await install('weather');
      await untilSettled('weather');
    } finally {
      over.abort();
      await weather;
    }
    expect([...refused.keys()].sort()).toEqual([409, 429, 503]);
    faults.onRequest = () => undefined;
    await expectAsCalm('weather');
    await expectRest('weather');
    // As many as it took, and none in a loop.
    expect(turn).toBeLessThan(10 * written('calm').length);
  },
);

describe('a leader that is frozen past its lease', () => {
  it('writes nothing more when it wakes up beside its successor', LONG, async () => {
    await operators.controller.kill();
    const first = await operators.start();
    const second = await operators.start();
    expect(second.ready).toContain('reconciling=standby');
    expect(await first.leads()).toBe(true);
    const asked = Promise.all(FROZEN.map(install));
    // With some under way, whatever they are at.
    await untilBegun(FROZEN[1] ?? '');
    first.freeze();
    try {
      await asked;
      for (const name of FROZEN) await untilSettled(name);
      for (const name of FROZEN) await expectRest(name);
      const before = FROZEN.map(written);
      first.thaw();
      await eventually(async () => {
        expect(await first.leads()).toBe(false);
      });
      await delay(REST_MS);
      expect(FROZEN.map((name, index) => written(name).slice(before[index]?.length))).toEqual(
        FROZEN.map(() => []),
      );
    } finally {
      first.thaw();
    }
    expect(await second.leads()).toBe(true);
    for (const name of FROZEN) await expectAsCalm(name);
  });
});
