import { stringify } from 'yaml';
import type { KubeObject } from '#lib/k8s/object.ts';

/** The object as YAML to read. What only servers need (`managedFields`) is left out. */
export function yamlOf(object: KubeObject): string {
  const { managedFields: _managedFields, ...metadata } = object.metadata;
  return stringify({ ...object, metadata }, { lineWidth: 0 });
}
