/** A package with the operators that are nested in it (KUDO 18, 73): all that has to be in the cluster before its first instance. */
import type { ChildOperator } from '../api/task.ts';
import type { KudoOperator, KudoOperatorVersion } from '../api/types.ts';
import { type DependencyAnswer, resolveDependencies } from './dependencies.ts';
import type { PackageFiles } from './files.ts';
import { packageObjects, type PackageObjects } from './objects.ts';
import { BadPackage } from './problem.ts';
import { readPackage } from './read.ts';
import { packageSource } from './source.ts';

/** With its Operator where it still has to be made; what is in the cluster already comes without. */
export type OutsideAnswer = DependencyAnswer & { operator?: KudoOperator };

/** Where packages come from that are not among the files: by name, by address. */
export type OutsideResolver = (child: ChildOperator) => OutsideAnswer;

/** Operators and versions, children first; or why they are not complete. */
export type PackageFamily = { members: PackageObjects[] } | { problem: string };

/** @param archived they come from an archive, whose paths count from its root. @throws BadPackage for the root itself */
export function packageFamily(
  files: PackageFiles,
  archived: boolean,
  outside: OutsideResolver,
): PackageFamily {
  const nest = new Nest(files, archived, outside);
  const root = nest.read('');
  const result = resolveDependencies(root, (child, parent) => nest.resolve(child, parent));
  if ('problem' in result) return result;
  return { members: result.versions.flatMap((version) => nest.member(version) ?? []) };
}

class Nest {
  readonly #files: PackageFiles;
  readonly #archived: boolean;
  readonly #outside: OutsideResolver;
  /** By the name of the version: what was read, and from where. */
  readonly #read = new Map<string, PackageObjects & { directory: string }>();
  /** The same of what came from elsewhere and still has to be made. */
  readonly #brought = new Map<string, KudoOperator>();

  constructor(files: PackageFiles, archived: boolean, outside: OutsideResolver) {
    this.#files = files;
    this.#archived = archived;
    this.#outside = outside;
  }

  read(directory: string): KudoOperatorVersion {
    const objects = packageObjects(readPackage(this.#files, directory));
    this.#read.set(objects.version.metadata.name, { ...objects, directory });
    return objects.version;
  }

  resolve(child: ChildOperator, parent: KudoOperatorVersion): DependencyAnswer {
    const from = this.#read.get(parent.metadata.name);
    // Whoever comes from elsewhere has its own place, which is not here.
    if (from === undefined) return this.#bring(child);
    const source = packageSource(child.package, { directory: from.directory, archived: this.#archived });
    if ('problem' in source) return source;
    if (source.kind !== 'folder') return this.#bring(child);
    try {
      return { version: this.read(source.path) };
    } catch (error) {
      if (!(error instanceof BadPackage)) throw error;
      return { problem: error.message };
    }
  }

  #bring(child: ChildOperator): DependencyAnswer {
    const answer = this.#outside(child);
    if ('version' in answer && answer.operator !== undefined)
      this.#brought.set(answer.version.metadata.name, answer.operator);
    return answer;
  }

  /** With the tasks as they were resolved; undefined for what came from elsewhere and is there already. */
  member(version: KudoOperatorVersion): PackageObjects | undefined {
    const { name } = version.metadata;
    const operator = this.#read.get(name)?.operator ?? this.#brought.get(name);
    return operator === undefined ? undefined : { operator, version };
  }
}
