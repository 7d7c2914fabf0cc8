/**
 * What a task does, from its flat record: packages are verified by it, plans run by it (KUDO 4, 21).
 * Source: KUDO `pkg/engine/task/task.go`.
 */
import type { KudoPipe, KudoTask } from './types.ts';

/** A file of a pod that becomes a Secret or a ConfigMap. */
export interface PipeFile {
  /** `envFile`: lines KEY=VALUE, each a key of its own. */
  from: 'file' | 'envFile';
  path: string;
  kind: 'Secret' | 'ConfigMap';
  key: string;
}

/** The operator that a task installs: its package, in which version, and the instance's name and parameters. */
export interface ChildOperator {
  package: string;
  instanceName?: string | undefined;
  appVersion?: string | undefined;
  /** Empty in packages, resolved in an OperatorVersion. */
  operatorVersion?: string | undefined;
  parameterFile?: string | undefined;
}

/** A task that can be run. */
export type BuiltTask =
  | { kind: 'Apply'; name: string; resources: readonly string[] }
  | { kind: 'Delete'; name: string; resources: readonly string[] }
  | { kind: 'Toggle'; name: string; resources: readonly string[]; parameter: string }
  | { kind: 'Pipe'; name: string; pod: string; pipe: readonly PipeFile[] }
  | ({ kind: 'KudoOperator'; name: string } & ChildOperator)
  | { kind: 'Dummy'; name: string; wantErr: boolean; fatal: boolean; done: boolean };

/** The task, or what is wrong with it. */
export type TaskReading = { task: BuiltTask } | { problem: string };

const INVALID = 'task validation error: ';
const PIPE_KEY = /^[a-zA-Z0-9_-]+$/;

/** Reads a task by its kind; the first problem counts. */
export function builtTask(task: KudoTask): TaskReading {
  const { name, kind, spec } = task;
  switch (kind) {
    case 'Apply':
    case 'Delete':
      return withResources(task, (resources) => ({ task: { kind, name, resources } }));
    case 'Toggle':
      return withResources(task, (resources) =>
        spec.parameter === undefined || spec.parameter === ''
          ? { problem: `${INVALID}toggle task has no parameter to evaluate` }
          : { task: { kind, name, resources, parameter: spec.parameter } },
      );
    case 'Pipe':
      return pipeTask(task);
    case 'KudoOperator':
      return childTask(task);
    case 'Dummy': {
      const { wantErr = false, fatal = false, done = false } = spec;
      return { task: { kind, name, wantErr, fatal, done } };
    }
    default:
      return { problem: `unknown task kind ${kind}` };
  }
}

function withResources(task: KudoTask, build: (resources: readonly string[]) => TaskReading): TaskReading {
  const { resources = [] } = task.spec;
  if (resources.length > 0) return build(resources);
  const what = task.kind.toLowerCase();
  return {
    problem: `${INVALID}${what} task has an empty resource list. if that's what you need, use a Dummy task instead`,
  };
}

function pipeTask({ name, spec }: KudoTask): TaskReading {
  const { pipe = [], pod = '' } = spec;
  if (pipe.length === 0) return { problem: `${INVALID}pipe task has an empty pipe files list` };
  const files: PipeFile[] = [];
  for (const entry of pipe) {
    const read = pipeFile(entry);
    if (typeof read === 'string') return { problem: `${INVALID}${read}` };
    files.push(read);
  }
  return { task: { kind: 'Pipe', name, pod, pipe: files } };
}

function pipeFile({ file = '', envFile = '', kind = '', key = '' }: KudoPipe): PipeFile | string {
  if ((file === '') === (envFile === '')) return 'pipe file must have exactly one of file or envFile set';
  if (kind !== 'Secret' && kind !== 'ConfigMap')
    return `invalid pipe kind (must be Secret or ConfigMap): ${kind}`;
  if (!PIPE_KEY.test(key)) return `invalid pipe key (only letters, numbers, _ and - are allowed): ${key}`;
  return file === ''
    ? { from: 'envFile', path: envFile, kind, key }
    : { from: 'file', path: file, kind, key };
}

function childTask({ name, spec }: KudoTask): TaskReading {
  const { instanceName, appVersion, operatorVersion, parameterFile } = spec;
  if (spec.package === undefined || spec.package === '')
    return { problem: `${INVALID}kudo operator task has an empty package name` };
  const child = { package: spec.package, instanceName, appVersion, operatorVersion, parameterFile };
  return { task: { kind: 'KudoOperator', name, ...child } };
}
