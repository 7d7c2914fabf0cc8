/** Which operators need each other: by the APIs and packages that their CSVs provide and require (OLM 40). */
import { isJsonObject, textField } from '../../base/json.ts';
import { statedProperties } from '../api/csv-properties.ts';
import { GENERATED_BY_ANNOTATION } from '../api/labels.ts';
import type { ClusterServiceVersion, CrdDescription, Subscription } from '../api/types.ts';
import type { OtherUser } from './facts.ts';

/** Those of the CSVs that bring or need the definition. */
export function operatorsUsing(crd: string, csvs: readonly ClusterServiceVersion[]): OtherUser[] {
  const has = (list: readonly CrdDescription[] | undefined): boolean =>
    list?.some(({ name }) => name === crd) === true;
  return csvs.flatMap(({ metadata: { namespace = '', name }, spec }): OtherUser[] => {
    const { owned, required } = spec.customresourcedefinitions ?? {};
    if (has(owned)) return [{ namespace, name, need: 'owns' }];
    return has(required) ? [{ namespace, name, need: 'requires' }] : [];
  });
}

/**
 * Operators of the same namespace that a plan brought because `csv` needs them, and that none of the others needs.
 * @param others the other CSVs of the namespace, but for copies
 * @param subscriptions all of the namespace
 */
export function dependenciesOf(
  csv: ClusterServiceVersion,
  others: readonly ClusterServiceVersion[],
  subscriptions: readonly Subscription[],
): ClusterServiceVersion[] {
  const needed = needsOf(csv);
  return others.filter((other) => {
    const provided = providesOf(other);
    const serves = (needs: ReadonlySet<string>): boolean => [...needs].some((need) => provided.has(need));
    const own = subscriptions.filter(({ status }) => status?.installedCSV === other.metadata.name);
    return (
      serves(needed) &&
      // Without one that a plan has made, somebody wanted it for itself.
      own.length > 0 &&
      own.every(({ metadata }) => metadata.annotations?.[GENERATED_BY_ANNOTATION] !== undefined) &&
      !others.some((third) => third !== other && serves(needsOf(third)))
    );
  });
}

function needsOf(csv: ClusterServiceVersion): ReadonlySet<string> {
  const { required = [] } = csv.spec.customresourcedefinitions ?? {};
  return new Set([
    ...required.map(({ name }) => `crd ${name}`),
    ...propertyKeys(csv, 'olm.package.required', 'olm.gvk.required'),
  ]);
}

function providesOf(csv: ClusterServiceVersion): ReadonlySet<string> {
  const { owned = [] } = csv.spec.customresourcedefinitions ?? {};
  return new Set([...owned.map(({ name }) => `crd ${name}`), ...propertyKeys(csv, 'olm.package', 'olm.gvk')]);
}

function propertyKeys(csv: ClusterServiceVersion, packageType: string, apiType: string): string[] {
  return (statedProperties(csv) ?? []).flatMap(({ type, value }) => {
    if (!isJsonObject(value)) return [];
    if (type === packageType) return [`package ${textField(value, 'packageName') ?? ''}`];
    return type === apiType
      ? [`api ${textField(value, 'group') ?? ''}/${textField(value, 'kind') ?? ''}`]
      : [];
  });
}
