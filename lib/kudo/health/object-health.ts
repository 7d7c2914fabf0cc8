/**
 * Whether an object that a task applied does what it is for, by its kind (KUDO 75-77).
 * Source: KUDO `pkg/engine/health/health.go`, kubectl `pkg/polymorphichelpers/rollout_status.go`.
 */
import { at, items } from '../../base/loose.ts';
import type { KubeObject } from '../../k8s/object.ts';
import { parseApiVersion } from '../../k8s/object.ts';
import { KUDO_GROUP } from '../api/types.ts';
import { isFinishedStatus } from '../api/execution.ts';

/** `why` is a sentence; what has failed never gets healthy by itself. */
export type ObjectHealth =
  { kind: 'healthy' } | { kind: 'waiting'; why: string } | { kind: 'failed'; why: string };

const HEALTHY: ObjectHealth = { kind: 'healthy' };
const waiting = (why: string): ObjectHealth => ({ kind: 'waiting', why });

type Rule = (object: KubeObject, name: string) => ObjectHealth;

const RULES: Readonly<Record<string, Rule>> = {
  'apps/Deployment': deployment,
  'apps/StatefulSet': statefulSet,
  'batch/Job': job,
  '/Pod': pod,
  '/Namespace': (object, name) =>
    at(object, 'status', 'phase') === 'Active' ? HEALTHY : waiting(`namespace "${name}" is not active`),
  '/Service': service,
  'apiextensions.k8s.io/CustomResourceDefinition': (object, name) =>
    condition(object, 'Established') === 'True' ? HEALTHY : waiting(`CRD ${name} is not established`),
  [`${KUDO_GROUP}/Instance`]: child,
};

/** Of the pods that others make: they count for Ready, while a task that applied them goes on at once (KUDO 77). */
const STRICT: Readonly<Record<string, Rule>> = {
  'apps/ReplicaSet': (object, name) => {
    const [wanted, ready] = [
      count(object, 1, 'spec', 'replicas'),
      count(object, 0, 'status', 'readyReplicas'),
    ];
    return ready >= wanted ? HEALTHY : waiting(`replica set "${name}": ${ready} of ${wanted} pods are ready`);
  },
  'apps/DaemonSet': (object, name) => {
    const wanted = count(object, 0, 'status', 'desiredNumberScheduled');
    const ready = count(object, 0, 'status', 'numberReady');
    return ready >= wanted ? HEALTHY : waiting(`daemon set "${name}": ${ready} of ${wanted} pods are ready`);
  },
};

/** Kinds without a rule are healthy as soon as they are there. @param strict for Ready: more kinds count */
export function objectHealth(
  object: KubeObject,
  { strict = false }: { strict?: boolean } = {},
): ObjectHealth {
  const key = `${parseApiVersion(object.apiVersion).group}/${object.kind}`;
  const rule = own(RULES, key) ?? (strict ? own(STRICT, key) : undefined);
  return rule === undefined ? HEALTHY : rule(object, object.metadata.name);
}

function own<T>(rules: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(rules, key) ? rules[key] : undefined;
}

function count(object: KubeObject, usual: number, ...path: readonly string[]): number {
  const value = at(object, ...path);
  return typeof value === 'number' ? value : usual;
}

function condition(object: KubeObject, type: string): unknown {
  const found = items(at(object, 'status', 'conditions')).find((entry) => at(entry, 'type') === type);
  return at(found, 'status');
}

function messageOf(object: KubeObject, type: string): string {
  const found = items(at(object, 'status', 'conditions')).find((entry) => at(entry, 'type') === type);
  const message = at(found, 'message');
  return typeof message === 'string' ? message : '';
}

function isUnobserved(object: KubeObject): boolean {
  return count(object, 0, 'status', 'observedGeneration') < (object.metadata.generation ?? 0);
}

/** As `kubectl rollout status` waits; a deadline that passed is not the end (KUDO 75). */
function deployment(object: KubeObject, name: string): ObjectHealth {
  if (isUnobserved(object)) return waiting('Waiting for deployment spec update to be observed...');
  const progressing = items(at(object, 'status', 'conditions')).find(
    (entry) => at(entry, 'type') === 'Progressing',
  );
  if (at(progressing, 'reason') === 'ProgressDeadlineExceeded')
    return waiting(`deployment "${name}" exceeded its progress deadline`);
  const wanted = count(object, 1, 'spec', 'replicas');
  const updated = count(object, 0, 'status', 'updatedReplicas');
  const all = count(object, 0, 'status', 'replicas');
  const available = count(object, 0, 'status', 'availableReplicas');
  const rollout = `Waiting for deployment "${name}" rollout to finish: `;
  if (updated < wanted)
    return waiting(`${rollout}${updated} out of ${wanted} new replicas have been updated...`);
  if (all > updated) return waiting(`${rollout}${all - updated} old replicas are pending termination...`);
  if (available < updated)
    return waiting(`${rollout}${available} of ${updated} updated replicas are available...`);
  return HEALTHY;
}

/** With OnDelete nobody rolls anything out: ready pods are all there is to wait for (KUDO 75). */
function statefulSet(object: KubeObject, name: string): ObjectHealth {
  if (isUnobserved(object)) return waiting('Waiting for statefulset spec update to be observed...');
  const wanted = count(object, 1, 'spec', 'replicas');
  const ready = count(object, 0, 'status', 'readyReplicas');
  if (ready < wanted)
    return waiting(`statefulset "${name}": waiting for ${wanted - ready} pods to be ready...`);
  if (at(object, 'spec', 'updateStrategy', 'type') === 'OnDelete') return HEALTHY;
  const updated = count(object, 0, 'status', 'updatedReplicas');
  const partition = count(object, 0, 'spec', 'updateStrategy', 'rollingUpdate', 'partition');
  if (partition > 0)
    return updated < wanted - partition
      ? waiting(
          `Waiting for partitioned roll out to finish: ${updated} out of ${wanted - partition} new pods have been updated...`,
        )
      : HEALTHY;
  const [current, next] = [at(object, 'status', 'currentRevision'), at(object, 'status', 'updateRevision')];
  return current === next
    ? HEALTHY
    : waiting(
        `waiting for statefulset rolling update to complete ${updated} pods at revision ${String(next)}...`,
      );
}

/** By its conditions: a Job of several completions ends, too (KUDO 76). */
function job(object: KubeObject, name: string): ObjectHealth {
  if (condition(object, 'Failed') === 'True')
    return { kind: 'failed', why: `job "${name}" has failed terminally: ${messageOf(object, 'Failed')}` };
  if (condition(object, 'Complete') === 'True') return HEALTHY;
  const wanted = count(object, 1, 'spec', 'completions');
  return waiting(
    `job "${name}" still running or failed: ${count(object, 0, 'status', 'succeeded')} of ${wanted} completed`,
  );
}

function pod(object: KubeObject, name: string): ObjectHealth {
  const phase = at(object, 'status', 'phase');
  if (phase !== 'Running')
    return waiting(`pod "${name}" is not running yet: ${typeof phase === 'string' ? phase : ''}`);
  return condition(object, 'Ready') === 'True' ? HEALTHY : waiting(`pod "${name}" is not ready yet`);
}

function service(object: KubeObject, name: string): ObjectHealth {
  const type = at(object, 'spec', 'type');
  if (type === 'ExternalName') return HEALTHY;
  const clusterIp = at(object, 'spec', 'clusterIP');
  if (typeof clusterIp !== 'string' || clusterIp === '')
    return waiting(`service "${name}" has no cluster IP yet`);
  if (type !== 'LoadBalancer' || items(at(object, 'spec', 'externalIPs')).length > 0) return HEALTHY;
  return items(at(object, 'status', 'loadBalancer', 'ingress')).length > 0
    ? HEALTHY
    : waiting(`service "${name}" has no ingress yet`);
}

/** Done is what has run and ended well; a failure of the child is its parent's (KUDO 71). */
function child(object: KubeObject, name: string): ObjectHealth {
  const running = at(object, 'spec', 'planExecution', 'planName');
  if (typeof running === 'string' && running !== '')
    return waiting(`instance "${name}" has active plan ${running}`);
  const plans = Object.values(Object(at(object, 'status', 'planStatus') ?? {}) as Record<string, unknown>);
  const ran = plans.filter((plan) => typeof at(plan, 'lastUpdatedTimestamp') === 'string');
  const time = (plan: unknown): string => String(at(plan, 'lastUpdatedTimestamp'));
  const last = ran.reduce<unknown>(
    (latest, plan) => (latest === undefined || time(plan) >= time(latest) ? plan : latest),
    undefined,
  );
  if (last === undefined) return waiting(`instance "${name}" has run no plan yet`);
  const status = at(last, 'status');
  if (status === 'FATAL_ERROR')
    return { kind: 'failed', why: `plan ${String(at(last, 'name'))} of instance "${name}" failed` };
  return isFinishedStatus(status === 'COMPLETE' ? status : undefined)
    ? HEALTHY
    : waiting(`plan ${String(at(last, 'name'))} of instance "${name}" is in progress`);
}
