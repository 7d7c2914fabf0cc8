/** Apply: three-way, so that what was removed from the template goes and what others set stays (KUDO 61-63). */
import { fnv64a, stableJson } from '../../base/hash.ts';
import { isJsonObject } from '../../base/json.ts';
import { at } from '../../base/loose.ts';
import type { KubeObject } from '../../k8s/object.ts';
import { refKey } from '../../k8s/object.ts';
import { mergeFieldsOf } from '../../k8s/merge-keys.ts';
import { jsonMergePatch, strategicPatch } from '../../k8s/strategic-merge.ts';
import { objectHealth } from '../health/object-health.ts';
import {
  DEPENDENCIES_HASH_ANNOTATION,
  LAST_APPLIED_ANNOTATION,
  OPERATOR_VERSION_ANNOTATION,
  RECREATE_ANNOTATION,
  SHORTENED_ANNOTATION,
} from '../api/labels.ts';
import type { ObjectAction, TaskOutcome } from '../plan/decision.ts';
import { changedAt } from './pod-templates.ts';
import { lastApplied } from './restart-hash.ts';
import { objectAt, type TaskWorld } from './world.ts';

/** What becomes of the objects of one task: all of them in every pass, and done when all are healthy. */
export function applyAll(objects: readonly KubeObject[], world: TaskWorld): TaskOutcome {
  const actions: ObjectAction[] = [];
  const reasons: string[] = [];
  const refused: string[] = [];
  for (const object of objects) {
    const outcome = applyOne(object, world);
    if (outcome.kind === 'fatal') return outcome;
    if (outcome.kind === 'transient') refused.push(outcome.message);
    if ('actions' in outcome) actions.push(...(outcome.actions ?? []));
    if (outcome.kind === 'waiting' && outcome.why !== undefined) reasons.push(outcome.why);
  }
  if (refused.length > 0) return { kind: 'transient', message: refused.join('; '), actions };
  if (actions.length === 0 && reasons.length === 0) return { kind: 'done' };
  return { kind: 'waiting', actions, ...(reasons.length === 0 ? {} : { why: reasons.join('; ') }) };
}

function applyOne(wanted: KubeObject, world: TaskWorld): TaskOutcome {
  const place = objectAt(wanted);
  const live = world.find(place);
  const actions = wishes(wanted, live);
  if (!Array.isArray(actions)) return actions;
  const refusal = world.refusal(place);
  if (actions.length > 0 && refusal !== undefined) return { kind: 'transient', message: refusal, actions };
  if (live === undefined || actions.length > 0) return { kind: 'waiting', actions };
  if (live.metadata.deletionTimestamp !== undefined)
    return { kind: 'waiting', actions: [], why: `${wanted.kind} ${place.name} is being deleted` };
  const health = objectHealth(live);
  if (health.kind === 'failed')
    return { kind: 'fatal', reason: 'FailedTerminalStateError', message: health.why };
  return health.kind === 'healthy' ? { kind: 'done' } : { kind: 'waiting', actions: [], why: health.why };
}

/** The writes that make it so; none where it is so already, or is on its way out. */
function wishes(
  wanted: KubeObject,
  live: KubeObject | undefined,
): ObjectAction[] | Extract<TaskOutcome, { kind: 'fatal' }> {
  if (live === undefined) return [{ kind: 'create', object: withLastApplied(wanted) }];
  if (live.metadata.deletionTimestamp !== undefined) return [];
  const refused = notOurs(live);
  if (refused !== undefined) return refused;
  return changesOf(wanted, live);
}

/** Whoever annotated it without ours keeps it; an object without any annotation is adopted (KUDO 62). */
function notOurs({ kind, metadata }: KubeObject): Extract<TaskOutcome, { kind: 'fatal' }> | undefined {
  const { annotations = {}, namespace = '', name } = metadata;
  if (annotations[LAST_APPLIED_ANNOTATION] !== undefined || Object.keys(annotations).length === 0)
    return undefined;
  const message = `LastAppliedConfigAnnotation is not set on ${kind} ${refKey({ namespace, name })}`;
  return { kind: 'fatal', reason: 'TaskRenderingError', message };
}

function changesOf(wanted: KubeObject, live: KubeObject): ObjectAction[] {
  const { uid, resourceVersion, annotations } = live.metadata;
  const text = annotations?.[LAST_APPLIED_ANNOTATION];
  const original = text === undefined ? undefined : lastApplied(text);
  const job = jobChange(wanted, original);
  if (job === 'recreate') return [{ kind: 'delete', at: objectAt(wanted), uid }];
  const applied = withLastApplied(job);
  // In this run already: what the API server made of it since, such as 1 of 1000m, is no change to take back for ever.
  if (text !== undefined && text === applied.metadata.annotations?.[LAST_APPLIED_ANNOTATION]) return [];
  const patch = patchOf(original, applied, live);
  if (Object.keys(patch.patch).length === 0) return [];
  return [{ kind: 'patch', at: objectAt(wanted), ...patch, version: resourceVersion }];
}

function patchOf(
  original: KubeObject | undefined,
  wanted: KubeObject,
  live: KubeObject,
): { type: 'strategic' | 'merge'; patch: Record<string, unknown> } {
  const isStrategic = mergeFieldsOf(wanted) !== undefined;
  // What the status says is not ours to apply, and the API server drops it anyway.
  const { status: _status, ...modified } = wanted;
  const merge = isStrategic ? strategicPatch : jsonMergePatch;
  return {
    type: isStrategic ? 'strategic' : 'merge',
    patch: merge(withoutAnnotation(original), modified, live),
  };
}

/** It is not in what it holds, and would be taken for removed. */
function withoutAnnotation(object: KubeObject | undefined): unknown {
  if (object === undefined) return undefined;
  const { status: _status, ...rest } = object;
  return rest;
}

/** The object with itself in its annotation, as KUDO writes it: JSON and a newline. */
function withLastApplied(object: KubeObject): KubeObject {
  const annotations = { ...object.metadata.annotations, [LAST_APPLIED_ANNOTATION]: appliedText(object) };
  return { ...object, metadata: { ...object.metadata, annotations } };
}

/** All annotations of an object may have 262,144 bytes; a character has at most three. */
const MOST_CHARACTERS = 80_000;
/** A text that is no content, but a name, an image or the like. */
const SHORT = 256;

/**
 * Of a large one the fields, so that what a later template leaves out can go, without its long texts: KUDO could not apply it
 * at all. A Job is held against its template word for word.
 */
function appliedText(object: KubeObject): string {
  const text = `${stableJson(object)}\n`;
  if (text.length <= MOST_CHARACTERS || object.kind === 'Job') return text;
  const annotations = { ...object.metadata.annotations, [SHORTENED_ANNOTATION]: fnv64a(text) };
  const marked = { ...object, metadata: { ...object.metadata, annotations } };
  return `${stableJson(withoutLongTexts(marked))}\n`;
}

function withoutLongTexts(value: unknown): unknown {
  if (typeof value === 'string') return value.length > SHORT ? '' : value;
  if (Array.isArray(value)) return value.map(withoutLongTexts);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withoutLongTexts(part)]));
}

const FIXED_IN_JOBS = ['template', 'selector', 'completions', 'completionMode'] as const;

/**
 * The template of a Job cannot be changed: an equal one stays as it was written, so that no annotation of ours is a change;
 * another one is a new Job, unless the author refuses.
 */
function jobChange(wanted: KubeObject, original: KubeObject | undefined): KubeObject | 'recreate' {
  if (wanted.kind !== 'Job' || original === undefined) return wanted;
  const [is, was] = [wanted['spec'], original['spec']];
  if (!isJsonObject(is) || !isJsonObject(was)) return wanted;
  const kept = changedAt(wanted, ['spec'], (spec) => ({ ...spec, template: was['template'] }));
  const isSame = FIXED_IN_JOBS.every((field) => fixedText(wanted, field) === fixedText(original, field));
  if (isSame) return kept;
  return wanted.metadata.annotations?.[RECREATE_ANNOTATION] === 'false' ? wanted : 'recreate';
}

function fixedText(job: KubeObject, field: (typeof FIXED_IN_JOBS)[number]): string {
  if (field !== 'template') return stableJson([at(job, 'spec', field)]);
  const template = at(job, 'spec', 'template');
  if (!isJsonObject(template)) return '';
  return stableJson(
    changedAt(template, ['metadata', 'annotations'], (annotations) => {
      const {
        [OPERATOR_VERSION_ANNOTATION]: _version,
        [DEPENDENCIES_HASH_ANNOTATION]: _hash,
        ...own
      } = annotations;
      return own;
    }),
  );
}
