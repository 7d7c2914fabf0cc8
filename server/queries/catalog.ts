/** The catalogs as one user may see them: those whose CatalogSource that user may get. */
import type { AccessAnswer, AccessCheck } from '#lib/access.ts';
import type { KubeObject } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import type { Need, ProviderAnswer } from '#lib/olm/content/dependencies.ts';
import { stepManifest } from '#lib/olm/plan/bundle.ts';
import type { InstallPlan } from '#lib/olm/api/types.ts';
import type { WhatIfAnswer } from '#lib/olm/foresight/what-if.ts';
import type { WhatIfHolding } from '#lib/olm/foresight/what-if-question.ts';
import type { AccessReviews } from '#server/auth/access-reviews.ts';
import type { Identity } from '#server/auth/identity.ts';
import type {
  BundleDetail,
  CatalogClient,
  IconAnswer,
  OperatorDetail,
  OperatorFiles,
  PackageDetail,
  TileConditions,
  UndecodedAnswer,
  SourceHealth,
} from '#server/catalog/service/client.ts';
import type { CatalogRef } from '#server/catalog/types.ts';
import { KubeError } from '#server/kube/errors.ts';
import { providersOf } from './providers.ts';
import type { Shelf } from './providers.ts';

/** A package of one catalog. */
export interface CatalogPackageRef {
  catalog: CatalogRef;
  package: string;
}

/**
 * Methods reject with CatalogServiceError, or with KubeError when the user's rights cannot be found out. What a user
 * may not see is answered as if it were not there.
 */
export interface CatalogQueries {
  sources(identity: Identity): Promise<SourceHealth[]>;
  packages(identity: Identity, conditions: TileConditions): Promise<UndecodedAnswer>;
  package(identity: Identity, ref: CatalogPackageRef): Promise<PackageDetail | undefined>;
  bundle(identity: Identity, ref: CatalogPackageRef, csv: string): Promise<BundleDetail | undefined>;
  icon(identity: Identity, ref: CatalogPackageRef): Promise<IconAnswer | undefined>;
  /** A declarative operator; where a real OLM keeps the catalogs there are none. */
  operator(identity: Identity, ref: CatalogPackageRef): Promise<OperatorDetail | undefined>;
  /** What one of its versions consists of. */
  operatorFiles(
    identity: Identity,
    ref: CatalogPackageRef,
    version: string,
  ): Promise<OperatorFiles | undefined>;
  /**
   * What the steps of a plan refer to, by digest; what is not there any more is left out. The plan has to come from the
   * API server, read as the user: its status, which only the controller writes, is what grants the content. It is about
   * to be written into a namespace that the user reads, whether or not the user may see the catalog; but the namespace
   * has to be one that may use it.
   */
  planContents(identity: Identity, plan: InstallPlan): Promise<ReadonlyMap<string, readonly KubeObject[]>>;
  /** Which packages of the catalogs that the user may see would serve each need, by its key. */
  providers(identity: Identity, needs: readonly Need[]): Promise<ProviderAnswer>;
  /** With the catalogs that the user may see. */
  whatIf(identity: Identity, holding: WhatIfHolding): Promise<WhatIfAnswer>;
}

/** Catalogs of our own service; what a user may see is asked anew as often as `access` does. */
export function createCatalogQueries(client: CatalogClient, access: AccessReviews): CatalogQueries {
  const visible = async <T extends CatalogRef>(identity: Identity, refs: readonly T[]): Promise<T[]> => {
    const answers = await access.review(identity, refs.map(checkFor));
    if (answers.some(isUnchecked)) throw uncertain;
    return refs.filter((_ref, index) => answers[index]?.allowed === true);
  };
  const ifVisible = async <T>(
    identity: Identity,
    catalog: CatalogRef,
    get: () => Promise<T | undefined>,
  ): Promise<T | undefined> => {
    const [seen] = await visible(identity, [catalog]);
    return seen === undefined ? undefined : get();
  };
  return {
    sources: async (identity) => visible(identity, await client.sources()),
    packages: async (identity, conditions) =>
      client.rawPackages(await visible(identity, await client.sources()), conditions),
    package: (identity, ref) =>
      ifVisible(identity, ref.catalog, () => client.package(ref.catalog, ref.package)),
    bundle: (identity, ref, csv) =>
      ifVisible(identity, ref.catalog, () => client.bundle(ref.catalog, { package: ref.package, csv })),
    operator: (identity, ref) =>
      ifVisible(identity, ref.catalog, () => client.operator(ref.catalog, ref.package)),
    operatorFiles: (identity, ref, version) =>
      ifVisible(identity, ref.catalog, () =>
        client.operatorFiles(ref.catalog, { name: ref.package, version }),
      ),
    icon: (identity, ref) => ifVisible(identity, ref.catalog, () => client.icon(ref.catalog, ref.package)),
    planContents: async (_identity, plan) => {
      const to = plan.metadata.namespace ?? '';
      const found = await Promise.all(
        contentsIn(plan).map(async ([digest, from]): Promise<[string, readonly KubeObject[]][]> => {
          const content = await client.content(digest, { from, to });
          return content === undefined ? [] : [[digest, content.objects]];
        }),
      );
      return new Map(found.flat());
    },
    providers: async (identity, needs) => {
      const sources = needs.length === 0 ? [] : await visible(identity, await client.sources());
      const shelf: Shelf = {
        tiles: async () => (sources.length === 0 ? [] : client.packages(sources)),
        package: (tile) =>
          client.package({ namespace: tile.catalogNamespace, name: tile.catalog }, tile.package),
      };
      return providersOf(shelf, needs);
    },
    whatIf: async (identity, holding) => {
      const sources = await visible(identity, await client.sources());
      const catalogs = sources.map(({ namespace, name }) => ({ namespace, name }));
      const answer = await client.whatIf({ ...holding, catalogs });
      return answer === undefined ? { known: false } : { known: true, ...answer };
    },
  };
}

/** A plan has one per operator; nothing is asked beyond what any has. */
const MOST_CONTENTS = 100;

/** Digests, each with the namespace of the catalog that it is from. */
function contentsIn(plan: InstallPlan): [digest: string, from: string][] {
  const manifests = (plan.status?.plan ?? []).map(({ resource }) => stepManifest(resource.manifest));
  const contents = manifests.flatMap((manifest): [string, string][] =>
    manifest.kind === 'reference' ? [[manifest.digest, manifest.catalogNamespace]] : [],
  );
  return [...new Map(contents)].slice(0, MOST_CONTENTS);
}

/** Nobody could say whether the user may. */
function isUnchecked(answer: AccessAnswer): boolean {
  return !answer.allowed && answer.reason.code !== 'denied';
}

function checkFor({ namespace, name }: CatalogRef): AccessCheck {
  const { group, plural } = resources.catalogSources;
  return { verb: 'get', group, resource: plural, namespace, name };
}

const uncertain = new KubeError({
  kind: 'unavailable',
  message: 'the access review for a catalog failed',
  problem: { code: 'catalogsUnchecked' },
});
