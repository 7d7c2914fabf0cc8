/** KudoOperator: an instance of another operator, whose plans are waited for (KUDO 70-72). */
import { stableJson } from '../../base/hash.ts';
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import { objectHealth } from '../health/object-health.ts';
import { instanceLabels, operatorVersionName } from '../api/names.ts';
import type { BuiltTask } from '../api/task.ts';
import { KUDO_API_VERSION, type KudoInstance } from '../api/types.ts';
import type { TaskOutcome } from '../plan/decision.ts';
import { instanceOwner } from './enhance.ts';
import { objectAt, type TaskWorld } from './world.ts';

type ChildTask = Extract<BuiltTask, { kind: 'KudoOperator' }>;

/** Creates the child, or brings its version and parameters; done when its last plan has ended well. */
export function childOutcome(task: ChildTask, world: TaskWorld): TaskOutcome {
  const made = childInstance(task, world);
  if ('reason' in made) return made;
  const { wanted } = made;
  const spec: JsonObject = { ...wanted.spec };
  const place = objectAt(wanted);
  const live = world.find(place);
  const refusal = world.refusal(place);
  const change = live === undefined ? undefined : changes(spec, live['spec']);
  if (live !== undefined && change === undefined) return childHealth(live);
  const actions =
    live === undefined
      ? [{ kind: 'create' as const, object: wanted }]
      : [
          {
            kind: 'patch' as const,
            at: place,
            type: 'merge' as const,
            patch: { spec: change },
            version: live.metadata.resourceVersion,
          },
        ];
  return refusal === undefined
    ? { kind: 'waiting', actions }
    : { kind: 'transient', message: refusal, actions };
}

/** The child as its parent wants it, or why its parameters cannot be read. */
export function childInstance(
  task: ChildTask,
  world: ChildWorld,
): { wanted: KudoInstance } | Extract<TaskOutcome, { kind: 'fatal' }> {
  const parameters = childParameters(task, world);
  if ('kind' in parameters) return parameters;
  const { instance } = world;
  const version = {
    operator: task.package,
    appVersion: task.appVersion,
    version: task.operatorVersion ?? '',
  };
  const name = task.instanceName ?? '';
  return {
    wanted: {
      apiVersion: KUDO_API_VERSION,
      kind: 'Instance',
      metadata: {
        name: name === '' ? `${instance.metadata.name}-${task.package}` : name,
        ...(instance.metadata.namespace === undefined ? {} : { namespace: instance.metadata.namespace }),
        labels: instanceLabels(task.package),
        ownerReferences: [instanceOwner(instance)],
      },
      spec: {
        operatorVersion: { name: operatorVersionName(version) },
        ...(Object.keys(parameters.values).length === 0 ? {} : { parameters: parameters.values }),
      },
    },
  };
}

/** What a child is made from. */
type ChildWorld = Pick<TaskWorld, 'instance' | 'render' | 'readYaml'>;

/** What differs of what the parent says; what it does not say stays (KUDO 72). */
function changes(wanted: JsonObject, live: unknown): JsonObject | undefined {
  const there = isJsonObject(live) ? live : {};
  const entries = Object.entries(wanted).flatMap(([field, part]): [string, unknown][] => {
    const [is, was] = [isJsonObject(part) ? part : {}, isJsonObject(there[field]) ? there[field] : {}];
    const changed = Object.entries(is).filter(
      ([key, value]) => stableJson([value]) !== stableJson([was[key]]),
    );
    return changed.length === 0 ? [] : [[field, Object.fromEntries(changed)]];
  });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

function childHealth(live: Parameters<typeof objectHealth>[0]): TaskOutcome {
  const health = objectHealth(live);
  if (health.kind === 'failed')
    return { kind: 'fatal', reason: 'FailedTerminalStateError', message: health.why };
  return health.kind === 'healthy' ? { kind: 'done' } : { kind: 'waiting', actions: [], why: health.why };
}

function childParameters(
  { parameterFile = '' }: ChildTask,
  world: ChildWorld,
): { values: Record<string, string> } | Extract<TaskOutcome, { kind: 'fatal' }> {
  if (parameterFile === '') return { values: {} };
  const rendered = world.render(parameterFile, undefined);
  if ('problem' in rendered)
    return { kind: 'fatal', reason: 'TaskRenderingError', message: rendered.problem };
  const fail = (why: string): Extract<TaskOutcome, { kind: 'fatal' }> => ({
    kind: 'fatal',
    reason: 'TaskRenderingError',
    message: `failed to parse parameter file ${parameterFile}: ${why}`,
  });
  try {
    const value: unknown = world.readYaml(rendered.text) ?? {};
    if (!isJsonObject(value)) return fail('it is no map');
    const empty = Object.keys(value).find((key) => value[key] === null);
    if (empty !== undefined) return fail(`${empty} has no value`);
    return {
      values: Object.fromEntries(Object.entries(value).map(([key, part]) => [key, parameterText(part)])),
    };
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
}

/** Lists and maps as YAML; JSON is. */
function parameterText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
