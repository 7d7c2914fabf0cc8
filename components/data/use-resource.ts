'use client';
import { discoveryUrl } from '#lib/k8s/api-path.ts';
import { preferredVersion, typeOfKind } from '#lib/k8s/discovery.ts';
import type { Resource } from '#lib/k8s/object.ts';
import { knownKind, type KindName } from '#lib/k8s/resources.ts';
import { useApi } from './use-api.ts';

export type ResourceResult =
  | { readonly state: 'loading' }
  /** The cluster does not have it, or does not say. */
  | { readonly state: 'absent' }
  | { readonly state: 'ready'; readonly resource: Resource };

const loading: ResourceResult = { state: 'loading' };
const absent: ResourceResult = { state: 'absent' };

/** The type behind the name of a kind. Asks the cluster only for kinds that are not built in; `undefined` asks nothing. */
export function useResource(name: KindName | undefined): ResourceResult {
  const known = name === undefined ? undefined : knownKind(name);
  const discovered = useDiscovered(known === undefined ? name : undefined);
  if (name === undefined) return loading;
  return known === undefined ? discovered : { state: 'ready', resource: known };
}

/** The core group has no kinds but the common ones that fields name. */
function useDiscovered(name: KindName | undefined): ResourceResult {
  const { group = '', kind = '' } = name ?? {};
  const version = useVersion(group, name?.version);
  const types = useApi<unknown>(typeof version === 'string' ? discoveryUrl({ group, version }) : undefined);
  if (group === '' || version === absent || hasFailed(types)) return absent;
  if (types.state !== 'ready' || typeof version !== 'string') return loading;
  return found(typeOfKind(types.data, kind, { group, version }));
}

/** The one that was said, else the one that the group prefers. */
function useVersion(group: string, said: string | undefined): string | ResourceResult {
  const asked = group !== '' && said === undefined;
  const versions = useApi<unknown>(asked ? discoveryUrl({ group }) : undefined);
  if (group !== '' && said !== undefined) return said;
  if (versions.state === 'ready') return preferredVersion(versions.data) ?? absent;
  return hasFailed(versions) ? absent : loading;
}

function found(resource: Resource | undefined): ResourceResult {
  return resource === undefined ? absent : { state: 'ready', resource };
}

function hasFailed({ state }: { readonly state: string }): boolean {
  return state === 'error' || state === 'forbidden';
}
