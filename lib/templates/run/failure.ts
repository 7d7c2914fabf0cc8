/** Errors of rendering with Go's place: the part of the template that was looked at last. */
import type { ListNode, TemplateTreeNode } from '../syntax/nodes.ts';
import { printNode } from '../syntax/print-node.ts';
import { TemplateError } from '../template-error.ts';
import { fromBytes } from '../values/bytes.ts';
import { quoteText } from '../values/quote.ts';

/** What is rendered; texts are bytes. */
export interface Source {
  readonly name: string;
  readonly text: string;
  readonly templates: ReadonlyMap<string, ListNode>;
}

/** Line from 1 and column from 0, in bytes. */
export function placeOf(text: string, at: number): { line: number; column: number } {
  let line = 1;
  let start = 0;
  for (let end = text.indexOf('\n'); end >= 0 && end < at; end = text.indexOf('\n', start)) {
    line += 1;
    start = end + 1;
  }
  return { line, column: at - start };
}

/** @param executing the template that runs; @param why as bytes */
export function renderError(
  source: Source,
  executing: string,
  node: TemplateTreeNode | undefined,
  why: string,
): TemplateError {
  const template = fromBytes(source.name);
  const reason = fromBytes(why);
  if (node === undefined) {
    return new TemplateError(
      { stage: 'render', template, line: 0 },
      reason,
      `template: ${template}: ${reason}`,
    );
  }
  const { line, column } = placeOf(source.text, node.at);
  const printed = fromBytes(printNode(node));
  const place = {
    stage: 'render',
    template,
    line,
    column,
    executing: fromBytes(executing),
    node: printed,
  } as const;
  const where = `${template}:${line}:${column}: executing ${fromBytes(quoteText(executing))} at <${printed}>`;
  return new TemplateError(place, reason, `template: ${where}: ${reason}`);
}
