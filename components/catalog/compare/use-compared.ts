'use client';
import { useMemo } from 'react';
import { useApi } from '#components/data/use-api.ts';
import type { PackageDetail } from '#lib/olm/api/catalog-answers.ts';
import type { CatalogBundle } from '#lib/olm/api/catalog.ts';
import { comparedPackage, type ComparedManifests, type ComparedPackage } from '#lib/olm/content/compare.ts';
import { readCsv } from '#lib/olm/content/csv-summary.ts';
import { choosePackage } from '#lib/olm/content/package-choice.ts';
import { urls, type PackageRef } from '#lib/urls.ts';
import { useBundle } from '../package/use-package.ts';

/** A column as far as it is known. */
export interface Compared {
  readonly ref: PackageRef;
  readonly displayName: string;
  readonly hasIcon: boolean;
  /** Undefined while loading, and when there is a `problem`. */
  readonly facts: ComparedPackage | undefined;
  /** Why nothing can be shown: the package is not there, may not be read, or has no version. */
  readonly problem: 'empty' | { readonly message: string } | undefined;
  /** The manifests are still being fetched. */
  readonly pulling: boolean;
}

const NOWHERE: PackageRef = { catalogNamespace: '', catalog: '', package: '' };

/** One package of the comparison; nothing is asked without one. */
export function useCompared(ref: PackageRef | undefined): Compared | undefined {
  const detail = useApi<PackageDetail>(ref === undefined ? undefined : urls.api.package(ref));
  const { data } = detail;
  const choice = useMemo(() => (data === undefined ? undefined : choosePackage(data)), [data]);
  const { manifests, pulling } = useManifests(ref, choice?.bundle);
  return useMemo(() => {
    if (ref === undefined) return undefined;
    if (data === undefined || choice === undefined) {
      const problem = data === undefined ? detail.error : 'empty';
      return { ref, displayName: ref.package, hasIcon: false, facts: undefined, problem, pulling };
    }
    const facts = comparedPackage(ref, data, choice, manifests);
    const { displayName } = choice.bundle.csv;
    return { ref, displayName, hasIcon: data.hasIcon, facts, problem: undefined, pulling };
  }, [choice, data, detail.error, manifests, pulling, ref]);
}

/** From the catalog where it has them, else from the image of the version, which may take a while. */
function useManifests(
  ref: PackageRef | undefined,
  bundle: CatalogBundle | undefined,
): { readonly manifests: ComparedManifests | undefined; readonly pulling: boolean } {
  const inCatalog =
    bundle !== undefined && (bundle.csv.permissions.length > 0 || bundle.digest !== undefined);
  const { data, state } = useBundle(ref ?? NOWHERE, inCatalog ? undefined : bundle?.name);
  const csv = data?.csv;
  const pulled = useMemo(() => (csv === undefined ? undefined : readCsv(csv).summary), [csv]);
  if (inCatalog) return { manifests: bundle.csv, pulling: false };
  return { manifests: pulled, pulling: data?.image?.kind === 'pulling' || state === 'loading' };
}
