/** The objects of a bundle: what they must be, which of them is the CSV, old CRDs made new. */
import { isManifest, type KubeObject } from '#lib/k8s/object.ts';
import { convertCrdV1beta1 } from '#lib/k8s/crd-v1beta1.ts';
import { isJsonObject } from '#lib/base/json.ts';
import { at } from '#lib/base/loose.ts';
import { limits } from './limits.ts';
import { isWithinExtent } from './nesting.ts';

const CSV = 'ClusterServiceVersion';
const CSV_API = 'operators.coreos.com/v1alpha1';

/** All of one bundle, with aliases written out: the controller takes it whole into memory when it is installed. */
const content = { nodes: limits.bundleNodes, depth: Infinity, characters: limits.bundle };

/**
 * The objects as they can be created, in their order, or why the bundle cannot be used.
 * @param note told of what is odd and was read all the same
 */
export function normalizeObjects(
  values: readonly unknown[],
  bundle: string,
  note: (oddity: string) => void = () => undefined,
): KubeObject[] | string {
  const objects: KubeObject[] = [];
  for (const value of values) {
    if (!isManifest(value)) return faultOf(value) ?? 'a manifest is no Kubernetes object';
    const converted = modern(value, note);
    if (typeof converted === 'string') return converted;
    objects.push(converted);
  }
  if (!isWithinExtent(objects, content))
    return `the manifests of ${bundle} have more than ${String(content.nodes)} values or ${String(content.characters)} characters`;
  const csvs = objects.filter(isCsvManifest);
  if (csvs.length !== 1)
    return `${bundle} must have exactly one ClusterServiceVersion and has ${String(csvs.length)}`;
  return objects;
}

/** Why a value is no Kubernetes object; undefined when it is one. */
export function faultOf(value: unknown): string | undefined {
  if (isManifest(value)) return undefined;
  const missing = ['apiVersion', 'kind'].find((field) => typeof at(value, field) !== 'string');
  const what = isJsonObject(value) ? `${missing ?? 'metadata.name'} is missing` : 'it is not an object';
  return `a manifest is no Kubernetes object: ${what}`;
}

function modern(object: KubeObject, note: (oddity: string) => void): KubeObject | string {
  if (object.kind === CSV && object.apiVersion !== CSV_API) {
    // Upstream goes by the kind, and catalogs have such bundles.
    note(`its ${CSV} says apiVersion ${object.apiVersion} and is read as ${CSV_API}`);
    return { ...object, apiVersion: CSV_API };
  }
  if (object.kind !== 'CustomResourceDefinition' || object.apiVersion !== 'apiextensions.k8s.io/v1beta1')
    return object;
  const converted = convertCrdV1beta1(object);
  return converted.ok
    ? converted.crd
    : `CustomResourceDefinition ${object.metadata.name} is of apiextensions.k8s.io/v1beta1, which servers no longer have, and cannot be converted: ${converted.reason}`;
}

/** Told by the kind alone, as upstream does. */
export function isCsvManifest(object: KubeObject): boolean {
  return object.kind === CSV;
}

/** A CustomResourceDefinition of any version of its API. */
export function isCrd(object: KubeObject): boolean {
  return object.kind === 'CustomResourceDefinition' && object.apiVersion.startsWith('apiextensions.k8s.io/');
}

/** The first CSV among objects of unknown make. */
export function findCsv(values: readonly unknown[]): KubeObject | undefined {
  return values.filter(isManifest).find(isCsvManifest);
}
