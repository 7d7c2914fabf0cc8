/** What operators provide, as OperatorGroups say it: `Kind.version.group` (OLM 76). */
import { COPIED_FROM_LABEL, PROVIDED_APIS_ANNOTATION } from '../api/labels.ts';
import type { ClusterServiceVersion, OperatorGroup } from '../api/types.ts';

/** Of the definitions and APIs that a CSV owns. */
export function providedApisOf({ spec }: ClusterServiceVersion): string[] {
  const crds = spec.customresourcedefinitions?.owned ?? [];
  const apis = spec.apiservicedefinitions?.owned ?? [];
  return [
    ...crds.map(({ kind, version, name }) => `${kind}.${version}.${name.slice(name.indexOf('.') + 1)}`),
    ...apis.map(({ kind, version, group }) => `${kind}.${version}.${group}`),
  ];
}

/** The operators that run, without copies of those elsewhere. */
export function providersAmong(csvs: readonly ClusterServiceVersion[]): ClusterServiceVersion[] {
  return csvs.filter(
    (csv) => csv.status?.phase === 'Succeeded' && csv.metadata.labels?.[COPIED_FROM_LABEL] === undefined,
  );
}

/** What its annotation says; anybody may have written it. */
export function saidToProvide({ metadata }: OperatorGroup): string[] {
  const text = metadata.annotations?.[PROVIDED_APIS_ANNOTATION] ?? '';
  return text.split(',').flatMap((api) => (api.trim() === '' ? [] : [api.trim()]));
}
