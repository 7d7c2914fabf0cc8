/** The questions of the catalog service, answered from the store. */
import { createHash } from 'node:crypto';
import type { CatalogBundle } from '#lib/olm/api/catalog.ts';
import type { KubeObject } from '#lib/k8s/object.ts';
import type { BundleImageProgress, BundleObject, ProviderRef } from '#lib/olm/api/catalog-answers.ts';
import { type RepositoryVersion, versionKey } from '#lib/kudo/repository/repository-index.ts';
import type { CatalogSource } from '#lib/olm/api/types.ts';
import { bundleObject } from '#lib/olm/content/bundle-object.ts';
import type { CatalogTile } from '#lib/olm/content/tile.ts';
import { optional } from '#lib/base/loose.ts';
import type { TellableTiles } from '#lib/olm/search/tile-list.ts';
import { isVisible } from '#lib/olm/resolver/visible-catalogs.ts';
import { DISABLED_ANNOTATION } from '#lib/olm/sources/spec.ts';
import type { BundleImages } from '../store/bundle-images.ts';
import type { StoredTile } from '../store/catalog-cache.ts';
import type {
  BundleDetail,
  ContentAnswer,
  ContentPlace,
  Needs,
  OperatorDetail,
  OperatorFiles,
  ProvidersAnswer,
  SourceHealth,
} from './answers.ts';
import { packagesByApi, tileOf } from '../store/catalog-facts.ts';
import { packageDetail } from '../store/package-detail.ts';
import { decodeIcon, iconDigest, type IconImage } from '../read/icon.ts';
import { apiKey } from '../read/api-key.ts';
import { isCrd, isCsvManifest } from '../read/manifests.ts';
import { bundleCount, packageCount, type Catalog, type CatalogRef, type CatalogStore } from '../types.ts';

/** A CatalogSource as the cluster has it; undefined while that is not known. */
export type SourceOf = (ref: CatalogRef) => CatalogSource | undefined;

/** Answers without asking who wants to know: that is the client's to decide. Undefined for what is not there. */
export interface CatalogServiceQueries {
  /** Of the catalogs named, in the order of the store; the tag changes when any of the tiles may have. */
  tiles: (refs: readonly CatalogRef[]) => TellableTiles;
  /** JSON of a PackageDetail. */
  package: (ref: CatalogRef, name: string) => Buffer | undefined;
  bundle: (ref: CatalogRef, packageName: string, csv: string) => Promise<BundleDetail | undefined>;
  /** Manifests by digest; undefined when nobody holds them any more, and for whom they are not meant. */
  content: (digest: string, place: ContentPlace) => Promise<ContentAnswer | undefined>;
  icon: (ref: CatalogRef, packageName: string) => { tag: string; image: IconImage } | undefined;
  /** A declarative operator of a repository. */
  operator: (ref: CatalogRef, name: string) => OperatorDetail | undefined;
  /** The files of one of its versions. */
  operatorFiles: (ref: CatalogRef, name: string, version: string) => Promise<OperatorFiles | undefined>;
  /** Which packages of the catalogs named would meet the needs. */
  providers: (refs: readonly CatalogRef[], needs: Needs) => ProvidersAnswer;
  /** All of them when none are named. */
  sources: (refs?: readonly CatalogRef[]) => SourceHealth[];
}

/** The files of a version that a repository offers, or why they cannot be had; never rejects. */
export type OperatorArchives = (ref: CatalogRef, version: RepositoryVersion) => Promise<OperatorFiles>;

/** What the store does not know. */
export interface QueryOptions {
  source?: SourceOf | undefined;
  /** Where the manifests of bundles are that no catalog holds. */
  images?: BundleImages | Promise<BundleImages> | undefined;
  /** Gets what versions of declarative operators consist of. */
  archives?: OperatorArchives | undefined;
  /** Where the catalogs are that every namespace may use. */
  globalNamespace: string;
}

/** Answered anew each time, from what the store has then. */
export function createQueries(
  store: CatalogStore,
  { source = () => undefined, images, archives, globalNamespace }: QueryOptions,
): CatalogServiceQueries {
  const named = (refs: readonly CatalogRef[]): Catalog[] =>
    store.list().filter(({ ref }) => refs.some((other) => same(ref, other)));
  return {
    tiles: (refs) => {
      const catalogs = named(refs);
      return {
        tag: tagOf(catalogs, source),
        first: () => catalogs.flatMap((catalog) => tilesOf(catalog, source, firstOf)),
        all: () => catalogs.flatMap((catalog) => tilesOf(catalog, source, allOf)),
      };
    },
    package: (ref, name) => packageAnswer(store.get(ref), name),
    bundle: (ref, packageName, csv) =>
      bundleDetail({ store, images }, ref, bundleOf(store, ref, packageName, csv)),
    content: async (digest, { from, to }) => {
      const isOpen = from !== '' && isVisible({ namespace: from }, { namespace: to, globalNamespace });
      const content = isOpen ? await store.content(digest) : undefined;
      return content === undefined ? undefined : { objects: content.objects };
    },
    icon: (ref, packageName) => iconOf(store.get(ref), packageName),
    operator: (ref, name) => {
      const versions = store.get(ref)?.stored?.operators.get(name);
      return versions === undefined ? undefined : { name, versions };
    },
    operatorFiles: async (ref, name, version) => {
      const versions = store.get(ref)?.stored?.operators.get(name) ?? [];
      const wanted = versions.find((each) => versionKey(each) === version);
      return wanted === undefined ? undefined : archives?.(ref, wanted);
    },
    providers: (refs, needs) => providersFor(named(refs), needs),
    sources: (refs) =>
      (refs === undefined ? store.list() : named(refs)).map((catalog) =>
        health(catalog, source(catalog.ref)),
      ),
  };
}

function same(a: CatalogRef, b: CatalogRef): boolean {
  return a.name === b.name && a.namespace === b.namespace;
}

function tagOf(catalogs: readonly Catalog[], source: SourceOf): string {
  const facts = catalogs.map(({ ref, digest }) => [
    ref.namespace,
    ref.name,
    digest,
    source(ref)?.spec.displayName ?? '',
  ]);
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 24);
}

function tilesOf(
  catalog: Catalog,
  sourceOf: SourceOf,
  of: (catalog: Catalog) => readonly StoredTile[],
): CatalogTile[] {
  const { ref } = catalog;
  const displayName = sourceOf(ref)?.spec.displayName;
  const source = {
    catalogNamespace: ref.namespace,
    catalog: ref.name,
    ...optional({ catalogDisplayName: displayName }),
  };
  return of(catalog).map((tile) => ({ ...source, ...tile }));
}

function allOf({ packages, stored }: Catalog): readonly StoredTile[] {
  return stored?.tiles ?? [...packages.values()].flatMap(tileOf);
}

function firstOf(catalog: Catalog): readonly StoredTile[] {
  return catalog.stored?.firstTiles ?? allOf(catalog);
}

function iconOf(
  catalog: Catalog | undefined,
  packageName: string,
): { tag: string; image: IconImage } | undefined {
  if (catalog?.stored !== undefined) return catalog.stored.icon(packageName);
  const icon = catalog?.packages.get(packageName)?.icon;
  const image = icon === undefined ? undefined : decodeIcon(icon);
  return icon === undefined || image === undefined ? undefined : { tag: iconDigest(icon), image };
}

function providersFor(catalogs: readonly Catalog[], { apis, packages }: Needs): ProvidersAnswer {
  const refTo =
    ({ ref }: Catalog) =>
    (name: string): ProviderRef => ({
      catalogNamespace: ref.namespace,
      catalog: ref.name,
      package: name,
    });
  const byApi = (catalog: Catalog): ((api: Needs['apis'][number]) => readonly string[]) => {
    const { stored } = catalog;
    if (stored !== undefined) return (api) => stored.providers(api);
    const all = packagesByApi([...catalog.packages.values()]);
    return (api) => all.get(apiKey(api)) ?? [];
  };
  const answering = catalogs.map((catalog) => ({ catalog, byApi: byApi(catalog), to: refTo(catalog) }));
  return {
    apis: apis.map((api) => ({
      ...api,
      providers: answering.flatMap(({ byApi: namesFor, to }) => namesFor(api).map(to)),
    })),
    packages: packages.map((name) => ({
      name,
      providers: answering.flatMap(({ catalog, to }) => (catalog.packages.has(name) ? [to(name)] : [])),
    })),
  };
}

function packageAnswer(catalog: Catalog | undefined, name: string): Buffer | undefined {
  if (catalog?.stored !== undefined) return catalog.stored.answer(name);
  const pkg = catalog?.packages.get(name);
  return pkg && Buffer.from(JSON.stringify(packageDetail(pkg)));
}

function bundleOf(
  store: CatalogStore,
  ref: CatalogRef,
  packageName: string,
  csv: string,
): CatalogBundle | undefined {
  const bundles = store.get(ref)?.packages.get(packageName)?.bundles;
  return bundles !== undefined && Object.hasOwn(bundles, csv) ? bundles[csv] : undefined;
}

interface ContentPlaces {
  store: CatalogStore;
  images: BundleImages | Promise<BundleImages> | undefined;
}

async function bundleDetail(
  places: ContentPlaces,
  ref: CatalogRef,
  bundle: CatalogBundle | undefined,
): Promise<BundleDetail | undefined> {
  if (bundle === undefined) {
    return undefined;
  }
  const { digest, image } = await placeOf(places, ref, bundle);
  const content = digest === undefined ? undefined : await places.store.content(digest);
  return {
    bundle: { ...bundle },
    ...optional({ csv: content?.objects.find(isCsvManifest) }),
    crds: content?.objects.filter(isCrd) ?? [],
    ...optional({ others: otherObjects(content?.objects ?? []), image }),
  };
}

function otherObjects(objects: readonly KubeObject[]): BundleObject[] | undefined {
  const others = objects.filter((object) => !isCsvManifest(object) && !isCrd(object)).map(bundleObject);
  return others.length === 0 ? undefined : others;
}

/** As long as a page may be kept waiting for an image. */
const IMAGE_WAIT_MS = 8_000;

async function placeOf(
  { store, images: awaited }: ContentPlaces,
  ref: CatalogRef,
  bundle: CatalogBundle,
): Promise<{ digest?: string; image?: BundleImageProgress }> {
  const { digest, image } = bundle;
  if (digest !== undefined || image === undefined || awaited === undefined) {
    return optional({ digest });
  }
  const images = await awaited;
  const known = await images.settled(ref, image, IMAGE_WAIT_MS);
  const isGone = known.kind === 'ready' && (await store.content(known.digest)) === undefined;
  if (isGone) images.unpack(ref, image, { gone: known.digest });
  const state = isGone ? await images.settled(ref, image, IMAGE_WAIT_MS) : known;
  if (state.kind === 'ready') return { digest: state.digest, image: { kind: 'ready' } };
  if (state.kind === 'pulling') return { image: state };
  return { image: { kind: 'failed', message: state.message, ...optional({ retryAt: state.retryAt }) } };
}

function health(catalog: Catalog, source: CatalogSource | undefined): SourceHealth {
  const { ref, warnings, readAt, digest, reading } = catalog;
  const packages = packageCount(catalog);
  const { checkedAt = readAt, fetching, problem } = reading ?? {};
  return {
    ...ref,
    ...(source === undefined ? {} : saidOf(source)),
    healthy: packages > 0 || (readAt > 0 && warnings.length === 0),
    packages,
    bundles: bundleCount(catalog),
    warnings,
    readAt,
    digest,
    ...optional({ checkedAt: checkedAt === 0 ? undefined : checkedAt, fetching, problem }),
  };
}

/** What the CatalogSource says of itself. */
function saidOf({ metadata, spec }: CatalogSource): Partial<SourceHealth> {
  const disabled = metadata.annotations?.[DISABLED_ANNOTATION] === 'true';
  return {
    ...optional({
      displayName: spec.displayName,
      publisher: spec.publisher,
      priority: spec.priority,
      disabled: disabled ? true : undefined,
    }),
  };
}
