/**
 * What is wrong with a Subscription by itself. Texts are OLM's (OLM 30, 35, 42), so that tools which match on them go on
 * working; what they leave out follows in brackets.
 */
import { withinEdits } from '../../base/edit-distance.ts';
import { isForbidden, type Candidate } from '../content/graph.ts';
import type { Subscription } from '../api/types.ts';
import type { BundleRef, ConflictFact, Explanation, ResolutionAction } from './explanation.ts';
import type { CatalogRef, ResolverBundle, ResolverCatalog, ResolverPackage } from './types.ts';

/** Why a Subscription cannot be resolved, in OLM's words and as data. */
export interface ResolutionRefusal {
  reason: 'ConstraintsNotSatisfiable' | 'ErrorPreventedResolution';
  message: string;
  explanation: Explanation;
}

/** A Subscription and where its package could be. */
export interface AskedSubscription {
  subscription: Subscription;
  /** Visible ones. */
  catalogs: readonly ResolverCatalog[];
}

type Why = NonNullable<Extract<ConflictFact, { kind: 'candidates' }>['why']>;

/** Refusal for a catalog that the namespace does not have or, where `visible`, that is empty (OLM 35). */
export function missingCatalog(asked: AskedSubscription, visible: boolean): ResolutionRefusal {
  const { spec } = asked.subscription;
  const text = `no operators found from catalog ${spec.source} in namespace ${spec.sourceNamespace} referenced by subscription ${nameOf(asked)}`;
  const lack = visible ? 'the catalog holds no packages' : 'the namespace has no such catalog';
  const actions: ResolutionAction[] = visible
    ? elsewhere(asked)
    : [{ kind: 'add-catalog', catalog: catalogOf(asked) }, ...elsewhere(asked)];
  return unsatisfiable(asked, text, {
    hint: `needed for package ${spec.name}; ${lack}`,
    facts: [candidatesFact(asked, visible ? 'catalog-empty' : 'catalog-not-visible')],
    actions,
  });
}

/** 30, for the Subscriptions that need the catalog. */
export function unusableCatalog(
  asked: AskedSubscription,
  { ref }: { ref: CatalogRef },
  problem: string,
): ResolutionRefusal {
  return {
    reason: 'ErrorPreventedResolution',
    message: unusableText(ref, problem),
    explanation: {
      facts: [{ kind: 'catalog-unusable', catalog: catalogRefOf(ref), message: problem }],
      actions: [
        { kind: 'repair-catalog', catalog: catalogRefOf(ref), message: problem },
        ...elsewhere(asked),
      ],
    },
  };
}

/** Message for a catalog that is there and cannot be read (OLM 30). */
export function unusableText({ namespace, name }: CatalogRef, problem: string): string {
  return `error using catalogsource ${namespace}/${name}: ${problem}`;
}

/** Refusal for a package that the catalog lacks (OLM 35); proposes similar names, and other catalogs that have it. */
export function missingPackage(
  asked: AskedSubscription,
  { ref, packages }: ResolverCatalog,
): ResolutionRefusal {
  const { spec } = asked.subscription;
  const text = `no operators found in package ${spec.name} in the catalog referenced by subscription ${nameOf(asked)}`;
  const near = nearNames(spec.name, packages.keys());
  return unsatisfiable(asked, text, {
    hint: `catalog ${ref.namespace}/${ref.name} has no package ${spec.name}`,
    facts: [candidatesFact(asked, 'package-missing')],
    actions: [
      ...elsewhere(asked),
      ...(near.length === 0
        ? []
        : [{ kind: 'pick-package' as const, subscription: nameOf(asked), packages: near }]),
    ],
  });
}

/** Refusal for a channel that the package lacks (OLM 35); proposes its channels, the default one first. */
export function missingChannel(asked: AskedSubscription, pkg: ResolverPackage): ResolutionRefusal {
  const { spec } = asked.subscription;
  const channels = pkg.channels.map(({ name }) => name);
  const text = `no operators found in channel ${spec.channel ?? ''} of package ${spec.name} in the catalog referenced by subscription ${nameOf(asked)}`;
  return unsatisfiable(asked, text, {
    hint: `catalog ${spec.sourceNamespace}/${spec.source} has the channels ${channels.join(', ')}`,
    facts: [candidatesFact(asked, 'channel-missing')],
    actions: [pickChannel(asked, [...channels].sort(defaultFirst(pkg)))],
  });
}

/** @param csv the version that was named, if one was */
export function missingVersion(
  asked: AskedSubscription,
  pkg: ResolverPackage,
  csv: string | undefined,
): ResolutionRefusal {
  const { spec } = asked.subscription;
  const s = nameOf(asked);
  if (csv === undefined) {
    const text = `no operators found matching the criteria of subscription ${s}`;
    return unsatisfiable(asked, text, {
      hint: 'its channels hold no bundles',
      facts: [candidatesFact(asked, 'channel-broken')],
      actions: otherChannels(asked, pkg, () => true),
    });
  }
  const text = `no operators found with name ${csv} in channel ${spec.channel ?? ''} of package ${spec.name} in the catalog referenced by subscription ${s}`;
  const bundles = pkg.channels
    .filter(({ name }) => (spec.channel ?? '') === '' || name === spec.channel)
    .flatMap(({ name, entries }) =>
      entries.flatMap((entry) => {
        const bundle = Object.hasOwn(pkg.bundles, entry.name) ? pkg.bundles[entry.name] : undefined;
        return bundle === undefined || isForbidden(bundle) ? [] : bundleRef(asked, bundle, name);
      }),
    );
  const having = otherChannels(asked, pkg, (entries) => entries.includes(csv));
  return unsatisfiable(asked, text, {
    facts: [candidatesFact(asked, 'version-missing')],
    actions: [
      ...having,
      ...(bundles.length === 0
        ? []
        : [{ kind: 'pick-version' as const, subscription: s, bundles: bundles.reverse().slice(0, SHOWN) }]),
    ],
  });
}

/** Refusal where every candidate is deprecated by property (OLM 27); proposes channels that hold others. */
export function forbiddenVersions(
  asked: AskedSubscription,
  pkg: ResolverPackage,
  candidates: readonly Candidate<ResolverBundle>[],
): ResolutionRefusal {
  const refs = candidates.slice(0, SHOWN).map(({ bundle, channel }) => bundleRef(asked, bundle, channel));
  const [first] = candidates;
  const id = `${asked.subscription.spec.source}/${asked.subscription.spec.sourceNamespace}/${first?.channel ?? ''}/${first?.bundle.name ?? ''}`;
  const allowed = Object.values(pkg.bundles).filter((bundle) => !isForbidden(bundle));
  const names = new Set(allowed.map(({ name }) => name));
  return unsatisfiable(asked, `bundle ${id} is deprecated`, {
    facts: [
      candidatesFact(asked, 'versions-forbidden', refs, candidates.length),
      ...refs.map((bundle) => ({ kind: 'forbidden' as const, bundle })),
    ],
    actions: otherChannels(asked, pkg, (entries) => entries.some((entry) => names.has(entry))),
  });
}

/** Upstream reports a broken channel without the solver's words around it. */
export function brokenChannels(
  asked: AskedSubscription,
  pkg: ResolverPackage,
  messages: readonly string[],
): ResolutionRefusal {
  const message = messages.join('; ');
  const { spec } = asked.subscription;
  const channel = (spec.channel ?? '') === '' ? pkg.defaultChannel : (spec.channel ?? '');
  return {
    reason: 'ErrorPreventedResolution',
    message,
    explanation: {
      facts: [{ kind: 'channel-broken', catalog: catalogOf(asked), package: spec.name, channel, message }],
      actions: [
        ...otherChannels(asked, pkg, () => true),
        { kind: 'repair-catalog', catalog: catalogOf(asked), message },
      ],
    },
  };
}

/** Bundles or names that an action offers. */
const SHOWN = 5;

function nameOf({ subscription }: AskedSubscription): string {
  return subscription.metadata.name;
}

function catalogOf({ subscription: { spec } }: AskedSubscription): CatalogRef {
  return { namespace: spec.sourceNamespace, name: spec.source };
}

/** Without whatever else the catalog's own reference carries. */
export function catalogRefOf({ namespace, name }: CatalogRef): CatalogRef {
  return { namespace, name };
}

function bundleRef(
  asked: AskedSubscription,
  { name, package: pkg, version }: ResolverBundle,
  channel: string,
): BundleRef {
  return { csv: name, package: pkg, version, channel, catalog: catalogOf(asked) };
}

function candidatesFact(
  asked: AskedSubscription,
  why: Why,
  bundles: BundleRef[] = [],
  count = bundles.length,
): ConflictFact {
  const { spec } = asked.subscription;
  return {
    kind: 'candidates',
    subscription: nameOf(asked),
    why,
    catalog: catalogOf(asked),
    package: spec.name,
    ...(spec.channel === undefined || spec.channel === '' ? {} : { channel: spec.channel }),
    ...(spec.startingCSV === undefined || spec.startingCSV === '' ? {} : { startingCSV: spec.startingCSV }),
    bundles,
    ...(count > bundles.length ? { more: count - bundles.length } : {}),
  };
}

/** Other visible catalogs that have the package, the preferred ones first. */
function elsewhere(asked: AskedSubscription): ResolutionAction[] {
  const { spec } = asked.subscription;
  return asked.catalogs
    .filter(({ ref, packages, problem }) => {
      const same = ref.name === spec.source && ref.namespace === spec.sourceNamespace;
      return !same && problem === undefined && packages.has(spec.name);
    })
    .map(({ ref }) => ({ kind: 'use-catalog', subscription: nameOf(asked), catalog: catalogRefOf(ref) }));
}

function pickChannel(asked: AskedSubscription, channels: string[]): ResolutionAction {
  return { kind: 'pick-channel', subscription: nameOf(asked), channels };
}

function otherChannels(
  asked: AskedSubscription,
  pkg: ResolverPackage,
  useful: (entries: readonly string[]) => boolean,
): ResolutionAction[] {
  const channels = pkg.channels
    .filter(({ name, entries }) => name !== asked.subscription.spec.channel && entries.length > 0)
    .filter(({ entries }) => useful(entries.map((entry) => entry.name)))
    .map(({ name }) => name)
    .sort(defaultFirst(pkg));
  return channels.length === 0 ? [] : [pickChannel(asked, channels)];
}

function defaultFirst({ defaultChannel }: ResolverPackage): (a: string, b: string) => number {
  const rank = (name: string): number => (name === defaultChannel ? 0 : 1);
  return (a, b) => rank(a) - rank(b) || (a < b ? -1 : a > b ? 1 : 0);
}

/** The three most alike, if any is alike at all. */
function nearNames(name: string, names: Iterable<string>): string[] {
  const others = [...names].sort();
  const near = new Set<string>();
  for (let allowed = 1; allowed <= Math.max(1, Math.floor(name.length / 4)); allowed += 1) {
    for (const other of others) if (withinEdits(name, other, allowed)) near.add(other);
  }
  return [...near].slice(0, 3);
}

function unsatisfiable(
  asked: AskedSubscription,
  text: string,
  { hint, ...explanation }: Explanation & { hint?: string },
): ResolutionRefusal {
  const { spec } = asked.subscription;
  const more = hint ?? `catalog ${spec.sourceNamespace}/${spec.source}`;
  const message = `constraints not satisfiable: ${text}, subscription ${nameOf(asked)} exists (${more})`;
  return { reason: 'ConstraintsNotSatisfiable', message, explanation };
}
