import type { GroupVersionKind } from '#lib/olm/api/catalog.ts';

/** `group/version/kind`. */
export function apiKey({ group, version, kind }: GroupVersionKind): string {
  return `${group}/${version}/${kind}`;
}
