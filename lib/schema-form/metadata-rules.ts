/** What the API server asks of names, labels and annotations. Source: k8s.io/apimachinery `util/validation`. */
import { isDictionary, type Path } from './path.ts';
import type { FieldError } from './field-error.ts';

const SUBDOMAIN = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const QUALIFIED_NAME = /^([A-Za-z0-9][-\w.]*)?[A-Za-z0-9]$/;
const NAME_LIMIT = 253;
const LABEL_LIMIT = 63;

/** Why this cannot be the name of a custom resource; undefined when it can. */
export function nameProblem(name: unknown): string | undefined {
  if (name === undefined || name === null || name === '') return 'is required';
  if (typeof name !== 'string') return 'must be text (put it in quotes)';
  if (name.length > NAME_LIMIT) return `must have at most ${NAME_LIMIT} characters, has ${name.length}`;
  if (SUBDOMAIN.test(name)) return undefined;
  if (/[A-Z]/.test(name)) return 'must be in lower case';
  if (/[\s_]/.test(name)) return 'must have no spaces or underscores: use "-"';
  return 'must consist of lower case letters, digits, "-" and ".", and begin and end with a letter or digit';
}

/** Errors of `metadata`, at their paths. `generateName` may stand in for a name. */
export function validateMetadata(metadata: unknown): FieldError[] {
  const object = isDictionary(metadata) ? metadata : {};
  const errors: FieldError[] = [];
  const hasPrefix = typeof object['generateName'] === 'string' && object['generateName'] !== '';
  const problem = hasPrefix && object['name'] === undefined ? undefined : nameProblem(object['name']);
  if (problem !== undefined) errors.push({ path: ['metadata', 'name'], message: problem, rule: 'name' });
  errors.push(...entries(object['labels'], ['metadata', 'labels'], labelValueProblem));
  errors.push(...entries(object['annotations'], ['metadata', 'annotations'], () => undefined));
  return errors;
}

function entries(map: unknown, path: Path, problemOf: (value: string) => string | undefined): FieldError[] {
  if (map === undefined || map === null) return [];
  if (!isDictionary(map)) return [{ path, message: 'must be a group of keys and values', rule: 'type' }];
  return Object.entries(map).flatMap(([key, value]) => {
    const at = [...path, key];
    const keyMessage = keyProblem(key);
    if (keyMessage !== undefined) return [{ path: at, message: keyMessage, rule: 'key' }];
    if (typeof value !== 'string')
      return [{ path: at, message: 'must be text (put it in quotes)', rule: 'type' }];
    const problem = problemOf(value);
    return problem === undefined ? [] : [{ path: at, message: problem, rule: 'value' }];
  });
}

function keyProblem(key: string): string | undefined {
  const slash = key.indexOf('/');
  const name = key.slice(slash + 1);
  const prefix = slash < 0 ? undefined : key.slice(0, slash);
  const wrong = name.length > LABEL_LIMIT || !QUALIFIED_NAME.test(name);
  if (wrong)
    return 'the key must be letters, digits, "-", "_" and ".", at most 63, with an optional prefix and "/"';
  const badPrefix = prefix !== undefined && (!SUBDOMAIN.test(prefix) || prefix.length > NAME_LIMIT);
  return badPrefix ? 'the part of the key before "/" must be a domain name in lower case' : undefined;
}

function labelValueProblem(value: string): string | undefined {
  if (value === '') return undefined;
  if (value.length > LABEL_LIMIT) return `must have at most ${LABEL_LIMIT} characters, has ${value.length}`;
  return QUALIFIED_NAME.test(value)
    ? undefined
    : 'must be letters, digits, "-", "_" and ".", and begin and end with a letter or digit';
}
