/** What a template is rendered with. */
import { toBytes } from './values/bytes.ts';
import { goList, GoMap, type GoValue } from './values/value.ts';

/** JSON, whose numbers are float64 as in Go, or `TextMap`. */
export type ContextValue =
  | string
  | number
  | boolean
  | null
  | TextMap
  | readonly ContextValue[]
  | { readonly [key: string]: ContextValue };

/** A `map[string]string`; a plain object is a `map[string]interface{}`. */
export class TextMap {
  readonly entries: Readonly<Record<string, string>>;

  constructor(entries: Readonly<Record<string, string>>) {
    this.entries = entries;
  }
}

/** The value as Go has it, a copy: functions change maps in place. */
export function valueOf(context: ContextValue): GoValue {
  if (typeof context === 'string') return toBytes(context);
  if (typeof context !== 'object' || context === null) return context;
  if (context instanceof TextMap) return new GoMap('string', entriesOf(context.entries));
  if (isList(context)) return goList(context.map(valueOf));
  return new GoMap('interface {}', entriesOf(context));
}

function isList(context: object): context is readonly ContextValue[] {
  return Array.isArray(context);
}

function entriesOf(record: Readonly<Record<string, ContextValue>>): Map<string, GoValue> {
  return new Map(Object.entries(record).map(([key, value]) => [toBytes(key), valueOf(value)]));
}
