/**
 * What plans would write, whatever the cluster has: every task of theirs rendered with the values of the instance, and the
 * plans of the operators that they install. What cannot be rendered, and kinds that nobody serves, are left out: they are
 * refused when they are to be written.
 */
import { isJsonObject } from '../../base/json.ts';
import { at, optional } from '../../base/loose.ts';
import { parseApiVersion, type KubeObject, type Resource } from '../../k8s/object.ts';
import { CLEANUP_PLAN } from '../api/labels.ts';
import { firstByName } from '../api/named.ts';
import { builtTask, type BuiltTask } from '../api/task.ts';
import { kudoResources, type KudoInstance, type KudoOperatorVersion, type KudoTask } from '../api/types.ts';
import type { ForeseenWrite } from './rights.ts';
import { versionMark } from './review.ts';

/** How templates become objects, and what the kinds of objects are. */
export interface ForeseeWorld {
  /** Objects of a template at a place; none where it cannot be rendered. `unnamed`: as for `readObjects`. */
  objects: (
    instance: KudoInstance,
    version: KudoOperatorVersion,
    place: { file: string; plan: string; phase: string; step: string; task: string; unnamed?: string },
  ) => readonly KubeObject[];
  resourceOf: (
    apiVersion: string,
    kind: string,
  ) => Pick<Resource, 'group' | 'plural' | 'namespaced'> | undefined;
  /** Before each task: whether there is anything left of what may be looked at. */
  mayLook: () => boolean;
  /** The version and the instance of an operator that a task installs; undefined where there is none. */
  child: (
    task: Extract<BuiltTask, { kind: 'KudoOperator' }>,
    instance: KudoInstance,
    version: KudoOperatorVersion,
  ) => { instance: KudoInstance; version: KudoOperatorVersion } | undefined;
}

/** What would be written, and by which versions. */
export interface Foreseen {
  writes: ForeseenWrite[];
  versions: Record<string, string>;
}

/** Operators inside operators go so deep; KUDO has no limit, and a cycle would have none. */
const DEEPEST = 10;

/** Of these plans of a version. */
export function foresee(
  world: ForeseeWorld,
  root: { instance: KudoInstance; version: KudoOperatorVersion },
  plans: readonly string[],
): Foreseen {
  const found: Foreseen = { writes: [], versions: {} };
  const definitions: KubeObject[] = [];
  gather({ world, found, definitions, tasks: new Map(), depth: 0 }, root, plans);
  return found;
}

interface Gathering {
  world: ForeseeWorld;
  found: Foreseen;
  /** That the plans themselves bring. */
  definitions: KubeObject[];
  /** By name, of each version that was met. */
  tasks: Map<KudoOperatorVersion, ReadonlyMap<string, KudoTask>>;
  depth: number;
}

function gather(
  state: Gathering,
  { instance, version }: { instance: KudoInstance; version: KudoOperatorVersion },
  plans: readonly string[],
): void {
  const [key, mark] = versionMark(version);
  state.found.versions[key] = mark;
  for (const { name, ...place } of plans.flatMap((plan) => tasksOf(version, plan))) {
    if (!state.world.mayLook()) return;
    const task = taskOf(state, version, name);
    if (task !== undefined) gatherTask(state, { instance, version }, { task, ...place });
  }
}

/** Of a plan that the version has. */
function tasksOf(version: KudoOperatorVersion, plan: string): (Omit<TaskAt, 'task'> & { name: string })[] {
  const found = Object.hasOwn(version.spec.plans, plan) ? version.spec.plans[plan] : undefined;
  return (found?.phases ?? []).flatMap(({ name: phase, steps }) =>
    steps.flatMap(({ name: step, tasks }) => tasks.map((name) => ({ name, plan, phase, step }))),
  );
}

/** One that can be read. */
function taskOf({ tasks }: Gathering, version: KudoOperatorVersion, name: string): BuiltTask | undefined {
  const known = tasks.get(version) ?? firstByName(version.spec.tasks);
  tasks.set(version, known);
  const found = known.get(name);
  const built = found === undefined ? undefined : builtTask(found);
  return built !== undefined && 'task' in built ? built.task : undefined;
}

interface TaskAt {
  task: BuiltTask;
  plan: string;
  phase: string;
  step: string;
}

function gatherTask(
  state: Gathering,
  of: { instance: KudoInstance; version: KudoOperatorVersion },
  { task, ...place }: TaskAt,
): void {
  const rendered = (file: string, unnamed?: string): readonly KubeObject[] =>
    state.world.objects(of.instance, of.version, {
      ...{ file, ...place, task: task.name },
      ...optional({ unnamed }),
    });
  switch (task.kind) {
    case 'Apply':
      add(
        state,
        ['apply'],
        task.resources.flatMap((file) => rendered(file)),
      );
      return;
    case 'Delete':
      add(
        state,
        ['delete'],
        task.resources.flatMap((file) => rendered(file)),
      );
      return;
    case 'Toggle':
      // A parameter decides which, and the plan may run again.
      add(
        state,
        ['apply', 'delete'],
        task.resources.flatMap((file) => rendered(file)),
      );
      return;
    case 'Pipe':
      add(state, ['apply', 'delete'], rendered(task.pod, 'pipe-pod'));
      add(
        state,
        ['apply'],
        task.pipe.map(({ kind }) => piped(kind)),
      );
      return;
    case 'KudoOperator':
      gatherChild(state, of, task);
      return;
    case 'Dummy':
  }
}

const piped = (kind: string): KubeObject => ({ apiVersion: 'v1', kind, metadata: { name: '' } });

/** It is installed, or upgraded, and goes with its parent. */
function gatherChild(
  state: Gathering,
  { instance, version }: { instance: KudoInstance; version: KudoOperatorVersion },
  task: Extract<BuiltTask, { kind: 'KudoOperator' }>,
): void {
  const { group, plural } = kudoResources.instances;
  const resource = { group, plural, namespaced: true };
  const object = { apiVersion: 'kudo.dev/v1beta1', kind: 'Instance', metadata: { name: '' } };
  state.found.writes.push({ verb: 'apply', resource, object });
  const child = state.depth >= DEEPEST ? undefined : state.world.child(task, instance, version);
  if (child === undefined) return;
  // Which of its plans a change runs depends on what it is then: all but those that somebody asks for.
  const plans = ['deploy', 'update', 'upgrade', CLEANUP_PLAN, ...triggeredPlansOf(child.version)];
  gather({ ...state, depth: state.depth + 1 }, child, [...new Set(plans)]);
}

function triggeredPlansOf({ spec }: KudoOperatorVersion): string[] {
  return spec.parameters.flatMap(({ trigger }) => (trigger === undefined || trigger === '' ? [] : [trigger]));
}

function add(
  state: Gathering,
  verbs: readonly ForeseenWrite['verb'][],
  objects: readonly KubeObject[],
): void {
  for (const object of objects) {
    if (object.kind === 'CustomResourceDefinition') state.definitions.push(object);
    const resource =
      state.world.resourceOf(object.apiVersion, object.kind) ?? definedBy(state.definitions, object);
    if (resource === undefined) continue;
    for (const verb of verbs) state.found.writes.push({ verb, resource, object });
  }
}

/** Its definition comes in the same plan. */
function definedBy(
  definitions: readonly KubeObject[],
  { apiVersion, kind }: KubeObject,
): ForeseenWrite['resource'] | undefined {
  const { group } = parseApiVersion(apiVersion);
  const found = definitions.find(
    (crd) => at(crd, 'spec', 'group') === group && at(crd, 'spec', 'names', 'kind') === kind,
  );
  const spec = found?.['spec'];
  const plural = at(spec, 'names', 'plural');
  if (!isJsonObject(spec) || typeof plural !== 'string') return undefined;
  return { group, plural, namespaced: spec['scope'] !== 'Cluster' };
}
