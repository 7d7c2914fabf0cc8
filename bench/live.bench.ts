/**
 * Live delivery: 200 streams follow 100 objects that change 100 times a second, on a real control plane and through the
 * console's own process. One stream is that of a page in Chromium, the others are plain sockets; all belong to one
 * person, as everywhere where the console runs with a kubeconfig, so that they share upstream watches.
 *
 * A write counts from the moment at which the API server has answered it: it is in etcd then. An event may be quicker
 * than that answer; its delay is negative then, and counts as it is.
 */
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { fieldsOf } from '#components/instances/list/printed-columns.ts';
import { resources } from '#lib/k8s/resources.ts';
import type { WatchInterest } from '#lib/k8s/watch-stream.ts';
import { startTestCluster } from '#local/testing/cluster.ts';
import { eventually } from '#local/testing/eventually.ts';
import { createClient } from '#server/kube/client.ts';
import { loadConfig } from '#server/kube/config.ts';
import { aBeat, beats, beatsCrd, NAMESPACE, OBJECTS, PER_SECOND } from './live/beats.ts';
import type { Moments } from './live/beats.ts';
import { addressOf, sessionOf } from '../e2e/fixtures/sign-in.ts';
import { openTab } from './live/page.ts';
import { delaysOf, reportLive } from './live/report.ts';
import { cpuOf, memoryOf, startServer } from './proxy/processes.ts';

export const summary = '200 streams × 100 changes/s: delay to socket and to DOM, upstream watches, memory';

const usage = 'Usage: npm run bench -- live [--seconds N] [--streams N] [--no-browser]\n';

const STREAMS = 200;
const SETTLE_MS = 5_000;

export async function bench(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      help: { type: 'boolean' },
      seconds: { type: 'string', default: '20' },
      streams: { type: 'string', default: String(STREAMS) },
      'no-browser': { type: 'boolean' },
    },
  });
  if (values.help === true) {
    process.stdout.write(usage);
    return;
  }
  const cluster = await startTestCluster();
  try {
    await fill(cluster.kubeconfig);
    await measure(cluster.kubeconfig, {
      seconds: Number(values.seconds),
      streams: Number(values.streams),
      browser: values['no-browser'] !== true,
    });
  } finally {
    await cluster.stop();
  }
}

interface Load {
  seconds: number;
  streams: number;
  browser: boolean;
}

async function fill(kubeconfig: string): Promise<void> {
  const client = createClient(loadConfig({ kubeconfig }));
  const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE } };
  await client.create(resources.namespaces, namespace);
  await client.create(resources.customResourceDefinitions, beatsCrd());
  await eventually(() => client.create(beats, aBeat(0)));
  for (let index = 1; index < OBJECTS; index += 1) await client.create(beats, aBeat(index));
}

async function measure(kubeconfig: string, load: Load): Promise<void> {
  const webArgs = ['dist/web/main.js', '--controller-namespace', 'capstan-system', '--port', '0'];
  using web = await startServer([...webArgs, '--kubeconfig', kubeconfig], /ready: (\S+)/);
  await delay(SETTLE_MS);
  const rest = memoryOf(web.pid);
  const readers = await startReaders(web.ready, load.streams - (load.browser ? 1 : 0));
  await using tab = load.browser ? await openTab(web.ready) : undefined;
  // The first seconds are the compiler's.
  await write(kubeconfig, 3);
  const cpuBefore = cpuOf(web.pid);
  const sampled = sampleMemory(web.pid);
  const answered = await write(kubeconfig, load.seconds);
  await delay(1_000);
  const most = sampled();
  const cpuShare = (cpuOf(web.pid) - cpuBefore) / ((load.seconds + 1) * 1_000);
  const metrics = await (await fetch(`${addressOf(web.ready)}/metrics`)).text();
  const seenByTab = await tab?.seen();
  const { open, seen } = await readers();
  await tab?.[Symbol.asyncDispose]();
  await delay(SETTLE_MS * 4);
  reportLive({
    load: `${String(load.streams)} streams, ${String(PER_SECOND)} changes/s for ${String(load.seconds)} s`,
    open,
    socket: delaysOf(answered, seen),
    dom: seenByTab === undefined ? undefined : delaysOf(answered, [seenByTab]),
    metrics,
    cpuShare,
    memory: { rest, most, after: memoryOf(web.pid) },
  });
}

const Answered = z.object({ answered: z.array(z.tuple([z.number(), z.number()])) });
const Seen = z.object({ open: z.number(), seen: z.array(z.array(z.tuple([z.number(), z.number()]))) });

let written = 0;

/** In a process of its own. Beats go on counting from one call to the next. */
async function write(kubeconfig: string, seconds: number): Promise<Moments> {
  const child = fork(join(import.meta.dirname, 'live', 'writer.ts'), [
    kubeconfig,
    String(seconds),
    String(written),
  ]);
  written += seconds * PER_SECOND;
  return Answered.parse(await messageOf(child)).answered;
}

/** Opens them one by one; the returned function ends them and gives what they have seen. */
async function startReaders(launchUrl: string, count: number): Promise<() => Promise<z.infer<typeof Seen>>> {
  const { origin } = new URL(launchUrl);
  const cookie = await sessionOf(launchUrl);
  const { group, version, plural, kind } = beats;
  const place = { group, version, plural, kind, namespace: NAMESPACE };
  const interest: WatchInterest = { id: 'beats', ...place, view: 'table', fields: fieldsOf([]) };
  const child = fork(join(import.meta.dirname, 'live', 'readers.ts'), [
    origin,
    cookie,
    JSON.stringify({ watches: [interest] }),
    String(count),
  ]);
  await messageOf(child);
  return async () => {
    const answer = messageOf(child);
    child.send('end');
    return Seen.parse(await answer);
  };
}

function messageOf(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', (code) => {
      reject(new Error(`a process of the measurement ended with ${String(code)}`));
    });
  });
}

/** The returned function ends the sampling and gives the largest. */
function sampleMemory(pid: number): () => number {
  let most = 0;
  const timer = setInterval(() => {
    most = Math.max(most, memoryOf(pid));
  }, 250);
  return () => {
    clearInterval(timer);
    return most;
  };
}
