/** What the API server asks of names, labels and annotations. Source: k8s.io/apimachinery `util/validation`. */
import { isDictionary, type Path } from './path.ts';
import type { FieldError } from './field-error.ts';
import type { Problem } from './problem.ts';

const SUBDOMAIN = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const QUALIFIED_NAME = /^([A-Za-z0-9][-\w.]*)?[A-Za-z0-9]$/;
const NAME_LIMIT = 253;
const LABEL_LIMIT = 63;

/** Why this cannot be the name of a custom resource; undefined when it can. */
export function nameProblem(name: unknown): Problem | undefined {
  if (name === undefined || name === null || name === '') return { code: 'required' };
  if (typeof name !== 'string') return { code: 'string' };
  if (name.length > NAME_LIMIT) return tooLong(NAME_LIMIT, name);
  if (SUBDOMAIN.test(name)) return undefined;
  if (/[A-Z]/.test(name)) return { code: 'lowerCase' };
  if (/[\s_]/.test(name)) return { code: 'noSpaces' };
  return { code: 'name' };
}

function tooLong(max: number, text: string): Problem {
  return { code: 'maxLength', values: { max, length: text.length } };
}

/** Errors of `metadata`, at their paths. `generateName` may stand in for a name. */
export function validateMetadata(metadata: unknown): FieldError[] {
  const object = isDictionary(metadata) ? metadata : {};
  const errors: FieldError[] = [];
  const hasPrefix = typeof object['generateName'] === 'string' && object['generateName'] !== '';
  const problem = hasPrefix && object['name'] === undefined ? undefined : nameProblem(object['name']);
  if (problem !== undefined) errors.push({ path: ['metadata', 'name'], problem, rule: 'name' });
  errors.push(...entries(object['labels'], ['metadata', 'labels'], labelValueProblem));
  errors.push(...entries(object['annotations'], ['metadata', 'annotations'], () => undefined));
  return errors;
}

function entries(map: unknown, path: Path, problemOf: (value: string) => Problem | undefined): FieldError[] {
  if (map === undefined || map === null) return [];
  if (!isDictionary(map)) return [{ path, problem: { code: 'dictionary' }, rule: 'type' }];
  return Object.entries(map).flatMap(([key, value]) => {
    const at = [...path, key];
    const wrongKey = keyProblem(key);
    if (wrongKey !== undefined) return [{ path: at, problem: wrongKey, rule: 'key' }];
    if (typeof value !== 'string') return [{ path: at, problem: { code: 'string' }, rule: 'type' }];
    const problem = problemOf(value);
    return problem === undefined ? [] : [{ path: at, problem, rule: 'value' }];
  });
}

function keyProblem(key: string): Problem | undefined {
  const slash = key.indexOf('/');
  const name = key.slice(slash + 1);
  const prefix = slash < 0 ? undefined : key.slice(0, slash);
  const wrong = name.length > LABEL_LIMIT || !QUALIFIED_NAME.test(name);
  if (wrong) return { code: 'labelKey' };
  const badPrefix = prefix !== undefined && (!SUBDOMAIN.test(prefix) || prefix.length > NAME_LIMIT);
  return badPrefix ? { code: 'labelPrefix' } : undefined;
}

function labelValueProblem(value: string): Problem | undefined {
  if (value === '') return undefined;
  if (value.length > LABEL_LIMIT) return tooLong(LABEL_LIMIT, value);
  return QUALIFIED_NAME.test(value) ? undefined : { code: 'labelValue' };
}
