/** Which operator installs which, as a tree, from all that an installation brings. */
import { operatorVersionName } from '../api/names.ts';
import { builtTask } from '../api/task.ts';
import type { KudoOperatorVersion } from '../api/types.ts';
import type { PackageObjects } from '../package/objects.ts';

/** One operator in the place where it is installed. */
export interface FamilyNode {
  operator: string;
  version: string;
  appVersion?: string;
  children: readonly FamilyNode[];
}

/** @param members as `installFamily` gives them: whole, without a cycle, the root last */
export function familyTree(members: readonly PackageObjects[]): FamilyNode | undefined {
  const root = members.at(-1)?.version;
  const versions = new Map(members.map(({ version }) => [version.metadata.name, version]));
  return root === undefined ? undefined : nodeOf(root, versions);
}

function nodeOf(
  version: KudoOperatorVersion,
  versions: ReadonlyMap<string, KudoOperatorVersion>,
): FamilyNode {
  const { operator, version: own, appVersion = '', tasks } = version.spec;
  const children = tasks.flatMap((task) => {
    const built = builtTask(task);
    if (!('task' in built) || built.task.kind !== 'KudoOperator') return [];
    const { package: name, operatorVersion = '', appVersion: app } = built.task;
    const child = versions.get(
      operatorVersionName({ operator: name, version: operatorVersion, appVersion: app }),
    );
    return child === undefined ? [] : [nodeOf(child, versions)];
  });
  return {
    operator: operator.name ?? '',
    version: own,
    ...(appVersion === '' ? {} : { appVersion }),
    children,
  };
}
