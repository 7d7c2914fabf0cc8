/** A change of parameters before it is written: what admission would make of it, and the one patch that it is. */
import { at } from '../../base/loose.ts';
import { isJsonObject } from '../../base/json.ts';
import type { Change } from '../../k8s/change.ts';
import type { KubeObject } from '../../k8s/object.ts';
import { admitInstance, type Admission, type PlanChoice } from '../admission/admit.ts';
import { QUEUE_ANNOTATION } from '../api/labels.ts';
import { readInstance, readOperatorVersion } from '../api/parse.ts';
import { kudoResources } from '../api/types.ts';
import { invalidParameters } from '../parameters/check.ts';
import type { InstanceWish } from './package-view.ts';

/** What would become of the change. */
export type ParameterEdit =
  | { kind: 'none' }
  /** In upstream's words. */
  | { kind: 'refused'; message: string }
  /** `runs` is absent where nothing does. */
  | { kind: 'change'; change: Change; names: readonly string[]; runs?: PlanChoice };

/** @param values all that are to be set; what is not among them goes back to its default */
export function parameterEdit(
  instance: KubeObject,
  version: KubeObject,
  values: InstanceWish['values'],
): ParameterEdit {
  const before = parameterValues(instance);
  const names = [...new Set([...Object.keys(before), ...Object.keys(values)])]
    .filter((name) => ownText(before, name) !== ownText(values, name))
    .sort();
  if (names.length === 0) return { kind: 'none' };
  const admission = admitted(instance, version, version, values);
  if (!admission.allowed) return { kind: 'refused', message: admission.message };
  const { namespace = '', name } = instance.metadata;
  const parameters = Object.fromEntries(names.map((one) => [one, ownText(values, one) ?? null]));
  return {
    kind: 'change',
    names,
    change: {
      verb: 'patch',
      resource: kudoResources.instances,
      ref: { namespace, name },
      patch: { type: 'merge', body: { spec: { parameters } } },
      before: instance,
    },
    ...(admission.runs === undefined ? {} : { runs: admission.runs }),
  };
}

/** Why an upgrade with these values would be refused; undefined where it would not. @param from as the cluster has it */
export function refusedUpgrade(
  instance: KubeObject,
  from: KubeObject,
  to: KubeObject,
  values: InstanceWish['values'],
): string | undefined {
  const admission = admitted(instance, from, to, values);
  return admission.allowed ? undefined : admission.message;
}

function admitted(
  instance: KubeObject,
  from: KubeObject,
  to: KubeObject,
  values: InstanceWish['values'],
): Admission {
  const [read, readFrom, readTo] = [
    readInstance(instance),
    readOperatorVersion(from),
    readOperatorVersion(to),
  ];
  const problem = [read, readFrom, readTo].flatMap((one) => ('problem' in one ? [one.problem] : []))[0];
  if (!('value' in read) || !('value' in readFrom) || !('value' in readTo))
    return { allowed: false, code: 500, message: problem ?? '' };
  const old = read.value;
  const operatorVersion = from === to ? old.spec.operatorVersion : { name: to.metadata.name };
  return admitInstance({
    old,
    next: { ...old, spec: { ...old.spec, operatorVersion, parameters: { ...values } } },
    oldVersion: readFrom.value,
    version: readTo.value,
    uid: '',
    invalidParameters,
    mayQueue: old.metadata.annotations?.[QUEUE_ANNOTATION] === 'true',
  });
}

/** The values that an Instance sets; what is no text is left out. */
export function parameterValues(instance: KubeObject): Record<string, string> {
  const given = at(instance, 'spec', 'parameters');
  if (!isJsonObject(given)) return {};
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
}

function ownText(values: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}
