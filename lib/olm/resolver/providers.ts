/** Bundles of the visible catalogs that meet a rule, in the order in which they are preferred (OLM 36). */
import type { GroupVersionKind } from '../api/catalog.ts';
import { freshCandidates, isForbidden } from '../content/graph.ts';
import type { BundleCandidate } from './offers.ts';
import { meets, placesOf, type RuleRequirement, type Rule } from './rules.ts';
import type { CatalogRef, ResolverCatalog, ResolverPackage } from './types.ts';

interface Provided {
  catalog: ResolverCatalog;
  candidate: BundleCandidate;
}

/** Packages looked into between two looks at the time. */
const PAUSE = 16;

/** Finds bundles once for each rule and catalog; a catalog that cannot be read offers none. */
export class ProviderSearch {
  private readonly catalogs: readonly ResolverCatalog[];
  private readonly known = new Map<string, readonly Provided[]>();
  private readonly outOfTime: () => boolean;
  /** Time ran out in the midst of a catalog: not everything was found. */
  cut = false;

  /** @param catalogs in order of preference */
  constructor(catalogs: readonly ResolverCatalog[], outOfTime: () => boolean) {
    this.catalogs = catalogs.filter(({ problem }) => problem === undefined);
    this.outOfTime = outOfTime;
  }

  /** @param first the catalog of whoever asks; absent for what is installed */
  of({ rule, key }: Pick<RuleRequirement, 'rule' | 'key'>, first: CatalogRef | undefined): Provided[] {
    const own = (catalog: ResolverCatalog): boolean =>
      catalog.ref.name === first?.name && catalog.ref.namespace === first.namespace;
    return [...this.catalogs.filter(own), ...this.catalogs.filter((catalog) => !own(catalog))].flatMap(
      (catalog) => this.within(catalog, rule, key),
    );
  }

  private within(catalog: ResolverCatalog, rule: Rule, ruleKey: string): readonly Provided[] {
    const key = `${catalog.ref.namespace}/${catalog.ref.name} ${ruleKey}`;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const found = this.search(catalog, rule);
    this.known.set(key, found);
    return found;
  }

  private search(catalog: ResolverCatalog, rule: Rule): Provided[] {
    const found = packagesFor(catalog, rule).flatMap((name, index) => {
      if (index % PAUSE === PAUSE - 1) this.cut ||= this.outOfTime();
      const pkg = this.cut ? undefined : catalog.packages.get(name);
      return pkg === undefined ? [] : within(pkg, rule).map((candidate) => ({ pkg, candidate }));
    });
    const rank = ({ pkg, candidate }: (typeof found)[number]): number =>
      candidate.channel === pkg.defaultChannel ? 0 : 1;
    return found.sort((a, b) => rank(a) - rank(b)).map(({ candidate }) => ({ catalog, candidate }));
  }
}

/** Sorted; those that cannot have any are left out where that is known. */
function packagesFor({ packages, providers }: ResolverCatalog, rule: Rule): string[] {
  const places = placesOf(rule);
  if (places === 'anywhere' || (places.apis.length > 0 && providers === undefined))
    return [...packages.keys()].sort();
  const providing = (api: GroupVersionKind): readonly string[] => providers?.(api) ?? [];
  const named = places.packages.filter((name) => packages.has(name));
  return [...new Set([...places.apis.flatMap(providing), ...named])].sort();
}

/** In another channel it would be the same bundle. */
function within(pkg: ResolverPackage, rule: Rule): BundleCandidate[] {
  const seen = new Set<string>();
  return freshCandidates(pkg).candidates.filter(({ bundle }) => {
    if (seen.has(bundle.name) || isForbidden(bundle) || !meets(bundle, rule)) return false;
    seen.add(bundle.name);
    return true;
  });
}
