/**
 * Go's text/template with the functions that packages may use, byte for byte. The door of the room: reading, rendering,
 * and what a template uses.
 */
import type { ListNode } from './syntax/nodes.ts';
import { TemplateError } from './template-error.ts';

/** A template that was read, with all that it defines. */
export interface ParsedTemplate {
  readonly name: string;
  /** As it was given. */
  readonly text: string;
  /** What stands outside of `define`. */
  readonly root: ListNode;
  /** By name: those of `define` and `block`, and the template itself. */
  readonly templates: ReadonlyMap<string, ListNode>;
}

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

/** How far a render may go before it ends in an error. */
export interface RenderLimits {
  /** Nodes looked at and items made by functions, in all. */
  readonly steps: number;
  /** Bytes of the result, and of any text on the way. */
  readonly output: number;
  /** Templates inside templates. */
  readonly depth: number;
}

/** One use of a field of the context. */
export interface FieldUse {
  /** `['Params', 'replicas']` for `.Params.replicas` and `$.Params.replicas`. */
  readonly path: readonly string[];
  /** `$` always means the context; `.` only where neither `range`, `with` nor `define` lies around. */
  readonly root: '.' | '$';
  /** True where `.` is the context itself or `$` stands in the main template. */
  readonly ofContext: boolean;
  readonly line: number;
  readonly column: number;
}

/** One use of a function. */
export interface FunctionUse {
  readonly name: string;
  readonly line: number;
  readonly column: number;
}

/** @throws TemplateError where Go refuses the text, for unknown functions too. @param name stands in errors */
export function parseTemplate(name: string, text: string): ParsedTemplate {
  throw new TemplateError({ stage: 'parse', template: name, line: 1 }, 'not built yet', text);
}

/** @throws TemplateError for whatever goes wrong; missing keys are errors. @param context what `.` is */
export function render(
  template: ParsedTemplate,
  context: Readonly<Record<string, ContextValue>>,
  limits?: Partial<RenderLimits>,
): string {
  throw new TemplateError(
    { stage: 'render', template: template.name, line: 1 },
    'not built yet',
    JSON.stringify([context, limits]),
  );
}

/** Every field by which the template reaches into its context, in the order of the text. */
export function fieldsUsed(template: ParsedTemplate): FieldUse[] {
  return template.root.nodes.flatMap(() => []);
}

/** Every use of a function, in the order of the text. */
export function functionsUsed(template: ParsedTemplate): FunctionUse[] {
  return template.root.nodes.flatMap(() => []);
}

/** Why packages may not use the function: random, of the moment or of the network. Undefined where they may. */
export function refusedFunction(name: string): string | undefined {
  return name === 'now' ? 'of the moment' : undefined;
}
