/** One step of a plan → the write that brings it about, or why it must not or cannot be written. */
import type { KubeObject, OwnerReference } from '../../k8s/object.ts';
import { planContradiction, stepManifest, type PlanBundle } from './bundle.ts';
import { accountProblem } from './account.ts';
import { crdRefusals } from './crd-compare.ts';
import { crdFacts } from './crd.ts';
import { copiedFrom, GENERATED_BY_ANNOTATION } from '../api/labels.ts';
import type { StepAction } from './decision.ts';
import { apiMissing, bundleObjects, contentGone, foreignCatalog, type PlanFacts } from './facts.ts';
import { isVersionGone, planKind } from './kinds.ts';
import { conversionOf, type LeftOut } from './left-out.ts';
import { crdForCluster, csvForCluster, ownedObject } from './objects.ts';
import { protectedDefinition } from './protected.ts';
import { competingOwners } from './owners.ts';
import { bundleCsv } from './steps.ts';
import type { ClusterServiceVersion, InstallPlanStep } from '../api/types.ts';

/** What comes of one step: a write, a wait that ends after a minute or never (`forEver`), or the plan's failure. */
export type StepVerdict =
  | { kind: 'write'; write: Omit<StepAction, 'step'> }
  /** May pass by itself; tried again. */
  | { kind: 'blocked'; message: string; forEver: boolean }
  /** Will not pass: the plan fails. */
  | { kind: 'refused'; message: string };

type LeftOutOf = (csv: ClusterServiceVersion, bundle: PlanBundle) => LeftOut[];

/**
 * Decides about one step; content from elsewhere, of another name or of an unsupported kind is refused (OLM 50, 54).
 * `leftOut`: parts that the CSV names as not installed.
 */
export function stepAction(facts: PlanFacts, step: InstallPlanStep, leftOut: LeftOutOf): StepVerdict {
  const bundle = facts.bundles.find((candidate) => candidate.csv === step.resolving);
  const kind = planKind(step.resource);
  if (kind === undefined && isVersionGone(step.resource))
    return { kind: 'refused', message: apiMissing(step.resource) };
  if (bundle === undefined || kind === undefined)
    return { kind: 'refused', message: `the InstallPlan contains invalid data: step ${step.resource.name}` };
  const foreign = foreignCatalog(bundle, placeOf(facts));
  if (foreign !== undefined) return { kind: 'refused', message: foreign };
  const content = contentOf(facts, step, bundle);
  if ('kind' in content) return content;
  const { object } = content;
  if (!isNamed(object, step))
    return { kind: 'refused', message: `the InstallPlan contains invalid data: step ${step.resource.name}` };
  if (step.resource.kind === 'Subscription') return subscriptionWrite(facts, object, kind.resource);
  if (facts.isCsv(object)) return csvWrite(facts, object, bundle, leftOut(object, bundle));
  if (step.resource.kind === 'CustomResourceDefinition') return crdWrite(facts, object, bundle);
  return ownedWrite(facts, object, bundle, kind.resource);
}

/** What lies where the step points to is what the step is about. */
function isNamed({ kind, metadata }: KubeObject, { resource }: InstallPlanStep): boolean {
  const named = resource.kind === 'BundleSecret' ? 'Secret' : resource.kind;
  return kind === named && metadata.name === resource.name;
}

function placeOf({ plan, globalNamespace }: PlanFacts): { namespace: string; globalNamespace: string } {
  return { namespace: plan.metadata.namespace ?? '', globalNamespace };
}

/**
 * Definitions that the plan puts in the place of existing ones, now or once it is approved: what they do to objects is to
 * be checked.
 */
export function replacingCrds(facts: PlanFacts): KubeObject[] {
  const { phase, plan: steps = [] } = facts.plan.status ?? {};
  const due = phase === 'Installing' || (phase === 'RequiresApproval' && !facts.plan.spec.approved);
  const isLeft = accountProblem(facts) !== undefined || planContradiction(facts.plan) !== undefined;
  if (!due || isLeft) return [];
  return steps.flatMap((step) => {
    const { kind, name } = step.resource;
    const isDue = step.status === 'Unknown' || step.status === 'NotPresent';
    const bundle = facts.bundles.find((candidate) => candidate.csv === step.resolving);
    if (kind !== 'CustomResourceDefinition' || !isDue || !facts.crds.has(name) || bundle === undefined)
      return [];
    const content = contentOf(facts, step, bundle);
    return 'object' in content ? [content.object] : [];
  });
}

function contentOf(
  facts: PlanFacts,
  step: InstallPlanStep,
  bundle: PlanBundle,
): { object: KubeObject } | Exclude<StepVerdict, { kind: 'write' }> {
  const manifest = stepManifest(step.resource.manifest);
  if (manifest.kind === 'inline') return { object: manifest.object };
  if (manifest.kind === 'unreadable' || manifest.digest !== bundle.digest) {
    return {
      kind: 'refused',
      message: `the InstallPlan contains invalid data: manifest of ${step.resource.name}`,
    };
  }
  const objects = facts.contents.get(manifest.digest);
  const object = objects?.[manifest.index];
  if (object === undefined) {
    // What can be pulled again is worth waiting for as long as it takes.
    return { kind: 'blocked', message: contentGone(bundle), forEver: bundle.image !== undefined };
  }
  return { object };
}

function csvWrite(
  facts: PlanFacts,
  content: ClusterServiceVersion,
  bundle: PlanBundle,
  leftOut: readonly LeftOut[],
): StepVerdict {
  const existing = facts.csvs.get(bundle.csv);
  if (existing?.metadata.deletionTimestamp !== undefined) {
    return {
      kind: 'blocked',
      message: `ClusterServiceVersion ${bundle.csv} is still being deleted`,
      forEver: true,
    };
  }
  const home = existing === undefined ? undefined : copiedFrom(existing);
  if (home !== undefined) {
    const message = `ClusterServiceVersion ${bundle.csv} is here as a copy: the operator runs in ${home} and manages this namespace, too`;
    return { kind: 'blocked', message, forEver: false };
  }
  const competing = competingOwners(facts, content, bundle);
  if (competing !== undefined) return { kind: 'blocked', message: competing, forEver: false };
  const kind = planKind({
    group: 'operators.coreos.com',
    version: 'v1alpha1',
    kind: 'ClusterServiceVersion',
  });
  if (kind === undefined) return { kind: 'refused', message: 'the InstallPlan contains invalid data' };
  const namespace = facts.plan.metadata.namespace ?? '';
  const object = csvForCluster(content, bundle, { namespace, group: facts.groups[0], leftOut });
  // Created, never updated: an existing CSV of this name may have been edited by its users.
  return { kind: 'write', write: { verb: 'create', resource: kind.resource, object } };
}

/** Created, never updated: somebody may have subscribed in the meantime, and wishes stay theirs. */
function subscriptionWrite(
  facts: PlanFacts,
  content: KubeObject,
  resource: StepAction['resource'],
): StepVerdict {
  const { namespace = '', name } = facts.plan.metadata;
  const { metadata } = content;
  const object = {
    ...content,
    metadata: {
      ...metadata,
      namespace,
      annotations: { ...metadata.annotations, [GENERATED_BY_ANNOTATION]: name },
    },
  };
  return { kind: 'write', write: { verb: 'create', resource, object } };
}

function crdWrite(facts: PlanFacts, content: KubeObject, bundle: PlanBundle): StepVerdict {
  const existing = facts.crds.get(content.metadata.name);
  const untouchable = protectedDefinition(content, existing, bundle);
  if (untouchable !== undefined) return { kind: 'refused', message: untouchable };
  const [refusal] = existing === undefined ? [] : crdRefusals(existing, content);
  if (refusal !== undefined) return { kind: 'refused', message: refusal.message };
  if (existing?.metadata.deletionTimestamp !== undefined) {
    const message = `CustomResourceDefinition ${content.metadata.name} is still being deleted`;
    return { kind: 'blocked', message, forEver: true };
  }
  const kind = planKind({ group: 'apiextensions.k8s.io', version: 'v1', kind: 'CustomResourceDefinition' });
  if (kind === undefined) return { kind: 'refused', message: 'the InstallPlan contains invalid data' };
  const object = crdForCluster(content, existing, bundle, {
    namespace: facts.plan.metadata.namespace ?? '',
    conversion: conversionOf(
      content,
      bundleCsv(bundle, bundleObjects(facts, bundle), facts.isCsv),
      facts.leavesOut,
    ),
  });
  const served = existing !== undefined && crdFacts(existing)?.established === true;
  return { kind: 'write', write: { verb: 'apply', resource: kind.resource, object, served } };
}

function ownedWrite(
  facts: PlanFacts,
  content: KubeObject,
  bundle: PlanBundle,
  resource: StepAction['resource'],
): StepVerdict {
  const namespace = facts.plan.metadata.namespace ?? '';
  const owners = content.kind === 'ServiceAccount' ? accountOwners(facts, content) : [];
  const object = ownedObject(content, bundle, { namespace, namespaced: resource.namespaced, owners });
  const write: Omit<StepAction, 'step'> = { verb: 'apply', resource, object };
  return { kind: 'write', write: resource.namespaced ? { ...write, ownedBy: bundle.csv } : write };
}

/** Two versions of an operator share an account while one replaces the other: it goes with the last of them. */
function accountOwners(facts: PlanFacts, content: KubeObject): OwnerReference[] {
  const existing = facts.serviceAccounts.get(content.metadata.name);
  const alive = new Set([...facts.csvs.values()].map((csv) => csv.metadata.uid));
  return (existing?.metadata.ownerReferences ?? []).filter((owner) => alive.has(owner.uid));
}
