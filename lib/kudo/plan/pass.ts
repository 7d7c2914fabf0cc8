/**
 * One pass over a plan that runs: which steps may run now, what their tasks want, how far that brings the plan.
 * Source: KUDO `pkg/engine/workflow/engine.go` (KUDO 47-53).
 */
import { firstByName } from '../api/named.ts';
import { builtTask } from '../api/task.ts';
import type {
  KudoOperatorVersion,
  KudoPhase,
  KudoPlan,
  KudoStep,
  KudoTask,
  PhaseProgress,
  PlanProgress,
  StepProgress,
} from '../api/types.ts';
import type { EventReason, ObjectAction, TaskOutcome, TaskPlace } from './decision.ts';
import type { TaskRunner } from './facts.ts';

/** What a pass came to. */
export interface Pass {
  progress: PlanProgress;
  actions: readonly ObjectAction[];
  /** Of the step that ended the plan. */
  fatal?: { message: string; reason: EventReason };
  /** A step failed in a way that may pass. */
  transient?: string;
  /** Later steps want to act, but what was completed in this pass has to be stored first. */
  held: boolean;
}

/** What does not change while a plan is walked. */
interface Walk {
  tasks: ReadonlyMap<string, KudoTask>;
  runTask: TaskRunner;
  /** For messages: `namespace/name` of the instance. */
  instance: string;
  plan: string;
  uid: string;
}

/** What is gathered on the way. */
interface Gathered {
  actions: ObjectAction[];
  completed: boolean;
  held: boolean;
  fatal?: NonNullable<Pass['fatal']>;
  transient?: string;
}

/** Walks the phases in their order. */
export function passOver(
  plan: KudoPlan,
  progress: PlanProgress,
  { version, ...walk }: Omit<Walk, 'plan' | 'uid' | 'tasks'> & { version: KudoOperatorVersion },
): Pass {
  const gathered: Gathered = { actions: [], completed: false, held: false };
  const tasks = firstByName(version.spec.tasks);
  const full = { ...walk, tasks, plan: progress.name, uid: progress.uid ?? '' };
  const phases: PhaseProgress[] = [];
  const known = firstByName(progress.phases);
  let open = true;
  for (const phase of plan.phases) {
    const before = known.get(phase.name) ?? { name: phase.name, status: 'PENDING', steps: [] };
    const after = open && before.status !== 'COMPLETE' ? runPhase(phase, before, full, gathered) : before;
    phases.push(after);
    open &&= goesOn(plan.strategy, after.status, gathered);
  }
  const status = statusOf(phases, gathered.fatal !== undefined);
  const { completed: _completed, ...pass } = gathered;
  return { ...pass, progress: { ...progress, status, phases } };
}

/** Whether what comes next may run: nothing after a failure, in series nothing after what has not ended (KUDO 49). */
function goesOn(strategy: string | undefined, status: string, { fatal, held }: Gathered): boolean {
  return fatal === undefined && !held && (strategy !== 'serial' || status === 'COMPLETE');
}

function statusOf(
  parts: readonly { status: string }[],
  failed: boolean,
): 'COMPLETE' | 'IN_PROGRESS' | 'FATAL_ERROR' {
  if (failed && parts.some(({ status }) => status === 'FATAL_ERROR')) return 'FATAL_ERROR';
  return parts.every(({ status }) => status === 'COMPLETE') ? 'COMPLETE' : 'IN_PROGRESS';
}

function runPhase(phase: KudoPhase, before: PhaseProgress, walk: Walk, gathered: Gathered): PhaseProgress {
  const steps: StepProgress[] = [];
  const known = firstByName(before.steps);
  let open = true;
  for (const step of phase.steps) {
    const was = known.get(step.name) ?? { name: step.name, status: 'PENDING' };
    const is =
      open && was.status !== 'COMPLETE' ? runStep(step, was, { ...walk, phase: phase.name }, gathered) : was;
    steps.push(is);
    open &&= goesOn(phase.strategy, is.status, gathered);
  }
  const isUntouched = gathered.held && steps.every(({ status }) => status === 'PENDING');
  const status = isUntouched ? before.status : statusOf(steps, gathered.fatal !== undefined);
  return { ...before, status, steps };
}

function runStep(
  step: KudoStep,
  was: StepProgress,
  walk: Walk & { phase: string },
  gathered: Gathered,
): StepProgress {
  const { runTask, plan, phase, uid, tasks } = walk;
  const runs: { place: TaskPlace; outcome: TaskOutcome }[] = [];
  for (const task of step.tasks) {
    const place = { plan, phase, step: step.name, task, uid };
    const outcome = runNamed(tasks, place, runTask);
    runs.push({ place, outcome });
    if (outcome.kind === 'fatal') break;
  }
  const actions = runs.flatMap(({ outcome }) => ('actions' in outcome ? (outcome.actions ?? []) : []));
  if (gathered.completed && actions.length > 0) {
    gathered.held = true;
    return was;
  }
  gathered.actions.push(...actions);
  return stepAfter(step.name, runs, walk, gathered);
}

function runNamed(tasks: Walk['tasks'], place: TaskPlace, runTask: TaskRunner): TaskOutcome {
  const task = tasks.get(place.task);
  if (task === undefined)
    return { kind: 'fatal', reason: 'UnknownTaskName', message: `task ${place.task} is not defined` };
  const built = builtTask(task);
  if ('problem' in built) return { kind: 'fatal', reason: 'TaskBuildError', message: built.problem };
  return runTask(built.task, place);
}

function stepAfter(
  name: string,
  runs: readonly { place: TaskPlace; outcome: TaskOutcome }[],
  walk: Walk,
  gathered: Gathered,
): StepProgress {
  for (const { place, outcome } of runs) {
    if (outcome.kind !== 'fatal') continue;
    const where = `${place.plan}.${place.phase}.${place.step}.${place.task}`;
    const message = `Error during execution: fatal error: ${walk.instance} failed in ${where}: ${outcome.message}`;
    gathered.fatal = { message, reason: outcome.reason };
    return { name, status: 'FATAL_ERROR', message };
  }
  const failed = runs.find(({ outcome }) => outcome.kind === 'transient');
  if (failed?.outcome.kind === 'transient') {
    const { plan, phase, step, task } = failed.place;
    const message = `A transient error when executing task ${plan}.${phase}.${step}.${task}. Will retry. ${failed.outcome.message}`;
    gathered.transient ??= message;
    return { name, status: 'ERROR', message };
  }
  const isDone = runs.every(({ outcome }) => outcome.kind === 'done');
  gathered.completed ||= isDone;
  const words = runs.flatMap(({ outcome }) => wordsOf(outcome));
  return {
    name,
    status: isDone ? 'COMPLETE' : 'IN_PROGRESS',
    ...(words.length > 0 ? { message: words.join('; ') } : {}),
  };
}

function wordsOf(outcome: TaskOutcome): string[] {
  const note = 'note' in outcome ? outcome.note : undefined;
  const why = outcome.kind === 'waiting' ? outcome.why : undefined;
  return [note, why].filter((text) => text !== undefined);
}
