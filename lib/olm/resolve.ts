/**
 * Which bundle a Subscription leads to now. Pure: the caller says what is installed and which catalogs it has read.
 * Texts are OLM's (35, 41, 42), so that tools which match on them go on working; what they leave out follows in brackets.
 */
import type { CatalogBundle, CatalogPackage } from './catalog.ts';
import { freshCandidates, isForbidden, successors, type Candidate, type Installed } from './graph.ts';
import { unmetRequirements, type Available, type UnmetRequirement } from './requirements.ts';
import type { Subscription } from './types.ts';

export interface CatalogRef {
  namespace: string;
  name: string;
}

/** A catalog that can be resolved against; server/catalog's `Catalog` is one. */
export interface ResolvableCatalog {
  ref: CatalogRef;
  packages: ReadonlyMap<string, CatalogPackage>;
  /** `spec.priority` of its CatalogSource; 0 when absent. */
  priority?: number;
}

export type ResolveReason =
  | 'fresh-install'
  | 'upgrade-available'
  | 'at-head'
  | 'no-successor'
  | 'catalog-not-visible'
  | 'catalog-empty'
  | 'package-missing'
  | 'channel-missing'
  | 'version-missing'
  | 'channel-broken'
  | 'versions-forbidden';

/** The same answer for the console: facts instead of a sentence. */
export interface ResolveExplanation {
  reason: ResolveReason;
  catalog: CatalogRef;
  package: string;
  /** Channel of the chosen bundle, else the one asked for. */
  channel?: string;
  /** What could have been chosen, best first. */
  candidates: { csv: string; version: string; channel: string; edge?: Candidate['edge'] }[];
  /** Channels the package has, when the one asked for is not among them. */
  channels?: string[];
}

export interface Resolved {
  kind: 'install' | 'upgrade';
  catalog: CatalogRef;
  channel: string;
  bundle: CatalogBundle;
  /** What `spec.replaces` of the CSV has to say: the installed CSV, or for a first install what the channel says. */
  replaces?: string;
  /** What the bundle needs and nothing known provides; not solved yet, so that the CSV will wait for it. */
  unmet: UnmetRequirement[];
  message: string;
  explanation: ResolveExplanation;
}

export type Resolution =
  | Resolved
  | { kind: 'current'; message: string; explanation: ResolveExplanation }
  | { kind: 'unresolvable'; message: string; explanation: ResolveExplanation };

export interface ResolveInput {
  subscription: Subscription;
  /** The CSV that the Subscription has installed. */
  installed?: Installed;
  /** The catalogs that the namespace may use, see `visibleCatalogs`. */
  catalogs: readonly ResolvableCatalog[];
  /** APIs and packages that are there already. */
  available?: Available;
}

/** The catalogs that a namespace may use: its own and the global ones (8), in order of preference (9). */
export function visibleCatalogs<C extends ResolvableCatalog>(
  catalogs: readonly C[],
  where: { namespace: string; globalNamespace: string; excludeGlobal?: boolean },
): C[] {
  const own = (catalog: C): boolean => catalog.ref.namespace === where.namespace;
  const global = (catalog: C): boolean =>
    where.excludeGlobal !== true && catalog.ref.namespace === where.globalNamespace;
  return catalogs
    .filter((catalog) => own(catalog) || global(catalog))
    .sort(
      (a, b) =>
        (b.priority ?? 0) - (a.priority ?? 0) ||
        Number(own(b)) - Number(own(a)) ||
        (a.ref.name < b.ref.name ? -1 : a.ref.name > b.ref.name ? 1 : 0),
    );
}

export function resolveSubscription(input: ResolveInput): Resolution {
  const { subscription, installed } = input;
  const { spec } = subscription;
  const catalog = input.catalogs.find(
    ({ ref }) => ref.name === spec.source && ref.namespace === spec.sourceNamespace,
  );
  if (catalog === undefined || catalog.packages.size === 0) {
    return withoutCatalog(subscription, catalog);
  }
  const pkg = catalog.packages.get(spec.name);
  if (pkg === undefined) {
    return withoutPackage(subscription, catalog);
  }
  const channel = spec.channel ?? '';
  if (channel !== '' && !pkg.channels.some(({ name }) => name === channel)) {
    return withoutChannel(subscription, pkg);
  }
  return installed === undefined
    ? resolveFresh(input, catalog, pkg)
    : resolveUpgrade(input, installed, catalog, pkg);
}

function resolveFresh(input: ResolveInput, catalog: ResolvableCatalog, pkg: CatalogPackage): Resolution {
  const { spec } = input.subscription;
  const found = freshCandidates(pkg, {
    ...(spec.channel === undefined ? {} : { channel: spec.channel }),
    ...(spec.startingCSV === undefined ? {} : { startingCSV: spec.startingCSV }),
  });
  const chosen = found.candidates.find(({ bundle }) => !isForbidden(bundle));
  const explain = (reason: ResolveReason): ResolveExplanation =>
    explanation(input.subscription, reason, found.candidates, chosen);
  if (chosen !== undefined) {
    return {
      kind: 'install',
      catalog: catalog.ref,
      channel: chosen.channel,
      bundle: chosen.bundle,
      ...(chosen.entry.replaces === undefined ? {} : { replaces: chosen.entry.replaces }),
      unmet: unmetRequirements(chosen.bundle, input.available),
      message: `installing ${chosen.bundle.name} from channel ${chosen.channel}`,
      explanation: explain('fresh-install'),
    };
  }
  return noCandidate(input.subscription, found, explain);
}

function noCandidate(
  subscription: Subscription,
  found: ReturnType<typeof freshCandidates>,
  explain: (reason: ResolveReason) => ResolveExplanation,
): Resolution {
  const { spec } = subscription;
  const s = subscription.metadata.name ?? '';
  const forbidden = found.candidates[0];
  if (forbidden !== undefined) {
    const text = `bundle ${forbidden.bundle.name} is deprecated`;
    return unsatisfiable(subscription, text, explain('versions-forbidden'));
  }
  if (found.channelErrors.length > 0) {
    // Upstream reports a broken channel without the solver's words around it.
    return {
      kind: 'unresolvable',
      message: found.channelErrors.join('; '),
      explanation: explain('channel-broken'),
    };
  }
  if ((spec.startingCSV ?? '') === '') {
    const text = `no operators found matching the criteria of subscription ${s}`;
    return unsatisfiable(subscription, text, explain('channel-broken'), 'its channels hold no bundles');
  }
  const text = `no operators found with name ${spec.startingCSV ?? ''} in channel ${spec.channel ?? ''} of package ${spec.name} in the catalog referenced by subscription ${s}`;
  return unsatisfiable(subscription, text, explain('version-missing'));
}

function resolveUpgrade(
  input: ResolveInput,
  installed: Installed,
  catalog: ResolvableCatalog,
  pkg: CatalogPackage,
): Resolution {
  const { subscription } = input;
  const found = successors(pkg, installed, subscription.spec.channel);
  const chosen = found.candidates.find(({ bundle }) => !isForbidden(bundle));
  if (chosen !== undefined) {
    return {
      kind: 'upgrade',
      catalog: catalog.ref,
      channel: chosen.channel,
      bundle: chosen.bundle,
      replaces: installed.name,
      unmet: unmetRequirements(chosen.bundle, input.available),
      message: `upgrading ${installed.name} to ${chosen.bundle.name} from channel ${chosen.channel}`,
      explanation: explanation(subscription, 'upgrade-available', found.candidates, chosen),
    };
  }
  if (found.channelErrors.length > 0) {
    const facts = explanation(subscription, 'channel-broken', found.candidates);
    return { kind: 'unresolvable', message: found.channelErrors.join('; '), explanation: facts };
  }
  const heads = pkg.channels.filter(({ name }) => (subscription.spec.channel ?? name) === name);
  const atHead = heads.some(({ head }) => head === installed.name);
  return {
    kind: 'current',
    message: atHead
      ? `${installed.name} is the newest version in its channel`
      : `no version in the channel replaces ${installed.name}`,
    explanation: explanation(subscription, atHead ? 'at-head' : 'no-successor', found.candidates),
  };
}

function withoutCatalog(subscription: Subscription, catalog: ResolvableCatalog | undefined): Resolution {
  const { source, sourceNamespace } = subscription.spec;
  const text = `no operators found from catalog ${source} in namespace ${sourceNamespace} referenced by subscription ${subscription.metadata.name ?? ''}`;
  const reason = catalog === undefined ? 'catalog-not-visible' : 'catalog-empty';
  const hint =
    catalog === undefined
      ? `needed for package ${subscription.spec.name}; the namespace has no such catalog`
      : `needed for package ${subscription.spec.name}; the catalog holds no packages`;
  return unsatisfiable(subscription, text, explanation(subscription, reason, []), hint);
}

function withoutPackage(subscription: Subscription, catalog: ResolvableCatalog): Resolution {
  const { spec } = subscription;
  const text = `no operators found in package ${spec.name} in the catalog referenced by subscription ${subscription.metadata.name ?? ''}`;
  const hint = `catalog ${catalog.ref.namespace}/${catalog.ref.name} has no package ${spec.name}`;
  return unsatisfiable(subscription, text, explanation(subscription, 'package-missing', []), hint);
}

function withoutChannel(subscription: Subscription, pkg: CatalogPackage): Resolution {
  const { spec } = subscription;
  const channels = pkg.channels.map(({ name }) => name);
  const text = `no operators found in channel ${spec.channel ?? ''} of package ${spec.name} in the catalog referenced by subscription ${subscription.metadata.name ?? ''}`;
  const hint = `catalog ${spec.sourceNamespace}/${spec.source} has the channels ${channels.join(', ')}`;
  return unsatisfiable(
    subscription,
    text,
    { ...explanation(subscription, 'channel-missing', []), channels },
    hint,
  );
}

function unsatisfiable(
  subscription: Subscription,
  text: string,
  facts: ResolveExplanation,
  hint?: string,
): Resolution {
  const { spec, metadata } = subscription;
  const more = hint ?? `catalog ${spec.sourceNamespace}/${spec.source}`;
  const message = `constraints not satisfiable: ${text}, subscription ${metadata.name ?? ''} exists (${more})`;
  return { kind: 'unresolvable', message, explanation: facts };
}

function explanation(
  subscription: Subscription,
  reason: ResolveReason,
  candidates: readonly Candidate[],
  chosen?: Candidate,
): ResolveExplanation {
  const { spec } = subscription;
  const channel = chosen?.channel ?? spec.channel;
  return {
    reason,
    catalog: { namespace: spec.sourceNamespace, name: spec.source },
    package: spec.name,
    ...(channel === undefined ? {} : { channel }),
    candidates: candidates.map((candidate) => ({
      csv: candidate.bundle.name,
      version: candidate.bundle.version,
      channel: candidate.channel,
      ...(candidate.edge === undefined ? {} : { edge: candidate.edge }),
    })),
  };
}
