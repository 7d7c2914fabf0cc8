import type { ApiServiceDescription } from './types.ts';

/** Of the APIService of an API: `<version>.<group>`, as the API server asks for it. */
export function apiServiceName({ version, group }: Pick<ApiServiceDescription, 'version' | 'group'>): string {
  return `${version}.${group}`;
}
