'use client';
import { useMemo } from 'react';
import { useApi } from '#components/data/use-api.ts';
import { discoveryUrl } from '#lib/k8s/api-path.ts';
import { apiVersionOf, parseApiVersion, type Resource } from '#lib/k8s/object.ts';
import { resourceOfKind } from '#lib/schema-form/desk/dropped.ts';
import type { InstanceType } from '#lib/schema-form/schema/instance-type.ts';
import { fieldOf } from '#lib/schema-form/schema/schema.ts';
import { useInstanceType } from '../use-instance-type.ts';

export type DocumentType =
  | { readonly state: 'loading' }
  /** The cluster has no such kind, or the document does not say which it is. */
  | { readonly state: 'unknown' }
  | { readonly state: 'ready'; readonly type: InstanceType };

const UNKNOWN: DocumentType = { state: 'unknown' };
const LOADING: DocumentType = { state: 'loading' };

/** What kind of object a document is, looked up like the type of a page. Built-in kinds come without a schema. */
export function useDocumentType(apiVersion: string, kind: string, pageType: InstanceType): DocumentType {
  const isPages = kind === pageType.resource.kind && apiVersion === apiVersionOf(pageType.resource);
  const isNamed = apiVersion !== '' && kind !== '';
  const found = useNamedType(isPages || !isNamed ? undefined : { apiVersion, kind });
  if (isPages) return { state: 'ready', type: pageType };
  return isNamed ? found : UNKNOWN;
}

/** `undefined` asks nothing. */
function useNamedType(
  name: { readonly apiVersion: string; readonly kind: string } | undefined,
): DocumentType {
  const { apiVersion = '', kind = '' } = name ?? {};
  const list = useApi<unknown>(name === undefined ? undefined : discoveryUrl(parseApiVersion(apiVersion)));
  const resource = useMemo(
    () => (list.state === 'ready' ? resourceOfKind(list.data, apiVersion, kind) : undefined),
    [list.state, list.data, apiVersion, kind],
  );
  // Groups of CRDs have a dot; of others there is none to ask for.
  const isCustom = resource?.group.includes('.') === true;
  const found = useInstanceType(isCustom ? resource : undefined);
  const bare = useMemo(() => (resource === undefined ? undefined : bareType(resource)), [resource]);
  if (bare === undefined) return list.state === 'loading' ? LOADING : UNKNOWN;
  if (isCustom && found.state === 'loading') return LOADING;
  return { state: 'ready', type: found.state === 'ready' ? found.type : bare };
}

function bareType(resource: Resource): InstanceType {
  return {
    resource,
    schema: fieldOf(undefined),
    hasSchema: false,
    columns: [],
    versions: [resource.version],
    deprecated: false,
  };
}
