/**
 * What the API server asks of names, labels, annotations and the rest of `metadata`.
 * Source: k8s.io/apimachinery `pkg/api/validation/objectmeta.go`, `pkg/util/validation`.
 */
import { metadataShape } from './metadata-shape.ts';
import { type Dictionary, isDictionary, isList, ownValue } from '../schema/path.ts';
import type { Problem } from '../schema/problem.ts';
import {
  blame,
  blameAlso,
  blameBelow,
  blameChild,
  type VerdictDraft,
  type Verdict,
  verdictOf,
} from './verdict.ts';

const LABEL = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?$/;
const QUALIFIED_NAME = /^(?:[A-Za-z0-9][-\w.]*)?[A-Za-z0-9]$/;
const NAME_LIMIT = 253;
const LABEL_LIMIT = 63;
/** Of all keys and values of the annotations together, in bytes. */
const ANNOTATIONS_LIMIT = 256 * 1024;

function isSubdomain(text: string): boolean {
  return text.length <= NAME_LIMIT && text.split('.').every((part) => LABEL.test(part));
}

/** Why this cannot be the name of a custom resource; undefined when it can. */
export function nameProblem(name: unknown): Problem | undefined {
  if (name === undefined || name === null || name === '') return { code: 'required' };
  if (typeof name !== 'string') return { code: 'string' };
  if (name.length > NAME_LIMIT) return tooLong(NAME_LIMIT, name);
  if (isSubdomain(name)) return undefined;
  if (/[A-Z]/.test(name)) return { code: 'lowerCase' };
  if (/[\s_]/.test(name)) return { code: 'noSpaces' };
  return { code: 'name' };
}

/** Why this cannot be the name of an object inside another: it only must be good as a part of a path. */
export function pathSegmentProblem(name: unknown): Problem | undefined {
  if (typeof name !== 'string') return undefined;
  return name === '.' || name === '..' || /[/%]/.test(name) ? { code: 'pathSegment' } : undefined;
}

/** The beginning of a name to which the API server adds letters: a dash at its end is good there. */
function prefixProblem(prefix: string): Problem | undefined {
  return nameProblem(prefix.length > 1 && prefix.endsWith('-') ? `${prefix.slice(0, -2)}a` : prefix);
}

function tooLong(max: number, text: string): Problem {
  return { code: 'maxLength', values: { max, length: text.length } };
}

/** What is wrong with the `metadata` of a custom resource. `generateName` may stand in for a name. */
export function objectMetadata(metadata: unknown): Verdict | undefined {
  const object = isDictionary(metadata) ? metadata : {};
  const draft: VerdictDraft = {};
  const prefix = ownValue(object, 'generateName');
  const name = ownValue(object, 'name');
  const named = name !== undefined && name !== null && name !== '';
  if (typeof prefix === 'string' && prefix !== '') {
    const problem = prefixProblem(prefix);
    if (problem !== undefined) blameChild(draft, 'generateName', { rule: 'name', problem });
  } else if (!named) blameChild(draft, 'name', { rule: 'name', problem: { code: 'required' } });
  blameAlso(draft, metadataRules(metadata, nameProblem));
  return verdictOf(draft);
}

/** The same for every object; `nameRule` tells what a name must be like. */
export function metadataRules(
  metadata: unknown,
  nameRule: (name: unknown) => Problem | undefined,
): Verdict | undefined {
  const draft: VerdictDraft = {};
  blameAlso(draft, metadataShape(metadata));
  if (!isDictionary(metadata)) return verdictOf(draft);
  text(metadata, 'name', draft, nameRule);
  text(metadata, 'namespace', draft, (namespace) =>
    namespace.length <= LABEL_LIMIT && LABEL.test(namespace) ? undefined : { code: 'labelName' },
  );
  blameBelow(draft, 'labels', entries(metadata['labels'], labelEntryProblem));
  blameBelow(draft, 'annotations', annotations(metadata['annotations']));
  blameBelow(draft, 'finalizers', finalizers(metadata['finalizers']));
  blameBelow(draft, 'ownerReferences', owners(metadata['ownerReferences']));
  return verdictOf(draft);
}

function text(
  object: Dictionary,
  key: string,
  draft: VerdictDraft,
  problemOf: (value: string) => Problem | undefined,
): void {
  const value = ownValue(object, key);
  if (typeof value !== 'string' || value === '') return;
  const problem = problemOf(value);
  if (problem !== undefined) blameChild(draft, key, { rule: 'name', problem });
}

function entries(
  map: unknown,
  problemOf: (key: string, value: unknown) => Problem | undefined,
): Verdict | undefined {
  if (!isDictionary(map)) return undefined;
  const draft: VerdictDraft = {};
  for (const [key, value] of Object.entries(map)) {
    const problem = problemOf(key, value);
    if (problem !== undefined) blameChild(draft, key, { rule: 'key', problem });
  }
  return verdictOf(draft);
}

function labelEntryProblem(key: string, value: unknown): Problem | undefined {
  return keyProblem(key) ?? (typeof value === 'string' ? labelValueProblem(value) : undefined);
}

/** Keys of annotations may have capitals everywhere. */
function annotations(map: unknown): Verdict | undefined {
  const verdict = entries(map, (key) => keyProblem(key.toLowerCase()));
  if (!isDictionary(map) || sizeOf(map) <= ANNOTATIONS_LIMIT) return verdict;
  const draft: VerdictDraft = {};
  blame(draft, 'maxLength', { code: 'annotationsTooLarge' });
  blameAlso(draft, verdict);
  return verdictOf(draft);
}

function sizeOf(map: Dictionary): number {
  const encoder = new TextEncoder();
  return Object.entries(map).reduce(
    (total, [key, value]) =>
      total + encoder.encode(key).length + (typeof value === 'string' ? encoder.encode(value).length : 0),
    0,
  );
}

function keyProblem(key: string): Problem | undefined {
  const slash = key.indexOf('/');
  const name = key.slice(slash + 1);
  const prefix = slash < 0 ? undefined : key.slice(0, slash);
  const wrong = name.length > LABEL_LIMIT || !QUALIFIED_NAME.test(name);
  if (wrong) return { code: 'labelKey' };
  return prefix !== undefined && !isSubdomain(prefix) ? { code: 'labelPrefix' } : undefined;
}

function labelValueProblem(value: string): Problem | undefined {
  if (value === '') return undefined;
  if (value.length > LABEL_LIMIT) return tooLong(LABEL_LIMIT, value);
  return QUALIFIED_NAME.test(value) ? undefined : { code: 'labelValue' };
}

/** The two ways of waiting for dependents, which exclude each other. */
const WAITS = ['orphan', 'foregroundDeletion'];

function finalizers(list: unknown): Verdict | undefined {
  if (!isList(list)) return undefined;
  const draft: VerdictDraft = {};
  if (WAITS.every((name) => list.includes(name)))
    blame(draft, 'not', { code: 'not', values: { branches: WAITS.join(' + ') } });
  list.forEach((name, index) => {
    // A null here is decoded as the empty text, and below as an owner without anything.
    const problem = typeof name === 'string' || name === null ? keyProblem(name ?? '') : undefined;
    if (problem !== undefined) blameChild(draft, index, { rule: 'key', problem });
  });
  return verdictOf(draft);
}

function owners(list: unknown): Verdict | undefined {
  if (!isList(list)) return undefined;
  const draft: VerdictDraft = {};
  list.forEach((owner, index) =>
    blameBelow(draft, index, isDictionary(owner) || owner === null ? ownerRules(owner ?? {}) : undefined),
  );
  const controllers = list.filter((owner) => isDictionary(owner) && owner['controller'] === true);
  // The API server drops copies of the same owner.
  if (new Set(controllers.map((owner) => JSON.stringify(owner))).size > 1)
    blame(draft, 'unique', { code: 'oneController' });
  return verdictOf(draft);
}

function ownerRules(owner: Dictionary): Verdict | undefined {
  const draft: VerdictDraft = {};
  for (const key of ['apiVersion', 'kind', 'name', 'uid']) {
    const value = ownValue(owner, key);
    if (value !== undefined && value !== null && value !== '') continue;
    blameChild(draft, key, { rule: 'required', problem: { code: 'required' } });
  }
  return verdictOf(draft);
}
