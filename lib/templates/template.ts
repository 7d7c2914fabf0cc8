/** Go's text/template with the functions that packages may use, byte for byte. The door of the room. */
import { type ContextValue, valueOf } from './context.ts';
import { FUNCTIONS, isFunction } from './functions/table.ts';
import { RenderBudget, type Limits, USUAL_LIMITS } from './run/budget.ts';
import { Evaluator } from './run/evaluator.ts';
import { parseTrees } from './syntax/parse-tree.ts';
import type { ListNode } from './syntax/nodes.ts';
import { TemplateError } from './template-error.ts';
import { fromBytes, toBytes } from './values/bytes.ts';
import { LimitReached } from './values/value.ts';

export { type ContextValue, TextMap } from './context.ts';
export { refusedFunction } from './functions/refused.ts';
export { type Limits as RenderLimits, type SharedSteps } from './run/budget.ts';
export { TemplateError } from './template-error.ts';
export { type FieldUse, fieldsUsed, type FunctionUse, functionsUsed } from './uses.ts';

/** A template that was read, with all that it defines. */
export interface ParsedTemplate {
  readonly name: string;
  /** As it was given. */
  readonly text: string;
  /** By name, as bytes: those of `define` and `block`, and the template itself. */
  readonly templates: ReadonlyMap<string, ListNode>;
}

/** @throws TemplateError where Go refuses the text, for unknown functions too. @param name stands in errors */
export function parseTemplate(name: string, text: string): ParsedTemplate {
  return { name, text, templates: parseTrees(toBytes(name), toBytes(text), isFunction) };
}

/**
 * The text that the template makes. Missing keys are errors, as in KUDO.
 * @throws TemplateError for whatever goes wrong, and where a limit is reached. @param context what `.` is
 */
export function render(
  { name, text, templates }: ParsedTemplate,
  context: Readonly<Record<string, ContextValue>>,
  limits: Partial<Limits> = {},
): string {
  const source = { name: toBytes(name), text: toBytes(text), templates };
  const evaluator = new Evaluator(source, FUNCTIONS, new RenderBudget({ ...USUAL_LIMITS, ...limits }));
  try {
    return fromBytes(evaluator.run(valueOf(context)));
  } catch (error) {
    throw error instanceof LimitReached ? limited(evaluator, error) : error;
  }
}

/** With Go's place. */
function limited(evaluator: Evaluator, { message, limit }: LimitReached): unknown {
  try {
    return evaluator.fail(toBytes(message));
  } catch (error) {
    if (error instanceof TemplateError) error.limit = limit;
    return error;
  }
}
