/**
 * An OperatorGroup's status, the APIs it says its namespace provides, and which namespaces carry its label (75, 76).
 * Source: OLM `pkg/controller/operators/olm/operatorgroup.go`.
 */
import { rfc3339 } from '../k8s/time.ts';
import { withCondition, withoutCondition } from '../k8s/conditions.ts';
import { COPIED_FROM_LABEL, PROVIDED_APIS_ANNOTATION } from './plan-labels.ts';
import { isAllNamespaces, targetNamespaces, type NamespaceFacts } from './operator-group-targets.ts';
import type { ClusterServiceVersion, OperatorGroup } from './types.ts';

export interface OperatorGroupFacts {
  group: OperatorGroup;
  /** How many OperatorGroups the namespace has, this one included. */
  inNamespace: number;
  /** CSVs of its namespace. */
  csvs: readonly ClusterServiceVersion[];
  namespaces: readonly NamespaceFacts[];
}

export interface OperatorGroupDecision {
  /** The very same object when nothing changed. */
  status: NonNullable<OperatorGroup['status']>;
  /** New value of the annotation; undefined to leave it. */
  providedApis: string | undefined;
  label: string;
  /** Namespaces that lack the label, and namespaces that must lose it. */
  labelOn: readonly string[];
  labelOff: readonly string[];
}

/** Label that marks the target namespaces of one OperatorGroup. */
function operatorGroupLabel(uid: string): string {
  return `olm.operatorgroup.uid/${uid}`;
}

export function decideOperatorGroup(facts: OperatorGroupFacts, now: number): OperatorGroupDecision {
  const { group, namespaces } = facts;
  const gone = group.metadata.deletionTimestamp !== undefined;
  const targets = targetNamespaces(group, namespaces);
  const label = operatorGroupLabel(group.metadata.uid ?? '');
  const labelled = new Set(gone || isAllNamespaces(targets) ? [] : targets);
  const has = (namespace: NamespaceFacts): boolean => Object.hasOwn(namespace.labels, label);
  return {
    status: statusOf(facts, targets, now),
    providedApis: gone ? undefined : providedApis(facts),
    label,
    labelOn: namespaces.filter((ns) => labelled.has(ns.name) && !has(ns)).map((ns) => ns.name),
    labelOff: namespaces.filter((ns) => !labelled.has(ns.name) && has(ns)).map((ns) => ns.name),
  };
}

function statusOf(
  { group, inNamespace }: OperatorGroupFacts,
  targets: readonly string[],
  now: number,
): NonNullable<OperatorGroup['status']> {
  const time = rfc3339(now);
  const old = group.status ?? {};
  const conditions =
    inNamespace > 1
      ? withCondition(
          old.conditions,
          {
            type: 'MultipleOperatorGroup',
            status: 'True',
            reason: 'MultipleOperatorGroupsFound',
            message: 'Multiple OperatorGroup found in the same namespace',
          },
          time,
        )
      : withoutCondition(old.conditions, 'MultipleOperatorGroup');
  const same =
    old.lastUpdated !== undefined &&
    JSON.stringify(old.namespaces ?? []) === JSON.stringify(targets) &&
    JSON.stringify(old.conditions ?? []) === JSON.stringify(conditions);
  if (same) return old;
  const { conditions: _conditions, ...rest } = old;
  const next = { ...rest, namespaces: [...targets], lastUpdated: time };
  return conditions.length === 0 ? next : { ...next, conditions };
}

/** Sorted `Kind.version.group` of what the namespace's running CSVs own; undefined when the annotation may stay. */
function providedApis({ group, csvs }: OperatorGroupFacts): string | undefined {
  if (group.spec?.staticProvidedAPIs === true) return undefined;
  const apis = csvs
    .filter(
      (csv) => csv.status?.phase === 'Succeeded' && csv.metadata.labels?.[COPIED_FROM_LABEL] === undefined,
    )
    .flatMap((csv) => csv.spec.customresourcedefinitions?.owned ?? [])
    .map(({ kind, version, name }) => `${kind}.${version}.${name.slice(name.indexOf('.') + 1)}`);
  const wanted = [...new Set(apis)].sort().join(',');
  return wanted === (group.metadata.annotations?.[PROVIDED_APIS_ANNOTATION] ?? '') ? undefined : wanted;
}
