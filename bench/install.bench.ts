/**
 * Subscription → CSV Succeeded on fresh local clusters whose pods are ready at once (KWOK): one after the other, fifty at
 * once, and the real bundles beside the repository; with the API requests as the API server's audit log counts them.
 */
import { parseArgs } from 'node:util';
import type { KubeObject } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { startTestCluster } from '#local/testing/cluster.ts';
import { startController } from '#local/testing/controller.ts';
import { at, bench as workbench, type Bench } from '#local/testing/installs.ts';
import { extract, sharedData } from '#local/testing/shared-data.ts';
import { ticketsCatalog, type CatalogFolder } from '#local/testing/tickets.ts';
import { createCache } from '#server/kube/cache.ts';
import type { ResourceCache } from '#server/kube/types.ts';
import { definitionNames, floorOf, floorOfEach, newDefinitions } from './install/floor.ts';
import { quantile, verdict } from './figures.ts';
import { line, reportTogether, verdictOnRequests } from './install/report.ts';
import { auditAtRest, auditOf, requestsSince, type Requests } from './install/requests.ts';
import { installTogether, type Wish } from './install/together.ts';

const RUNS = 10;
const CATALOG = 'bench';
/** design.md §7. */
const GOAL = { ownMs: 300, shareOfFloor: 1.15, aboveFloorMs: 200 };
const MANY = 50;
const FEW_NAMESPACES = 5;

interface Times {
  /** Unix ms of the Subscription; what came before belongs to the namespace. */
  begunAt: number;
  /** From asking for the Subscription to the CSV's Succeeded. */
  totalMs: number;
  /** The same without the time that the Deployment took to become available. */
  ownMs: number;
}

interface Sample extends Times {
  requests: Requests;
}

export const summary =
  'Subscription → Succeeded: one, fifty at once, ten real bundles; API requests and duplicates';

const HELP = `Usage: npm run bench -- install [--only one|fifty|real]

--only   one part: one bundle after the other, fifty at once, or ten real bundles
`;

export async function bench(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: { only: { type: 'string' }, help: { type: 'boolean' } },
  });
  if (values.help === true) {
    process.stdout.write(HELP);
    return;
  }
  const parts = {
    one: oneByOne,
    fifty: async () => {
      await fifty('fifty in fifty namespaces', (index) => `many${String(index)}`);
      await fifty('fifty in five namespaces', (index) => `few${String(index % FEW_NAMESPACES)}`);
    },
    real: visible,
  };
  for (const [name, measure] of Object.entries(parts)) {
    if (values.only === undefined || values.only === name) await measure();
  }
}

/** A fresh cluster with a controller of these catalogs. */
async function onCluster(
  catalogs: Readonly<Record<string, string>>,
  measure: (user: Bench, auditLog: string) => Promise<void>,
): Promise<void> {
  const cluster = await startTestCluster();
  try {
    await using _controller = await startController({ kubeconfig: cluster.kubeconfig, catalogs });
    await measure(workbench(cluster.kubeconfig), cluster.auditLog);
  } finally {
    await cluster.stop();
  }
}

async function oneByOne(): Promise<void> {
  const names = Array.from({ length: RUNS }, (_, run) => `bench${String(run)}x`);
  await using catalog = await ticketsCatalog(Object.fromEntries(names.map((name) => [name, ['1.0.0']])));
  await onCluster({ [CATALOG]: catalog.path }, async (user, auditLog) => {
    const before = await definitionNames(user);
    const times: Times[] = [];
    for (const name of names) times.push(await installOnce(user, name, auditLog));
    const audit = await auditOf(auditLog);
    const definitions = await newDefinitions(user, before);
    const floorMs = await floorOfEach(definitions);
    report(
      floorMs,
      times.map((time, run) => ({ ...time, requests: requestsSince(audit, time.begunAt, names[run] ?? '') })),
    );
  });
}

async function fifty(what: string, namespaceOf: (index: number) => string): Promise<void> {
  await using catalog: CatalogFolder = await ticketsCatalog({});
  const wishes: Wish[] = [];
  for (let index = 0; index < MANY; index += 1) {
    const name = `package${String(index)}`;
    await catalog.add(name, '1.0.0', { deployment: name, account: name });
    const namespace = namespaceOf(index);
    wishes.push({
      namespace,
      package: name,
      csv: `${name}.v1.0.0`,
      catalog: CATALOG,
      targetNamespaces: [namespace],
    });
  }
  await onCluster({ [CATALOG]: catalog.path }, async (user, auditLog) => {
    const together = await installTogether(user, wishes);
    reportTogether(what, together, requestsSince(await auditOf(auditLog), together.begunAt));
  });
}

/** Package and CSV of the real bundles, and whether it watches only its own namespace. */
const VISIBLE: readonly [name: string, csv: string, own?: true][] = [
  ['argocd-operator', 'argocd-operator.v0.18.0'],
  ['cert-manager', 'cert-manager.v1.16.5'],
  ['etcd', 'etcdoperator.v0.9.4', true],
  ['external-secrets-operator', 'external-secrets-operator.v0.11.0'],
  ['grafana-operator', 'grafana-operator.v5.24.0', true],
  ['node-maintenance-operator', 'node-maintenance-operator.v0.21.0'],
  ['opentelemetry-operator', 'opentelemetry-operator.v0.158.0'],
  ['prometheus', 'prometheusoperator.0.56.3', true],
  ['snapscheduler', 'snapscheduler.v3.5.0'],
  ['strimzi-kafka-operator', 'strimzi-cluster-operator.v1.2.0', true],
];

async function visible(): Promise<void> {
  const archive = sharedData('bundles-visible.tar.gz');
  if (archive === undefined) return;
  await using data = await extract(archive);
  const wishes = VISIBLE.map(([name, csv, own]): Wish => ({
    namespace: name,
    package: name,
    csv,
    catalog: CATALOG,
    ...(own === true ? { targetNamespaces: [name] } : {}),
  }));
  await onCluster({ [CATALOG]: `${data.path}/bundles-visible` }, async (user, auditLog) => {
    const before = await definitionNames(user);
    const together = await installTogether(user, wishes);
    const requests = requestsSince(await auditOf(auditLog), together.begunAt);
    const floorMs = await floorOf(await newDefinitions(user, before));
    reportTogether('ten real bundles', together, requests, floorMs);
  });
}

async function installOnce(user: Bench, name: string, auditLog: string): Promise<Times> {
  const request = { namespace: name, package: name, catalog: CATALOG, targetNamespaces: [name] };
  await user.prepare(request);
  const csvs = createCache(user.client, resources.clusterServiceVersions, { namespace: name });
  const deployments = createCache(user.client, resources.deployments, { namespace: name });
  try {
    await Promise.all([csvs.synced, deployments.synced]);
    // The namespace and its OperatorGroup are through: ClusterRoles that follow them would go into the figure.
    await auditAtRest(auditLog);
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

function report(floorMs: number, samples: readonly Sample[]): void {
  process.stdout.write(`one by one\n${line(['install', 'total ms', 'own ms', 'requests', 'objects'])}`);
  for (const [run, { totalMs, ownMs, requests }] of samples.entries()) {
    const { total, objects } = requests;
    process.stdout.write(line([run + 1, Math.round(totalMs), Math.round(ownMs), total, objects]));
  }
  const of = (pick: (sample: Sample) => number): number[] => samples.map(pick).sort((a, b) => a - b);
  const totals = of((sample) => sample.totalMs);
  const own = of((sample) => sample.ownMs);
  for (const [name, share] of [['p50', 0.5] as const, ['p95', 0.95] as const]) {
    process.stdout.write(line([name, Math.round(quantile(totals, share)), Math.round(quantile(own, share))]));
  }
  process.stdout.write(
    `floor: its definition, made by a bare client, p50: ${String(Math.round(floorMs))} ms\n`,
  );
  const goal = Math.round(floorMs * GOAL.shareOfFloor + GOAL.aboveFloorMs);
  verdict('Subscription → Succeeded, p50, ms', Math.round(quantile(totals, 0.5)), goal);
  verdict('own share, p50, ms', Math.round(quantile(own, 0.5)), GOAL.ownMs);
  const worst = [...samples].sort((a, b) => b.requests.total - a.requests.total)[0];
  if (worst !== undefined) verdictOnRequests(worst.requests, 1);
}
