/**
 * Answers of the API server about its types: `/apis/<group>` and `/apis/<group>/<version>`.
 * Source: k8s.io/apimachinery meta/v1 APIGroup and APIResourceList.
 */
import { isJsonObject } from '../base/json.ts';
import type { Resource } from './object.ts';

/** The version of a group that its clients should use; undefined when the answer does not say. */
export function preferredVersion(group: unknown): string | undefined {
  const preferred = isJsonObject(group) ? group['preferredVersion'] : undefined;
  const version = isJsonObject(preferred) ? preferred['version'] : undefined;
  return typeof version === 'string' && version !== '' ? version : undefined;
}

/** The type of this kind among those of one group and version; parts of others (`pods/log`) are none. */
export function typeOfKind(
  list: unknown,
  kind: string,
  { group, version }: Pick<Resource, 'group' | 'version'>,
): Resource | undefined {
  const entries: unknown = isJsonObject(list) ? list['resources'] : undefined;
  if (!Array.isArray(entries)) return undefined;
  for (const entry of entries as readonly unknown[]) {
    if (!isJsonObject(entry) || entry['kind'] !== kind) continue;
    const plural = entry['name'];
    if (typeof plural !== 'string' || plural.includes('/')) continue;
    return { group, version, plural, kind, namespaced: entry['namespaced'] === true };
  }
  return undefined;
}
