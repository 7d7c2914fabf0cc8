/** Puts what the API server says about fields at the fields, with who says it. */
import { nearestField, parseFieldPath } from './api-paths.ts';
import { fieldsInText, problemIn, saysNothing, spokenOf, textValueIn } from './api-texts.ts';
import type { FieldError, Speaker } from '../schema/field-error.ts';
import { getIn, isDictionary, type Path, samePath } from '../schema/path.ts';
import { type Problem, type ProblemCode, sameProblem } from '../schema/problem.ts';
import type { FieldSchema } from '../schema/schema.ts';

/** An entry of `status.details.causes`; `field` is a path as the API server writes it. */
export interface ApiCause {
  readonly field: string;
  readonly message: string;
}

/** What is known of a request that the API server refused. */
export interface ApiRefusal {
  readonly message: string;
  readonly causes: readonly ApiCause[];
  /** As of the console's ApiError: `alreadyExists`, `notFound`, …. */
  readonly kind?: string;
}

/** The refusal as errors at fields; what is about none stands at the object itself. Empty when it names nothing. */
export function apiFieldErrors(refusal: ApiRefusal, object: unknown, schema?: FieldSchema): FieldError[] {
  const { by, text, problem } = spokenOf(refusal.message);
  if (problem !== undefined) return [{ path: [], problem, rule: 'api', by }];
  const place = { object, schema, by };
  const found = [
    fromCauses(refusal.causes, place),
    fromDecoding(text, place),
    fromNames(refusal, place),
    by.kind === 'cluster' ? [] : fromText(text, place),
  ].find((errors) => errors.length > 0);
  return onlyOnce(found ?? []);
}

interface Place {
  readonly object: unknown;
  readonly schema: FieldSchema | undefined;
  readonly by: Speaker;
}

function onlyOnce(errors: readonly FieldError[]): FieldError[] {
  return errors.filter(
    (error, index) =>
      errors.findIndex(
        (other) => samePath(other.path, error.path) && sameProblem(other.problem, error.problem),
      ) === index,
  );
}

function fromCauses(causes: readonly ApiCause[], place: Place): FieldError[] {
  return causes
    .filter((cause) => cause.field !== '' && !saysNothing(cause.message))
    .map((cause) => errorAt(cause, place));
}

/** A field that cannot be shown is named in the words at its nearest parent. */
function errorAt({ field, message }: ApiCause, { object, schema, by }: Place): FieldError {
  const meant = entryMeant(parseFieldPath(field, object), message, object);
  const path = nearestField(meant, object, schema);
  const problem = problemIn(message, field);
  const said = path.length < meant.length ? { said: `${field}: ${message}` } : problem;
  return { path, problem: said, rule: 'api', by };
}

/** Of labels and the like the API server names the map; the key or the value in its words tells the entry. */
function entryMeant(path: Path, message: string, object: unknown): Path {
  const map = getIn(object, path);
  const text = textValueIn(message);
  if (!isDictionary(map) || text === undefined) return path;
  if (Object.hasOwn(map, text)) return [...path, text];
  const keys = Object.keys(map).filter((key) => map[key] === text);
  return keys.length === 1 && keys[0] !== undefined ? [...path, keys[0]] : path;
}

const STRICT = /(unknown|duplicate) field "((?:[^"\\]|\\.)+)"/g;
const UNMARSHAL = /cannot unmarshal \w+ into Go struct field (\w+)\.([\w.]+) of type (\S+)/;

/** What could not be read at all: unknown and repeated fields, or metadata of a wrong type. */
function fromDecoding(text: string, { object, schema, by }: Place): FieldError[] {
  const strict = text.includes('strict decoding error') ? [...text.matchAll(STRICT)] : [];
  if (strict.length > 0) {
    return strict.map(([, kind, field = '']) => ({
      path: nearestField(parseFieldPath(field, object), object, schema),
      problem: { code: kind === 'unknown' ? 'unknownField' : 'twice' },
      rule: 'api',
      by,
    }));
  }
  const wrong = UNMARSHAL.exec(text);
  if (wrong === null) return [];
  const [, struct = '', field = '', type = ''] = wrong;
  const name = struct === 'ObjectMeta' && !field.startsWith('metadata.') ? `metadata.${field}` : field;
  const code = goType(type);
  const path = parseFieldPath(name, object);
  const at = code === 'string' ? wrongEntry(path, object) : path;
  return [{ path: nearestField(at, object, schema), problem: { code }, rule: 'api', by }];
}

function goType(type: string): ProblemCode {
  if (type.startsWith('map[')) return 'dictionary';
  if (type.startsWith('[]')) return 'array';
  if (/^u?int/.test(type)) return 'integer';
  if (type === 'bool') return 'boolean';
  return type === 'string' ? 'string' : 'object';
}

/** The map is named where one of its values is no text. */
function wrongEntry(path: Path, object: unknown): Path {
  const map = getIn(object, path);
  if (!isDictionary(map)) return path;
  const key = Object.keys(map).find((name) => typeof map[name] !== 'string');
  return key === undefined ? path : [...path, key];
}

/** A name that is taken, a namespace that is not there. */
function fromNames({ kind, message }: ApiRefusal, { by }: Place): FieldError[] {
  const at = (name: string, problem: Problem): FieldError[] => [
    { path: ['metadata', name], problem, rule: 'api', by },
  ];
  if (kind === 'alreadyExists' || / already exists$/.test(message)) return at('name', { code: 'nameTaken' });
  if (/^namespaces "[^"]*" not found$/.test(message)) return at('namespace', { code: 'noNamespace' });
  return [];
}

/** Webhooks and policies speak freely: what names fields goes to them, all else stands at the object. */
function fromText(text: string, place: Place): FieldError[] {
  const found = fieldsInText(text);
  if (found.length > 0) return found.map((cause) => errorAt(cause, place));
  return [{ path: [], problem: { said: text.trim() }, rule: 'api', by: place.by }];
}
