/**
 * Which operators could be newer, how far they would go, and why they do not: from what the user may see of
 * Subscriptions, plans, CSVs and catalogs. A newer version is known from the catalog, whatever the namespace waits for.
 */
import type { KubeObject } from '../../k8s/object.ts';
import type { PackageDetail } from '../api/catalog-answers.ts';
import { bundleOf, channelOf } from '../content/channels.ts';
import { upgradePath } from '../content/graph.ts';
import { optional, cutText } from '../../base/loose.ts';
import { planOf, waitsForApproval } from './operator-view.ts';
import { pinOf } from '../api/pin.ts';
import { packageKeyOf } from '../api/subscription.ts';
import { planMoves, type PlanMove } from '../plan/moves.ts';
import type { ClusterServiceVersion, InstallPlan, Subscription } from '../api/types.ts';
import { upgradeWaits, type Ahead, type Around, type UpgradeWait, type VersionRef } from './upgrade-waits.ts';

/**
 * `available`: there is a newer version, or a first one that waits. `running`: it is on its way. `stuck`: something is
 * wrong, and whether there is a newer one is not known. `unknown`: its catalog may not be read.
 */
export type UpgradeState = 'available' | 'running' | 'stuck' | 'current' | 'unknown';

/** A Subscription for the page of upgrades. */
export interface UpgradeRow {
  namespace: string;
  subscription: string;
  title: string;
  package: string;
  catalog: { namespace: string; name: string };
  /** That the Subscription asks for, or the package's default. */
  channel?: string;
  approval: 'Automatic' | 'Manual';
  state: UpgradeState;
  /** Absent before the first installation. */
  installed?: VersionRef;
  next?: VersionRef;
  head?: VersionRef;
  /** Plans from the installed version to the head, or to the pin; absent where the catalog does not tell. */
  steps?: number;
  /** The plan that waits for approval. */
  plan?: string;
  waits: UpgradeWait[];
  /** What the catalog says against what is installed or followed. */
  deprecations: { of: 'package' | 'channel' | 'version'; message: string }[];
}

/** A plan that waits for approval, and all that it moves. */
export interface WaitingPlan {
  namespace: string;
  name: string;
  moves: (PlanMove & { title?: string; version?: string })[];
  steps: number;
}

/** The page of upgrades, with what could not be read. */
export interface Upgrades {
  rows: UpgradeRow[];
  plans: WaitingPlan[];
  /** Kinds that could not be read: their part is missing from the rows. */
  hidden: string[];
  /** No catalog could be asked. */
  catalogsUnknown: boolean;
}

/** What the user may see of Subscriptions, their surroundings and their packages. */
export interface UpgradeFacts extends Around {
  subscriptions: readonly Subscription[];
  /** By `packageKeyOf`; missing: not to be seen, or not there. */
  packages: ReadonlyMap<string, PackageDetail>;
}

/** Those that somebody should look at come first. */
export function upgradesOf(facts: UpgradeFacts): Pick<Upgrades, 'rows' | 'plans'> {
  const rows = facts.subscriptions.map((subscription) => rowOf(subscription, facts)).sort(byUrgency);
  const known = new Map(rows.map((row) => [`${row.namespace}/${row.subscription}`, row]));
  return {
    rows,
    plans: facts.plans.filter(waitsForApproval).map((plan) => waitingPlan(plan, facts, known)),
  };
}

const ORDER: readonly UpgradeState[] = ['available', 'running', 'stuck', 'unknown', 'current'];

function byUrgency(left: UpgradeRow, right: UpgradeRow): number {
  const rank = ({ state, plan }: UpgradeRow): number =>
    ORDER.indexOf(state) * 2 + (plan === undefined ? 1 : 0);
  return (
    rank(left) - rank(right) ||
    left.title.localeCompare(right.title, 'en', { sensitivity: 'base' }) ||
    left.namespace.localeCompare(right.namespace)
  );
}

function waitingPlan(
  plan: InstallPlan,
  { subscriptions, csvs }: UpgradeFacts,
  rows: ReadonlyMap<string, UpgradeRow>,
): WaitingPlan {
  const { namespace = '', name } = plan.metadata;
  const here = (object: KubeObject): boolean => object.metadata.namespace === namespace;
  const moves = planMoves({
    plan,
    subscriptions: subscriptions.filter(here),
    csvs: csvs.filter(here),
    contents: new Map(),
  });
  return {
    namespace,
    name,
    steps: plan.status?.plan?.length ?? 0,
    moves: moves.map((move) => {
      const row = rows.get(`${namespace}/${move.subscription ?? ''}`);
      const version = row?.next?.csv === move.csv ? row.next.version : undefined;
      return { ...move, ...optional({ title: row?.title, version }) };
    }),
  };
}

function rowOf(subscription: Subscription, facts: UpgradeFacts): UpgradeRow {
  const { metadata, spec } = subscription;
  const pkg = facts.packages.get(packageKeyOf(subscription));
  const installed = installedOf(subscription, pkg, facts);
  const plan = planOf(subscription, facts.plans);
  const waiting = plan !== undefined && waitsForApproval(plan) ? plan : undefined;
  const ahead = aheadOf(subscription, pkg, installed);
  const next = plannedCsv(subscription, waiting, pkg) ?? ahead.next;
  const waits = upgradeWaits({ subscription, plan, next, ahead, installed: installed?.csv }, facts);
  return {
    namespace: metadata.namespace ?? '',
    subscription: metadata.name,
    title: titleOf(spec.name, installed, pkg, facts.csvs),
    package: spec.name,
    catalog: { namespace: spec.sourceNamespace, name: spec.source },
    ...optional({ channel: channelName(subscription, pkg) }),
    approval: spec.installPlanApproval ?? 'Automatic',
    state: stateOf({ waits, next, pkg, ahead, installed }),
    ...optional({ installed, next, head: ahead.head, steps: ahead.steps, plan: waiting?.metadata.name }),
    waits,
    deprecations: pkg === undefined ? [] : deprecationsOf(pkg, spec.channel, installed?.csv),
  };
}

function channelName({ spec }: Subscription, pkg: PackageDetail | undefined): string | undefined {
  return cutText(pkg === undefined ? spec.channel : channelOf(pkg, spec.channel)?.name);
}

function aheadOf(
  subscription: Subscription,
  pkg: PackageDetail | undefined,
  installed: VersionRef | undefined,
): Ahead {
  const pinned = optional({ pin: pinOf(subscription) });
  const channel = pkg === undefined ? undefined : channelOf(pkg, subscription.spec.channel);
  if (pkg === undefined || channel === undefined) return { noWay: false, ...pinned };
  const ends = {
    ...optional({ head: channel.head === '' ? undefined : refOf(channel.head, pkg) }),
    ...pinned,
  };
  if (installed === undefined) return { noWay: false, ...ends };
  if (channel.head === installed.csv) return { noWay: false, ...ends, steps: 0 };
  if (pkg.noGraph === true) return { noWay: false, ...ends };
  const from = { name: installed.csv, ...optional({ version: installed.version }) };
  const path = upgradePath(pkg, from, channel.name).map(({ bundle }) => refOf(bundle.name, pkg));
  const stop = path.findIndex(({ csv }) => csv === ends.pin);
  const steps = stop < 0 ? path.length : stop + 1;
  return { noWay: path.length === 0, ...ends, steps, ...optional({ next: path[0] }) };
}

function refOf(csv: string, pkg: PackageDetail): VersionRef {
  return { csv, ...optional({ version: cutText(bundleOf(pkg, csv)?.version) }) };
}

function installedOf(
  { status, metadata }: Subscription,
  pkg: PackageDetail | undefined,
  { csvs }: UpgradeFacts,
): VersionRef | undefined {
  const csv = status?.installedCSV;
  if (csv === undefined || csv === '') return undefined;
  const object = csvs.find(
    (one) => one.metadata.name === csv && one.metadata.namespace === metadata.namespace,
  );
  const known = pkg === undefined ? undefined : bundleOf(pkg, csv)?.version;
  return { csv, ...optional({ version: cutText(object?.spec.version ?? known) }) };
}

/** What the waiting plan brings for this Subscription. */
function plannedCsv(
  { metadata, status }: Subscription,
  plan: InstallPlan | undefined,
  pkg: PackageDetail | undefined,
): VersionRef | undefined {
  if (plan === undefined) return undefined;
  const moves = planMoves({
    plan,
    subscriptions: undefined,
    csvs: undefined,
    contents: new Map(),
  });
  const csv =
    moves.find(({ subscription }) => subscription === metadata.name)?.csv ??
    moves.find((move) => move.csv === status?.currentCSV)?.csv;
  if (csv === undefined) return undefined;
  return pkg === undefined ? { csv } : refOf(csv, pkg);
}

function titleOf(
  packageName: string,
  installed: VersionRef | undefined,
  pkg: PackageDetail | undefined,
  csvs: readonly ClusterServiceVersion[],
): string {
  const csv = csvs.find(({ metadata }) => metadata.name === installed?.csv);
  const head = pkg === undefined ? undefined : channelOf(pkg)?.head;
  const bundle = pkg === undefined ? undefined : bundleOf(pkg, head ?? '');
  const found = cutText(csv?.spec.displayName) ?? bundle?.csv.displayName ?? '';
  return found === '' ? packageName : found;
}

interface StateFacts {
  waits: readonly UpgradeWait[];
  next: VersionRef | undefined;
  pkg: PackageDetail | undefined;
  ahead: Ahead;
  installed: VersionRef | undefined;
}

function stateOf({ waits, next, pkg, ahead, installed }: StateFacts): UpgradeState {
  if (waits.some(({ kind }) => kind === 'running')) return 'running';
  if (next !== undefined) return 'available';
  // Of a real OLM's catalog only the head is known.
  if (pkg?.noGraph === true && installed !== undefined && ahead.head?.csv !== installed.csv)
    return 'available';
  if (waits.some(({ kind }) => kind !== 'pinned')) return 'stuck';
  return pkg === undefined ? 'unknown' : 'current';
}

function deprecationsOf(
  pkg: PackageDetail,
  channelName: string | undefined,
  installed: string | undefined,
): UpgradeRow['deprecations'] {
  const channel = channelOf(pkg, channelName);
  const bundle = installed === undefined ? undefined : bundleOf(pkg, installed);
  const found = [
    { of: 'package', message: pkg.deprecation },
    { of: 'channel', message: channel?.deprecation },
    { of: 'version', message: bundle?.deprecation },
  ] as const;
  return found.flatMap(({ of, message }) => (message === undefined ? [] : [{ of, message }]));
}
