/** Carries out the steps of InstallPlans, as many at once as the API server takes well. */
import { refKey } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import type { StepAction, StepResult } from '#lib/olm/plan-facts.ts';
import { csvOwnerReference } from '#lib/olm/plan-labels.ts';
import { asKubeError, isKubeError } from '#server/kube/errors.ts';
import { FIELD_MANAGER, type World } from './world.ts';
import { createLimiter, type Limiter } from './limiter.ts';
import { applyObject } from './write.ts';
import { observe } from './caches.ts';

const STEPS_AT_ONCE = 8;
/** Over all plans: first come, first served, so that a plan's CSV is on its way before what waits for it. */
const limiters = new WeakMap<World, Limiter>();

interface Run {
  world: World;
  namespace: string;
  signal: AbortSignal;
  /** UID of each CSV that this run creates, once it is there. */
  created: Map<string, Promise<string>>;
}

/**
 * CSVs come first in a plan, so that everything that names one as its owner only waits for a write that has begun.
 */
export function executeSteps(
  world: World,
  namespace: string,
  actions: readonly StepAction[],
  signal: AbortSignal,
): Promise<StepResult[]> {
  const run: Run = { world, namespace, signal, created: new Map() };
  const limiter = limiters.get(world) ?? createLimiter(STEPS_AT_ONCE);
  limiters.set(world, limiter);
  return Promise.all(actions.map((action) => limiter(() => executeStep(run, action))));
}

async function executeStep(run: Run, action: StepAction): Promise<StepResult> {
  try {
    if (action.verb === 'create') return await createCsv(run, action);
    const owner = action.ownedBy === undefined ? undefined : await ownerOf(run, action.ownedBy);
    const { metadata } = action.object;
    const object =
      owner === undefined
        ? action.object
        : {
            ...action.object,
            metadata: {
              ...metadata,
              ownerReferences: [
                ...(metadata.ownerReferences ?? []).filter((reference) => reference.uid !== owner.uid),
                csvOwnerReference(owner),
              ],
            },
          };
    await applyObject(run.world, action.resource, object, run.signal);
    return { step: action.step, ok: true, status: 'Created' };
  } catch (error) {
    const kube = asKubeError(error);
    const what = `${action.resource.kind} ${refKey(refOf(action))}`;
    const keepTrying = kube.retryable || isKubeError(kube, 'forbidden', 'aborted');
    return { step: action.step, ok: false, message: `${what}: ${kube.publicMessage}`, keepTrying };
  }
}

function refOf({ object }: StepAction): { namespace?: string; name: string } {
  const { namespace, name = '' } = object.metadata;
  return namespace === undefined ? { name } : { namespace, name };
}

async function createCsv(run: Run, action: StepAction): Promise<StepResult> {
  const name = action.object.metadata.name ?? '';
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  // Whoever waits for the UID gets the error; without anybody it is still this step's own.
  promise.catch(() => undefined);
  run.created.set(name, promise);
  try {
    const result = await createOrFind(run, action);
    resolve(result.uid);
    return { step: action.step, ok: true, status: result.status };
  } catch (error) {
    reject(error);
    throw error;
  }
}

async function createOrFind(
  { world, signal }: Run,
  action: StepAction,
): Promise<{ uid: string; status: 'Created' | 'Present' }> {
  const options = { fieldManager: FIELD_MANAGER, signal };
  try {
    const created = await world.client.create(action.resource, action.object, options);
    observe(world.caches, action.resource, created);
    return { uid: created.metadata.uid ?? '', status: 'Created' };
  } catch (error) {
    if (!isKubeError(error, 'alreadyExists')) throw error;
    const existing = await world.client.get(action.resource, refOf(action), { signal });
    if (existing.metadata.deletionTimestamp !== undefined) throw error;
    return { uid: existing.metadata.uid ?? '', status: 'Present' };
  }
}

async function ownerOf(run: Run, csv: string): Promise<{ name: string; uid: string }> {
  const pending = run.created.get(csv);
  if (pending !== undefined) return { name: csv, uid: await pending };
  const ref = { namespace: run.namespace, name: csv };
  const known = run.world.caches.clusterServiceVersions.get(ref);
  const object =
    known ?? (await run.world.client.get(resources.clusterServiceVersions, ref, { signal: run.signal }));
  return { name: csv, uid: object.metadata.uid ?? '' };
}
