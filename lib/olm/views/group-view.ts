/** OperatorGroups as people look at them: whom they serve, which operators stand under them, and what is wrong with that. */
import type { ClusterServiceVersion, OperatorGroup } from '../api/types.ts';
import { targetsOfGroup } from '../tenancy/fit.ts';
import { saidToProvide } from '../tenancy/provided.ts';
import { isAllNamespaces, meet, targetList } from '../tenancy/targets.ts';
import { isCopied } from './operator-view.ts';

/** Why operators of a group are not installed, or may not be; `apis` are `Kind.version.group`. */
export type GroupConflict =
  /** The namespace has others beside it: nothing is installed there. */
  | { readonly code: 'several'; readonly others: readonly string[] }
  /** No namespace has the labels that it selects. */
  | { readonly code: 'noTargets' }
  | { readonly code: 'noAccount'; readonly account: string }
  /** Another group serves some of the same namespaces, and its operators provide the same APIs. */
  | { readonly code: 'sharedApis'; readonly with: GroupRef; readonly apis: readonly string[] };

/** Where a group stands. */
export interface GroupRef {
  readonly namespace: string;
  readonly name: string;
}

/** One group, with what can be told of it from what may be read. */
export interface GroupRow extends GroupRef {
  readonly group: OperatorGroup;
  /** Empty: none. */
  readonly targets: 'all' | readonly string[];
  /** Operators in its namespace, without copies of those elsewhere. */
  readonly members: readonly ClusterServiceVersion[];
  /** What its operators provide, as `Kind.version.group`. */
  readonly apis: readonly string[];
  /** Whose rights installs are limited to. */
  readonly account?: string;
  readonly conflicts: readonly GroupConflict[];
}

/** One row a group, by namespace and name. */
export function groupRows(
  groups: readonly OperatorGroup[],
  csvs: readonly ClusterServiceVersion[],
): GroupRow[] {
  const rows = groups.map((group) => withoutConflicts(group, csvs));
  return rows
    .map((row) => ({ ...row, conflicts: conflictsOf(row, rows) }))
    .sort((a, b) => a.namespace.localeCompare(b.namespace) || a.name.localeCompare(b.name));
}

type Row = Omit<GroupRow, 'conflicts'>;

function withoutConflicts(group: OperatorGroup, csvs: readonly ClusterServiceVersion[]): Row {
  const { namespace = '', name } = group.metadata;
  const targets = targetsOfGroup(group);
  const account = group.spec?.serviceAccountName ?? '';
  return {
    group,
    namespace,
    name,
    targets: isAllNamespaces(targets) ? 'all' : targets,
    members: csvs.filter((csv) => csv.metadata.namespace === namespace && !isCopied(csv)),
    apis: saidToProvide(group),
    ...(account === '' ? {} : { account }),
  };
}

function conflictsOf(row: Row, all: readonly Row[]): GroupConflict[] {
  const { group, namespace, name, targets, account } = row;
  const beside = all.filter((other) => other.namespace === namespace && other.name !== name);
  const lacksAccount = group.status?.conditions?.some(
    ({ type, status }) => type === 'OperatorGroupServiceAccount' && status === 'True',
  );
  return [
    ...(beside.length === 0
      ? []
      : [{ code: 'several', others: beside.map((other) => other.name).sort() } as const]),
    ...(targets.length === 0 ? [{ code: 'noTargets' } as const] : []),
    ...(lacksAccount === true ? [{ code: 'noAccount', account: account ?? '' } as const] : []),
    ...all.flatMap((other) => sharedWith(row, other)),
  ];
}

/** Several in one namespace are told as such, once. */
function sharedWith(row: Row, other: Row): GroupConflict[] {
  if (other.namespace === row.namespace || !meet(targetList(row.targets), targetList(other.targets)))
    return [];
  const apis = row.apis.filter((api) => other.apis.includes(api));
  return apis.length === 0
    ? []
    : [{ code: 'sharedApis', with: { namespace: other.namespace, name: other.name }, apis }];
}
