/** The CSVs of a namespace as the resolver sees them (OLM 31, 40): what they are, what they provide, what they need. */
import { z } from 'zod';
import { compareTexts } from '../../base/json.ts';
import { optional } from '../../base/loose.ts';
import type { BundleProperty, GroupVersionKind } from '../api/catalog.ts';
import { statedPackage, statedProperties } from '../api/csv-properties.ts';
import type { ClusterServiceVersion, Subscription } from '../api/types.ts';

/** A CSV that is installed, as a bundle that may stay. */
export interface OwnCsv {
  name: string;
  version?: string;
  /** Undefined when neither the CSV nor exactly one Subscription says it. */
  package?: string;
  /** Those of its annotation, else as good as they can be told from its spec. */
  properties: readonly BundleProperty[];
  providedApis: readonly GroupVersionKind[];
  /** Subscriptions that refer to it, by name. */
  subscriptions: readonly string[];
  csv: ClusterServiceVersion;
}

const Api = z.object({ group: z.string(), version: z.string(), kind: z.string() });

/**
 * What is deleted next is nothing that could stay. One that is being replaced runs on until then; it is passed over only
 * where it waits for a version that failed and may be passed itself (OLM 43).
 */
export function ownCsvs(
  csvs: readonly ClusterServiceVersion[],
  subscriptions: readonly Subscription[],
  { failForward = false }: { failForward?: boolean } = {},
): Map<string, OwnCsv> {
  const present = csvs.filter((csv) => {
    const { phase } = csv.status ?? {};
    const isPassed = failForward && phase === 'Replacing' && waitsForFailed(csv, csvs);
    return csv.metadata.deletionTimestamp === undefined && phase !== 'Deleting' && !isPassed;
  });
  const byName = [...present].sort((a, b) => compareTexts(a.metadata.name, b.metadata.name));
  return new Map(byName.map((csv) => [csv.metadata.name, ownCsv(csv, subscriptions)]));
}

/** The chain of what replaces it ends in a failed one. */
function waitsForFailed(csv: ClusterServiceVersion, csvs: readonly ClusterServiceVersion[]): boolean {
  const seen = new Set<ClusterServiceVersion>();
  let last = csv;
  for (let next: ClusterServiceVersion | undefined = csv; next !== undefined && !seen.has(next);) {
    const name: string | undefined = next.metadata.name;
    seen.add(next);
    last = next;
    next = csvs.find(({ spec }) => spec.replaces === name);
  }
  return last.status?.phase === 'Failed';
}

function ownCsv(csv: ClusterServiceVersion, subscriptions: readonly Subscription[]): OwnCsv {
  const { name } = csv.metadata;
  const stated = statedProperties(csv);
  const of = statedPackage(stated);
  const referring = subscriptions.filter((subscription) => refersTo(subscription, name, of?.packageName));
  const packageName = of?.packageName ?? inferredPackage(referring);
  const version = csv.spec.version ?? of?.version;
  return {
    name,
    ...optional({ version, package: packageName }),
    properties: stated ?? requiredOf(csv),
    providedApis: uniqueApis([...apisOf(stated ?? [], 'olm.gvk'), ...ownedApis(csv)]),
    subscriptions: referring.map(({ metadata }) => metadata.name).sort(),
    csv,
  };
}

/** A CSV that nobody refers to is taken over by the Subscription to its package whose startingCSV names it. */
function refersTo({ spec, status }: Subscription, csv: string, packageName = spec.name): boolean {
  const referred = [status?.installedCSV ?? '', status?.currentCSV ?? ''].filter((name) => name !== '');
  return referred.length > 0 ? referred.includes(csv) : spec.startingCSV === csv && packageName === spec.name;
}

/** OLM 40: only when it is beyond doubt. */
function inferredPackage(referring: readonly Subscription[]): string | undefined {
  const names = new Set(referring.map(({ spec }) => spec.name));
  return names.size === 1 ? [...names][0] : undefined;
}

function apisOf(properties: readonly BundleProperty[], type: string): GroupVersionKind[] {
  return properties
    .filter((property) => property.type === type)
    .flatMap(({ value }) => Api.safeParse(value).data ?? []);
}

/** A CRD is named `<plural>.<group>`. */
function crdApi({ name, version, kind }: { name: string; version: string; kind: string }): GroupVersionKind {
  return { group: name.slice(name.indexOf('.') + 1), version, kind };
}

function serviceApi({ group, version, kind }: GroupVersionKind): GroupVersionKind {
  return { group, version, kind };
}

function ownedApis({ spec }: ClusterServiceVersion): GroupVersionKind[] {
  return [
    ...(spec.customresourcedefinitions?.owned ?? []).map(crdApi),
    ...(spec.apiservicedefinitions?.owned ?? []).map(serviceApi),
  ];
}

function requiredOf({ spec }: ClusterServiceVersion): BundleProperty[] {
  const required = [
    ...(spec.customresourcedefinitions?.required ?? []).map(crdApi),
    ...(spec.apiservicedefinitions?.required ?? []).map(serviceApi),
  ];
  return required.map((value) => ({ type: 'olm.gvk.required', value }));
}

function uniqueApis(apis: readonly GroupVersionKind[]): GroupVersionKind[] {
  return [...new Map(apis.map((api) => [`${api.group}/${api.version}/${api.kind}`, api])).values()];
}
