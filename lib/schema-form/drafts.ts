/** Texts that wait in the browser for their author to come back. */
import { type DescriptorTree, stepDescriptors } from './descriptors.ts';
import { isDictionary, isList, type Path, type PathStep } from './path.ts';

export interface Draft {
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

export function readDraft(stored: string | null, now: number): Draft | undefined {
  if (stored === null) return undefined;
  const draft = parsed(stored);
  if (!isDictionary(draft)) return undefined;
  const { text, savedAt, base } = draft;
  if (typeof text !== 'string' || typeof savedAt !== 'number') return undefined;
  if (now - savedAt > DRAFT_AGE || text.length > DRAFT_LIMIT) return undefined;
  return { text, savedAt, ...(base === undefined ? {} : { base }) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
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

/**
 * May the value lie readable in the browser's storage? Not what holds a Secret, or text in a field that the operator
 * or its own name calls secret.
 */
export function mayBeKept(value: unknown, descriptors: DescriptorTree): boolean {
  return !isDictionary(value) || (value['kind'] !== 'Secret' && !holdsSecret(value, descriptors));
}

function holdsSecret(value: unknown, descriptors: DescriptorTree, root = true): boolean {
  const entries: readonly (readonly [PathStep, unknown])[] = isDictionary(value)
    ? Object.entries(value)
    : isList(value)
      ? value.map((item, index) => [index, item] as const)
      : [];
  return entries.some(([step, part]) => {
    // Descriptors are about what is in `spec`.
    const below = root && step === 'spec' ? descriptors : stepDescriptors(descriptors, step);
    if (typeof part === 'string') {
      if (part === '') return false;
      return below.own?.widget === 'password' || (typeof step === 'string' && TELLING.test(step));
    }
    return isDictionary(part) && part['kind'] === 'Secret' && step !== 'valueFrom'
      ? part['data'] !== undefined || part['stringData'] !== undefined
      : holdsSecret(part, below, false);
  });
}
