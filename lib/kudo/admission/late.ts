/**
 * What becomes of a write that nobody admitted, since no webhook stands before the API server: the same rules, held against
 * the spec that was taken last, which the instance keeps in an annotation. What they refuse is not acted on.
 */
import { stableJson } from '../../base/hash.ts';
import { isJsonObject } from '../../base/json.ts';
import { QUEUE_ANNOTATION, TAKEN_ANNOTATION } from '../api/labels.ts';
import { readInstance } from '../api/parse.ts';
import type { KudoInstance, KudoInstanceSpec, KudoOperatorVersion, PlanExecution } from '../api/types.ts';
import { admitInstance, type ParameterCheck } from './admit.ts';

/** What the rules ask for. */
export interface LateFacts {
  instance: KudoInstance;
  /** The version that a spec names, as it is in the cluster now. */
  versionOf: (instance: KudoInstance) => KudoOperatorVersion | undefined;
  /** For the run that begins, if one does. */
  uid: string;
  invalidParameters: ParameterCheck;
}

/** `take`: as it is to be stored; `refused`: what to go on with, and why. */
export type LateAdmission =
  | { kind: 'taken' }
  | { kind: 'take'; instance: KudoInstance }
  | { kind: 'refused'; instance: KudoInstance; message: string };

/** What the engine writes of an instance. */
interface OwnChange {
  planExecution?: PlanExecution;
  finalizers?: readonly string[];
  annotations?: Readonly<Record<string, string | null>>;
}

/** Whether the spec is the one that was taken last; one that is not may still run a plan. */
export function isTaken({ spec, metadata }: KudoInstance): boolean {
  return metadata.annotations?.[TAKEN_ANNOTATION] === specText(spec);
}

/** Looks at what stands in the cluster. */
export function admitLate(facts: LateFacts): LateAdmission {
  const { instance } = facts;
  if (isTaken(instance)) return { kind: 'taken' };
  const before = takenSpec(instance);
  const hasRun = Object.values(instance.status?.planStatus ?? {}).some(({ uid }) => uid !== undefined);
  // What another engine has run, and what is on its way out, is taken as it is.
  const isGoing = instance.metadata.deletionTimestamp !== undefined;
  if (before === undefined && (hasRun || isGoing)) return { kind: 'take', instance: withTaken(instance) };
  const old = before === undefined ? undefined : { ...instance, spec: before };
  const admission = admitted(facts, old, instance);
  if ('instance' in admission) return { kind: 'take', instance: admission.instance };
  const idle = { ...instance, spec: { ...instance.spec, planExecution: {} } };
  return { kind: 'refused', instance: old ?? idle, message: admission.message };
}

/** What the engine itself writes, admitted before it is written. */
export function admitOwn(
  facts: LateFacts,
  { planExecution, finalizers, annotations }: OwnChange,
): { instance: KudoInstance } | { message: string } {
  const { instance } = facts;
  const next: KudoInstance = {
    ...instance,
    metadata: {
      ...instance.metadata,
      ...(finalizers === undefined ? {} : { finalizers: [...finalizers] }),
      annotations: withoutNull({ ...instance.metadata.annotations, ...annotations }),
    },
    spec: planExecution === undefined ? instance.spec : { ...instance.spec, planExecution },
  };
  return admitted(facts, instance, next);
}

function admitted(
  { versionOf, uid, invalidParameters }: LateFacts,
  old: KudoInstance | undefined,
  next: KudoInstance,
): { instance: KudoInstance } | { message: string } {
  const admission = admitInstance({
    next,
    version: versionOf(next),
    ...(old === undefined ? {} : { old, oldVersion: versionOf(old) }),
    uid,
    invalidParameters,
    mayQueue: next.metadata.annotations?.[QUEUE_ANNOTATION] === 'true',
  });
  return admission.allowed ? { instance: withTaken(admission.instance) } : { message: admission.message };
}

/** With its spec marked as taken; a mark that somebody else wrote is overwritten. */
export function withTaken(instance: KudoInstance): KudoInstance {
  const annotations = { ...instance.metadata.annotations, [TAKEN_ANNOTATION]: specText(instance.spec) };
  return { ...instance, metadata: { ...instance.metadata, annotations } };
}

/** What counts of a spec: absent and empty are alike. */
function specText({ operatorVersion, parameters = {}, planExecution = {} }: KudoInstanceSpec): string {
  const { planName = '', uid = '' } = planExecution;
  return stableJson({ operatorVersion, parameters, planExecution: { planName, uid } });
}

function takenSpec(instance: KudoInstance): KudoInstanceSpec | undefined {
  const text = instance.metadata.annotations?.[TAKEN_ANNOTATION];
  if (text === undefined) return undefined;
  try {
    const spec: unknown = JSON.parse(text);
    const read = isJsonObject(spec) ? readInstance({ ...instance, spec }) : undefined;
    return read !== undefined && 'value' in read ? read.value.spec : undefined;
  } catch {
    return undefined;
  }
}

function withoutNull(texts: Readonly<Record<string, string | null>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(texts).filter((entry): entry is [string, string] => entry[1] !== null),
  );
}
