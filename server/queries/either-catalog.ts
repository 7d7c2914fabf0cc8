/** Where a real OLM keeps the catalogs, they are read from it; else from our own catalog service. */
import type { Identity } from '#server/auth/identity.ts';
import type { CatalogQueries } from './catalog.ts';
import type { SessionQuery } from './session.ts';

/** Decides at each call, by `lifecycle` of the user's session; errors are those of the side that was asked. */
export function createEitherQueries(
  session: SessionQuery,
  { own, olm }: { own: CatalogQueries; olm: CatalogQueries },
): CatalogQueries {
  const of = async (identity: Identity): Promise<CatalogQueries> =>
    (await session(identity)).lifecycle === 'olm' ? olm : own;
  return {
    sources: async (identity) => (await of(identity)).sources(identity),
    packages: async (identity, conditions) => (await of(identity)).packages(identity, conditions),
    package: async (identity, ref) => (await of(identity)).package(identity, ref),
    bundle: async (identity, ref, csv) => (await of(identity)).bundle(identity, ref, csv),
    operator: async (identity, ref) => (await of(identity)).operator(identity, ref),
    operatorFiles: async (identity, ref, version) =>
      (await of(identity)).operatorFiles(identity, ref, version),
    icon: async (identity, ref) => (await of(identity)).icon(identity, ref),
    planContents: async (identity, plan) => (await of(identity)).planContents(identity, plan),
    providers: async (identity, needs) => (await of(identity)).providers(identity, needs),
    whatIf: async (identity, holding) => (await of(identity)).whatIf(identity, holding),
  };
}
