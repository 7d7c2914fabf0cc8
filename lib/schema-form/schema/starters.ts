/** What a new instance starts from: an example of the operator's author, or the least the API server accepts. */
import { parsedJson } from '../../base/json.ts';
import { isDictionary, isList, type Dictionary, defineKey, sameValue } from './path.ts';

/** An object to begin with. */
export interface Starter {
  /** For the chooser: the example's own name. */
  readonly title: string;
  readonly object: Dictionary;
  /** The operator's author names it as the one to begin with. */
  readonly recommended?: boolean;
}

/** A kind in one version; the group is empty for the core group. */
export interface ApiType {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/**
 * Examples of one API among a CSV's `alm-examples` (JSON text, or already a list). Those of another version of the
 * same API come last, at the version asked for. Bad JSON gives none.
 */
export function startersFrom(almExamples: unknown, type: ApiType): Starter[] {
  const examples = listOf(almExamples);
  const same = examples.filter((object) => isOf(object, type, true));
  const others = examples.filter((object) => isOf(object, type, false));
  return [...same, ...others].map((object) => starterOf(object, type));
}

/**
 * The resource that a CSV asks to be made first (annotation `operatorframework.io/initialization-resource`, JSON text),
 * when it is one of this API.
 */
function initialStarter(annotation: unknown, type: ApiType): Starter | undefined {
  const object = typeof annotation === 'string' ? parsedJson(annotation) : undefined;
  if (!isDictionary(object)) return undefined;
  const fits = isOf(object, type, true) || isOf(object, type, false);
  return fits ? { ...starterOf(object, type), recommended: true } : undefined;
}

/** The recommended one first; an example that is the same is not offered twice. */
export function allStarters(examples: unknown, initial: unknown, type: ApiType): Starter[] {
  const first = initialStarter(initial, type);
  const others = startersFrom(examples, type);
  if (first === undefined) return others;
  return [first, ...others.filter(({ object }) => !sameValue(object, first.object))];
}

function listOf(almExamples: unknown): Dictionary[] {
  const parsed = typeof almExamples === 'string' ? parsedJson(almExamples) : almExamples;
  return isList(parsed) ? parsed.filter(isDictionary) : [];
}

function isOf(object: Dictionary, type: ApiType, sameVersion: boolean): boolean {
  const apiVersion = typeof object['apiVersion'] === 'string' ? object['apiVersion'] : '';
  if (object['kind'] !== type.kind || !apiVersion.startsWith(`${type.group}/`)) return false;
  return (apiVersion === `${type.group}/${type.version}`) === sameVersion;
}

function starterOf(object: Dictionary, type: ApiType): Starter {
  const metadata = isDictionary(object['metadata']) ? object['metadata'] : {};
  const name = typeof metadata['name'] === 'string' ? metadata['name'] : type.kind;
  return { title: name, object: inOrder({ ...object, apiVersion: `${type.group}/${type.version}` }) };
}

const ORDER = ['apiVersion', 'kind', 'metadata', 'spec'];

/** The order people write objects in; the rest as it was. Nothing is added. */
function inOrder(object: Dictionary): Dictionary {
  const ordered: Dictionary = {};
  for (const key of ORDER) if (Object.hasOwn(object, key)) defineKey(ordered, key, object[key]);
  for (const key of Object.keys(object))
    if (!Object.hasOwn(ordered, key)) defineKey(ordered, key, object[key]);
  return ordered;
}

/** Only what every object has. */
export function emptyObject(type: ApiType): Dictionary {
  return { apiVersion: `${type.group}/${type.version}`, kind: type.kind, metadata: { name: '' } };
}
