/** What a task wants now, by its kind (KUDO 61-72). Every task is a decision over what is there, so it may be asked again. */
import type { BuiltTask } from '../api/task.ts';
import { goBoolean } from '../parameters/check.ts';
import type { ObjectAction, TaskOutcome, TaskPlace } from '../plan/decision.ts';
import type { TaskRunner } from '../plan/facts.ts';
import { applyAll } from './apply.ts';
import { childOutcome } from './child.ts';
import { pipeOutcome } from './pipe.ts';
import { taskObjects } from './resources.ts';
import { objectAt, type TaskWorld } from './world.ts';

/** For `InstanceFacts`: tasks over one view of the cluster. */
export function taskRunner(world: TaskWorld): TaskRunner {
  return (task, place) => outcomeOf(task, place, world);
}

function outcomeOf(task: BuiltTask, place: TaskPlace, world: TaskWorld): TaskOutcome {
  switch (task.kind) {
    case 'Apply':
      return apply(task.resources, place, world);
    case 'Delete':
      return remove(task.resources, place, world);
    case 'Toggle':
      return toggle(task, place, world);
    case 'Pipe':
      return pipeOutcome(task, place, world);
    case 'KudoOperator':
      return childOutcome(task, world);
    case 'Dummy':
      return dummy(task);
  }
}

function apply(resources: readonly string[], place: TaskPlace, world: TaskWorld): TaskOutcome {
  const read = taskObjects(resources, place, world, { unknownKinds: 'fatal' });
  if ('kind' in read) return read;
  const outcome = applyAll(read.objects, world);
  if (read.notes.length === 0 || (outcome.kind !== 'done' && outcome.kind !== 'waiting')) return outcome;
  return { ...outcome, note: read.notes.join('; ') };
}

/** Gone is what cannot be found any more; a deletion that was asked for is waited for (KUDO 65). */
function remove(resources: readonly string[], place: TaskPlace, world: TaskWorld): TaskOutcome {
  const read = taskObjects(resources, place, world, { unknownKinds: 'dropped' });
  if ('kind' in read) return read;
  const actions: ObjectAction[] = [];
  const refused: string[] = [];
  let isGone = true;
  for (const object of read.objects) {
    const at = objectAt(object);
    const live = world.find(at);
    if (live === undefined) continue;
    isGone = false;
    if (live.metadata.deletionTimestamp !== undefined) continue;
    actions.push({ kind: 'delete', at, uid: live.metadata.uid });
    const refusal = world.refusal(at);
    if (refusal !== undefined) refused.push(refusal);
  }
  if (isGone) return { kind: 'done' };
  if (refused.length > 0) return { kind: 'transient', message: refused.join('; '), actions };
  return { kind: 'waiting', actions };
}

/** The same resources applied or deleted, as a parameter says (KUDO 66). */
function toggle(
  { parameter, resources }: Extract<BuiltTask, { kind: 'Toggle' }>,
  place: TaskPlace,
  world: TaskWorld,
): TaskOutcome {
  const value = world.parameter(parameter);
  const fail = (message: string): TaskOutcome => ({ kind: 'fatal', reason: 'ToggleTaskError', message });
  if (value === undefined) return fail(`no value for parameter ${parameter} found`);
  const isOn = goBoolean(value);
  if (isOn === undefined)
    return fail(`could not parse value of parameter ${parameter}: "${value}" is not a boolean`);
  return isOn ? apply(resources, place, world) : remove(resources, place, world);
}

function dummy({ wantErr, fatal, done }: Extract<BuiltTask, { kind: 'Dummy' }>): TaskOutcome {
  if (wantErr && fatal) return { kind: 'fatal', reason: 'DummyTaskError', message: 'dummy error' };
  if (wantErr) return { kind: 'transient', message: 'dummy error' };
  return done ? { kind: 'done' } : { kind: 'waiting', actions: [] };
}
