/**
 * What the console's proxy costs: a small object, a list of 1 MB and one of 10 MB, through the console as `npm start` runs
 * it, through a bare Node proxy and directly, taking turns in one run. Once in front of the real API server, which then
 * takes most of the machine itself, and once in front of a replay of its answers, which shows the proxies alone.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { KubeObject } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { ensureBuild } from '#local/build/build.ts';
import { startTestCluster } from '#local/testing/cluster.ts';
import { createClient } from '#server/kube/client.ts';
import { loadConfig } from '#server/kube/config.ts';
import type { ClusterConfig } from '#server/kube/config.ts';
import { sessionOf } from '../e2e/fixtures/sign-in.ts';
import type { Order } from './proxy/generator.ts';
import { cpuOf, memoryOf, startGenerator, startServer } from './proxy/processes.ts';
import type { Generator, Server } from './proxy/processes.ts';
import { report } from './proxy/report.ts';
import type { Row, Sample } from './proxy/report.ts';

export const summary = 'requests/s, added p99 and memory of the proxy beside a bare Node proxy and none';

const usage = `Usage: npm run bench -- proxy [--rounds N] [--seconds N] [--upstream api|replay]\n`;

interface Size {
  name: string;
  path: string;
  objects: number;
  connections: number;
  encoding: 'identity' | 'gzip';
}

const listOf = (namespace: string): string => `/api/v1/namespaces/${namespace}/configmaps`;
const one: Omit<Size, 'name' | 'connections'> = {
  path: `${listOf('small')}/item-0`,
  objects: 1,
  encoding: 'identity',
};
/** What a browser asks for is gzip; the first four compare the proxies by the bytes they move. */
const SIZES: readonly Size[] = [
  { ...one, name: '4 kB', connections: 16 },
  { ...one, name: '4 kB, one connection', connections: 1 },
  { name: '1 MB', path: listOf('middle'), objects: 256, connections: 4, encoding: 'identity' },
  { name: '10 MB', path: listOf('large'), objects: 2560, connections: 2, encoding: 'identity' },
  { name: '1 MB as gzip', path: listOf('middle'), objects: 256, connections: 4, encoding: 'gzip' },
];

export async function bench(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      help: { type: 'boolean' },
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '2' },
      upstream: { type: 'string' },
    },
  });
  if (values.help === true) {
    process.stdout.write(usage);
    return;
  }
  const effort = { rounds: Number(values.rounds), seconds: Number(values.seconds) };
  await ensureBuild();
  const folder = mkdtempSync(join(tmpdir(), 'capstan-bench-'));
  const cluster = await startTestCluster();
  try {
    await fill(cluster.kubeconfig);
    if (values.upstream !== 'replay') await measureAt('the API server', cluster.kubeconfig, effort);
    if (values.upstream !== 'api') await measureReplay(cluster.kubeconfig, folder, effort);
  } finally {
    await cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Effort {
  rounds: number;
  /** Of each round and target. */
  seconds: number;
}

async function measureReplay(kubeconfig: string, folder: string, effort: Effort): Promise<void> {
  const paths = [...new Set(SIZES.map(({ path }) => path))];
  using replay = await startServer(['bench/proxy/replay.ts', kubeconfig, ...paths], /^ready (\d+)/);
  const other = join(folder, 'kubeconfig');
  writeFileSync(other, replayKubeconfig(loadConfig({ kubeconfig }), replay.ready), { mode: 0o600 });
  await measureAt('a replay of its answers', other, effort);
}

export function replayKubeconfig({ clientCertificate }: ClusterConfig, port: string): string {
  const encode = (pem = ''): string => Buffer.from(pem).toString('base64');
  const user = {
    'client-certificate-data': encode(clientCertificate?.cert),
    'client-key-data': encode(clientCertificate?.key),
  };
  return JSON.stringify({
    'current-context': 'replay',
    contexts: [{ name: 'replay', context: { cluster: 'replay', user: 'replay' } }],
    clusters: [
      {
        name: 'replay',
        cluster: { server: `https://127.0.0.1:${port}`, 'insecure-skip-tls-verify': true },
      },
    ],
    users: [{ name: 'replay', user }],
  });
}

export async function fill(kubeconfig: string): Promise<void> {
  const client = createClient(loadConfig({ kubeconfig }));
  for (const [namespace, count] of [
    ['small', 1],
    ['middle', 256],
    ['large', 2560],
  ] as const) {
    await client.create(resources.namespaces, {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: namespace },
    });
    let next = 0;
    const worker = async (): Promise<void> => {
      while (next < count) await client.create(configMaps, item(namespace, next++));
    };
    await Promise.all(Array.from({ length: 8 }, worker));
  }
}

const configMaps = { group: '', version: 'v1', kind: 'ConfigMap', plural: 'configmaps', namespaced: true };

function item(namespace: string, index: number): KubeObject {
  const data = Object.fromEntries(
    Array.from({ length: 40 }, (_, line) => [
      `setting-${String(line)}`,
      `value ${String(index * line)} of a setting that takes its place ${'.'.repeat(line % 30)}`,
    ]),
  );
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: `item-${String(index)}`, namespace },
    data,
  };
}

async function measureAt(title: string, kubeconfig: string, effort: Effort): Promise<void> {
  using generator = startGenerator();
  using bare = await startServer(['bench/proxy/bare.ts', kubeconfig], /^ready (\d+)/);
  using web = await startServer([...webArgs, '--kubeconfig', kubeconfig, '--port', '0'], /ready: (\S+)/);
  const targets = await targetsOf(kubeconfig, bare, web);
  await delay(SETTLE_MS);
  const rest = memoryOf(web.pid);
  const rows: Row[] = [];
  let most = rest;
  for (const size of SIZES) {
    rows.push(await measureSize(size, { targets, generator, effort }));
    most = Math.max(most, memoryOf(web.pid));
  }
  const bareAfter = memoryOf(bare.pid);
  await delay(SETTLE_MS * 3);
  const after = memoryOf(web.pid);
  report(title, rows, { rest, most, after, bareAfter });
}

const SETTLE_MS = 5_000;
const webArgs = ['dist/web/main.js', '--controller-namespace', 'capstan-system'];

interface Target {
  name: 'direct' | 'bare' | 'console';
  /** Of the proxy; none where the API server is asked directly. */
  pid?: number;
  order: (size: Size, seconds: number) => Order;
}

async function targetsOf(kubeconfig: string, bare: Server, web: Server): Promise<Target[]> {
  const config = loadConfig({ kubeconfig });
  const headersFor = ({ encoding }: Size): Record<string, string> => ({
    accept: 'application/json',
    'accept-encoding': encoding,
  });
  const url = new URL(web.ready);
  const cookie = await sessionOf(web.ready);
  return [
    {
      name: 'direct',
      order: (size, seconds) => ({
        ...{ path: size.path, connections: size.connections, seconds },
        port: Number(new URL(config.server).port),
        headers: { host: '127.0.0.1', ...headersFor(size) },
        tls: config.clientCertificate ?? { cert: '', key: '' },
      }),
    },
    {
      name: 'bare',
      pid: bare.pid,
      order: (size, seconds) => ({
        ...{ path: size.path, connections: size.connections, seconds },
        port: Number(bare.ready),
        headers: { host: '127.0.0.1', ...headersFor(size) },
      }),
    },
    {
      name: 'console',
      pid: web.pid,
      order: (size, seconds) => ({
        ...{ path: `/k8s${size.path}`, connections: size.connections, seconds },
        port: Number(url.port),
        headers: { host: url.host, cookie, 'sec-fetch-site': 'same-origin', ...headersFor(size) },
      }),
    },
  ];
}

interface Setting {
  targets: readonly Target[];
  generator: Generator;
  effort: Effort;
}

/** The targets take turns in a changing order, so that what else the machine does hits all of them alike. */
async function measureSize(size: Size, { targets, generator, effort }: Setting): Promise<Row> {
  const samples: Record<Target['name'], Sample[]> = { direct: [], bare: [], console: [] };
  for (const { order } of targets) await generator.run(order(size, effort.seconds / 2));
  for (let round = 0; round < effort.rounds; round += 1) {
    const first = round % targets.length;
    for (const target of [...targets.slice(first), ...targets.slice(0, first)]) {
      const cpuBefore = target.pid === undefined ? 0 : cpuOf(target.pid);
      const outcome = await generator.run(target.order(size, effort.seconds));
      if (outcome.problem !== undefined) throw new Error(`${target.name}: ${outcome.problem}`);
      const cpu = target.pid === undefined ? 0 : cpuOf(target.pid) - cpuBefore;
      samples[target.name].push({
        ...outcome,
        cpuMs: cpu / Math.max(1, outcome.perSecond * effort.seconds),
      });
    }
  }
  return { name: size.name, samples };
}
