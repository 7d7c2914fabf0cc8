/**
 * Pipe: a pod makes files, which become ConfigMaps and Secrets that later steps of the plan use (KUDO 68, 69).
 * Source: KUDO `pkg/engine/task/task_pipe.go`.
 */
import { items, at } from '../../base/loose.ts';
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import type { KubeObject } from '../../k8s/object.ts';
import { objectHealth } from '../health/object-health.ts';
import { firstByName } from '../api/named.ts';
import { PIPE_POD_ANNOTATION, PLAN_UID_ANNOTATION } from '../api/labels.ts';
import type { BuiltTask, PipeFile } from '../api/task.ts';
import type { KudoPlan, KudoTask } from '../api/types.ts';
import type { ObjectAt, TaskOutcome, TaskPlace } from '../plan/decision.ts';
import { applyAll } from './apply.ts';
import { enhanced } from './enhance.ts';
import { taskObjects } from './resources.ts';
import { objectAt, type PipeOutput, type TaskWorld } from './world.ts';

type PipeTask = Extract<BuiltTask, { kind: 'Pipe' }>;
type Fatal = Extract<TaskOutcome, { kind: 'fatal' }>;

/** What one file may have (KUDO 69). */
export const PIPE_BYTES = 1_048_576;
/** What keeps the pod until its files have been read. */
export const PIPE_CONTAINER = 'waiter';
const FILE_NAME = /^[-._a-zA-Z0-9]+$/;

/** What goes wrong with the task or a file of it; what fits no pod has reasons of its own. */
function fatal(message: string, reason: Fatal['reason'] = 'PipeTaskError'): Fatal {
  return { kind: 'fatal', reason, message };
}

/** `<instance>.<plan>.<phase>.<step>.<task>.<key>`, each part in lower case without what is no letter or digit. */
function pipeName(instance: string, place: Omit<TaskPlace, 'uid'>, key: string): string {
  return [instance, place.plan, place.phase, place.step, place.task, key]
    .map((part) => part.toLowerCase().replace(/[^a-z0-9]/g, ''))
    .join('.');
}

/** What `.Pipes` is within a plan: by key the name of what holds the file. Or which key is there twice (KUDO 57, 69). */
export function pipeNames(
  instance: string,
  name: string,
  plan: KudoPlan,
  tasks: readonly KudoTask[],
): { pipes: Record<string, string> } | { problem: string } {
  const pipes = new Map<string, string>();
  const known = firstByName(tasks);
  const steps = plan.phases.flatMap((phase) => phase.steps.map((step) => ({ phase: phase.name, step })));
  for (const { phase, step } of steps) {
    const run = step.tasks.flatMap((called) => known.get(called) ?? []);
    for (const { name: task, key } of run.flatMap(keysOf)) {
      if (pipes.has(key)) return { problem: `duplicated pipe key ${key}` };
      pipes.set(key, pipeName(instance, { plan: name, phase, step: step.name, task }, key));
    }
  }
  return { pipes: Object.fromEntries(pipes) };
}

function keysOf({ name, kind, spec }: KudoTask): { name: string; key: string }[] {
  return kind === 'Pipe' ? (spec.pipe ?? []).map(({ key = '' }) => ({ name, key })) : [];
}

/** Pod, files, objects, and away with the pod; each pass does what comes next. */
export function pipeOutcome(task: PipeTask, place: TaskPlace, world: TaskWorld): TaskOutcome {
  const keys = new Set(task.pipe.map(({ key }) => key));
  if (keys.size !== task.pipe.length) return fatal(`pipe task ${task.name} uses a key twice`);
  const name = pipeName(world.instance.metadata.name, place, 'pipepod');
  const at = { apiVersion: 'v1', kind: 'Pod', namespace: world.instance.metadata.namespace, name };
  const pod = world.find(at);
  if (isWritten(task, place, world))
    return pod === undefined || !isOwn(pod, world) ? { kind: 'done' } : deletion(pod);
  if (pod === undefined) return creation(task, place, world, name);
  if (!isOwn(pod, world))
    return fatal(
      `pod ${name} is not one that this Instance made: its files are not read. Delete it, or rename the task`,
    );
  // Of a run before: its files are of other values.
  if (pod.metadata.annotations?.[PLAN_UID_ANNOTATION] !== place.uid) return deletion(pod);
  const health = objectHealth(pod);
  if (health.kind !== 'healthy')
    return { kind: 'waiting', actions: [], why: `pipe ${health.kind === 'waiting' ? health.why : name}` };
  return readOutcome(task, place, world, at);
}

/** The pod is ready: its files are read, and written. */
function readOutcome(task: PipeTask, place: TaskPlace, world: TaskWorld, at: ObjectAt): TaskOutcome {
  const output = world.output(at);
  const actions = [{ kind: 'read-files' as const, pod: at, files: task.pipe }];
  if (output === undefined) return { kind: 'waiting', actions };
  if ('files' in output) return written(task, place, world, output);
  return output.fatal ? fatal(output.problem) : { kind: 'transient', message: output.problem, actions };
}

function isWritten(task: PipeTask, place: TaskPlace, world: TaskWorld): boolean {
  return task.pipe.every(({ kind, key }) => {
    const name = pipeName(world.instance.metadata.name, place, key);
    const found = world.find({ apiVersion: 'v1', kind, namespace: world.instance.metadata.namespace, name });
    return found?.metadata.annotations?.[PLAN_UID_ANNOTATION] === place.uid;
  });
}

/** Whoever may write Instances is not led into the pods of others by their names. */
function isOwn({ metadata }: KubeObject, { instance }: TaskWorld): boolean {
  const { uid } = instance.metadata;
  const isMarked = metadata.annotations?.[PIPE_POD_ANNOTATION] === 'true';
  return isMarked && (metadata.ownerReferences ?? []).some((owner) => owner.uid === uid);
}

function deletion(pod: KubeObject): TaskOutcome {
  if (pod.metadata.deletionTimestamp !== undefined) return { kind: 'waiting', actions: [] };
  return { kind: 'waiting', actions: [{ kind: 'delete', at: objectAt(pod), uid: pod.metadata.uid }] };
}

function creation(task: PipeTask, place: TaskPlace, world: TaskWorld, name: string): TaskOutcome {
  const read = taskObjects([task.pod], place, world, { unknownKinds: 'fatal', unnamed: name });
  if ('kind' in read) return read;
  const [pod, ...others] = read.objects;
  if (pod?.kind !== 'Pod' || others.length > 0)
    return fatal(`${task.pod} has to hold exactly one Pod`, 'ResourceUnmarshalError');
  const problem = podProblem(pod, task.pipe);
  if (problem !== undefined) return fatal(`pipe pod is not valid: ${problem}`, 'ResourceValidationError');
  const annotations = { ...pod.metadata.annotations, [PIPE_POD_ANNOTATION]: 'true' };
  const named = { ...pod, metadata: { ...pod.metadata, name, annotations } };
  const refusal = world.refusal(objectAt(named));
  const actions = [{ kind: 'create' as const, object: withWaiter(named) }];
  return refusal === undefined
    ? { kind: 'waiting', actions }
    : { kind: 'transient', message: refusal, actions };
}

/** Why the pod cannot be used (KUDO 68). */
export function podProblem(pod: KubeObject, files: readonly PipeFile[]): string | undefined {
  const spec = at(pod, 'spec');
  if (items(at(spec, 'containers')).length > 0) return 'pod containers have to be empty';
  const [init, ...others] = items(at(spec, 'initContainers'));
  if (init === undefined || others.length > 0) return 'it needs exactly one init container';
  const restart = at(spec, 'restartPolicy');
  if (restart !== undefined && restart !== '' && restart !== 'OnFailure')
    return 'restartPolicy has to be OnFailure';
  const volumes = items(at(spec, 'volumes')).filter((volume) => at(volume, 'emptyDir') !== undefined);
  if (volumes.length !== 1) return 'it needs exactly one emptyDir volume';
  const mount = mountOf(init, at(volumes[0], 'name'));
  if (mount === undefined) return 'the init container has to mount the emptyDir volume';
  return files.map((file) => fileProblem(file, mount)).find((problem) => problem !== undefined);
}

function mountOf(container: unknown, volume: unknown): string | undefined {
  const mount = items(at(container, 'volumeMounts')).find((entry) => at(entry, 'name') === volume);
  const path = at(mount, 'mountPath');
  return typeof path === 'string' ? path : undefined;
}

function fileProblem({ path }: PipeFile, mount: string): string | undefined {
  const root = mount.endsWith('/') ? mount : `${mount}/`;
  if (!path.startsWith(root) || path.split('/').includes('..'))
    return `pipe file ${path} is not below ${mount}`;
  return FILE_NAME.test(baseName(path))
    ? undefined
    : `pipe file name ${path} should only contain letters, digits, dot, - and _`;
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** A container that keeps the pod until its files have been read. */
function withWaiter(pod: KubeObject): KubeObject {
  const spec = isJsonObject(pod['spec']) ? pod['spec'] : {};
  const [init] = items(spec['initContainers']);
  const volume = items(spec['volumes']).find((entry) => at(entry, 'emptyDir') !== undefined);
  // What else the init container mounts, such as keys, is none of its business.
  const mounts = items(at(init, 'volumeMounts')).filter((mount) => at(mount, 'name') === at(volume, 'name'));
  const waiter = {
    name: PIPE_CONTAINER,
    image: 'busybox',
    command: ['/bin/sh', '-c'],
    args: ['sleep infinity'],
    volumeMounts: mounts,
  };
  return { ...pod, spec: { ...spec, restartPolicy: 'OnFailure', containers: [waiter] } };
}

function written(
  task: PipeTask,
  place: TaskPlace,
  world: TaskWorld,
  output: Extract<PipeOutput, { files: unknown }>,
): TaskOutcome {
  const objects: KubeObject[] = [];
  for (const file of task.pipe) {
    const bytes = Object.hasOwn(output.files, file.path) ? output.files[file.path] : undefined;
    if (bytes === undefined) return fatal(`pipe file ${file.path} was not read`);
    if (bytes.length > PIPE_BYTES)
      return fatal(`pipe file ${file.path} is ${bytes.length} bytes, more than ${PIPE_BYTES}`);
    const made = artifact(file, bytes, pipeName(world.instance.metadata.name, place, file.key));
    if (typeof made === 'string') return fatal(made);
    objects.push(enhanced(made, 'namespaced', place, world));
  }
  const outcome = applyAll(objects, world);
  return outcome.kind === 'done' ? { kind: 'waiting', actions: [] } : outcome;
}

/** A file is one key under its name, an env file one key for each line. */
function artifact(file: PipeFile, bytes: Uint8Array, name: string): KubeObject | string {
  const data = file.from === 'file' ? { [baseName(file.path)]: bytes } : envData(bytes);
  if (typeof data === 'string') return `pipe file ${file.path}: ${data}`;
  const encoded: JsonObject = Object.fromEntries(
    Object.entries(data).map(([key, value]) => [key, base64(value)]),
  );
  const metadata = { name };
  return file.kind === 'Secret'
    ? { apiVersion: 'v1', kind: 'Secret', metadata, type: 'Opaque', data: encoded }
    : { apiVersion: 'v1', kind: 'ConfigMap', metadata, binaryData: encoded };
}

function envData(bytes: Uint8Array): Record<string, Uint8Array> | string {
  const entries: [string, Uint8Array][] = [];
  for (const line of new TextDecoder()
    .decode(bytes)
    .split('\n')
    .map((text) => text.trim())) {
    if (line === '' || line.startsWith('#')) continue;
    const equals = line.indexOf('=');
    if (equals < 1) return `"${line}" is not KEY=VALUE`;
    entries.push([line.slice(0, equals), new TextEncoder().encode(line.slice(equals + 1))]);
  }
  return Object.fromEntries(entries);
}

function base64(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}
