/**
 * What approving a plan would do to the cluster as it is now: object by object, and for people in sum: which operators
 * move and why, which rights are new, what the new definitions take away.
 */
import type { KubeObject } from '../../k8s/object.ts';
import { packageKeyOf } from '../api/subscription.ts';
import type { AggregatedApi, CsvWebhook, PermissionRequest } from '../api/catalog.ts';
import { crdChange, type CrdChange } from './crd-change.ts';
import { policyRule, readCsv } from '../content/csv-summary.ts';
import { at, items, optional } from '../../base/loose.ts';
import { addedPermissions } from '../content/permission-diff.ts';
import { planBundles } from './bundle.ts';
import { crdCheckOf, type CrdCheck } from './crd-check.ts';
import { bundleOf } from '../content/channels.ts';
import { upgradePath } from '../content/graph.ts';
import { leavesOutOf, leftOutOfCsv, type LeftOut } from './left-out.ts';
import { planMoves, type PlanMove } from './moves.ts';
import {
  reviewedObject,
  stepsOf,
  writtenByStep,
  type ObjectChange,
  type PlanReviewFacts,
  type ReviewedObject,
  type ReviewStep,
} from './review-object.ts';
import type { ClusterServiceVersion, InstallPlanStep } from '../api/types.ts';
import { wayBack, type WayBack, type WayBackCrd } from './way-back.ts';

/** One CSV of the plan: which rights, webhooks and objects it brings. */
export interface ReviewedOperator extends PlanMove {
  title: string;
  version?: string;
  /** Absent for a first install. */
  wayBack?: WayBack;
  /** Rights that the version before does not have; all of them for a first install. Undefined: not known. */
  addedRights?: PermissionRequest[];
  /** API groups that it brings itself: there nothing it does is a risk. */
  ownGroups: string[];
  /** Admission and conversion webhooks. */
  webhooks: CsvWebhook[];
  /** Aggregated APIs that it serves. */
  aggregatedApis: AggregatedApi[];
  /** Parts of the bundle that our controller does not install. */
  leftOut: LeftOut[];
  /** Roles that are not of this plan and that it is bound to. */
  foreignRoles: { binding: string; role: string; clusterWide: boolean }[];
  objects: ReviewedObject[];
}

/** All that approving a plan would change, in the shape that the page shows. */
export interface PlanReview {
  namespace: string;
  name: string;
  /** Made by our controller, and not by a real OLM. */
  ours: boolean;
  operators: ReviewedOperator[];
  /** Why it would not come to its end. */
  problem?: string;
  /** Kinds that may not be read: whether it would come to its end is not judged. */
  unjudged: readonly string[];
  crdChanges: CrdChange[];
  /** Existing definitions that may not be read. */
  hiddenCrds: string[];
  /** What the controller found when it held existing objects against the new definitions. */
  check?: CrdCheck;
  totals: Record<ObjectChange, number> & { clusterScoped: number };
}

/** Reviews a plan by what was read beforehand; what could not be read is told as unknown, never as unchanged. */
export function planReview(facts: PlanReviewFacts): PlanReview {
  const { plan, foretold } = facts;
  const steps = stepsOf(facts);
  const offered = offeredBy(facts);
  const operators = planMoves({ ...facts, offered, contents: csvContents(steps, facts) }).map((move) =>
    operatorOf(
      move,
      steps.filter(({ step }) => step.resolving === move.csv),
      facts,
    ),
  );
  const crds = steps.filter(({ step }) => step.resource.kind === 'CustomResourceDefinition');
  return {
    namespace: plan.metadata.namespace ?? '',
    name: plan.metadata.name,
    ours: planBundles(plan) !== undefined,
    operators,
    ...optional({ problem: foretold?.problem }),
    unjudged: foretold?.unread ?? [],
    crdChanges: crds.flatMap(({ content, existing }) =>
      content.kind === 'ready' && existing.kind === 'present'
        ? (crdChange(existing.object, content.object) ?? [])
        : [],
    ),
    hiddenCrds: crds
      .filter(({ existing }) => existing.kind === 'forbidden' || existing.kind === 'failed')
      .map(({ step }) => step.resource.name),
    ...optional({ check: crdCheckOf(plan) }),
    totals: totalsOf(operators.flatMap(({ objects }) => objects)),
  };
}

function csvContents(
  steps: readonly ReviewStep[],
  { isCsv }: PlanReviewFacts,
): Map<string, ClusterServiceVersion> {
  return new Map(
    steps.flatMap(({ step, content }): [string, ClusterServiceVersion][] =>
      content.kind === 'ready' && isCsv(content.object) && content.object.metadata.name === step.resolving
        ? [[step.resolving, content.object]]
        : [],
    ),
  );
}

function operatorOf(move: PlanMove, steps: readonly ReviewStep[], facts: PlanReviewFacts): ReviewedOperator {
  const csv = csvContents(steps, facts).get(move.csv);
  const summary = csv === undefined ? undefined : readCsv(csv).summary;
  return {
    ...move,
    title: summary?.displayName ?? move.csv,
    ...optional({
      version: csv?.spec.version,
      addedRights: addedRights(move, steps, facts),
      wayBack: move.fresh ? undefined : wayBackOf(move, steps, facts),
    }),
    ownGroups: groupsOf(csv),
    webhooks: summary?.webhooks ?? [],
    aggregatedApis: summary?.aggregatedApis ?? [],
    leftOut:
      csv === undefined || planBundles(facts.plan) === undefined
        ? []
        : leftOutOfCsv(csv.spec, leavesOutOf(facts.plan)),
    foreignRoles: foreignRoles(steps),
    objects: steps.map((step) => reviewedObject(step, facts)),
  };
}

/** What the catalogs would bring by now, for the installed ones among the Subscriptions. */
function offeredBy({ subscriptions = [], packages }: PlanReviewFacts): Map<string, string> {
  return new Map(
    subscriptions.flatMap((subscription): [string, string][] => {
      const { metadata, spec, status } = subscription;
      const [pkg, installed = ''] = [packages.get(packageKeyOf(subscription)), status?.installedCSV];
      if (pkg === undefined || installed === '') return [];
      const from = { name: installed, ...optional({ version: bundleOf(pkg, installed)?.version }) };
      return upgradePath(pkg, from, spec.channel)
        .slice(0, 1)
        .map(({ bundle }) => [metadata.name, bundle.name]);
    }),
  );
}

function wayBackOf(
  { csv, from, subscription: name }: PlanMove,
  steps: readonly ReviewStep[],
  facts: PlanReviewFacts,
): WayBack {
  const crds = steps.flatMap((step): WayBackCrd[] => {
    const { kind, name } = step.step.resource;
    const { existing } = step;
    if (kind !== 'CustomResourceDefinition' || existing.kind === 'absent') return [];
    const before = existing.kind === 'present' ? existing.object : undefined;
    return [{ name, before, after: writtenByStep(step, facts) }];
  });
  const subscription = facts.subscriptions?.find(({ metadata }) => metadata.name === name);
  const pkg = subscription === undefined ? undefined : facts.packages.get(packageKeyOf(subscription));
  return wayBack({ to: csv, from, crds, pkg });
}

function groupsOf(csv: ClusterServiceVersion | undefined): string[] {
  const owned = csv?.spec.customresourcedefinitions?.owned ?? [];
  return [...new Set(owned.map(({ name }) => name.slice(name.indexOf('.') + 1)))];
}

function addedRights(
  move: PlanMove,
  steps: readonly ReviewStep[],
  facts: PlanReviewFacts,
): PermissionRequest[] | undefined {
  const csv = csvContents(steps, facts).get(move.csv);
  if (csv === undefined) return undefined;
  const after = [...readCsv(csv).summary.permissions, ...steps.flatMap(bundledRole)];
  if (move.from === undefined) return move.fresh ? after : undefined;
  const installed = facts.csvs?.find(({ metadata }) => metadata.name === move.from?.csv);
  if (installed === undefined) return undefined;
  const before = [...readCsv(installed).summary.permissions, ...steps.flatMap(existingRole)];
  return addedPermissions(before, after);
}

/** A Role or ClusterRole that the bundle brings beside what its CSV asks for. */
function bundledRole({ content, step }: ReviewStep): PermissionRequest[] {
  // What the step carries itself was made from the CSV, which has been read already.
  return content.kind === 'ready' && !content.inline ? roleRights(step, content.object) : [];
}

function existingRole({ content, existing, step }: ReviewStep): PermissionRequest[] {
  const bundled = content.kind === 'ready' && !content.inline;
  return bundled && existing.kind === 'present' ? roleRights(step, existing.object) : [];
}

function roleRights({ resource }: InstallPlanStep, object: KubeObject): PermissionRequest[] {
  if (resource.kind !== 'Role' && resource.kind !== 'ClusterRole') return [];
  const rules = items(object['rules']).map(policyRule);
  const scope = resource.kind === 'ClusterRole' ? 'cluster' : 'namespace';
  return rules.length === 0 ? [] : [{ serviceAccount: '', scope, rules }];
}

function foreignRoles(steps: readonly ReviewStep[]): ReviewedOperator['foreignRoles'] {
  const brought = new Set(steps.map(({ step }) => `${step.resource.kind}/${step.resource.name}`));
  return steps.flatMap(({ step, content }) => {
    const { kind, name } = step.resource;
    if (content.kind !== 'ready' || (kind !== 'RoleBinding' && kind !== 'ClusterRoleBinding')) return [];
    const role = [at(content.object, 'roleRef', 'kind'), at(content.object, 'roleRef', 'name')].join('/');
    return brought.has(role) ? [] : [{ binding: name, role, clusterWide: kind === 'ClusterRoleBinding' }];
  });
}

function totalsOf(objects: readonly ReviewedObject[]): PlanReview['totals'] {
  const count = (change: ObjectChange): number => objects.filter((object) => object.change === change).length;
  return {
    created: count('created'),
    changed: count('changed'),
    unchanged: count('unchanged'),
    kept: count('kept'),
    unknown: count('unknown'),
    clusterScoped: objects.filter(({ clusterScoped }) => clusterScoped).length,
  };
}
