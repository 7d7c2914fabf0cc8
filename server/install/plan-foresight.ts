/**
 * What a plan's definitions would do to existing objects, for those who are asked to approve it: looked at when the plan
 * begins to wait, and again from time to time, since objects come and go. When it begins it is looked at anyway.
 */
import type { KubeObject } from '#lib/k8s/object.ts';
import { replacingCrds } from '#lib/olm/plan/action.ts';
import type { PlanFacts } from '#lib/olm/plan/facts.ts';
import type { ReconcileOutcome } from '#server/kube/types.ts';
import { isKubeError } from '#server/kube/errors.ts';
import { checkCrds } from './plan-crd-check.ts';
import { isTransient } from './transient.ts';
import { memoryOf } from './plan-memory.ts';
import type { World } from './world.ts';

const LOOK_AGAIN_MS = 5 * 60_000;
/** Of the time, at most one part in so many goes into looking, however many objects there are. */
const REST = 200;

/** The facts with the report, when there is a reason to look. */
export async function withCrdCheck(world: World, facts: PlanFacts, signal: AbortSignal): Promise<PlanFacts> {
  const crds = replacingCrds(facts);
  const memory = memoryOf(world, facts.plan);
  if (!isWaiting(facts) || crds.length === 0) {
    delete memory.nextLook;
    return crds.length === 0 ? facts : checked(world, facts, crds, signal);
  }
  const begun = world.clock.now();
  if (begun < (memory.nextLook ?? 0)) return facts;
  const after = await checked(world, facts, crds, signal);
  const now = world.clock.now();
  memory.nextLook = now + Math.max(LOOK_AGAIN_MS, (now - begun) * REST);
  return after;
}

/** When a plan with nothing to do has to be looked at again. */
export function untilNextLook(world: World, { plan }: PlanFacts): ReconcileOutcome {
  const next = memoryOf(world, plan).nextLook;
  return next === undefined
    ? { kind: 'done' }
    : { kind: 'requeueAfter', ms: Math.max(1, next - world.clock.now()) };
}

function isWaiting({ plan }: PlanFacts): boolean {
  return plan.status?.phase === 'RequiresApproval';
}

async function checked(
  world: World,
  facts: PlanFacts,
  crds: readonly KubeObject[],
  signal: AbortSignal,
): Promise<PlanFacts> {
  try {
    return { ...facts, crdCheck: await checkCrds(world, crds, signal) };
  } catch (error) {
    if (!isKubeError(error) || error.kind === 'aborted') throw error;
    const names = crds.map(({ metadata }) => metadata.name ?? '').join(', ');
    const message = `cannot list the objects of ${names}: ${error.publicMessage}`;
    return { ...facts, crdCheckProblem: { message, keepTrying: isTransient(error) } };
  }
}
