/** Renders for tests: a text, or the message of the error. */
import { type ContextValue, parseTemplate, render, TemplateError } from '../template.ts';

/** The text, or `ERROR: ` and the message. Anything else that is thrown goes on. */
export function rendered(text: string, context: Readonly<Record<string, ContextValue>> = {}): string {
  try {
    return render(parseTemplate('t.yaml', text), context);
  } catch (error) {
    if (error instanceof TemplateError) return `ERROR: ${error.message}`;
    throw error;
  }
}

/** The reason alone. */
export function reasonOf(text: string, context: Readonly<Record<string, ContextValue>> = {}): string {
  try {
    render(parseTemplate('t.yaml', text), context);
    return '';
  } catch (error) {
    if (error instanceof TemplateError) return error.reason;
    throw error;
  }
}
