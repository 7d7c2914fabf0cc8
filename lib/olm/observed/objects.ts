/**
 * Where the facts about a cluster are read from. The controller reads its caches, which are live; a table of a test or a
 * preview reads plain objects. Whatever observes takes a reader, so that both see the same.
 */
import { parseApiVersion, refKey, type KubeObject, type ObjectRef, type Resource } from '../../k8s/object.ts';
import { resources } from '../../k8s/resources.ts';
import {
  MANAGED_LABEL,
  OWNER_GROUP_KIND,
  OWNER_KIND_LABEL,
  OWNER_LABEL,
  OWNER_NAMESPACE_LABEL,
  ownerLabels,
} from '../api/labels.ts';

/** Objects by type. Of Deployments, Services, RBAC objects and webhook configurations only those that carry the label of managed objects, are there. */
export interface ObjectReader {
  get(resource: Resource, ref: ObjectRef): KubeObject | undefined;
  /** Of all namespaces when none is given. */
  list(resource: Resource, namespace?: string): readonly KubeObject[];
  /** Those whose owner labels name the CSV, in any namespace. */
  ownedBy(resource: Resource, csv: { name: string; namespace: string }): readonly KubeObject[];
}

/** Types of which only what an install has made is of interest; the rest of a cluster's may be thousands. */
const MANAGED_TYPES: readonly Resource[] = [
  resources.deployments,
  resources.services,
  resources.roles,
  resources.roleBindings,
  resources.clusterRoles,
  resources.clusterRoleBindings,
  resources.validatingWebhookConfigurations,
  resources.mutatingWebhookConfigurations,
];

/** `namespace/name` of the CSV in an object's owner labels, where a long name stands in its short form. */
export function ownerKey({ metadata }: KubeObject): string | undefined {
  const {
    [OWNER_LABEL]: name,
    [OWNER_NAMESPACE_LABEL]: namespace,
    [OWNER_KIND_LABEL]: kind,
  } = metadata.labels ?? {};
  const isOfGroup = kind === OWNER_GROUP_KIND;
  return name === undefined || namespace === undefined || isOfGroup ? undefined : `${namespace}/${name}`;
}

/** What `ownerKey` says of objects of the CSV. */
export function ownerKeyOf(csv: { name: string; namespace: string }): string {
  return `${csv.namespace}/${ownerLabels(csv)[OWNER_LABEL] ?? csv.name}`;
}

/** Objects of one type that a guard accepts. */
export function objectsOf<T extends KubeObject>(
  reader: ObjectReader,
  [resource, guard]: readonly [Resource, (object: KubeObject) => object is T],
  namespace?: string,
): T[] {
  return reader.list(resource, namespace).filter(guard);
}

/** A reader of plain objects: the last one of a name counts; versions of an API are one. */
export function readerOf(objects: readonly KubeObject[]): ObjectReader {
  const byType = new Map<string, Map<string, KubeObject>>();
  for (const object of objects) {
    const type = typeKey(parseApiVersion(object.apiVersion).group, object.kind);
    if (MANAGED.has(type) && object.metadata.labels?.[MANAGED_LABEL] !== 'true') continue;
    const { name, namespace = '' } = object.metadata;
    const known = byType.get(type) ?? new Map<string, KubeObject>();
    byType.set(type, known.set(refKey({ name, namespace }), object));
  }
  const list: ObjectReader['list'] = ({ group, kind }, namespace) => {
    const all = [...(byType.get(typeKey(group, kind))?.values() ?? [])];
    return namespace === undefined ? all : all.filter((object) => object.metadata.namespace === namespace);
  };
  return {
    list,
    get: ({ group, kind }, ref) => byType.get(typeKey(group, kind))?.get(refKey(ref)),
    ownedBy: (resource, csv) => list(resource).filter((object) => ownerKey(object) === ownerKeyOf(csv)),
  };
}

const typeKey = (group: string, kind: string): string => `${group}/${kind}`;

const MANAGED = new Set(MANAGED_TYPES.map(({ group, kind }) => typeKey(group, kind)));
