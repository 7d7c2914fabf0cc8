/** What each Subscription may become by its own catalog and channel, before anything else is asked (OLM 32-35, 42, 43). */
import { optional } from '../../base/loose.ts';
import {
  freshCandidates,
  isForbidden,
  successors,
  type Candidate,
  type Candidates,
} from '../content/graph.ts';
import { compareVersions } from '../api/version.ts';
import type { Subscription } from '../api/types.ts';
import type { OwnCsv } from './own-csvs.ts';
import { pinOf } from '../api/pin.ts';
import { upToPin } from './pin.ts';
import {
  brokenChannels,
  forbiddenVersions,
  missingCatalog,
  missingChannel,
  missingPackage,
  missingVersion,
  unusableCatalog,
  type AskedSubscription,
  type ResolutionRefusal,
} from './refusals.ts';
import type { ResolveNamespaceInput, ResolverBundle, ResolverCatalog, ResolverPackage } from './types.ts';

/** A bundle with the channel that it is in. */
export type BundleCandidate = Candidate<ResolverBundle>;

/** Why a Subscription without candidates keeps what it has. */
type Idle = 'at-head' | 'no-successor' | 'pinned' | 'not-ready';

/** What one Subscription could become by itself, before the others are looked at (OLM 32, 33). */
export interface Offer {
  name: string;
  subscription: Subscription;
  catalog?: ResolverCatalog;
  installed?: OwnCsv;
  /** Best first, forbidden ones left out. */
  candidates: readonly BundleCandidate[];
  idle: Idle;
  /** Nothing can come of it whatever the others do; what is installed stays. */
  refusal?: ResolutionRefusal;
}

/** Sorted by name, so that the order of the input says nothing. */
export function offersOf(input: ResolveNamespaceInput, own: ReadonlyMap<string, OwnCsv>): Offer[] {
  return input.subscriptions
    .map((subscription) => offerOf(input, subscription, own))
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

function offerOf(
  input: ResolveNamespaceInput,
  subscription: Subscription,
  own: ReadonlyMap<string, OwnCsv>,
): Offer {
  const { spec } = subscription;
  const installed = installedOf(subscription, own);
  const catalog = input.catalogs.find(
    ({ ref }) => ref.name === spec.source && ref.namespace === spec.sourceNamespace,
  );
  const offer: Offer = {
    name: subscription.metadata.name,
    subscription,
    ...optional({ catalog, installed }),
    candidates: [],
    idle: 'no-successor',
  };
  const asked = { subscription, catalogs: input.catalogs };
  const pkg = packageOf(asked, catalog);
  if ('message' in pkg) return { ...offer, refusal: pkg };
  return {
    ...offer,
    ...(installed === undefined ? fresh(asked, pkg) : upgrades(input, subscription, installed, pkg)),
  };
}

function packageOf(
  asked: AskedSubscription,
  catalog: ResolverCatalog | undefined,
): ResolverPackage | ResolutionRefusal {
  const { name, channel = '' } = asked.subscription.spec;
  if (catalog?.problem !== undefined) return unusableCatalog(asked, catalog, catalog.problem);
  if (catalog === undefined || catalog.packages.size === 0)
    return missingCatalog(asked, catalog !== undefined);
  const pkg = catalog.packages.get(name);
  if (pkg === undefined) return missingPackage(asked, catalog);
  const known = channel === '' || pkg.channels.some((other) => other.name === channel);
  return known ? pkg : missingChannel(asked, pkg);
}

function installedOf(
  { metadata, status }: Subscription,
  own: ReadonlyMap<string, OwnCsv>,
): OwnCsv | undefined {
  const { name } = metadata;
  const adopted = (): OwnCsv | undefined =>
    [...own.values()].find(({ subscriptions }) => subscriptions.includes(name));
  return own.get(status?.installedCSV ?? '') ?? own.get(status?.currentCSV ?? '') ?? adopted();
}

type Found = Pick<Offer, 'candidates'> & { idle?: Idle; refusal?: ResolutionRefusal };

function fresh(asked: AskedSubscription, pkg: ResolverPackage): Found {
  const { subscription } = asked;
  const { channel, startingCSV } = subscription.spec;
  const found: Candidates<ResolverBundle> = freshCandidates(pkg, optional({ channel, startingCSV }));
  const pin = (startingCSV ?? '') === '' ? pinOf(subscription) : undefined;
  const wanted = pin === undefined ? found.candidates : upToPin(pkg, found.candidates, pin);
  const candidates = allowedOnce(wanted);
  if (candidates.length > 0) return { candidates };
  if (wanted.length > 0) return { candidates, refusal: forbiddenVersions(asked, pkg, wanted) };
  if (found.channelErrors.length > 0)
    return { candidates, refusal: brokenChannels(asked, pkg, found.channelErrors) };
  return { candidates, refusal: missingVersion(asked, pkg, startingCSV === '' ? pin : (startingCSV ?? pin)) };
}

function upgrades(
  input: ResolveNamespaceInput,
  subscription: Subscription,
  installed: OwnCsv,
  pkg: ResolverPackage,
): Found {
  const phase = installed.csv.status?.phase;
  const { channel } = subscription.spec;
  const pin = pinOf(subscription);
  const failed = passesFailed(input) && phase === 'Failed';
  const { candidates: next, channelErrors } = successors(pkg, installed, channel);
  const all = failed ? [...next, ...pastFailed(input, installed, pkg, channel)] : next;
  const candidates = allowedOnce(pin === undefined ? all : upToPin(pkg, all, pin, installed));
  // An upgrade begins when the version before it runs; until then it could only wait in the namespace.
  if (candidates.length > 0)
    return phase === 'Succeeded' || failed ? { candidates } : { candidates: [], idle: 'not-ready' };
  if (pin !== undefined && (pin === installed.name || all.length > 0)) return { candidates, idle: 'pinned' };
  const idle = idleAt(pkg, channel, installed.name);
  const asked = { subscription, catalogs: input.catalogs };
  return { candidates, idle, ...refusedBy(asked, pkg, all.length > 0 ? [] : channelErrors) };
}

function refusedBy(
  asked: AskedSubscription,
  pkg: ResolverPackage,
  errors: readonly string[],
): { refusal?: ResolutionRefusal } {
  return errors.length === 0 ? {} : { refusal: brokenChannels(asked, pkg, errors) };
}

function idleAt({ channels }: ResolverPackage, channel = '', csv: string): 'at-head' | 'no-successor' {
  const heads = channels.filter(({ name }) => channel === '' || name === channel);
  return heads.some(({ head }) => head === csv) ? 'at-head' : 'no-successor';
}

function passesFailed({ options }: ResolveNamespaceInput): boolean {
  return options?.failForward === true;
}

/** OLM 43: what could follow the versions that wait behind the failed one, when it is newer than that. */
function pastFailed(
  { csvs }: ResolveNamespaceInput,
  failed: OwnCsv,
  pkg: ResolverPackage,
  channel: string | undefined,
): BundleCandidate[] {
  const passed: BundleCandidate[] = [];
  const seen = new Set([failed.name]);
  for (let before = failed.csv.spec.replaces; before !== undefined;) {
    const csv = csvs.find(
      ({ metadata, status }) => metadata.name === before && status?.phase === 'Replacing',
    );
    if (csv === undefined || seen.has(before)) break;
    seen.add(before);
    const { version } = csv.spec;
    passed.push(...successors(pkg, { name: before, ...optional({ version }) }, channel).candidates);
    before = csv.spec.replaces;
  }
  return passed.filter(
    ({ bundle }) => !seen.has(bundle.name) && compareVersions(bundle.version, failed.version ?? '') > 0,
  );
}

/** Without forbidden ones; in another channel it would be the same bundle. */
function allowedOnce(candidates: readonly BundleCandidate[]): BundleCandidate[] {
  const first = new Map<string, BundleCandidate>();
  for (const candidate of candidates) {
    const { bundle } = candidate;
    if (!isForbidden(bundle) && !first.has(bundle.name)) first.set(bundle.name, candidate);
  }
  return [...first.values()];
}
