/** What there is to know of one namespace: its OperatorGroups with their targets, and its CSVs. */
import { optional } from '../../base/loose.ts';
import type { KubeObject } from '../../k8s/object.ts';
import { resources } from '../../k8s/resources.ts';
import { COPIED_FROM_LABEL } from '../api/labels.ts';
import type { ClusterServiceVersion, OperatorGroup } from '../api/types.ts';
import { crdFacts, type CrdFacts } from '../plan/crd.ts';
import type { GroupTargets } from '../plan/objects.ts';
import type { RivalGroup } from '../csv/facts.ts';
import { operatorGroupLabel } from '../tenancy/decide.ts';
import { saidToProvide } from '../tenancy/provided.ts';
import { targetNamespaces, type NamespaceFacts } from '../tenancy/targets.ts';
import { objectsOf, readerOf, type ObjectReader } from './objects.ts';
import { isCsv, isOperatorGroup } from './shapes.ts';

/** All namespaces of the cluster with their labels. */
export function namespaceFacts(reader: ObjectReader): NamespaceFacts[] {
  return reader.list(resources.namespaces).map(({ metadata: { name, labels = {}, deletionTimestamp } }) => ({
    ...{ name, labels },
    goes: deletionTimestamp !== undefined,
  }));
}

/** Without those that are being deleted. */
export function operatorGroups(reader: ObjectReader, namespace: string): OperatorGroup[] {
  return objectsOf(reader, [resources.operatorGroups, isOperatorGroup], namespace).filter(
    (group) => group.metadata.deletionTimestamp === undefined,
  );
}

/** OperatorGroups of a namespace with their targets as of now, without waiting for their status. */
export function groupTargets(reader: ObjectReader, namespace: string): GroupTargets[] {
  const groups = operatorGroups(reader, namespace);
  if (groups.length === 0) return [];
  const bySelector = groups.some((group) => group.spec?.selector !== undefined);
  const namespaces = bySelector ? namespaceFacts(reader) : [];
  return groups.map((group) => ({
    name: group.metadata.name,
    targets: targetNamespaces(group, namespaces),
    ...optional({ serviceAccount: accountOf(group), providedApis: saidOf(group) }),
    ...optional({ namespaceSelector: selectorOf(group) }),
    ...(group.spec?.staticProvidedAPIs === true ? { isStatic: true } : {}),
  }));
}

/** ServiceAccounts that the OperatorGroups among the objects name. */
export function accountsOf(objects: readonly KubeObject[], namespace: string): string[] {
  return groupTargets(readerOf(objects), namespace).flatMap(({ serviceAccount }) => serviceAccount ?? []);
}

/** The definitions that the CSVs own, as far as they are there, by name. */
export function definitionsOf(
  reader: ObjectReader,
  csvs: readonly ClusterServiceVersion[],
): ReadonlyMap<string, CrdFacts> {
  const names = csvs
    .flatMap(({ spec }) => spec.customresourcedefinitions?.owned ?? [])
    .map(({ name }) => name);
  const found = [...new Set(names)].flatMap((name) => {
    const object = reader.get(resources.customResourceDefinitions, { name });
    const definition = object === undefined ? undefined : crdFacts(object);
    return definition === undefined ? [] : [[name, definition] as const];
  });
  return new Map(found);
}

/** OLM 71: as upstream has it, the label of the group where namespaces are listed. */
function selectorOf(group: OperatorGroup): object | undefined {
  const { targetNamespaces = [], selector } = group.spec ?? {};
  return targetNamespaces.length === 0 ? selector : { matchLabels: { [operatorGroupLabel(group)]: '' } };
}

function saidOf(group: OperatorGroup): string[] | undefined {
  const apis = saidToProvide(group);
  return apis.length === 0 ? undefined : apis;
}

/** OLM 64: OperatorGroups of other namespaces that say they provide one of these APIs. */
export function rivalGroups(reader: ObjectReader, namespace: string, apis: readonly string[]): RivalGroup[] {
  const all = objectsOf(reader, [resources.operatorGroups, isOperatorGroup]).filter(
    (group) => group.metadata.deletionTimestamp === undefined,
  );
  const own = all.find((group) => group.metadata.namespace === namespace);
  const found = all.filter(
    (group) =>
      group.metadata.namespace !== namespace && saidToProvide(group).some((api) => apis.includes(api)),
  );
  const namespaces = found.length === 0 ? [] : namespaceFacts(reader);
  return found.map((group) => ({
    targets: targetNamespaces(group, namespaces),
    apis: saidToProvide(group),
    isOlder: own !== undefined && ageOf(group) < ageOf(own),
  }));
}

/** Those of the same second stand in the order of their names. */
function ageOf({ metadata }: OperatorGroup): string {
  return `${metadata.creationTimestamp ?? ''} ${metadata.namespace ?? ''}`;
}

/** Empty means none. */
function accountOf({ spec }: OperatorGroup): string | undefined {
  return spec?.serviceAccountName === '' ? undefined : spec?.serviceAccountName;
}

/** OLM 43: the OperatorGroup of a namespace allows to replace Failed CSVs. */
export function failsForward([group]: readonly OperatorGroup[]): boolean {
  return group?.spec?.upgradeStrategy === 'TechPreviewUnsafeFailForward';
}

/** CSVs that live in a namespace; copies of another namespace's are left out. */
export function ownCsvsIn(reader: ObjectReader, namespace: string): ClusterServiceVersion[] {
  return objectsOf(reader, [resources.clusterServiceVersions, isCsv], namespace).filter(
    (csv) => csv.metadata.labels?.[COPIED_FROM_LABEL] === undefined,
  );
}
