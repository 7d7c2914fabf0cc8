/** What a plan's definitions would do to existing objects: looked at when there is a reason to. */
import { optional } from '#lib/base/loose.ts';
import type { KubeObject } from '#lib/k8s/object.ts';
import { replacingCrds } from '#lib/olm/plan/action.ts';
import type { PlanFacts } from '#lib/olm/plan/facts.ts';
import { isAwaited, nextLookAt } from '#lib/olm/plan/look.ts';
import { isKubeError } from '#server/kube/errors.ts';
import { checkCrds } from './plan-crd-check.ts';
import { memoryOf } from './plan-memory.ts';
import { isTransient } from './transient.ts';
import type { World } from './world.ts';

/** The facts with the report, and when to look again. */
export async function withCrdCheck(world: World, facts: PlanFacts, signal: AbortSignal): Promise<PlanFacts> {
  const crds = replacingCrds(facts);
  const memory = memoryOf(world, facts.plan);
  if (!isAwaited(facts.plan) || crds.length === 0) {
    delete memory.nextLook;
    return crds.length === 0 ? facts : checked(world, facts, crds, signal);
  }
  const begun = world.clock.now();
  const isDue = begun >= (memory.nextLook ?? 0);
  const seen = isDue ? await checked(world, facts, crds, signal) : facts;
  if (isDue) memory.nextLook = nextLookAt({ begun, ended: world.clock.now() });
  return { ...seen, ...optional({ lookAt: memory.nextLook }) };
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
    const names = crds.map(({ metadata }) => metadata.name).join(', ');
    const message = `cannot list the objects of ${names}: ${error.publicMessage}`;
    return { ...facts, crdCheckProblem: { message, keepTrying: isTransient(error) } };
  }
}
