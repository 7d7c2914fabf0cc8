'use client';
import { useSearchParams } from 'next/navigation';
import { useMemo } from 'react';
import { useApi, type ApiResult } from '#components/data/use-api.ts';
import { useScope } from '#components/frame/use-scope.ts';
import type { BundleDetail, PackageDetail, SourceHealth } from '#lib/olm/api/catalog-answers.ts';
import type { CatalogBundle } from '#lib/olm/api/catalog.ts';
import type { PackageChoice } from '#lib/olm/content/package-choice.ts';
import { urls, type PackageQuery, type PackageRef, type PackageTab, type Scope } from '#lib/urls.ts';

/** What all parts of the page go by. */
export interface PackagePage {
  readonly at: PackageRef;
  readonly scope: Scope;
  readonly pkg: PackageDetail;
  readonly choice: PackageChoice;
  /** The catalog it comes from; undefined until known. */
  readonly source: SourceHealth | undefined;
  /** The address of this page with another choice. */
  readonly href: (change: PackageQuery) => string;
  /** Changes the choice without asking the server and without a step in the history. */
  readonly choose: (change: PackageQuery) => void;
}

const TABS: readonly PackageTab[] = ['overview', 'versions', 'apis', 'permissions', 'dependencies'];

export function usePackageQuery(): Required<PackageQuery> & { readonly tab: PackageTab } {
  const parameters = useSearchParams();
  const get = (name: string): string | undefined => parameters.get(name) ?? undefined;
  const tab = TABS.find((name) => name === parameters.get('tab')) ?? 'overview';
  return { channel: get('channel'), version: get('version'), api: get('api'), tab };
}

/** Addresses of the page as it is now, and with something else chosen. */
export function usePackageLinks(at: PackageRef): Pick<PackagePage, 'scope' | 'href' | 'choose'> {
  const scope = useScope();
  const query = usePackageQuery();
  const href = (change: PackageQuery): string => urls.package(at, scope, { ...query, ...change });
  return {
    scope,
    href,
    choose: (change) => window.history.replaceState(null, '', href(change)),
  };
}

const REFRESH_MS = 60_000;

export function usePackageSource({ catalogNamespace, catalog }: PackageRef): SourceHealth | undefined {
  const sources = useApi<SourceHealth[]>(urls.api.sources(), { refreshMs: REFRESH_MS });
  return sources.data?.find(({ namespace, name }) => namespace === catalogNamespace && name === catalog);
}

/** Manifests of an image come within seconds. */
const PULLING_MS = 2000;
const RETRY_MS = 30_000;

/** A version with its manifests; asked for again while they are being fetched. */
export function useBundle(at: PackageRef, csv: string | undefined): ApiResult<BundleDetail> {
  return useApi<BundleDetail>(csv === undefined ? undefined : urls.api.bundle(at, csv), {
    refreshMs: (detail) => {
      if (detail?.image?.kind === 'pulling') return PULLING_MS;
      return detail?.image?.kind === 'failed' ? RETRY_MS : false;
    },
  });
}

export interface WholeBundle {
  readonly bundle: CatalogBundle;
  /** Description and examples are still to come. */
  readonly loading: boolean;
}

/** The chosen version with description and examples, which only heads bring along. */
export function useWholeBundle({ at, pkg, choice }: PackagePage): WholeBundle {
  const heads = useMemo(() => new Set(pkg.channels.map(({ head }) => head)), [pkg]);
  const isHead = heads.has(choice.bundle.name);
  const detail = useBundle(at, isHead ? undefined : choice.bundle.name);
  if (isHead) return { bundle: choice.bundle, loading: false };
  return { bundle: detail.data?.bundle ?? choice.bundle, loading: detail.state === 'loading' };
}
