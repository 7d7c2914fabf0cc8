/** What an installation from a repository writes: operators and versions that are not there yet, then the instance. */
import type { Change } from '../../k8s/change.ts';
import type { KubeObject, ObjectRef } from '../../k8s/object.ts';
import { resources } from '../../k8s/resources.ts';
import { stableJson } from '../../base/hash.ts';
import { isJsonObject, ownValue } from '../../base/json.ts';
import { at, optional } from '../../base/loose.ts';
import { firstPlan } from '../admission/triggers.ts';
import { DEPLOY_PLAN, UPDATE_PLAN, UPGRADE_PLAN } from '../api/labels.ts';
import { readOperatorVersion } from '../api/parse.ts';
import type { ChildOperator } from '../api/task.ts';
import { defaultInstanceName, instanceLabels } from '../api/names.ts';
import {
  KUDO_API_VERSION,
  kudoResources,
  type KudoInstance,
  type KudoOperatorVersion,
} from '../api/types.ts';
import { packageFamily } from '../package/family.ts';
import type { PackageFiles } from '../package/files.ts';
import { packageObjects, type PackageObjects } from '../package/objects.ts';
import { BadPackage } from '../package/problem.ts';
import { readPackage } from '../package/read.ts';
import { parameterChanges, type ParameterChange } from '../parameters/changes.ts';
import { needsValue, valueProblem } from '../parameters/check.ts';
import type { InstanceWish } from './package-view.ts';

/** Packages of a repository that others install, by `outsideKey`; a text says why one cannot be had. */
export type OutsidePackages = ReadonlyMap<string, PackageFiles | string>;

/** How an operator that is installed by another one is asked for; what is not said may be any. */
export function outsideKey({ package: name, operatorVersion = '', appVersion = '' }: ChildOperator): string {
  return stableJson([name, operatorVersion, appVersion]);
}

/** `missing` has to be brought first; `problem`: it cannot be known. */
export type InstallFamily =
  { members: readonly PackageObjects[] } | { missing: ChildOperator } | { problem: string };

/** All that has to be in the cluster, children first, the package itself last; or what keeps that from being known. */
export function installFamily(files: PackageFiles, outside: OutsidePackages): InstallFamily {
  let missing: ChildOperator | undefined;
  try {
    const family = packageFamily(files, true, (child) => {
      const others = outside.get(outsideKey(child));
      if (others === undefined) missing ??= child;
      if (others === undefined || typeof others === 'string') return { problem: others ?? '' };
      return packageObjects(readPackage(others));
    });
    return missing === undefined ? family : { missing };
  } catch (error) {
    if (error instanceof BadPackage) return { problem: error.message };
    throw error;
  }
}

/** What the namespace has. */
export interface NamespaceState {
  /** Undefined while nobody knows. */
  exists: boolean | undefined;
  operators: readonly KubeObject[];
  versions: readonly KubeObject[];
  instances: readonly KubeObject[];
}

/** The writes in their order, and what speaks against them. */
export interface InstallPlanView {
  changes: readonly Change[];
  /** The instance that is made, or changed. */
  instance: Required<ObjectRef>;
  /** Nothing can be created before these are gone. */
  problems: readonly PackageInstallProblem[];
  /** OperatorVersions that are there already with another content, which stays. */
  differing: readonly string[];
}

/** `value` is in KUDO's own words. */
export type PackageInstallProblem =
  { kind: 'nameTaken'; name: string } | { kind: 'value'; parameter: string; message: string };

/** @param members as `installFamily` gives them; the last is what is installed */
export function installPlan(
  members: readonly PackageObjects[],
  wish: InstanceWish,
  state: NamespaceState,
): InstallPlanView | undefined {
  const version = members.at(-1)?.version;
  if (version === undefined) return undefined;
  const { namespace } = wish;
  const instance = instanceOf(version, wish);
  const { name } = instance.metadata;
  const taken = namesOf(state.instances).has(name);
  return {
    changes: [
      ...(state.exists === false ? [namespaceChange(namespace)] : []),
      ...familyChanges(members, namespace, state),
      creation(kudoResources.instances, instance, namespace),
    ],
    instance: { namespace, name },
    problems: [
      ...(taken ? [{ kind: 'nameTaken' as const, name }] : []),
      ...valueProblems(version, wish.values),
    ],
    differing: differingVersions(members, state.versions),
  };
}

function familyChanges(
  members: readonly PackageObjects[],
  namespace: string,
  { operators, versions }: NamespaceState,
): Change[] {
  const wanted = members.map(({ operator }) => operator);
  return [
    ...missing(wanted, operators).map((object) => creation(kudoResources.operators, object, namespace)),
    ...missing(
      members.map(({ version }) => version),
      versions,
    ).map((object) => creation(kudoResources.operatorVersions, object, namespace)),
  ];
}

/**
 * The writes that bring an instance to another version: what that needs first, then one patch with the version and all
 * values (KUDO 38).
 */
export function instanceUpgrade(
  members: readonly PackageObjects[],
  instance: KubeObject,
  values: InstanceWish['values'],
  state: NamespaceState,
): InstallPlanView | undefined {
  const version = members.at(-1)?.version;
  if (version === undefined) return undefined;
  const { namespace = '', name } = instance.metadata;
  const before = at(instance, 'spec', 'parameters');
  const given = Object.keys(isJsonObject(before) ? before : {});
  const parameters = {
    ...Object.fromEntries(given.map((one) => [one, null])),
    ...values,
  };
  return {
    changes: [
      ...familyChanges(members, namespace, state),
      {
        verb: 'patch',
        resource: kudoResources.instances,
        ref: { namespace, name },
        patch: {
          type: 'merge',
          body: { spec: { operatorVersion: { name: version.metadata.name }, parameters } },
        },
        before: instance,
      },
    ],
    instance: { namespace, name },
    problems: valueProblems(version, values),
    differing: differingVersions(members, state.versions),
  };
}

/** What an instance meets in another version; `runs` is the plan that the change starts. */
export interface VersionDifference {
  parameters: readonly ParameterChange[];
  plans: readonly PartChange[];
  tasks: readonly PartChange[];
  templates: readonly PartChange[];
  runs?: string;
}

/** A named part of a version that the other has not, or has otherwise. */
export interface PartChange {
  name: string;
  kind: 'added' | 'removed' | 'changed';
}

/** @param from an OperatorVersion of the cluster; what cannot be read of it counts as absent */
export function versionDifference(from: KubeObject, to: KudoOperatorVersion): VersionDifference {
  const read = readOperatorVersion(from);
  const old = 'value' in read ? read.value.spec : { parameters: [], plans: {}, tasks: [], templates: {} };
  const tasksOf = (spec: Pick<typeof old, 'tasks'>): Record<string, unknown> =>
    Object.fromEntries(spec.tasks.map((task) => [task.name, task]));
  return {
    parameters: parameterChanges(old.parameters, to.spec.parameters),
    plans: partChanges(old.plans, to.spec.plans),
    tasks: partChanges(tasksOf(old), tasksOf(to.spec)),
    templates: partChanges(old.templates, to.spec.templates),
    ...optional({ runs: firstPlan(to, [UPGRADE_PLAN, UPDATE_PLAN, DEPLOY_PLAN]) }),
  };
}

function partChanges(
  from: Readonly<Record<string, unknown>>,
  to: Readonly<Record<string, unknown>>,
): PartChange[] {
  const names = [...new Set([...Object.keys(to), ...Object.keys(from)])];
  return names.flatMap((name) => {
    const [was, is] = [ownValue(from, name), ownValue(to, name)];
    if (was === undefined) return { name, kind: 'added' as const };
    if (is === undefined) return { name, kind: 'removed' as const };
    return sameVersion(was, is) ? [] : { name, kind: 'changed' as const };
  });
}

function instanceOf(version: KudoOperatorVersion, { namespace, name, values }: InstanceWish): KudoInstance {
  const operator = version.spec.operator.name ?? '';
  return {
    apiVersion: KUDO_API_VERSION,
    kind: 'Instance',
    metadata: {
      name: name === '' ? defaultInstanceName(operator) : name,
      namespace,
      labels: instanceLabels(operator),
    },
    spec: {
      operatorVersion: { name: version.metadata.name },
      ...optional({ parameters: Object.keys(values).length === 0 ? undefined : { ...values } }),
    },
  };
}

function namespaceChange(name: string): Extract<Change, { verb: 'create' }> {
  return {
    verb: 'create',
    resource: resources.namespaces,
    object: { apiVersion: 'v1', kind: 'Namespace', metadata: { name } },
  };
}

function creation(
  resource: (typeof kudoResources)[keyof typeof kudoResources],
  object: KubeObject,
  namespace: string,
): Extract<Change, { verb: 'create' }> {
  return { verb: 'create', resource, object: { ...object, metadata: { ...object.metadata, namespace } } };
}

/** Each name once. */
function missing<T extends KubeObject>(wanted: readonly T[], there: readonly KubeObject[]): T[] {
  const known = namesOf(there);
  return wanted.filter(({ metadata: { name } }) => {
    if (known.has(name)) return false;
    known.add(name);
    return true;
  });
}

function namesOf(objects: readonly KubeObject[]): Set<string> {
  return new Set(objects.map(({ metadata }) => metadata.name));
}

function valueProblems(
  version: KudoOperatorVersion,
  values: InstanceWish['values'],
): PackageInstallProblem[] {
  return version.spec.parameters.flatMap((parameter): PackageInstallProblem[] => {
    const given = Object.hasOwn(values, parameter.name) ? values[parameter.name] : undefined;
    if (given === undefined && !needsValue(parameter)) return [];
    const message = valueProblem(parameter, given ?? '');
    return message === undefined ? [] : [{ kind: 'value', parameter: parameter.name, message }];
  });
}

function differingVersions(members: readonly PackageObjects[], there: readonly KubeObject[]): string[] {
  const known = new Map(there.map((object) => [object.metadata.name, object['spec']]));
  return members.flatMap(({ version }) => {
    const spec = known.get(version.metadata.name);
    return spec === undefined || sameVersion(spec, version.spec) ? [] : [version.metadata.name];
  });
}

/** The API server leaves out what is empty. */
function sameVersion(one: unknown, other: unknown): boolean {
  return stableJson(filled(one)) === stableJson(filled(other));
}

function filled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(filled);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, field]) => [key, filled(field)] as const)
      .filter(([, field]) => !isEmpty(field)),
  );
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === '' || value === false) return true;
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}
