/**
 * What is written into a plan's status right after the plan was made: all that it installs. From then on its status alone
 * decides. Source: OLM `pkg/controller/operators/catalog/operator.go` (createInstallPlan; syncInstallPlans leaves plans
 * without status to whoever makes them).
 */
import type { PlanBundle } from './bundle.ts';
import { stepOfPlan, failed } from './decide.ts';
import { apiMissing, type PlanFacts } from './facts.ts';
import { isVersionGone } from './kinds.ts';
import { BUNDLES_ANNOTATION } from '../api/labels.ts';
import { lookupsOf } from './lookups.ts';
import { stableJson } from '../../base/hash.ts';
import { protectedDefinition } from './protected.ts';
import { bundleCsv, bundleSteps, inOrder, lonelyStep } from './steps.ts';
import type { InstallPlan, InstallPlanStatus, InstallPlanStep } from '../api/types.ts';

/** @param facts with the content of all the bundles */
export function firstStatus(facts: PlanFacts, now: number): InstallPlanStatus {
  const status = plannedStatus(facts, now);
  return stepOfPlan({ ...facts, plan: { ...facts.plan, status } }, now).status;
}

/** The steps, or why there can be none. */
function plannedStatus(facts: PlanFacts, now: number): InstallPlanStatus {
  const { plan, bundles, contents, isCsv } = facts;
  const base: InstallPlanStatus = {
    phase: '',
    catalogSources: [...new Set(bundles.map(({ catalog }) => catalog))],
    ...lookupsOf(bundles),
  };
  const steps: InstallPlanStep[] = [];
  for (const bundle of bundles) {
    const objects = contents.get(bundle.digest) ?? [];
    const csv = bundleCsv(bundle, objects, isCsv);
    if (csv === undefined) {
      // With a step all the same, or nobody could tell what the plan was for.
      const status = { ...base, plan: bundles.map(lonelyStep) };
      return failed(status, `the InstallPlan contains invalid data: no CSV ${bundle.csv}`, now).status;
    }
    steps.push(...bundleSteps(bundle, objects, csv, plan.metadata.namespace ?? ''));
  }
  const status = { ...base, plan: inOrder(steps) };
  const untouchable = bundles.flatMap((bundle) => untouchables(facts, bundle))[0];
  if (untouchable !== undefined) return failed(status, untouchable, now).status;
  const gone = steps.find((step) => isVersionGone(step.resource));
  if (gone !== undefined) return failed(status, apiMissing(gone.resource), now).status;
  const unsupported = steps.find((step) => step.status === 'UnsupportedResource');
  if (unsupported === undefined) return status;
  const { kind, name, group, version } = unsupported.resource;
  const gvk = [kind, `${group === '' ? 'core' : group}/${version}`].join(' ');
  return failed(status, `the InstallPlan contains invalid data: ${gvk} "${name}" cannot be installed`, now)
    .status;
}

/** Told before anybody is asked to approve it. */
function untouchables({ contents, crds }: PlanFacts, bundle: PlanBundle): string[] {
  return (contents.get(bundle.digest) ?? [])
    .filter(({ kind }) => kind === 'CustomResourceDefinition')
    .flatMap((crd) => protectedDefinition(crd, crds.get(crd.metadata.name), bundle) ?? []);
}

/**
 * Whether a plan that bears the name of a new one is that one, made by an earlier life of the controller that died before
 * it had written the status. Names can be foretold: whoever may create plans could make one that is approved already.
 */
export function isUnfinished(existing: InstallPlan, wanted: InstallPlan): boolean {
  const owners = ({ metadata }: InstallPlan): string =>
    stableJson((metadata.ownerReferences ?? []).map(({ uid }) => uid).sort());
  return (
    existing.status === undefined &&
    existing.metadata.annotations?.[BUNDLES_ANNOTATION] === undefined &&
    existing.metadata.deletionTimestamp === undefined &&
    stableJson(existing.spec) === stableJson(wanted.spec) &&
    owners(existing) === owners(wanted)
  );
}
