/**
 * What the API server and those it asks say, taken apart.
 * Source: k8s.io/apimachinery `pkg/util/validation/field/errors.go`.
 */
import type { Speaker } from '../schema/field-error.ts';
import type { Problem, ProblemCode } from '../schema/problem.ts';

/** Beginnings of the words about a field, each with what follows it. */
const KINDS =
  'Required value|Invalid value|Duplicate value|Unsupported value|Not found|Forbidden|Too long|Too many|Too few|Internal error';

const WEBHOOK =
  /admission webhook "([^"]+)" (?:denied the request(?:: ([^]*)| without explanation)|does not support dry run)/;
const CALLING = /failed calling webhook "([^"]+)": (?:failed to call webhook: )?(?:Post "[^"]*": )?([^]*)/;
const CONVERTING = /conversion webhook for ([^:]{1,300}?) failed: (?:Post "[^"]*": )?([^]*)/;
const POLICY = /ValidatingAdmissionPolicy '([^']+)' with binding '[^']*' denied request: ([^]*)/;

/**
 * Where API servers go to their webhooks through a proxy: it says what is wrong, they say where it is.
 * Source: k8s.io/apiserver `pkg/server/egressselector/egress_selector.go`.
 */
const PROXY = /^proxy error from [^]*? while dialing \S+, code \d+: (?:403 Forbidden: )?/;

/** A message, and who said it; `cluster` where it names nobody else. */
export interface Spoken {
  readonly by: Speaker;
  /** Without who says it. */
  readonly text: string;
  /** Where it is not about the object. */
  readonly problem?: Problem;
}

/** Who refused, as the message says. */
export function spokenOf(message: string): Spoken {
  const webhook = WEBHOOK.exec(message);
  if (webhook !== null) return { by: named('webhook', webhook[1]), text: webhook[2] ?? message };
  const policy = POLICY.exec(message);
  if (policy !== null) return { by: named('policy', policy[1]), text: policy[2] ?? message };
  const called = CALLING.exec(message);
  if (called !== null) return unasked('webhookUnasked', called, named('webhook', called[1]));
  const converting = CONVERTING.exec(message);
  if (converting !== null) return unasked('conversionUnasked', converting, { kind: 'cluster' });
  return { by: { kind: 'cluster' }, text: message };
}

/** Of a webhook that gives no answer the API server tells what its network does. */
function unasked(
  code: ProblemCode,
  [message, webhook = '', why = '']: readonly string[],
  by: Speaker,
): Spoken {
  return { by, text: message ?? '', problem: { code, values: { webhook, why: why.replace(PROXY, '') } } };
}

function named(kind: 'webhook' | 'policy', name = ''): Speaker {
  return { kind, name };
}

interface AboutField {
  readonly field: string;
  readonly message: string;
}

/** `spec.a: Invalid value: 3: must be even` anywhere in free text, also several. */
export function fieldsInText(text: string): AboutField[] {
  // A name begins a text, a list in brackets or one of its entries, or ends what introduces it.
  const pattern = new RegExp(`(?<=(?:^|\\s)\\[?)([A-Za-z_][^\\s,]*): (${KINDS})(?=:|,|\\]|\\s|$)`, 'g');
  const found = [...text.matchAll(pattern)].filter(([, field]) => field !== undefined && isField(field));
  return found.map((match, index) => {
    const from = match.index + (match[1] ?? '').length + 2;
    const next = found[index + 1]?.index ?? text.length;
    const message = text.slice(from, next).replace(/, $/, '').trim();
    const isLast = index === found.length - 1;
    return {
      field: match[1] ?? '',
      message: isLast && isListed(text, match.index) ? message.replace(/\]$/, '') : message,
    };
  });
}

function isField(name: string): boolean {
  return !new RegExp(`^(${KINDS})`).test(name) && !name.includes('://');
}

function isListed(text: string, from: number): boolean {
  return text.slice(0, from).includes('[');
}

const NOT_CHECKED = 'some validation rules were not checked because the object was invalid';

/** It tells only that more may come. */
export function saysNothing(message: string): boolean {
  return message.includes(NOT_CHECKED);
}

/** The words about a field as a problem: one of our own where it is the same, else what it says without its frame. */
export function problemIn(message: string, field: string): Problem {
  const [kind, rest] = splitKind(message);
  const frame = `${field} in body `;
  if (kind === '') return { said: message.replaceAll(frame, '') };
  const words = splitValue(rest).text.replaceAll(frame, '').trim();
  return ownProblem(kind, words) ?? { said: words === '' || kind === 'Not found' ? message : words };
}

function ownProblem(kind: string, words: string): Problem | undefined {
  switch (kind) {
    case 'Required value':
      return words === '' ? { code: 'required' } : undefined;
    case 'Duplicate value':
      return words === '' ? { code: 'duplicate' } : undefined;
    case 'Unsupported value':
      return unsupported(words);
    case 'Invalid value':
      return invalid(words);
    default:
      return undefined;
  }
}

function splitKind(message: string): [string, string] {
  const match = new RegExp(`^(${KINDS})(?:: ([^]*))?$`).exec(message.trim());
  return match === null ? ['', message] : [match[1] ?? '', match[2] ?? ''];
}

const SIMPLE_VALUE = /^(?:-?\d[\d.eE+-]*|true|false|null)(?=: |$)/;

/** `"x": must be even`: the value that is meant, and the words after it. */
function splitValue(text: string): { value?: string; text: string } {
  const end = valueEnd(text);
  if (end === 0 || !(end === text.length || text.startsWith(': ', end))) return { text };
  return { value: text.slice(0, end), text: text.slice(end + 2) };
}

/** Length of the JSON value that begins the text; 0 when none does. */
function valueEnd(text: string): number {
  const simple = SIMPLE_VALUE.exec(text);
  if (simple !== null) return simple[0].length;
  if (!/^["[{]/.test(text)) return 0;
  let depth = 0;
  const tokens = /(?<!\\)"(?:[^"\\]|\\.)*"|[[\]{}]/g;
  for (const token of text.matchAll(tokens)) {
    if ('[{'.includes(token[0])) depth += 1;
    else if (']}'.includes(token[0])) depth -= 1;
    if (depth === 0) return token.index + token[0].length;
  }
  return 0;
}

/** The value named in an error, when it is a text. */
export function textValueIn(message: string): string | undefined {
  const { value } = splitValue(splitKind(message)[1]);
  if (value === undefined || !value.startsWith('"')) return undefined;
  try {
    const parsed: unknown = JSON.parse(value);
    return typeof parsed === 'string' ? parsed : undefined;
  } catch {
    return undefined;
  }
}

const TYPES: Readonly<Record<string, ProblemCode>> = {
  array: 'array',
  boolean: 'boolean',
  integer: 'integer',
  number: 'number',
  object: 'object',
  string: 'string',
};

function invalid(words: string): Problem | undefined {
  const type = /^must be of type (\w+): "\w+"$/.exec(words)?.[1];
  const code = type === undefined ? undefined : TYPES[type];
  if (code !== undefined) return { code };
  const rule = /^failed rule: ([^]+)$/.exec(words)?.[1];
  return rule === undefined ? undefined : { code: 'failedRule', values: { rule } };
}

function unsupported(words: string): Problem | undefined {
  const list = /^supported values: (.+)$/.exec(words)?.[1];
  if (list === undefined) return undefined;
  return { code: 'options', values: { options: list.replace(/(?<!\\)"((?:[^"\\]|\\.)+)"/g, '$1') } };
}
