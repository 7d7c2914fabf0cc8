/**
 * Controls for one value: what the descriptor asks for where the schema allows it, then what the schema's format and
 * pattern say, then names. A control only helps: each takes any text that the schema takes.
 */
import { namesPassword } from '../../base/secret-name.ts';
import { optional } from '../../base/loose.ts';
import type { DescriptorHints } from '../schema/descriptor-hints.ts';
import type { FieldSchema } from '../schema/schema.ts';
import type { ControlWidget, NumberRange, OptionsWidget, WidgetInput } from './widget-types.ts';

const PULL_POLICIES: readonly string[] = ['Always', 'IfNotPresent', 'Never'];

/** The control for a scalar field; undefined for objects, lists, and values of another type than the schema's. */
export function scalarWidget(input: WidgetInput): ControlWidget | undefined {
  const { field, descriptor, value } = input;
  if (typeof value === 'object' && value !== null) return undefined;
  switch (field.kind) {
    case 'boolean':
      return booleanWidget(descriptor);
    case 'integer':
    case 'number':
      return optionsWidget(input) ?? numberWidget(input);
    case 'intOrString':
      return optionsWidget(input) ?? { kind: isQuantity(input) ? 'quantity' : 'intOrString' };
    case 'string':
      return optionsWidget(input) ?? textWidget(input);
    default:
      return undefined;
  }
}

function booleanWidget(descriptor: DescriptorHints | undefined): ControlWidget {
  return { kind: 'boolean', look: descriptor?.widget === 'checkbox' ? 'checkbox' : 'switch' };
}

function optionsWidget({ field, descriptor, name }: WidgetInput): OptionsWidget | undefined {
  if (field.options !== undefined) return choice(field.options, false);
  if (field.kind === 'string' && (descriptor?.widget === 'imagePullPolicy' || name === 'imagePullPolicy'))
    return choice(PULL_POLICIES, true);
  if (descriptor === undefined || descriptor.options.length === 0) return undefined;
  const options = typedOptions(field, descriptor);
  return options.length === 0 ? undefined : choice(options, true);
}

/** Options of descriptors are text; for numbers only those count that are numbers. */
function typedOptions(field: FieldSchema, { options }: DescriptorHints): readonly unknown[] {
  if (field.kind === 'string') return options;
  const numbers = options.filter((option) => /^-?\d+(\.\d+)?$/.test(option)).map(Number);
  return field.kind === 'intOrString' && numbers.length < options.length ? options : numbers;
}

const FEW = 4;
const MANY = 12;
/** Characters of all options together that still stand side by side on a phone. */
const ONE_LINE = 36;

/** What is only offered must not keep anybody from typing something else. */
function choice(options: readonly unknown[], open: boolean): OptionsWidget {
  const allText = options.every((option) => typeof option === 'string' && option !== '');
  const length = options.reduce<number>((sum, option) => sum + String(option).length + 2, 0);
  const fits = options.length <= FEW && length <= ONE_LINE;
  if (fits && (!open || options === PULL_POLICIES)) return { kind: 'options', options, look: 'radio', open };
  const search = allText && (open || options.length > MANY);
  return { kind: 'options', options, look: search ? 'search' : 'select', open };
}

function numberWidget({ field, descriptor, name }: WidgetInput): ControlWidget {
  const range = descriptor?.widget === 'slider' ? sliderRange(field, descriptor) : rangeOf(field, name);
  return {
    kind: 'number',
    whole: field.kind === 'integer',
    ...optional({ range }),
  };
}

function sliderRange(field: FieldSchema, { from, to }: DescriptorHints): NumberRange | undefined {
  const schema = rangeOf(field, '');
  return combined(from ?? schema?.from, to ?? schema?.to);
}

const PORT = /(?:^|[a-z_-])port$/i;

function rangeOf({ raw, kind }: FieldSchema, name: string): NumberRange | undefined {
  const from = typeof raw['minimum'] === 'number' ? raw['minimum'] : undefined;
  const to = typeof raw['maximum'] === 'number' ? raw['maximum'] : undefined;
  if (from === undefined && to === undefined && kind === 'integer' && PORT.test(name))
    return { from: 1, to: 65_535 };
  // The widths of integer types are no ranges that help anybody.
  return combined(from, to !== undefined && to >= 2_147_483_647 ? undefined : to);
}

function combined(from: number | undefined, to: number | undefined): NumberRange | undefined {
  if (from === undefined && to === undefined) return undefined;
  return optional({ from, to });
}

function textWidget(input: WidgetInput): ControlWidget {
  const { field, descriptor, name } = input;
  if (descriptor?.widget === 'password' || isPassword(field, name)) return { kind: 'password' };
  if (descriptor?.widget === 'text') return plain(input);
  if (field.format === 'byte') return { kind: 'bytes' };
  if (field.format === 'date-time' || field.format === 'datetime') return { kind: 'dateTime' };
  if (isQuantity(input)) return { kind: 'quantity' };
  if (isCron(input)) return { kind: 'cron' };
  return isDuration(input) ? { kind: 'duration' } : plain(input);
}

function isPassword(field: FieldSchema, name: string): boolean {
  return field.format === 'password' || namesPassword(name);
}

function plain({ field, name }: WidgetInput): ControlWidget {
  const input =
    field.format === 'email' ? 'email' : /^(?:uri|url)$/.test(field.format ?? '') ? 'url' : 'text';
  const lines =
    hasLines(field.defaultValue) ||
    /(?:^|[a-z_-])(?:script|pem|yaml|caBundle|certificateChain)$/i.test(name) ||
    /\b(?:PEM[- ]encoded|multi-?line)\b/.test(field.description ?? '');
  return { kind: 'text', input, lines };
}

function hasLines(value: unknown): boolean {
  return typeof value === 'string' && value.includes('\n');
}

/** How patterns of quantities look, whoever wrote them: digits, and a class or list of the suffixes. */
const QUANTITY_PATTERN = /KMGTPE|KMGTP\]|mMgG|\(K\|M\|G\|T|KMG\]i\?/;
const QUANTITY_NAME =
  /^(?:cpu|memory|storage|ephemeral-storage|hugepages-.+|(?:requests|limits)\..+|storageSize|volumeSize|diskSize|sizeLimit)$/;

function isQuantity({ field, name }: WidgetInput): boolean {
  const pattern = patternOf(field);
  if (pattern !== '') return QUANTITY_PATTERN.test(pattern) && !pattern.includes('B/s');
  return field.format === 'quantity' || QUANTITY_NAME.test(name);
}

const DURATION_NAME =
  /(?:^|[a-z_-])(?:duration|interval|timeout|ttl|period|delay|backoff|expiry|renewBefore|retention|maxAge)$/i;
const DURATION_PATTERN = /\(?ms\)\?|\|ms\||\(h\|m\|s|\[smhdwy\]|\[smh\]|\[hms\]/;

function isDuration({ field, name }: WidgetInput): boolean {
  if (field.format !== undefined) return field.format === 'duration';
  const pattern = patternOf(field);
  return pattern === '' ? DURATION_NAME.test(name) : DURATION_PATTERN.test(pattern);
}

function isCron({ field, name }: WidgetInput): boolean {
  if (/cron/i.test(name)) return /cron(?:tab|expression|schedule)?$|schedule$/i.test(name);
  if (!/(?:^|[a-z_-])schedule$/i.test(name)) return false;
  return /cron|schedule/i.test(field.description ?? 'cron');
}

function patternOf(field: FieldSchema): string {
  const pattern = field.raw['pattern'];
  return typeof pattern === 'string' ? pattern : '';
}
