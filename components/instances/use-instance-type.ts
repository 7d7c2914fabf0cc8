'use client';
import { useMemo } from 'react';
import type { ApiError } from '#components/data/api-error.ts';
import { useApi } from '#components/data/use-api.ts';
import { useWatchOne } from '#components/data/use-watch.ts';
import { useScopedWatch } from '#components/frame/use-scoped-watch.ts';
import { buildApiPath, resourceUrl } from '#lib/k8s/api-path.ts';
import { resources } from '#lib/k8s/resources.ts';
import { isCopied } from '#lib/olm/views/operator-view.ts';
import type { ClusterServiceVersion, CrdDescription } from '#lib/olm/api/types.ts';
import { type DescriptorTree, descriptorTree } from '#lib/schema-form/schema/descriptors.ts';
import {
  type InstanceType,
  instanceTypeFromCrd,
  instanceTypeFromOpenApi,
  type InstanceTypeReading,
  type TypeAbsence,
  type TypeName,
} from '#lib/schema-form/schema/instance-type.ts';
import { allStarters, type Starter } from '#lib/schema-form/schema/starters.ts';

export type InstanceTypeResult =
  | { state: 'loading' }
  | { state: 'ready'; type: InstanceType }
  /** The cluster does not have this type, or not this version. */
  | { state: 'absent'; absence: Absence }
  | { state: 'error'; error: ApiError };

export type Absence = TypeAbsence | { kind: 'type' };

const NOTHING: TypeName = { group: '', version: '', plural: '' };

/** What kind the address names, with its schema; of nothing it stays loading. Falls back to the OpenAPI documents where CRDs may not be read. */
export function useInstanceType(name: TypeName | undefined): InstanceTypeResult {
  const { group, version, plural } = name ?? NOTHING;
  const crd = useApi<unknown>(
    name === undefined
      ? undefined
      : resourceUrl(resources.customResourceDefinitions, { name: `${plural}.${group}` }),
  );
  const asked =
    crd.state === 'forbidden'
      ? `/k8s${buildApiPath({ kind: 'discovery', segments: ['openapi', 'v3', 'apis', group, version] })}`
      : undefined;
  const openApi = useApi<unknown>(asked);
  const answer = crd.state === 'forbidden' ? openApi : crd;
  const reading = useMemo<InstanceTypeReading | undefined>(() => {
    if (crd.state === 'ready') return instanceTypeFromCrd(crd.data, { group, version, plural });
    return openApi.state === 'ready'
      ? instanceTypeFromOpenApi(openApi.data, { group, version, plural })
      : undefined;
  }, [crd.state, crd.data, openApi.state, openApi.data, group, version, plural]);
  if (reading !== undefined) {
    return reading.ok
      ? { state: 'ready', type: reading.type }
      : { state: 'absent', absence: reading.absence };
  }
  if (answer.state !== 'error' && answer.state !== 'forbidden') return { state: 'loading' };
  if (answer.error.kind === 'notFound') return { state: 'absent', absence: { kind: 'type' } };
  return { state: 'error', error: answer.error };
}

export interface TypeProvider {
  readonly csv: ClusterServiceVersion;
  readonly api: CrdDescription;
}

export interface ProviderHints {
  /** All watches have answered. */
  readonly settled: boolean;
  readonly provider: TypeProvider | undefined;
  readonly spec: DescriptorTree;
  readonly status: DescriptorTree;
  readonly starters: readonly Starter[];
}

/** The operator that provides the type, without its words for the fields and its examples. */
export function useProviderBrief(
  { group, version, plural }: TypeName,
  csvName?: string,
): { settled: boolean; provider: TypeProvider | undefined } {
  const { items, state } = useScopedWatch<ClusterServiceVersion>({
    resource: resources.clusterServiceVersions,
  });
  const provider = useMemo(
    () => findProvider(items, { group, version, plural }, csvName),
    [items, group, version, plural, csvName],
  );
  return { settled: state !== 'loading', provider };
}

/** The operator that provides the type: its words for the fields, and its examples. Without the right to see it: none. */
export function useProvider(type: InstanceType | undefined, name: TypeName, csvName?: string): ProviderHints {
  const brief = useProviderBrief(name, csvName);
  const { group, version, plural } = name;
  const whole = useWatchOne<ClusterServiceVersion>(...wholeOf(brief.provider));
  const provider = useMemo(
    () =>
      whole.item === undefined ? undefined : findProvider([whole.item], { group, version, plural }, csvName),
    [whole.item, group, version, plural, csvName],
  );
  const spec = useMemo(() => descriptorTree(provider?.api.specDescriptors), [provider]);
  const status = useMemo(() => descriptorTree(provider?.api.statusDescriptors), [provider]);
  const kind = type?.resource.kind;
  const starters = useMemo(() => {
    const annotations = provider?.csv.metadata.annotations;
    const initial = annotations?.['operatorframework.io/initialization-resource'];
    return kind === undefined
      ? []
      : allStarters(annotations?.['alm-examples'], initial, { group, version, kind });
  }, [provider, group, version, kind]);
  const settled = brief.settled && (brief.provider === undefined || whole.state !== 'loading');
  return { settled, provider, spec, status, starters };
}

/** What to follow for the parts of a CSV that lists leave out. */
function wholeOf(provider: TypeProvider | undefined): Parameters<typeof useWatchOne> {
  const { name = '', namespace = '' } = provider?.csv.metadata ?? {};
  return name === '' ? [undefined, undefined] : [resources.clusterServiceVersions, { namespace, name }];
}

/** The named CSV, else the newest that owns the type; originals before copies, the version's own entry before others. */
function findProvider(
  csvs: readonly ClusterServiceVersion[],
  name: TypeName,
  csvName: string | undefined,
): TypeProvider | undefined {
  const found = csvs.flatMap((csv) => {
    const owned = (csv.spec.customresourcedefinitions?.owned ?? []).filter(
      (api) => api.name === `${name.plural}.${name.group}`,
    );
    const api = owned.find((one) => one.version === name.version) ?? owned[0];
    return api === undefined ? [] : [{ csv, api }];
  });
  const rank = ({ csv }: TypeProvider): number =>
    (csv.metadata.name === csvName ? 4 : 0) +
    (isCopied(csv) ? 0 : 2) +
    (csv.status?.phase === 'Succeeded' ? 1 : 0);
  return found.sort((left, right) => rank(right) - rank(left))[0];
}
