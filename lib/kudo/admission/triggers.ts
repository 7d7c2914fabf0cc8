/** Which plan a change asks for (KUDO 38, 39). Source: KUDO `pkg/webhook/instance_admission.go`. */
import { DEPLOY_PLAN, UPDATE_PLAN, UPGRADE_PLAN } from '../api/labels.ts';
import type { KudoInstance, KudoOperatorVersion, KudoParameter, VersionReference } from '../api/types.ts';

/** A refusal: the whole sentence. */
export class Refused extends Error {}

/** Parameters by what they would run. */
export interface Triggered {
  plan: string;
  parameters: string[];
}

const REFERENCE_FIELDS = [
  'kind',
  'namespace',
  'name',
  'uid',
  'apiVersion',
  'resourceVersion',
  'fieldPath',
] as const satisfies readonly (keyof VersionReference)[];

/** As Go prints the struct: all fields, those that are empty too. */
export function referenceText(reference: VersionReference): string {
  return `{${REFERENCE_FIELDS.map((field) => reference[field] ?? '').join(' ')}}`;
}

/** Any field counts, a kind that was only added too (KUDO 38). */
export function isUpgrade(old: KudoInstance, next: KudoInstance): boolean {
  return referenceText(old.spec.operatorVersion) !== referenceText(next.spec.operatorVersion);
}

/** The first of these plans that the version has. */
export function firstPlan(version: KudoOperatorVersion, names: readonly string[]): string | undefined {
  return names.find((name) => Object.hasOwn(version.spec.plans, name));
}

/** The plan of an upgrade. @throws Refused where there is none */
export function upgradePlan(version: KudoOperatorVersion): string {
  const plan = firstPlan(version, [UPGRADE_PLAN, UPDATE_PLAN, DEPLOY_PLAN]);
  if (plan !== undefined) return plan;
  throw new Refused("couldn't find any suitable plan that would be triggered by an OperatorVersion upgrade");
}

/** Values that differ between two instances, by name. */
function differing(old: Values, next: Values): string[] {
  const names = new Set([...Object.keys(old), ...Object.keys(next)]);
  return [...names].filter((name) => own(old, name) !== own(next, name));
}

type Values = Readonly<Record<string, string>>;

function own(values: Values, name: string): string | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}

/** The definition; undefined where the version has none. */
export function definitionOf(version: KudoOperatorVersion, name: string): KudoParameter | undefined {
  return version.spec.parameters.find((parameter) => parameter.name === name);
}

/** Both sides of an update, each with its version. */
export interface UpdateSides {
  old: KudoInstance;
  next: KudoInstance;
  oldVersion: KudoOperatorVersion;
  version: KudoOperatorVersion;
}

/**
 * Definitions of the parameters that changed, in the order of the version. A value that is set has to be known; one that the
 * old version did not know is new with the upgrade, and did not change (KUDO 39).
 * @throws Refused for a parameter that nobody defined
 */
export function changedParameters({ old, next, oldVersion, version }: UpdateSides): KudoParameter[] {
  const values = next.spec.parameters ?? {};
  const names = differing(old.spec.parameters ?? {}, values);
  const unknown = names.find(
    (name) => own(values, name) !== undefined && definitionOf(version, name) === undefined,
  );
  if (unknown !== undefined)
    throw new Refused(`failed to find parameter "${unknown}" in the OperatorVersion`);
  return version.spec.parameters.filter(
    ({ name }) => names.includes(name) && definitionOf(oldVersion, name) !== undefined,
  );
}

/**
 * The plans that changed parameters ask for, in declared order; `update`, else `deploy`, where none names one.
 * @throws Refused for a plan that is not there
 */
export function triggeredPlans(changed: readonly KudoParameter[], version: KudoOperatorVersion): Triggered[] {
  const plans = new Map<string, string[]>();
  for (const { name, trigger = '' } of changed) {
    if (trigger === '') continue;
    if (firstPlan(version, [trigger]) === undefined)
      throw new Refused(
        `param ${name} defined trigger plan ${trigger}, but plan not defined in operatorversion`,
      );
    plans.set(trigger, [...(plans.get(trigger) ?? []), name]);
  }
  if (changed.length === 0 || plans.size > 0)
    return [...plans].map(([plan, parameters]) => ({ plan, parameters }));
  const plan = firstPlan(version, [UPDATE_PLAN, DEPLOY_PLAN]);
  if (plan === undefined) throw new Refused("couldn't find any plans that would be triggered by the update");
  return [{ plan, parameters: changed.map(({ name }) => name) }];
}
