/**
 * Which operators an operator installs, and theirs (KUDO 73). Source: KUDO `pkg/kudoctl/packages/dependencies/resolve.go`.
 */
import { operatorVersionName } from '../api/names.ts';
import { builtTask, type ChildOperator } from '../api/task.ts';
import type { KudoOperatorVersion, KudoTask } from '../api/types.ts';

/** The version that a task means, or why there is none. */
export type DependencyAnswer = { version: KudoOperatorVersion } | { problem: string };

/** Looks a package up, as seen from the version whose task names it. */
export type DependencyResolver = (child: ChildOperator, parent: KudoOperatorVersion) => DependencyAnswer;

/**
 * All versions, each with its tasks saying what was found: children before those that need them, the root last. Or a cycle,
 * or a package that is missing.
 */
export type DependencyResult = { versions: KudoOperatorVersion[] } | { problem: string };

/** More than any family has; a resolver may make up versions for ever. */
const MOST = 200;

/** @param resolve is asked once for each task */
export function resolveDependencies(
  root: KudoOperatorVersion,
  resolve: DependencyResolver,
): DependencyResult {
  const family = new Family(resolve);
  const problem = family.add(root);
  return problem === undefined ? { versions: family.versions } : { problem };
}

class Family {
  readonly versions: KudoOperatorVersion[] = [];
  readonly #resolve: DependencyResolver;
  /** Those whose children are being looked at, from the root on. */
  readonly #open = new Set<string>();
  readonly #done = new Set<string>();

  constructor(resolve: DependencyResolver) {
    this.#resolve = resolve;
  }

  add(version: KudoOperatorVersion): string | undefined {
    const name = fullName(version);
    this.#open.add(name);
    const tasks: KudoTask[] = [];
    for (const task of version.spec.tasks) {
      const resolved = this.#task(task, version);
      if (typeof resolved === 'string') return resolved;
      tasks.push(resolved);
    }
    this.#open.delete(name);
    this.#done.add(name);
    this.versions.push({ ...version, spec: { ...version.spec, tasks } });
    return undefined;
  }

  /** The task as it was resolved, or a problem. */
  #task(task: KudoTask, parent: KudoOperatorVersion): KudoTask | string {
    const read = builtTask(task);
    if (!('task' in read) || read.task.kind !== 'KudoOperator') return task;
    const answer = this.#resolve(read.task, parent);
    if ('problem' in answer)
      return `failed to resolve package ${childText(read.task)}, dependency of package ${fullName(parent)}: ${answer.problem}`;
    const { version } = answer;
    const name = fullName(version);
    if (this.#open.has(name))
      return `cyclic package dependency found when adding package ${fullName(parent)} -> ${name}`;
    if (!this.#done.has(name)) {
      if (this.#open.size + this.#done.size >= MOST)
        return `package ${fullName(parent)} depends on more than ${String(MOST)} packages`;
      const problem = this.add(version);
      if (problem !== undefined) return problem;
    }
    const { spec } = version;
    return {
      ...task,
      spec: {
        ...task.spec,
        package: spec.operator.name ?? '',
        operatorVersion: spec.version,
        appVersion: spec.appVersion ?? '',
      },
    };
  }
}

function fullName({ spec }: KudoOperatorVersion): string {
  const { operator, version, appVersion } = spec;
  return operatorVersionName({ operator: operator.name ?? '', version, appVersion });
}

function childText({ package: name, operatorVersion = '', appVersion = '' }: ChildOperator): string {
  const orAny = (text: string): string => JSON.stringify(text === '' ? 'any' : text);
  return `Operator: ${JSON.stringify(name)}, OperatorVersion: ${orAny(operatorVersion)}, AppVersion ${orAny(appVersion)}`;
}
