/**
 * Subscription → CSV Succeeded on a fresh local cluster whose pods are ready at once (KWOK), and the API requests of
 * each install as the API server's audit log counts them.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import type { KubeObject } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { startTestCluster } from '#local/testing/cluster.ts';
import { startController } from '#local/testing/controller.ts';
import { at, bench as workbench, type Bench } from '#local/testing/installs.ts';
import { ticketsCatalog } from '#local/testing/tickets.ts';
import { createCache } from '#server/kube/cache.ts';
import type { ResourceCache } from '#server/kube/types.ts';

const RUNS = 10;
const CATALOG = 'bench';
/** design.md §7. */
const GOAL = { totalMs: 2_000, ownMs: 300, requestsPerObject: 1.3, requestsMore: 8 };

interface Times {
  /** Unix ms of the Subscription; what came before belongs to the namespace. */
  begunAt: number;
  /** From asking for the Subscription to the CSV's Succeeded. */
  totalMs: number;
  /** The same without the time that the Deployment took to become available. */
  ownMs: number;
}

interface Sample extends Times {
  requests: number;
  /** Created by the controller, InstallPlan, CSV and Event included. */
  objects: number;
}

export const summary = 'Subscription → Succeeded: p50 of ten installs, API requests and objects of each';

export async function bench(): Promise<void> {
  const names = Array.from({ length: RUNS }, (_, run) => `bench${String(run)}`);
  await using catalog = await ticketsCatalog(Object.fromEntries(names.map((name) => [name, ['1.0.0']])));
  const cluster = await startTestCluster();
  try {
    const catalogs = { [CATALOG]: catalog.path };
    await using controller = await startController({ kubeconfig: cluster.kubeconfig, catalogs });
    process.stdout.write(`controller ready: ${controller.ready}\n\n`);
    const user = workbench(cluster.kubeconfig);
    const times: Times[] = [];
    for (const name of names) times.push(await installOnce(user, name));
    const audit = await auditOf(cluster.auditLog);
    report(times.map((time, run) => ({ ...time, ...countsOf(audit, `bench${String(run)}`, time.begunAt) })));
  } finally {
    await cluster.stop();
  }
}

async function installOnce(user: Bench, name: string): Promise<Times> {
  const request = { namespace: name, package: name, catalog: CATALOG, targetNamespaces: [name] };
  await user.prepare(request);
  const csvs = createCache(user.client, resources.clusterServiceVersions, { namespace: name });
  const deployments = createCache(user.client, resources.deployments, { namespace: name });
  try {
    await Promise.all([csvs.synced, deployments.synced]);
    const made = moment(deployments, () => true);
    const available = moment(
      deployments,
      (object) => Number(at(object, 'status.availableReplicas') ?? 0) > 0,
    );
    const succeeded = moment(csvs, (object) => at(object, 'status.phase') === 'Succeeded');
    const [begun, begunAt] = [performance.now(), Date.now()];
    await user.subscribe(request);
    const [madeAt, availableAt, succeededAt] = await Promise.all([made, available, succeeded]);
    return { begunAt, totalMs: succeededAt - begun, ownMs: succeededAt - begun - (availableAt - madeAt) };
  } finally {
    csvs.stop();
    deployments.stop();
  }
}

/** When the cache first holds an object that satisfies the test. */
function moment(cache: ResourceCache, test: (object: KubeObject) => boolean): Promise<number> {
  return new Promise((resolve) => {
    cache.subscribe(({ type, object }) => {
      if (type !== 'deleted' && test(object)) resolve(performance.now());
    });
  });
}

const AuditEvent = z.object({
  verb: z.string(),
  userAgent: z.string().optional(),
  requestURI: z.string(),
  requestReceivedTimestamp: z.string(),
  objectRef: z.object({ resource: z.string(), namespace: z.string().optional() }).optional(),
  responseStatus: z.object({ code: z.number() }).optional(),
});
type AuditEvent = z.infer<typeof AuditEvent>;

/** The log is written a little behind the requests: read once it stands still. */
async function auditOf(path: string): Promise<AuditEvent[]> {
  let text = '';
  for (let next = readFileSync(path, 'utf8'); next !== text; next = readFileSync(path, 'utf8')) {
    text = next;
    await delay(500);
  }
  const lines = text.split('\n').filter((line) => line.startsWith('{') && line.endsWith('}'));
  return lines.flatMap((line) => AuditEvent.safeParse(JSON.parse(line)).data ?? []);
}

/** What this process asked for on the user's behalf; it goes by the same name as the controller. */
const USER_CREATES: ReadonlySet<string> = new Set(['namespaces', 'operatorgroups', 'subscriptions']);

function countsOf(
  audit: readonly AuditEvent[],
  name: string,
  since: number,
): { requests: number; objects: number } {
  const requests = audit.filter(({ verb, userAgent, requestURI, objectRef, requestReceivedTimestamp }) => {
    if (Date.parse(requestReceivedTimestamp) < since) return false;
    if (userAgent !== 'capstan' || verb === 'list' || verb === 'watch') return false;
    if (verb === 'create' && USER_CREATES.has(objectRef?.resource ?? '')) return false;
    return objectRef?.namespace === name || requestURI.includes(name);
  });
  const objects = requests.filter(({ responseStatus }) => responseStatus?.code === 201);
  return { requests: requests.length, objects: objects.length };
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

function report(samples: readonly Sample[]): void {
  const line = (cells: readonly (string | number)[]): string =>
    `${cells.map((cell) => String(cell).padStart(12)).join('')}\n`;
  process.stdout.write(line(['install', 'total ms', 'own ms', 'requests', 'objects']));
  for (const [run, { totalMs, ownMs, requests, objects }] of samples.entries()) {
    process.stdout.write(line([run + 1, Math.round(totalMs), Math.round(ownMs), requests, objects]));
  }
  const of = (pick: (sample: Sample) => number): number => Math.round(median(samples.map(pick)));
  const [total, own] = [of((sample) => sample.totalMs), of((sample) => sample.ownMs)];
  const [requests, objects] = [of((sample) => sample.requests), of((sample) => sample.objects)];
  const allowed = objects * GOAL.requestsPerObject + GOAL.requestsMore;
  process.stdout.write(`${line(['p50', total, own, requests, objects])}\n`);
  const verdict = (name: string, value: number, goal: number): void => {
    const share = `${(value / goal).toFixed(2)} of the goal`;
    process.stdout.write(
      `${value <= goal ? 'ok  ' : 'MISS'} ${name}: ${String(value)} ≤ ${String(goal)} (${share})\n`,
    );
  };
  verdict('Subscription → Succeeded, ms', total, GOAL.totalMs);
  verdict('own share, ms', own, GOAL.ownMs);
  verdict('API requests', requests, Math.round(allowed * 10) / 10);
}
