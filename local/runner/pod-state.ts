/** What its pods say of a process that ends again and again: what a kubelet would write. KWOK's pods know nothing of it. */
import { at, items, optional } from '#lib/base/loose.ts';
import { refTo, type KubeObject } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { isKubeError, undefinedIf } from '#server/kube/errors.ts';
import type { KubeClient } from '#server/kube/types.ts';
import { HELD } from '../cluster/stages.ts';
import { podOf } from '../door/addresses.ts';
import type { Job } from './job.ts';

/** The end of a process; times as in the API, to the second. */
export interface ProcessEnd {
  readonly exitCode: number;
  /** Number of the signal that ended it. */
  readonly signal?: number;
  readonly startedAt: string;
  readonly finishedAt: string;
  /** Until it is started again; 0 at once, as after a first crash. */
  readonly waitMs: number;
}

/** Status of the pod's one container that a process stands for, and the pod's conditions that follow from it. */
export interface ContainerTale {
  readonly containerStatuses: readonly unknown[];
  readonly conditions: readonly unknown[];
}

const { backOff: BACK_OFF } = HELD;

/** After an end: counted, and from the second in a row on the pod is not ready while it waits. Source: core/v1 PodStatus. */
export function afterEnd({ status }: KubeObject, container: string, end: ProcessEnd): ContainerTale {
  const { waitMs, ...run } = end;
  const terminated = { ...run, reason: run.exitCode === 0 ? 'Completed' : 'Error' };
  const seconds = String(Math.ceil(waitMs / 1000));
  const waiting = {
    reason: BACK_OFF,
    message: `back-off ${seconds}s restarting failed container=${container}`,
  };
  return {
    containerStatuses: statuses(status, container, (one) => ({
      ...one,
      restartCount: Number(at(one, 'restartCount') ?? 0) + 1,
      lastState: { terminated },
      ...(waitMs === 0 ? {} : { ready: false, started: false, state: { waiting } }),
    })),
    conditions: waitMs === 0 ? items(at(status, 'conditions')) : unready(status, container, end.finishedAt),
  };
}

/** Once it runs; undefined where the pod says so already. Of another image, it is another run of the container. */
export function afterStart(
  { spec, status }: KubeObject,
  container: string,
  now: string,
): ContainerTale | undefined {
  const image = containerOf(at(spec, 'containers'), container, 'image');
  const before = containerOf(at(status, 'containerStatuses'), container, 'image');
  const changed = image !== undefined && before !== undefined && image !== before;
  if (!changed && !waits(status, container)) return undefined;
  return {
    containerStatuses: statuses(status, container, (one) => ({
      ...one,
      ...{ ready: true, started: true, state: { running: { startedAt: now } } },
      ...(changed && { image, restartCount: Number(at(one, 'restartCount') ?? 0) + 1 }),
    })),
    conditions: items(at(status, 'conditions')).map((one) =>
      READINESS.has(at(one, 'type'))
        ? { type: at(one, 'type'), status: 'True', lastTransitionTime: now }
        : one,
    ),
  };
}

/** While its program is built, or cannot be; undefined where the pod says so already. */
export function beforeStart(
  { status }: KubeObject,
  container: string,
  about: { readonly kind: 'building' | 'failed'; readonly text: string; readonly now: string },
): ContainerTale | undefined {
  const waiting = { reason: HELD[about.kind], message: about.text };
  const before = containerOf(at(status, 'containerStatuses'), container, 'state');
  const same =
    at(before, 'waiting', 'reason') === waiting.reason &&
    at(before, 'waiting', 'message') === waiting.message;
  if (before === undefined || same) return undefined;
  return {
    containerStatuses: statuses(status, container, (one) => ({
      ...one,
      ...{ ready: false, started: false, state: { waiting } },
    })),
    conditions: unready(status, container, about.now),
  };
}

function containerOf(containers: unknown, name: string, field: string): unknown {
  return at(
    items(containers).find((one) => at(one, 'name') === name),
    field,
  );
}

const READINESS: ReadonlySet<unknown> = new Set(['Ready', 'ContainersReady']);

function unready(status: unknown, container: string, now: string): unknown[] {
  return items(at(status, 'conditions')).map((one) =>
    READINESS.has(at(one, 'type'))
      ? {
          ...{ type: at(one, 'type'), status: 'False', reason: 'ContainersNotReady' },
          ...{ message: `containers with unready status: [${container}]`, lastTransitionTime: now },
        }
      : one,
  );
}

function statuses(status: unknown, container: string, change: (one: object) => object): unknown[] {
  return items(at(status, 'containerStatuses')).map((one) =>
    typeof one === 'object' && one !== null && at(one, 'name') === container ? change(one) : one,
  );
}

function waits(status: unknown, container: string): boolean {
  return items(at(status, 'containerStatuses')).some((one) => at(one, 'name') === container && isOurs(one));
}

const HELD_REASONS: ReadonlySet<unknown> = new Set(Object.values(HELD));

/** KWOK says nothing of containers that wait. */
function isOurs(status: unknown): boolean {
  return HELD_REASONS.has(at(status, 'state', 'waiting', 'reason'));
}

type Tale = (pod: KubeObject) => ContainerTale | undefined;

/** Writes into the pods that a job stands for. Rejects with KubeError. */
export async function tellPods(
  client: KubeClient,
  { namespace, workload, container }: Pick<Job, 'namespace' | 'workload' | 'container'>,
  tale: (pod: KubeObject, container: string) => ContainerTale | undefined,
): Promise<void> {
  const { items: pods } = await client.list(resources.pods, { namespace });
  const own = pods.filter((pod) => podOf(pod)?.workload === workload);
  await Promise.all(own.map((pod) => write(client, pod, (now) => tale(now, container))));
}

/** A runner that was killed left pods waiting whose processes nobody would start again. Rejects with KubeError. */
export async function reviveLeftPods(client: KubeClient, now: string): Promise<void> {
  const { items: pods } = await client.list(resources.pods);
  for (const pod of pods) {
    await write(client, pod, (latest) => {
      const [waiting] = items(at(latest, 'status', 'containerStatuses')).filter(isOurs);
      return waiting === undefined ? undefined : afterStart(latest, String(at(waiting, 'name')), now);
    });
  }
}

/** Of a pod that was written or taken away since it was read, what it is now counts. */
async function write(client: KubeClient, pod: KubeObject, tale: Tale): Promise<void> {
  const status = pod.metadata.deletionTimestamp === undefined ? tale(pod) : undefined;
  if (status === undefined) return;
  const { resourceVersion } = pod.metadata;
  const body = { metadata: optional({ resourceVersion }), status };
  try {
    await client.patch(resources.pods, refTo(pod), { type: 'merge', body }, { subresource: 'status' });
  } catch (error) {
    if (!isKubeError(error, 'notFound', 'conflict')) throw error;
    const latest = await podNow(client, pod);
    if (latest !== undefined) await write(client, latest, tale);
  }
}

/** The pod itself; undefined once it is gone, also where another has its name. */
async function podNow(client: KubeClient, pod: KubeObject): Promise<KubeObject | undefined> {
  const latest = await undefinedIf(client.get(resources.pods, refTo(pod)), 'notFound');
  return latest?.metadata.uid === pod.metadata.uid ? latest : undefined;
}
