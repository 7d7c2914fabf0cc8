/**
 * `additionalPrinterColumns` of a CRD, evaluated as `kubectl get` shows them. The JSONPath is kubectl's subset: keys,
 * quoted keys, indexes, slices, `*`, `..` and filters of one comparison. A path that cannot be read yields nothing.
 * Source: k8s.io/client-go `util/jsonpath`, apiextensions `registry/customresource/tableconvertor`.
 */
import { isJsonObject } from '../base/json.ts';

/** A column as it may be evaluated: the type is one of the known ones, `string` where the CRD says another. */
export interface PrinterColumn {
  readonly name: string;
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'date';
  readonly jsonPath: string;
  readonly description?: string;
  /** 0 is shown always; higher ones only in wide output. */
  readonly priority: number;
}

type Step =
  | { kind: 'key'; name: string }
  | { kind: 'index'; at: number }
  | { kind: 'slice'; from: number | undefined; to: number | undefined; by: number }
  | { kind: 'all' }
  | { kind: 'deep' }
  | { kind: 'filter'; path: readonly Step[]; operator: Operator | undefined; operand: unknown };

type Operator = '==' | '!=' | '<' | '<=' | '>' | '>=';

const TYPES = new Set(['string', 'integer', 'number', 'boolean', 'date']);

/** The columns of one CRD version; entries that are no columns are left out. */
export function printerColumns(raw: unknown): PrinterColumn[] {
  if (!Array.isArray(raw)) return [];
  return raw.flatMap((entry: unknown) => {
    if (!isJsonObject(entry)) return [];
    const { name, type, description, priority } = entry;
    const jsonPath = entry['jsonPath'] ?? entry['JSONPath'];
    if (typeof name !== 'string' || typeof jsonPath !== 'string') return [];
    return [
      {
        name,
        type: typeof type === 'string' && TYPES.has(type) ? (type as PrinterColumn['type']) : 'string',
        jsonPath,
        priority: typeof priority === 'number' ? priority : 0,
        ...(typeof description === 'string' ? { description } : {}),
      },
    ];
  });
}

/** What the column shows for the object: text, or undefined for an empty cell. Dates stay RFC 3339 text. */
export function cellOf(column: PrinterColumn, object: unknown): string | undefined {
  const found = evaluateJsonPath(column.jsonPath, object);
  const [first] = found;
  if (first === undefined || first === null) return undefined;
  if (column.type === 'date') return typeof first === 'string' ? first : undefined;
  if (found.length > 1) return found.map(textOf).join(' ');
  return textOf(first);
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}

/** All values the path selects, in order. */
export function evaluateJsonPath(path: string, root: unknown): unknown[] {
  const steps = parse(path);
  return steps === undefined ? [] : walk(steps, [root]);
}

function walk(steps: readonly Step[], start: readonly unknown[]): unknown[] {
  return steps.reduce<unknown[]>((values, step) => values.flatMap((value) => take(step, value)), [...start]);
}

function take(step: Step, value: unknown): unknown[] {
  switch (step.kind) {
    case 'key':
      return isJsonObject(value) && Object.hasOwn(value, step.name) ? [value[step.name]] : [];
    case 'index':
      return Array.isArray(value) ? itemAt(value, step.at) : [];
    case 'slice':
      return Array.isArray(value) ? slice(value, step) : [];
    case 'all':
      return childrenOf(value);
    case 'deep':
      return [value, ...childrenOf(value).flatMap((child) => take(step, child))];
    case 'filter':
      return childrenOf(value).filter((child) => passes(step, child));
  }
}

/** Negative positions count from the end. */
function itemAt(list: readonly unknown[], position: number): unknown[] {
  const at = position < 0 ? list.length + position : position;
  return at in list ? [list[at]] : [];
}

function slice(
  list: readonly unknown[],
  step: { from: number | undefined; to: number | undefined; by: number },
): unknown[] {
  return list.slice(step.from ?? 0, step.to ?? list.length).filter((_, index) => index % step.by === 0);
}

function childrenOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  return isJsonObject(value) ? Object.values(value) : [];
}

function passes(
  filter: { path: readonly Step[]; operator: Operator | undefined; operand: unknown },
  value: unknown,
): boolean {
  const [left] = walk(filter.path, [value]);
  if (filter.operator === undefined) return left !== undefined;
  if (left === undefined) return false;
  return compare(filter.operator, left, filter.operand);
}

function compare(operator: Operator, left: unknown, right: unknown): boolean {
  if (operator === '==') return left === right || String(left) === String(right);
  if (operator === '!=') return left !== right && String(left) !== String(right);
  if (typeof left !== typeof right || (typeof left !== 'number' && typeof left !== 'string')) return false;
  const [a, b] = [left, right as typeof left];
  if (operator === '<') return a < b;
  if (operator === '<=') return a <= b;
  return operator === '>' ? a > b : a >= b;
}

/** Undefined when the text is no path of this subset. Braces around it and a leading `$` are optional. */
function parse(path: string): Step[] | undefined {
  let rest = path
    .trim()
    .replace(/^\{(.*)\}$/s, '$1')
    .trim()
    .replace(/^[$@]/, '');
  if (rest !== '' && !rest.startsWith('.') && !rest.startsWith('[')) rest = `.${rest}`;
  const steps: Step[] = [];
  while (rest !== '' && rest !== '.') {
    const next = nextStep(rest);
    if (next === undefined) return undefined;
    steps.push(...next.steps);
    rest = next.rest;
  }
  return steps;
}

function nextStep(text: string): { steps: Step[]; rest: string } | undefined {
  if (text.startsWith('..'))
    return { steps: [{ kind: 'deep' }], rest: text.startsWith('..[') ? text.slice(2) : text.slice(1) };
  const all = /^\.\*/.exec(text);
  if (all !== null) return { steps: [{ kind: 'all' }], rest: text.slice(2) };
  const key = /^\.((?:\\.|[^.[\]\\])+)/.exec(text);
  if (key !== null) {
    return {
      steps: [{ kind: 'key', name: (key[1] ?? '').replace(/\\(.)/g, '$1') }],
      rest: text.slice(key[0].length),
    };
  }
  if (text.startsWith('.[')) return nextStep(text.slice(1));
  return text.startsWith('[') ? bracketStep(text) : undefined;
}

function bracketStep(text: string): { steps: Step[]; rest: string } | undefined {
  const close = closing(text);
  if (close < 0) return undefined;
  const inside = text.slice(1, close).trim();
  const rest = text.slice(close + 1);
  const step = insideBrackets(inside);
  return step === undefined ? undefined : { steps: [step], rest };
}

function insideBrackets(inside: string): Step | undefined {
  if (inside === '*') return { kind: 'all' };
  if (/^-?\d+$/.test(inside)) return { kind: 'index', at: Number(inside) };
  const quoted = /^'((?:\\.|[^'\\])*)'$|^"((?:\\.|[^"\\])*)"$/.exec(inside);
  if (quoted !== null) return { kind: 'key', name: (quoted[1] ?? quoted[2] ?? '').replace(/\\(.)/g, '$1') };
  const range = /^(-?\d*):(-?\d*)(?::(\d+))?$/.exec(inside);
  if (range !== null) {
    const number = (part: string | undefined): number | undefined =>
      part === undefined || part === '' ? undefined : Number(part);
    return { kind: 'slice', from: number(range[1]), to: number(range[2]), by: number(range[3]) ?? 1 };
  }
  return /^\?\(.*\)$/s.test(inside) ? filterStep(inside.slice(2, -1)) : undefined;
}

function filterStep(text: string): Step | undefined {
  const filter = text.trim();
  if (!filter.startsWith('@')) return undefined;
  const sign = /==|!=|<=|>=|<|>/.exec(filter);
  const operand = sign === null ? '' : filter.slice(sign.index + sign[0].length).trimStart();
  const path = parse(filter.slice(1, operand === '' ? undefined : sign?.index).trimEnd());
  if (path === undefined) return undefined;
  return operand === ''
    ? { kind: 'filter', path, operator: undefined, operand: undefined }
    : { kind: 'filter', path, operator: sign?.[0] as Operator | undefined, operand: literal(operand) };
}

function literal(text: string): unknown {
  const quoted = /^'([\s\S]*)'$|^"([\s\S]*)"$/.exec(text);
  if (quoted !== null) return quoted[1] ?? quoted[2] ?? '';
  if (text === 'true' || text === 'false') return text === 'true';
  const number = Number(text);
  return Number.isNaN(number) ? text : number;
}

/** The bracket that ends the one at the start; quotes and inner brackets are skipped. */
function closing(text: string): number {
  let depth = 0;
  let quote = '';
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index);
    if (quote !== '') quote = character === quote && text.charAt(index - 1) !== '\\' ? '' : quote;
    else if (character === "'" || character === '"') quote = character;
    else if (character === '[') depth += 1;
    else if (character === ']' && (depth -= 1) === 0) return index;
  }
  return -1;
}
