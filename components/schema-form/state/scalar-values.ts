/** What typed text means for a field, and how a value is shown as text. */
import type { FieldSchema } from '#lib/schema-form/schema/schema.ts';
import { exampleOf } from '#lib/schema-form/schema/titles.ts';
import type { Translate } from '#messages/types.ts';

const DECIMAL = /^[+-]?(\d+(?:\.\d*)?|\.\d+)([eE][+-]?\d+)?$/;
const WHOLE = /^[+-]?\d+$/;

/** A number when the text is one, else the text itself: what was typed is kept and the error says what is wrong. */
export function numberFromText(text: string): number | bigint | string {
  const trimmed = text.trim();
  if (!DECIMAL.test(trimmed)) return text;
  const number = Number(trimmed);
  if (WHOLE.test(trimmed) && !Number.isSafeInteger(number)) return BigInt(trimmed.replace(/^\+/, ''));
  return Number.isFinite(number) ? number : text;
}

/** For int-or-string: digits become a number, unless the value was text before (`"8080"` stays text). */
export function intOrStringFromText(text: string, before: unknown): number | bigint | string {
  if (typeof before === 'string' && before !== '' && WHOLE.test(before)) return text;
  return WHOLE.test(text) ? numberFromText(text) : text;
}

/** What a text means for a field: text stays text where the schema says so, whatever it looks like. */
export function valueFromText(text: string, field: FieldSchema, before: unknown): unknown {
  if (field.kind === 'integer' || field.kind === 'number') return numberFromText(text);
  return field.kind === 'intOrString' ? intOrStringFromText(text, before) : text;
}

/** Could be a whole number as well as a text. */
export function isDigits(text: string): boolean {
  return WHOLE.test(text);
}

export function textFromValue(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === undefined || value === null) return '';
  return typeof value === 'bigint' ? value.toString() : JSON.stringify(value);
}

/** Shown in an empty control: what the API server will put there, or what could be written there. */
export function placeholderOf(
  field: FieldSchema,
  value: unknown,
  t: Translate<'schema-form'>,
): string | undefined {
  if (value === null) return 'null';
  if (field.defaultValue !== undefined) return t('default', { value: textFromValue(field.defaultValue) });
  const example = value === undefined ? exampleOf(field) : undefined;
  return example === undefined ? undefined : t('widgets.example', { value: textFromValue(example) });
}

const TEXT_KINDS: ReadonlySet<string> = new Set(['string', 'integer', 'number', 'intOrString']);

/** Is the control for this kind able to show the value? Null and absent always can. */
export function fits(field: FieldSchema, value: unknown): boolean {
  if (value === undefined || value === null) return true;
  // A wrong scalar is shown as it is, with its error.
  if (TEXT_KINDS.has(field.kind)) return typeof value !== 'object' && typeof value !== 'boolean';
  if (field.kind === 'boolean') return typeof value === 'boolean';
  if (field.kind === 'array') return Array.isArray(value);
  return field.kind !== 'any' && typeof value === 'object' && !Array.isArray(value);
}

/** What a new list item or map entry starts as: the least that shows a control of the right type. */
export function initialValue(field: FieldSchema): unknown {
  if (field.options !== undefined) return field.options[0];
  switch (field.kind) {
    case 'object':
    case 'map':
      return {};
    case 'array':
      return [];
    case 'boolean':
      return false;
    case 'integer':
    case 'number':
      return typeof field.raw['minimum'] === 'number' ? field.raw['minimum'] : 0;
    default:
      return '';
  }
}

/** What an entry is once its control was emptied: it stays where it is, without a value. */
export function emptyValue(field: FieldSchema): '' | null {
  return field.kind === 'string' || field.kind === 'intOrString' ? '' : null;
}

/** A short text by which an item of a list is told from its neighbours. */
export function summaryOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const entries = Object.entries(value).filter(
    ([, part]) => typeof part === 'string' || typeof part === 'number',
  );
  const named = entries.find(([key]) => key === 'name' || key === 'key' || key === 'id') ?? entries[0];
  return named === undefined ? undefined : textFromValue(named[1]);
}
