/** Reconciles one InstallPlan; the key is `namespace/name`. */
import { refKey } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { crdCheckAnnotation } from '#lib/olm/plan/crd-check.ts';
import { decidePlan, recordResults, type PlanDecision } from '#lib/olm/plan/decide.ts';
import type { PlanFacts, StepFailure, StepResult } from '#lib/olm/plan/facts.ts';
import { stableJson } from '#lib/base/hash.ts';
import { CRD_CHECK_ANNOTATION } from '#lib/olm/api/labels.ts';
import type { InstallPlan, InstallPlanStatus } from '#lib/olm/api/types.ts';
import { asKubeError } from '#server/kube/errors.ts';
import type { ReconcileOutcome } from '#server/kube/types.ts';
import { attenuated } from './attenuated.ts';
import { untilEstablished } from './established.ts';
import { recordCrdValidation, recordWarnings } from './events.ts';
import { isInstallPlan } from '#lib/olm/observed/shapes.ts';
import { executeSteps } from './plan-execute.ts';
import { untilNextLook, withCrdCheck } from './plan-foresight.ts';
import { forgetPlan, memoryOf } from './plan-memory.ts';
import { observePlan } from './plan-observe.ts';
import { isBegun, noteBegun } from './plan-resume.ts';
import type { World } from './world.ts';
import { patchMetadata, writeStatus } from './write.ts';

const MAX_ROUNDS = 5;
/** New definitions are served within some 100 ms; waiting that long saves a status write that says nothing yet. */
const ESTABLISH_WAIT_MS = 1_000;

/** Decides and carries out until nothing is left to do or it has to wait; a step that fails is tried again later. */
export async function reconcilePlan(
  world: World,
  key: string,
  signal: AbortSignal,
): Promise<ReconcileOutcome> {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const seen = await observePlan(world, key);
    if (seen === undefined) {
      forgetPlan(world, key);
      return { kind: 'done' };
    }
    const unwritten = unwrittenStatus(world, seen.plan);
    if (unwritten !== undefined) {
      await recordStatus(world, seen.plan, unwritten, signal);
      continue;
    }
    const facts = await withCrdCheck(world, seen, signal);
    const now = world.clock.now();
    const decision = decidePlan(facts, now);
    const failures = await carryOut(world, facts, decision, signal);
    if (failures.length > 0 || decision.blocked !== undefined) {
      return { kind: 'retry', error: new Error(failures[0]?.message ?? decision.blocked) };
    }
    if (decision.actions.length === 0 && !differs(facts.plan.status, decision.status))
      return untilNextLook(world, facts);
  }
  return { kind: 'requeueAfter', ms: 1_000 };
}

/** Writes what was decided, then what came of it. */
async function carryOut(
  world: World,
  facts: PlanFacts,
  decision: PlanDecision,
  signal: AbortSignal,
): Promise<StepFailure[]> {
  const plan = await reportCrdCheck(world, facts, signal);
  const { namespace = '', name = '' } = plan.metadata;
  const results = await execute(world, plan, decision, signal);
  const failures = results.filter((result): result is StepFailure => !result.ok);
  let status =
    results.length === 0 ? decision.status : recordResults(decision.status, results, world.clock.now());
  const going = status.phase === 'Installing' && failures.length === 0;
  const waiting = going ? waitingCrds(status) : [];
  if (waiting.length > 0) {
    await untilEstablished(world.caches.customResourceDefinitions, waiting, world.clock, ESTABLISH_WAIT_MS);
  }
  if (waiting.length > 0 || (going && results.length > 0)) {
    const facts = await observePlan(world, refKey({ namespace, name }));
    if (facts === undefined) return [];
    // One write for "all made" and "all served", when the second follows at once.
    const after = decidePlan({ ...facts, plan: { ...facts.plan, status } }, world.clock.now());
    if (after.actions.length === 0) status = after.status;
  }
  await recordStatus(world, plan, status, signal);
  return failures;
}

async function execute(
  world: World,
  plan: InstallPlan,
  { actions, status }: PlanDecision,
  signal: AbortSignal,
): Promise<StepResult[]> {
  if (actions.length === 0) return [];
  const { namespace = '' } = plan.metadata;
  const { attenuatedServiceAccountRef, startTime } = status;
  let limited: World;
  try {
    limited = await attenuated(world, attenuatedServiceAccountRef);
  } catch (error) {
    const { publicMessage: message } = asKubeError(error);
    return [{ step: actions[0]?.step ?? 0, ok: false, message, keepTrying: true }];
  }
  const resumed = !isBegun(world, plan);
  noteBegun(world, plan);
  const results = await executeSteps({ world, limited, namespace, startTime, resumed, signal }, actions);
  await recordWarnings(world, { ...plan, status }, results, signal);
  return results;
}

/** The report goes onto the plan before its status says what follows from it. */
async function reportCrdCheck(world: World, facts: PlanFacts, signal: AbortSignal): Promise<InstallPlan> {
  const { plan, crdCheck } = facts;
  if (crdCheck === undefined) return plan;
  const text = crdCheckAnnotation(crdCheck);
  if (plan.metadata.annotations?.[CRD_CHECK_ANNOTATION] === text) return plan;
  await recordCrdValidation(world, plan, crdCheck, signal);
  const annotations = { [CRD_CHECK_ANNOTATION]: text ?? null };
  const target = { resource: resources.installPlans, object: plan };
  const written = await patchMetadata(world, target, { annotations }, signal);
  return isInstallPlan(written) ? written : plan;
}

/**
 * What was made under a status that others' writes kept from being written. Deciding again from the old one would make all
 * of it again: over what the next plan, which goes by the objects themselves, has written since.
 */
function unwrittenStatus(world: World, plan: InstallPlan): InstallPlanStatus | undefined {
  const memory = memoryOf(world, plan);
  if (memory.unwritten?.after !== stableJson(plan.status ?? {})) delete memory.unwritten;
  return memory.unwritten?.status;
}

async function recordStatus(
  world: World,
  plan: InstallPlan,
  status: InstallPlanStatus,
  signal: AbortSignal,
): Promise<void> {
  if (!differs(plan.status, status)) return;
  const { namespace = '', name = '' } = plan.metadata;
  const memory = memoryOf(world, plan);
  memory.unwritten = { after: stableJson(plan.status ?? {}), status };
  await writeStatus(world, { resource: resources.installPlans, object: plan }, status, signal);
  delete memory.unwritten;
  if (status.phase === 'Installing') noteBegun(world, plan);
  world.log.info(
    { controller: 'installplan', key: `${namespace}/${name}`, phase: status.phase, detail: status.message },
    'install plan status written',
  );
}

function differs(a: InstallPlanStatus | undefined, b: InstallPlanStatus): boolean {
  return a !== b && stableJson(a ?? {}) !== stableJson(b);
}

function waitingCrds(status: InstallPlanStatus): string[] {
  return (status.plan ?? [])
    .filter((step) => step.resource.kind === 'CustomResourceDefinition' && step.status === 'WaitingForApi')
    .map((step) => step.resource.name);
}
