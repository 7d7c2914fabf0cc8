/** Texts that wait in the browser for their author to come back. */
import { parsedJson } from '../../base/json.ts';
import { optional } from '../../base/loose.ts';
import { type DescriptorTree, stepDescriptors } from '../schema/descriptors.ts';
import { isDictionary, isList, ownValue, type Path, type PathStep } from '../schema/path.ts';

/** A text that was not saved, as it is kept in the browser. */
export interface TextDraft {
  readonly text: string;
  /** Milliseconds since 1970. */
  readonly savedAt: number;
  /** What the text was made from, when it is an edit of a live object. */
  readonly base?: unknown;
}

/** Characters; longer texts are not kept. */
export const DRAFT_LIMIT = 200_000;

/** Milliseconds; older drafts are dropped. */
export const DRAFT_AGE = 7 * 24 * 3600 * 1000;

/**
 * What the browser's storage held. Undefined when there is nothing, it is no draft, too old or too long. @param now
 * ms since 1970
 */
export function readDraft(stored: string | null, now: number): TextDraft | undefined {
  if (stored === null) return undefined;
  const draft = parsedJson(stored);
  if (!isDictionary(draft)) return undefined;
  const { text, savedAt, base } = draft;
  if (typeof text !== 'string' || typeof savedAt !== 'number') return undefined;
  if (now - savedAt > DRAFT_AGE || text.length > DRAFT_LIMIT) return undefined;
  return { text, savedAt, ...optional({ base }) };
}

/** Names that say their text is a secret; those of references to one (`secretName`, `passwordSecretRef`) do not. */
const TELLING =
  /(?:passw(?:or)?d|passphrase|token|secret|credential|api[-_]?key|private[-_]?key|access[-_]?key)s?$/i;

/** Is text at this place of an object a secret, going by what the operator or the field's own name say? */
export function isSecretPlace(path: Path, descriptors: DescriptorTree): boolean {
  const last = path.at(-1);
  if (typeof last === 'string' && TELLING.test(last)) return true;
  if (path[0] !== 'spec') return false;
  return path.slice(1).reduce(stepDescriptors, descriptors).own?.widget === 'password';
}

/** A draft as far as it matters for keeping it. */
export interface Keepable {
  readonly text: string;
  /** What the text says; anything but an object while it cannot be read. */
  readonly value: unknown;
}

/**
 * May it lie readable in the browser's storage? Not what holds a Secret, or text in a field that the operator, the schema
 * (`format: password`) or its own name calls secret.
 *
 * @param schema of the object, when it is known
 */
export function mayBeKept({ text, value }: Keepable, descriptors: DescriptorTree, schema?: unknown): boolean {
  if (!isDictionary(value)) return !seemsSecret(text);
  return value['kind'] !== 'Secret' && !holdsSecret(value, { descriptors, schema });
}

const A_SECRET = /\bkind["']?\s*:\s*["']?Secret\b/;
const A_FIELD = /(?<![\w.-])([\w.-]+)["']?\s*:[ \t]*[^\s#]/g;

/** Of a text that cannot be read as an object just now. */
function seemsSecret(text: string): boolean {
  return A_SECRET.test(text) || [...text.matchAll(A_FIELD)].some(([, name = '']) => TELLING.test(name));
}

interface Meaning {
  descriptors: DescriptorTree;
  schema: unknown;
}

function holdsSecret(value: unknown, meaning: Meaning, root = true): boolean {
  const entries: readonly (readonly [PathStep, unknown])[] = isDictionary(value)
    ? Object.entries(value)
    : isList(value)
      ? value.map((item, index) => [index, item] as const)
      : [];
  return entries.some(([step, part]) => {
    // Descriptors are about what is in `spec`.
    const descriptors =
      root && step === 'spec' ? meaning.descriptors : stepDescriptors(meaning.descriptors, step);
    const schema = schemaOf(meaning.schema, step);
    if (typeof part === 'string') return part !== '' && isSecret(step, { descriptors, schema });
    return isDictionary(part) && part['kind'] === 'Secret' && step !== 'valueFrom'
      ? part['data'] !== undefined || part['stringData'] !== undefined
      : holdsSecret(part, { descriptors, schema }, false);
  });
}

function isSecret(step: PathStep, { descriptors, schema }: Meaning): boolean {
  const isPassword = isDictionary(schema) && schema['format'] === 'password';
  const isTold = typeof step === 'string' && TELLING.test(step);
  return isPassword || isTold || descriptors.own?.widget === 'password';
}

function schemaOf(schema: unknown, step: PathStep): unknown {
  if (!isDictionary(schema)) return undefined;
  if (typeof step === 'number') return schema['items'];
  const { properties, additionalProperties } = schema;
  return (isDictionary(properties) ? ownValue(properties, step) : undefined) ?? additionalProperties;
}
