/** Makes the InstallPlans of a namespace, each with a status that says at once what it installs. */
import { keyOf, type KubeObject } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { LEAVES_OUT_ANNOTATION } from '#lib/olm/api/labels.ts';
import type { NewPlan } from '#lib/olm/plan/decision.ts';
import { firstStatus, isUnfinished } from '#lib/olm/plan/begin.ts';
import type { InstallPlan, InstallPlanStatus } from '#lib/olm/api/types.ts';
import { isKubeError, KubeError } from '#server/kube/errors.ts';
import { isInstallPlan } from '#lib/olm/observed/shapes.ts';
import { bundleContents, observedPlan } from './plan-observe.ts';
import { forgetBegun, noteBegun } from './plan-resume.ts';
import type { World } from './world.ts';
import { createObject, deleteObject, writeStatus } from './write.ts';

/** Resolves to the digests of content that no catalog holds: plans for it are not made. */
export async function beginPlans(
  { world, signal }: { world: World; signal: AbortSignal },
  plans: readonly NewPlan[],
): Promise<string[]> {
  const missing: string[] = [];
  for (const wanted of plans) missing.push(...(await beginPlan(world, wanted, signal)));
  return missing;
}

async function beginPlan(world: World, { plan, bundles }: NewPlan, signal: AbortSignal): Promise<string[]> {
  const { namespace = '' } = plan.metadata;
  const contents = await bundleContents(world, namespace, bundles);
  const missing = bundles.flatMap(({ digest }) => (contents.has(digest) ? [] : [digest]));
  // A plan is made only when its status can follow at once.
  if (missing.length > 0) return missing;
  const made = await createOrFind(world, marked(world, plan), signal);
  const statusOf = (now: InstallPlan): InstallPlanStatus =>
    firstStatus(observedPlan(world, now, { bundles, contents }), world.clock.now());
  const status = await writeFirst(world, made, { statusOf, signal });
  // An earlier life, or another one, has come further.
  if (status === undefined) return [];
  const { phase, message: detail } = status;
  world.log.info({ controller: 'subscription', key: keyOf(plan), phase, detail }, 'install plan made');
  return [];
}

/** Before it is carried out people ask what it will leave out. */
function marked({ leavesOut }: World, plan: InstallPlan): InstallPlan {
  if (leavesOut === undefined) return plan;
  const annotations = { ...plan.metadata.annotations, [LEAVES_OUT_ANNOTATION]: leavesOut };
  return { ...plan, metadata: { ...plan.metadata, annotations } };
}

/** Of tries against somebody who writes to it all the time. */
const TRIES = 5;

/** Somebody may have approved or labelled it in the moment since it was made: it is the same plan. */
async function writeFirst(
  world: World,
  made: InstallPlan,
  { statusOf, signal }: { statusOf: (now: InstallPlan) => InstallPlanStatus; signal: AbortSignal },
): Promise<InstallPlanStatus | undefined> {
  const resource = resources.installPlans;
  const { name, namespace = '', uid } = made.metadata;
  for (let [now, tries] = [made, 1]; now.status === undefined; tries += 1) {
    const status = statusOf(now);
    // The answer puts it into the cache, where its own reconciler finds it before this one goes on.
    if (status.phase === 'Installing') noteBegun(world, now);
    try {
      await writeStatus(world, { resource, object: now }, status, signal);
      return status;
    } catch (error) {
      // Somebody else may have begun it.
      forgetBegun(world, now);
      if (!isKubeError(error, 'conflict') || tries === TRIES) throw error;
      now = asPlan(await world.client.get(resource, { name, namespace }, { signal }));
      if (now.metadata.uid !== uid) throw error;
    }
  }
  return undefined;
}

async function createOrFind(world: World, plan: InstallPlan, signal: AbortSignal): Promise<InstallPlan> {
  const resource = resources.installPlans;
  const { name, namespace = '' } = plan.metadata;
  const known = world.caches.installPlans.get({ name, namespace });
  if (known !== undefined && isInstallPlan(known)) return ownOrNew(world, { found: known, plan }, signal);
  try {
    return asPlan(await createObject(world, { resource, object: plan }, { signal }));
  } catch (error) {
    if (!isKubeError(error, 'alreadyExists')) throw error;
    const found = asPlan(await world.client.get(resource, { name, namespace }, { signal }));
    return ownOrNew(world, { found, plan }, signal);
  }
}

/** In the place of one that only bears its name: nobody says what that would install, and it may be approved already. */
async function ownOrNew(
  world: World,
  { found, plan }: { found: InstallPlan; plan: InstallPlan },
  signal: AbortSignal,
): Promise<InstallPlan> {
  if (found.status !== undefined) world.caches.installPlans.observe(found);
  if (found.status !== undefined || isUnfinished(found, plan)) return found;
  const { name, namespace = '', uid = '', resourceVersion = '' } = found.metadata;
  const resource = resources.installPlans;
  await deleteObject(world, { resource, ref: { name, namespace }, uid, resourceVersion }, signal);
  return asPlan(await createObject(world, { resource, object: plan }, { signal }));
}

function asPlan(object: KubeObject): InstallPlan {
  if (isInstallPlan(object)) return object;
  throw new KubeError({ kind: 'unknown', message: 'the API server answered with no InstallPlan' });
}
