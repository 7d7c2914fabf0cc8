/** A plan held against the cluster as the user may see it: what cannot be read is told, never guessed. */
import type { KubeObject, ObjectRef } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { foretoldWrites, type SeenOfPlan } from '#lib/olm/foresight/plan-writes.ts';
import { accountsOf } from '#lib/olm/observed/namespace.ts';
import { isCsv, isInstallPlan, isOperatorGroup, isSubscription } from '#lib/olm/observed/shapes.ts';
import { stepManifest } from '#lib/olm/plan/bundle.ts';
import type { ObjectDifference } from '#lib/olm/plan/diff.ts';
import { planKind } from '#lib/olm/plan/kinds.ts';
import { planReview } from '#lib/olm/plan/review.ts';
import type { PlanReview } from '#lib/olm/plan/review.ts';
import { stepDifference } from '#lib/olm/plan/review-object.ts';
import type { PlanReviewFacts, StepContent, StepExisting } from '#lib/olm/plan/review-object.ts';
import type { InstallPlan, InstallPlanStep, Subscription } from '#lib/olm/api/types.ts';
import type { Identity } from '#server/auth/identity.ts';
import { realClock } from '#server/kube/clock.ts';
import { KubeError } from '#server/kube/errors.ts';
import type { KubeClient } from '#server/kube/types.ts';
import type { CatalogQueries } from './catalog.ts';
import { createConfigMapContents } from './plan-config-maps.ts';
import type { ConfigMapContents } from './plan-config-maps.ts';
import { inBatches, look } from './look.ts';
import { packagesOf } from './upgrades.ts';

/** As `FIELD_MANAGER` of the controller. */
const MANAGER = 'capstan-controller';
/** Real plans have a few dozen. */
const MOST_STEPS = 1_000;

/** @throws KubeError when the plan cannot be read */
export async function queryPlanReview(
  identity: Identity,
  catalog: CatalogQueries,
  ref: Required<ObjectRef>,
): Promise<PlanReview> {
  return planReview(await readFacts(identity, catalog, ref));
}

/** @throws KubeError when plan or object cannot be read, `notFound` when there is nothing to compare */
export async function queryStepDifference(
  identity: Identity,
  catalog: CatalogQueries,
  ref: Required<ObjectRef>,
  step: number,
): Promise<ObjectDifference> {
  const found = stepDifference(await readFacts(identity, catalog, ref, step), step);
  if (found === undefined) throw nothingThere;
  return found;
}

const nothingThere = new KubeError({
  kind: 'notFound',
  message: 'the step cannot be compared',
  problem: { code: 'stepNotShown' },
});

/** @param only the one step that is looked at; the others are left unasked */
async function readFacts(
  identity: Identity,
  catalog: CatalogQueries,
  ref: Required<ObjectRef>,
  only?: number,
): Promise<PlanReviewFacts> {
  const { client } = identity;
  const plan = await client.get(resources.installPlans, ref);
  if (!isInstallPlan(plan)) throw new KubeError({ kind: 'unknown', message: 'the object is no InstallPlan' });
  const { namespace } = ref;
  const steps = (plan.status?.plan ?? []).slice(0, MOST_STEPS);
  const [bundles, subscriptions, csvs] = await Promise.all([
    catalog.planContents(identity, plan).catch(() => undefined),
    readable(client.list(resources.subscriptions, { namespace }), isSubscription),
    readable(client.list(resources.clusterServiceVersions, { namespace }), isCsv),
  ]);
  const contents = contentsOf(client, bundles);
  const read = await inBatches(steps, async (step, index) => {
    if (only !== undefined && index !== only) return UNASKED;
    const [content, existing] = await Promise.all([contents(step), existingOf(client, step, namespace)]);
    return { content, existing };
  });
  // One step is compared without them.
  const asked = only === undefined ? subscriptionsOf(plan, subscriptions ?? []) : [];
  const packages = (await packagesOf(identity, catalog, asked)) ?? new Map();
  const objects = [
    ...(subscriptions ?? []),
    ...(csvs ?? []),
    ...read.flatMap(({ existing }) => found(existing)),
  ];
  const seen = { objects, contents: bundles, ...(await groupOf(client, namespace)) };
  const foretold = foretoldWrites(plan, seen, realClock.now());
  return { plan, steps: read, subscriptions, csvs, packages, foretold, isCsv, manager: MANAGER };
}

function found(existing: StepExisting): KubeObject[] {
  return existing.kind === 'present' ? [existing.object] : [];
}

/** The namespace's OperatorGroup, and the ServiceAccount that it names. */
async function groupOf(
  client: KubeClient,
  namespace: string,
): Promise<Pick<SeenOfPlan, 'groups' | 'accounts'>> {
  const groups = await readable(client.list(resources.operatorGroups, { namespace }), isOperatorGroup);
  const names = accountsOf(groups ?? [], namespace);
  const accounts = await inBatches(names, async (name) => {
    const account = await look(client, resources.serviceAccounts, { namespace, name });
    return account.kind === 'forbidden' || account.kind === 'failed' ? undefined : found(account);
  });
  return {
    groups,
    accounts: accounts.includes(undefined) ? undefined : accounts.flatMap((some) => some ?? []),
  };
}

const UNASKED: PlanReviewFacts['steps'][number] = {
  content: { kind: 'missing' },
  existing: { kind: 'unasked' },
};

type ContentOf = (step: InstallPlanStep) => Promise<StepContent>;

function contentsOf(client: KubeClient, bundles: SeenOfPlan['contents']): ContentOf {
  const unpacked = createConfigMapContents(client);
  return async ({ resource }) => {
    const manifest = stepManifest(resource.manifest);
    if (manifest.kind === 'inline') return { kind: 'ready', object: manifest.object, inline: true };
    if (manifest.kind === 'unreadable') return outside(unpacked, resource);
    // A catalog service that does not answer says nothing about the content.
    if (bundles === undefined) return { kind: 'service' };
    const object = bundles.get(manifest.digest)?.[manifest.index];
    return object === undefined ? { kind: 'missing' } : { kind: 'ready', object, inline: false };
  };
}

async function outside(
  unpacked: ConfigMapContents,
  resource: InstallPlanStep['resource'],
): Promise<StepContent> {
  const found = await unpacked(resource);
  return found.kind === 'ready' ? { ...found, inline: false } : found;
}

async function existingOf(
  client: KubeClient,
  { resource }: InstallPlanStep,
  namespace: string,
): Promise<StepExisting> {
  const kind = planKind(resource)?.resource;
  if (kind === undefined) return { kind: 'unasked' };
  return look(client, kind, { name: resource.name, ...(kind.namespaced ? { namespace } : {}) });
}

async function readable<T extends KubeObject>(
  list: ReturnType<KubeClient['list']>,
  is: (object: KubeObject) => object is T,
): Promise<T[] | undefined> {
  try {
    return (await list).items.filter(is);
  } catch {
    return undefined;
  }
}

/** Those that asked for the plan, and those that it moves. */
function subscriptionsOf({ metadata, spec }: InstallPlan, all: readonly Subscription[]): Subscription[] {
  const owners = new Set((metadata.ownerReferences ?? []).map(({ name }) => name));
  const brings = new Set(spec.clusterServiceVersionNames);
  return all.filter((one) => owners.has(one.metadata.name) || brings.has(one.status?.currentCSV ?? ''));
}
