/**
 * Copies of a CSV in the namespaces that its operator watches: only a notice, which nothing acts on (OLM 80). Made where the
 * cluster's OLMConfig asks for them.
 * Source: OLM `pkg/controller/operators/olm/operatorgroup.go` (ensureCSVsInNamespaces, csvCopyPrototype).
 */
import { shortHash } from '../../base/hash.ts';
import { rfc3339 } from '../../base/time.ts';
import type { KubeObject } from '../../k8s/object.ts';
import { resources } from '../../k8s/resources.ts';
import {
  COPIED_FROM_LABEL,
  COPY_ANNOTATION,
  isComponentLabel,
  TARGET_NAMESPACES_ANNOTATION,
} from '../api/labels.ts';
import type { ClusterServiceVersion, CsvStatus } from '../api/types.ts';
import type { CsvReason } from '../api/vocabulary.ts';
import type { Action, Decision } from '../plan/decision.ts';
import type { GroupTargets } from '../plan/objects.ts';
import { isAllNamespaces, type NamespaceFacts } from '../tenancy/targets.ts';

/** What the OLMConfig says of copies; without a word there are none, and those that others have made stay. */
export type CopySwitch = 'on' | 'off' | 'unsaid';

/** What the copies of one CSV follow from. */
export interface CsvCopyFacts {
  home: string;
  /** As the cache has it, without what only pages show; undefined: it is gone. */
  csv: ClusterServiceVersion | undefined;
  /** As the API server has it; only asked for when a copy is to be written. */
  whole?: ClusterServiceVersion;
  copying: CopySwitch;
  /** OperatorGroups of its namespace. */
  groups: readonly GroupTargets[];
  namespaces: readonly NamespaceFacts[];
  copies: readonly ClusterServiceVersion[];
  /** Namespaces that have a CSV of this name, whoever's. */
  taken: Pick<ReadonlySet<string>, 'has'>;
}

/** Makes and mends what is missing, then says in each what the CSV says, and takes away what is too much. `now`: unix ms. */
export function decideCsvCopies(facts: CsvCopyFacts, now: number): Decision<CsvStatus> {
  const { csv, whole, copies } = facts;
  const surplus = surplusCopies(facts);
  const deletions = surplus.map(({ metadata: { name, namespace = '', uid = '' } }): Action => ({
    ...{ kind: 'delete', resource: resources.clusterServiceVersions, ref: { name, namespace }, uid },
  }));
  if (csv === undefined) return { actions: deletions };
  const told = facts.copying === 'off' && surplus.length > 0 ? [copyingDisabled(csv, now)] : [];
  const stale = staleCopies(facts);
  if (stale.length > 0 && whole !== undefined) {
    const applied = stale.map((namespace): Action => ({
      ...{ kind: 'apply', resource: resources.clusterServiceVersions, object: copyOf(whole, namespace) },
    }));
    return { actions: [...applied, ...deletions, ...told], again: { kind: 'now' } };
  }
  const wanted = wantedCopies(facts);
  const status = statusOfCopy(csv);
  const outdated = copies.filter(
    ({ metadata, status: old }) => wanted.has(metadata.namespace ?? '') && !saysSo(old, status),
  );
  const said = outdated.map((object): Action => ({
    ...{ kind: 'status', resource: resources.clusterServiceVersions, object, status },
    log: { phase: status.phase, reason: status.reason },
  }));
  return { actions: [...said, ...deletions, ...told] };
}

/** Namespaces that are to have a copy. */
export function wantedCopies(facts: Omit<CsvCopyFacts, 'copies' | 'taken'>): ReadonlySet<string> {
  const { home, csv, copying, groups, namespaces } = facts;
  const [group] = groups;
  const { phase = '', reason } = csv?.status ?? {};
  const isLeft =
    csv === undefined ||
    csv.metadata.deletionTimestamp !== undefined ||
    phase === '' ||
    reason === 'InterOperatorGroupOwnerConflict';
  if (copying !== 'on' || isLeft || group === undefined || groups.length > 1) return new Set();
  const { targets } = group;
  const isTarget = (name: string): boolean => isAllNamespaces(targets) || targets.includes(name);
  const found = namespaces.filter(({ name, goes }) => goes !== true && name !== home && isTarget(name));
  return new Set(found.map(({ name }) => name));
}

/** Namespaces whose copy is to be written: it is missing, or was made of another state. A CSV of somebody else's stays. */
export function staleCopies(facts: CsvCopyFacts): string[] {
  const { csv, copies, taken } = facts;
  if (csv === undefined) return [];
  const mark = markOf(csv);
  const byNamespace = new Map(copies.map((copy) => [copy.metadata.namespace ?? '', copy]));
  return [...wantedCopies(facts)].filter((namespace) => {
    const copy = byNamespace.get(namespace);
    return copy === undefined ? !taken.has(namespace) : copy.metadata.annotations?.[COPY_ANNOTATION] !== mark;
  });
}

/** Those of others go when their CSV goes, when copies are switched off, or when they are not where copies belong. */
function surplusCopies(facts: CsvCopyFacts): readonly ClusterServiceVersion[] {
  const { csv, copying, copies, namespaces } = facts;
  const wanted = wantedCopies(facts);
  const going = new Set(namespaces.flatMap(({ name, goes }) => (goes === true ? [name] : [])));
  return copies.filter(({ metadata, status }) => {
    const { namespace = '', annotations, deletionTimestamp } = metadata;
    if (wanted.has(namespace) || going.has(namespace) || deletionTimestamp !== undefined) return false;
    const isOurs = annotations?.[COPY_ANNOTATION] !== undefined;
    const isNotice = status?.reason === COPIED;
    return isOurs || (isNotice && (csv === undefined || copying !== 'unsaid'));
  });
}

const COPIED: CsvReason = 'Copied';

function copyOf(whole: ClusterServiceVersion, namespace: string): KubeObject {
  const { apiVersion, kind, spec } = whole;
  const { name } = whole.metadata;
  const { labels, annotations } = copiedMetadata(whole);
  const marked = { ...annotations, [COPY_ANNOTATION]: markOf(whole) };
  return { apiVersion, kind, metadata: { name, namespace, labels, annotations: marked }, spec };
}

/** All that a copy takes over but its status; the generation stands for the spec. */
function markOf(csv: ClusterServiceVersion): string {
  const { uid, generation } = csv.metadata;
  return shortHash([uid, generation, copiedMetadata(csv)], 12);
}

function copiedMetadata({ metadata }: ClusterServiceVersion): {
  labels: Record<string, string>;
  annotations: Record<string, string>;
} {
  const { namespace = '', labels = {}, annotations = {} } = metadata;
  const own = Object.entries(labels).filter(([key]) => !isComponentLabel(key));
  const said = Object.entries(annotations).filter(([key]) => !LEFT_BEHIND.has(key));
  return {
    labels: { ...Object.fromEntries(own), [COPIED_FROM_LABEL]: namespace },
    annotations: Object.fromEntries(said),
  };
}

/** Which namespaces the operator watches is nobody's business there, and what somebody applied is big. */
const LEFT_BEHIND: ReadonlySet<string> = new Set([
  TARGET_NAMESPACES_ANNOTATION,
  'kubectl.kubernetes.io/last-applied-configuration',
]);

function statusOfCopy({ metadata, status }: ClusterServiceVersion): CsvStatus {
  const message = `The operator is running in ${metadata.namespace ?? ''} but is managing this namespace`;
  return { ...status, reason: COPIED, message };
}

/** The moment of its last change stands for the rest of what a CSV says. */
function saysSo(old: CsvStatus | undefined, wanted: CsvStatus): boolean {
  const keys = ['phase', 'reason', 'message', 'lastUpdateTime'] as const;
  return keys.every((key) => old?.[key] === wanted[key]);
}

function copyingDisabled(about: ClusterServiceVersion, now: number): Action {
  const { namespace = '', name } = about.metadata;
  const message = `CSV copying disabled for ${namespace}/${name}`;
  return { kind: 'event', about, reason: 'DisabledCopiedCSVs', message, type: 'Warning', time: rfc3339(now) };
}
