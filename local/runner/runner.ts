/** The process runner: watches Deployments and pods, and keeps one process for each that asks for a program of its table. */
import { optional } from '#lib/base/loose.ts';
import type { KubeObject, ObjectRef } from '#lib/k8s/object.ts';
import { parseKey, refKey } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { createCache } from '#server/kube/cache.ts';
import { createClient } from '#server/kube/client.ts';
import { realClock } from '#server/kube/clock.ts';
import type { ClusterConfig } from '#server/kube/config.ts';
import { createQueue } from '#server/kube/queue.ts';
import type { KubeClient, ReconcileOutcome, ResourceCache } from '#server/kube/types.ts';
import { podName, podWorkload } from '../door/way.ts';
import { openRunnerDoor } from './doorway.ts';
import type { DoorPlace } from './doorway.ts';
import { judge, judgePod, nextStep } from './judge.ts';
import type { Step, Verdict } from './judge.ts';
import { removeLeftovers } from './leftovers.ts';
import { readMark, refusalReason } from './local-cluster.ts';
import { MODULES } from './modules.ts';
import { createNativePrograms } from './native.ts';
import { reviveLeftPods } from './pod-state.ts';
import type { RunnableTable } from './runnable.ts';
import { openUpstream, type Upstream } from './upstream/upstream.ts';
import type { Job } from './job.ts';
import { removeForsaken } from './scratch.ts';
import { supervise } from './supervise.ts';
import { untilListening } from './listening.ts';
import type { Supervised, SuperviseDependencies } from './supervise.ts';

export interface RunnerOptions {
  readonly config: ClusterConfig;
  /** Name of the local cluster; the cluster's own mark has to say the same. */
  readonly clusterName: string;
  readonly log: (message: string, fields?: Record<string, unknown>) => void;
  /** Told of each line that a process writes; `workload` is `namespace/deployment` or `namespace/pod/name`. */
  readonly output: (workload: string, line: string) => void;
  /** What may run; the fixed table of samples when absent. Operators of others are built when a pod asks for one. */
  readonly modules?: RunnableTable;
  /** Where the API server comes in to the processes; nowhere when absent. */
  readonly door?: DoorPlace;
  /** A folder for what single pods write, which the next runner is to find; it goes with this one when absent. */
  readonly volumes?: string;
}

export interface Runner {
  /** `namespace/deployment` and `namespace/pod/name` of everything that is kept running. */
  running(): string[];
  /** Ends all processes; resolves when they have ended. */
  stop(): Promise<void>;
}

/** The runner will not touch this cluster; the message says why. */
export class NotLocalError extends Error {
  override readonly name = 'NotLocalError';
}

/** Resolves when Deployments and pods are known and watched. Rejects with NotLocalError on a cluster that is not ours. */
export async function startRunner(options: RunnerOptions): Promise<Runner> {
  const { config, clusterName, log, output, modules = MODULES, volumes } = options;
  const client = createClient(config);
  await requireLocal(client, config, clusterName);
  await removeLeftovers();
  await reviveLeftPods(client, new Date().toISOString());
  const processes = new Map<string, Supervised>();
  const door = await openRunnerDoor({ client, config, processes, log, place: options.door });
  const native = createNativePrograms();
  const caches = {
    deployments: createCache(client, resources.deployments),
    pods: createCache(client, resources.pods),
  };
  const proxy = door?.proxy;
  const dependencies = {
    ...{ client, cluster: config, clock: realClock },
    ...{ log, output, native },
    ...optional({ proxy, volumes }),
  };
  const stopping = new AbortController();
  const { signal } = stopping;
  const upstream = openUpstream({ client, modules, clock: realClock, log, again: (key) => queue.add(key) });
  const state: State = { caches, processes, dependencies, modules, upstream, refused: new Map(), signal };
  const queue = createQueue({
    name: 'process-runner',
    concurrency: 4,
    reconcile: (key) => reconcile(state, key),
    onError: (key, error) => {
      log('cannot look after a process', { workload: key, error: String(error) });
    },
  });
  const follow = (cache: ResourceCache, workloadOf: (name: string) => string): void => {
    cache.subscribe(({ object }) => {
      const { namespace = '', name } = object.metadata;
      const key = refKey({ namespace, name: workloadOf(name) });
      if (processes.has(key) || verdictOn(state, key, object).kind !== 'foreign') queue.add(key);
    });
  };
  follow(caches.deployments, (name) => name);
  follow(caches.pods, podWorkload);
  await Promise.all([caches.deployments.synced, caches.pods.synced]);
  await removeForsaken(volumes, () => caches.pods.list());
  return {
    running: () => [...processes.keys()],
    stop: async () => {
      stopping.abort();
      caches.deployments.stop();
      caches.pods.stop();
      await upstream.stop();
      await queue.stop();
      await Promise.all([...processes.values()].map(leave));
      processes.clear();
      native.close();
      await door?.close();
    },
  };
}

/** Of a pod that runs on, with what it wrote. */
async function leave(supervised: Supervised): Promise<void> {
  const scratch = await supervised.stop(supervised.job);
  await scratch?.leave();
}

async function requireLocal(client: KubeClient, config: ClusterConfig, expected: string): Promise<void> {
  const { server, proxyUrl } = config;
  // Before asking anything: a cluster elsewhere is none of the runner's business.
  const elsewhere = refusalReason({ server, proxyUrl, mark: expected, expected });
  const reason = elsewhere ?? refusalReason({ server, proxyUrl, mark: await readMark(client), expected });
  if (reason !== undefined)
    throw new NotLocalError(`The process runner runs nothing on this cluster: ${reason}.`);
}

interface State {
  readonly caches: { readonly deployments: ResourceCache; readonly pods: ResourceCache };
  readonly processes: Map<string, Supervised>;
  readonly dependencies: SuperviseDependencies;
  readonly modules: RunnableTable;
  readonly upstream: Upstream;
  /** Reasons already told, so that each is told once. */
  readonly refused: Map<string, string>;
  /** Fires when all ends. */
  readonly signal: AbortSignal;
}

/** Most objects never asked for anything, which is all that is found out about them: they cost no reconcile. */
function verdictOn({ modules, upstream }: State, key: string, object: KubeObject): Verdict {
  return podNamed(key) === undefined
    ? judge(object, modules, upstream.holds(key))
    : judgePod(object, modules);
}

/** Where the pod is that a key is about; undefined for the key of a Deployment. */
function podNamed(key: string): ObjectRef | undefined {
  const { namespace = '', name: workload } = parseKey(key);
  const name = podName(workload);
  return name === undefined ? undefined : { namespace, name };
}

async function reconcile(state: State, key: string): Promise<ReconcileOutcome> {
  const { processes, upstream } = state;
  const verdict = currentVerdict(state, key);
  tellRefusal(state, key, verdict);
  if (!RUNS_ON.has(verdict?.kind)) upstream.forget(key);
  const next = verdict?.kind === 'wanted' ? verdict.job : undefined;
  // Until its program is there, whatever runs, runs on.
  if (next !== undefined && !(await upstream.isReady(key, next))) return { kind: 'done' };
  await take(state, key, nextStep(verdict, processes.get(key)?.job.fingerprint), next);
  return { kind: 'done' };
}

const RUNS_ON: ReadonlySet<Verdict['kind'] | undefined> = new Set<Verdict['kind']>(['wanted', 'rolling']);

async function take(state: State, key: string, step: Step, next: Job | undefined): Promise<void> {
  if (step === 'replace' && next !== undefined) await replace(state, key, next);
  else if (step !== 'none') await restart(state, key, step === 'stop' ? undefined : next);
}

/** undefined of an object that is gone. */
function currentVerdict(state: State, key: string): Verdict | undefined {
  const { deployments, pods } = state.caches;
  const pod = podNamed(key);
  const object = pod === undefined ? deployments.get(parseKey(key)) : pods.get(pod);
  return object === undefined ? undefined : verdictOn(state, key, object);
}

/** The process before answers until the next one does. */
async function replace({ processes, dependencies, signal }: State, key: string, next: Job): Promise<void> {
  const running = processes.get(key);
  const successor = supervise(next, dependencies);
  await untilListening(successor, dependencies.clock, signal);
  processes.set(key, successor);
  await running?.stop();
}

/** Ends what runs, if anything, before what is next. */
async function restart(
  { processes, dependencies }: State,
  key: string,
  next: Job | undefined,
): Promise<void> {
  const scratch = await processes.get(key)?.stop(next);
  processes.delete(key);
  if (next !== undefined) processes.set(key, supervise(next, dependencies, scratch));
}

function tellRefusal({ refused, dependencies }: State, key: string, verdict: Verdict | undefined): void {
  if (verdict?.kind !== 'refused') {
    refused.delete(key);
  } else if (refused.get(key) !== verdict.reason) {
    refused.set(key, verdict.reason);
    dependencies.log('not run', { workload: key, reason: verdict.reason });
  }
}
