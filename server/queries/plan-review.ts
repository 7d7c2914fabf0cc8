/** A plan held against the cluster as the user may see it: what cannot be read is told, never guessed. */
import { z } from 'zod';

import type { KubeObject, ObjectRef } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import type { PackageDetail } from '#lib/olm/api/catalog-answers.ts';
import { stepManifest } from '#lib/olm/plan/bundle.ts';
import type { ObjectDifference } from '#lib/olm/plan/diff.ts';
import { planKind } from '#lib/olm/plan/kinds.ts';
import { planReview } from '#lib/olm/plan/review.ts';
import type { PlanReview } from '#lib/olm/plan/review.ts';
import { stepDifference } from '#lib/olm/plan/review-object.ts';
import type { PlanReviewFacts, StepContent, StepExisting } from '#lib/olm/plan/review-object.ts';
import type {
  ClusterServiceVersion,
  InstallPlan,
  InstallPlanStep,
  Subscription,
} from '#lib/olm/api/types.ts';
import type { Identity } from '#server/auth/identity.ts';
import { KubeError } from '#server/kube/errors.ts';
import type { KubeClient } from '#server/kube/types.ts';
import type { CatalogQueries } from './catalog.ts';
import { createConfigMapContents } from './plan-config-maps.ts';
import type { ConfigMapContents } from './plan-config-maps.ts';
import { inBatches, look } from './look.ts';

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
  if (!isPlan(plan)) throw new KubeError({ kind: 'unknown', message: 'the object is no InstallPlan' });
  const { namespace } = ref;
  const steps = (plan.status?.plan ?? []).slice(0, MOST_STEPS);
  const [contents, subscriptions, csvs] = await Promise.all([
    contentsOf(identity, catalog, plan),
    readable(client.list(resources.subscriptions, { namespace }), isSubscription),
    readable(client.list(resources.clusterServiceVersions, { namespace }), isCsv),
  ]);
  const read = await inBatches(steps, async (step, index) => {
    if (only !== undefined && index !== only) return UNASKED;
    const [content, existing] = await Promise.all([contents(step), existingOf(client, step, namespace)]);
    return { content, existing };
  });
  const packages =
    only === undefined ? await packagesOf(identity, catalog, { plan, subscriptions }) : new Map();
  return { plan, steps: read, subscriptions, csvs, packages, isCsv, manager: MANAGER };
}

const UNASKED: PlanReviewFacts['steps'][number] = {
  content: { kind: 'missing' },
  existing: { kind: 'unasked' },
};

type ContentOf = (step: InstallPlanStep) => Promise<StepContent>;

async function contentsOf(
  identity: Identity,
  catalog: CatalogQueries,
  plan: InstallPlan,
): Promise<ContentOf> {
  const unpacked = createConfigMapContents(identity.client);
  const bundles = await catalog.planContents(identity, plan).catch(() => undefined);
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

/** Packages of the plan's Subscriptions, by their names. */
async function packagesOf(
  identity: Identity,
  catalog: CatalogQueries,
  { plan, subscriptions = [] }: { plan: InstallPlan; subscriptions: readonly Subscription[] | undefined },
): Promise<Map<string, PackageDetail>> {
  const owners = new Set((plan.metadata.ownerReferences ?? []).map(({ name }) => name));
  const brings = new Set(plan.spec.clusterServiceVersionNames);
  const moved = subscriptions.filter(
    ({ metadata, status }) => owners.has(metadata.name ?? '') || brings.has(status?.currentCSV ?? ''),
  );
  const found = await inBatches(moved, async ({ metadata, spec }) => {
    const at = { namespace: spec.sourceNamespace, name: spec.source };
    const pkg = await catalog
      .package(identity, { catalog: at, package: spec.name })
      // What hangs on it is told as not known.
      .catch(() => undefined);
    return pkg === undefined ? [] : [[metadata.name ?? '', pkg] as const];
  });
  return new Map(found.flat());
}

const Plan = z.looseObject({
  spec: z.looseObject({ clusterServiceVersionNames: z.array(z.string()) }),
  status: z.looseObject({ plan: z.array(z.looseObject({ resolving: z.string() })).optional() }).optional(),
});
const Csv = z.looseObject({ spec: z.looseObject({ install: z.looseObject({ strategy: z.string() }) }) });
const Sub = z.looseObject({
  spec: z.looseObject({ name: z.string(), source: z.string(), sourceNamespace: z.string() }),
});

function isPlan(object: KubeObject): object is InstallPlan {
  return Plan.safeParse(object).success;
}

function isCsv(object: KubeObject): object is ClusterServiceVersion {
  return object.kind === 'ClusterServiceVersion' && Csv.safeParse(object).success;
}

function isSubscription(object: KubeObject): object is Subscription {
  return Sub.safeParse(object).success;
}
