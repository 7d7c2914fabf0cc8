/**
 * An OperatorGroup's status, the APIs it says its namespace provides, and which namespaces carry its label (OLM 75, 76).
 * Source: OLM `pkg/controller/operators/olm/operatorgroup.go`.
 */
import type { Condition } from '../../k8s/object.ts';
import { rfc3339 } from '../../base/time.ts';
import { resources } from '../../k8s/resources.ts';
import type { Action, Decision } from '../plan/decision.ts';
import { withCondition, withoutCondition } from '../../k8s/conditions.ts';
import { optional } from '../../base/loose.ts';
import { stableJson } from '../../base/hash.ts';
import { PROVIDED_APIS_ANNOTATION } from '../api/labels.ts';
import { providedApisOf, providersAmong, saidToProvide } from './provided.ts';
import { isAllNamespaces, targetNamespaces, type NamespaceFacts } from './targets.ts';
import type { ClusterServiceVersion, ObjectReference, OperatorGroup } from '../api/types.ts';
import { ACCOUNT_NEEDED, type OwnCondition } from '../api/vocabulary.ts';

/** What the decision about one OperatorGroup looks at, as the caches have it; its targets follow from `namespaces`. */
export interface OperatorGroupFacts {
  group: OperatorGroup;
  /** How many OperatorGroups the namespace has, this one included. */
  inNamespace: number;
  /** CSVs of its namespace. */
  csvs: readonly ClusterServiceVersion[];
  namespaces: readonly NamespaceFacts[];
  /** The ServiceAccount that the group names, when there is one. */
  account?: { uid?: string };
  /** Nothing is installed where no account is named. */
  needsAccount?: boolean;
}

/** One is gone: which are left, and where it may have put its label. */
export interface GoneGroupFacts {
  group: undefined;
  living: readonly OperatorGroup[];
  namespaces: readonly NamespaceFacts[];
}

const LABEL_PREFIX = 'olm.operatorgroup.uid/';

/** Label that marks the target namespaces of one OperatorGroup. */
export function operatorGroupLabel({ metadata }: Pick<OperatorGroup, 'metadata'>): string {
  return LABEL_PREFIX + (metadata.uid ?? '');
}

/**
 * Decides the status, and once that is written the provided APIs and the labels that follow from it (OLM 75, 76); a group
 * that is being deleted loses its labels, and so do those that are gone. `now`: unix ms.
 */
export function decideOperatorGroup(
  facts: OperatorGroupFacts | GoneGroupFacts,
  now: number,
): Decision<Status> {
  if (facts.group === undefined) return { actions: strayLabels(facts) };
  const { group, namespaces } = facts;
  const targets = targetNamespaces(group, namespaces);
  const status = statusOf(facts, targets, now);
  if (status !== group.status) return { status, actions: [], again: { kind: 'written' } };
  const gone = group.metadata.deletionTimestamp !== undefined;
  const label = operatorGroupLabel(group);
  const labelled = new Set(gone || isAllNamespaces(targets) ? [] : targets);
  const has = ({ labels }: NamespaceFacts): boolean => Object.hasOwn(labels, label);
  const apis = gone ? undefined : providedApis(facts);
  return {
    status,
    actions: [
      ...namespaces
        .filter((namespace) => labelled.has(namespace.name) !== has(namespace))
        .flatMap((namespace) => relabelled(namespace, { [label]: has(namespace) ? null : '' })),
      ...(apis === undefined ? [] : [annotated(group, { [PROVIDED_APIS_ANNOTATION]: apis })]),
    ],
  };
}

/** Labels of OperatorGroups that are gone. */
function strayLabels({ living, namespaces }: GoneGroupFacts): Action[] {
  const alive = new Set(living.map(operatorGroupLabel));
  return namespaces.flatMap((namespace) => {
    const stray = Object.keys(namespace.labels).filter(
      (label) => label.startsWith(LABEL_PREFIX) && !alive.has(label),
    );
    return stray.length === 0
      ? []
      : relabelled(namespace, Object.fromEntries(stray.map((label) => [label, null])));
  });
}

function relabelled({ name, goes }: NamespaceFacts, labels: Record<string, '' | null>): Action[] {
  const object = { apiVersion: 'v1', kind: 'Namespace', metadata: { name } };
  return goes === true
    ? []
    : [{ kind: 'patch', resource: resources.namespaces, object, metadata: { labels } }];
}

function annotated(object: OperatorGroup, annotations: Record<string, string>): Action {
  return { kind: 'patch', resource: resources.operatorGroups, object, metadata: { annotations } };
}

type Status = NonNullable<OperatorGroup['status']>;

function statusOf(facts: OperatorGroupFacts, targets: readonly string[], now: number): Status {
  const time = rfc3339(now);
  const old = facts.group.status ?? {};
  const conditions = conditionsOf(facts, time);
  const serviceAccountRef = accountRef(facts);
  const said = ({ namespaces = [], conditions: list = [], serviceAccountRef: ref }: Status): string =>
    stableJson([namespaces, list, ref?.name, ref?.uid]);
  const wanted = said({
    namespaces: [...targets],
    conditions,
    ...optional({ serviceAccountRef }),
  });
  if (old.lastUpdated !== undefined && said(old) === wanted) return old;
  const { conditions: _conditions, serviceAccountRef: _ref, ...rest } = old;
  return {
    ...rest,
    namespaces: [...targets],
    lastUpdated: time,
    ...(conditions.length === 0 ? {} : { conditions }),
    ...optional({ serviceAccountRef }),
  };
}

function conditionsOf(
  { group, inNamespace, account, needsAccount = false }: OperatorGroupFacts,
  time: string,
): Condition[] {
  const several = {
    type: 'MultipleOperatorGroup',
    status: 'True',
    reason: 'MultipleOperatorGroupsFound',
    message: 'Multiple OperatorGroup found in the same namespace',
  } as const;
  const { serviceAccountName: name = '' } = group.spec ?? {};
  const noAccount = {
    type: 'OperatorGroupServiceAccount',
    status: 'True',
    ...(name === ''
      ? ({ reason: 'ServiceAccountNeeded', message: ACCOUNT_NEEDED } as const)
      : ({ reason: 'ServiceAccountNotFound', message: `ServiceAccount ${name} not found` } as const)),
  } as const satisfies OwnCondition & { status: string; message: string };
  const old = group.status?.conditions;
  const first = inNamespace > 1 ? withCondition(old, several, time) : withoutCondition(old, several.type);
  return account === undefined && (name !== '' || needsAccount)
    ? withCondition(first, noAccount, time)
    : withoutCondition(first, noAccount.type);
}

/** OLM 53: whose rights plans are limited to. */
function accountRef({ group, account }: OperatorGroupFacts): ObjectReference | undefined {
  const { serviceAccountName: name = '' } = group.spec ?? {};
  if (name === '' || account === undefined) return undefined;
  const { namespace = '' } = group.metadata;
  const ref = { apiVersion: 'v1', kind: 'ServiceAccount', namespace, name };
  return account.uid === undefined ? ref : { ...ref, uid: account.uid };
}

/** Sorted `Kind.version.group` of what the namespace's running CSVs own; undefined when the annotation may stay. */
function providedApis(facts: OperatorGroupFacts): string | undefined {
  const { group } = facts;
  if (group.spec?.staticProvidedAPIs === true) return undefined;
  const apis = providersAmong(facts.csvs).flatMap(providedApisOf);
  // Those on their way say so themselves, once they know that nobody else does; it is only taken back here.
  const claimed = new Set(facts.csvs.filter(isOnItsWay).flatMap(providedApisOf));
  const kept = saidToProvide(group).filter((api) => claimed.has(api));
  const wanted = [...new Set([...apis, ...kept])].sort().join(',');
  return wanted === (group.metadata.annotations?.[PROVIDED_APIS_ANNOTATION] ?? '') ? undefined : wanted;
}

function isOnItsWay({ metadata, status }: ClusterServiceVersion): boolean {
  return metadata.deletionTimestamp === undefined && status?.phase !== 'Failed';
}
