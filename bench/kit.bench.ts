/**
 * What the kit of the samples costs beside controller-runtime: the same controller with each, one after the other, over the same
 * objects of one cluster. Objects are changed one at a time, then many at once.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { KubeObject } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { startTestCluster } from '#local/testing/cluster.ts';
import { eventually } from '#local/testing/eventually.ts';
import { createClient } from '#server/kube/client.ts';
import { loadConfig } from '#server/kube/config.ts';
import type { KubeClient } from '#server/kube/types.ts';
import { quantile, verdict } from './figures.ts';
import { contenders, start, type Contender, type Running } from './kit/contender.ts';
import { definition, echoes, nowMicros } from './kit/echo.ts';

const NAMESPACE = 'bench-kit';
const ROUNDS = 3;
const ALONE = 300;
const TOGETHER = 2_000;
const AT_ONCE = 16;
const REST_MS = 10_000;
/** Of an object, so that it is about as large as those of real operators: a kilobyte and a half. */
const TEXT = 'what an author writes about it. '.repeat(40);

export const summary =
  'the kit of the samples beside controller-runtime: event → reconcile, start and memory with 10,000 objects';

const HELP = `Usage: npm run bench -- kit [--objects 10000] [--rounds ${String(ROUNDS)}]

Builds a controller with Go first, which takes minutes once.
`;

/** Milliseconds from a write to the reconcile of it, and to its answer in the cluster; MiB. */
interface Figures {
  readonly knownMs: number[];
  readonly aloneMs: number[];
  readonly aloneDoneMs: number[];
  readonly togetherMs: number[];
  readonly perSecond: number[];
  readonly memory: number[];
  readonly most: number[];
}

export async function bench(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      help: { type: 'boolean' },
      objects: { type: 'string', default: '10000' },
      rounds: { type: 'string', default: String(ROUNDS) },
    },
  });
  if (values.help === true) {
    process.stdout.write(HELP);
    return;
  }
  const objects = Number(values.objects);
  const folder = await mkdtemp(join(tmpdir(), 'capstan-bench-kit-'));
  const both = await contenders(folder, objects);
  const cluster = await startTestCluster();
  try {
    const { kubeconfig } = cluster;
    const client = createClient(loadConfig({ kubeconfig }));
    await fill(client, objects);
    const figures = both.map((contender) => ({ contender, figures: none() }));
    for (let round = 0; round < Number(values.rounds); round += 1)
      for (const one of figures)
        await measure(client, {
          ...one,
          kubeconfig,
          objects,
          prefix: `${one.contender.name}-${String(round)}`,
        });
    report(figures);
  } finally {
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

const none = (): Figures => ({
  ...{ knownMs: [], aloneMs: [], aloneDoneMs: [], togetherMs: [], perSecond: [], memory: [], most: [] },
});

const nameOf = (index: number): string => `echo-${String(index)}`;

async function fill(client: KubeClient, objects: number): Promise<void> {
  await client.create(resources.namespaces, {
    ...{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE } },
  });
  await client.create(resources.customResourceDefinitions, definition);
  await eventually(() => client.list(echoes, { namespace: NAMESPACE }));
  await inParallel(objects, (index) => client.create(echoes, anEcho(index)));
}

function anEcho(index: number): KubeObject {
  const metadata = {
    name: nameOf(index),
    namespace: NAMESPACE,
    labels: { 'app.kubernetes.io/part-of': 'bench' },
  };
  return { apiVersion: 'bench.capstan.dev/v1', kind: 'Echo', metadata, spec: { text: TEXT } };
}

/** Some at a time, in order. */
async function inParallel(count: number, work: (index: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

interface Turn {
  readonly contender: Contender;
  readonly figures: Figures;
  readonly kubeconfig: string;
  readonly objects: number;
  /** Of the values that this turn writes: no other has them. */
  readonly prefix: string;
}

async function measure(client: KubeClient, turn: Turn): Promise<void> {
  const { contender, figures, kubeconfig, objects, prefix } = turn;
  await using running = await start(contender, kubeconfig);
  figures.knownMs.push(running.knownMs);
  const change = (index: number): Promise<Changed> =>
    changed(client, running, { name: nameOf((index * 7) % objects), value: `${prefix}-${String(index)}` });
  for (let index = 0; index < ALONE; index += 1) {
    const { begunMs, doneMs } = await change(index);
    // A program that has just begun compiles.
    if (index < ALONE / 3) continue;
    figures.aloneMs.push(begunMs);
    figures.aloneDoneMs.push(doneMs);
  }
  const begun = performance.now();
  await inParallel(TOGETHER, async (index) => {
    figures.togetherMs.push((await change(ALONE + index)).begunMs);
  });
  figures.perSecond.push(TOGETHER / ((performance.now() - begun) / 1000));
  await delay(REST_MS);
  const { now, most } = running.memory();
  figures.memory.push(now);
  figures.most.push(most);
}

interface Changed {
  /** From when the API server had the change. */
  readonly begunMs: number;
  readonly doneMs: number;
}

async function changed(
  client: KubeClient,
  running: Running,
  { name, value }: { name: string; value: string },
): Promise<Changed> {
  const answered = running.answer(value);
  const asked = nowMicros();
  await client.patch(echoes, { namespace: NAMESPACE, name }, { type: 'merge', body: { spec: { value } } });
  const { begun, done } = await answered;
  return { begunMs: (begun - asked) / 1000, doneMs: (done - asked) / 1000 };
}

function report(all: readonly { contender: Contender; figures: Figures }[]): void {
  const [ours, theirs] = all.map(({ figures }) => rowsOf(figures));
  process.stdout.write(
    `${''.padEnd(44)}${all.map(({ contender }) => contender.name.padStart(20)).join('')}\n`,
  );
  for (const [name, value] of Object.entries(ours ?? {})) {
    const cells = [value, theirs?.[name] ?? Number.NaN].map((one) => one.toFixed(1).padStart(20));
    process.stdout.write(`${name.padEnd(44)}${cells.join('')}\n`);
  }
  for (const [name, goal] of Object.entries(GOALS)) {
    const share = (ours?.[name] ?? Number.NaN) / (theirs?.[name] ?? Number.NaN);
    verdict(`${name}: share of controller-runtime's`, share, goal);
  }
}

function rowsOf(figures: Figures): Record<string, number> {
  return {
    'start to all known, ms': quantile(figures.knownMs, 0.5),
    'write → reconcile, alone, p50, ms': quantile(figures.aloneMs, 0.5),
    'write → reconcile, alone, p99, ms': quantile(figures.aloneMs, 0.99),
    'write → answered, alone, p50, ms': quantile(figures.aloneDoneMs, 0.5),
    'write → reconcile, sixteen at once, p50, ms': quantile(figures.togetherMs, 0.5),
    'write → reconcile, sixteen at once, p99, ms': quantile(figures.togetherMs, 0.99),
    'changes answered in a second': quantile(figures.perSecond, 0.5),
    'memory at rest, MiB': quantile(figures.memory, 0.5),
    'most memory, MiB': quantile(figures.most, 0.5),
  };
}

/** Ours is no slower to answer. Memory stands beside: a Node takes more than a program in Go before it does anything. */
const GOALS: Record<string, number> = {
  'write → reconcile, alone, p50, ms': 1,
  'write → reconcile, sixteen at once, p99, ms': 1,
};
