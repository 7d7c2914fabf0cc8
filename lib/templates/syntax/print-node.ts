/** A part of a template as Go prints it in errors: in its own spacing, not in the author's. */
import { quoteText } from '../values/quote.ts';
import type { BranchNode, ListNode, Operand, PipeNode, TemplateTreeNode } from './nodes.ts';

/** Beyond it a part is cut; Go would print it all. */
const PRINT_LIMIT = 20_000;

/** The text of the part, as bytes. */
export function printNode(node: TemplateTreeNode): string {
  switch (node.kind) {
    case 'text':
      return node.text;
    case 'action':
      return `{{${printPipe(node.pipe)}}}`;
    case 'if':
    case 'with':
    case 'range':
      return printBranch(node);
    case 'break':
    case 'continue':
      return `{{${node.kind}}}`;
    case 'template':
      return `{{template ${quoteText(node.name)}${node.pipe === undefined ? '' : ` ${printPipe(node.pipe)}`}}}`;
    case 'list':
      return printList(node);
    case 'command':
      return node.args.map(printArgument).join(' ');
    default:
      return printOperand(node);
  }
}

function printList(list: ListNode): string {
  let made = '';
  for (const node of list.nodes) {
    made += printNode(node);
    if (made.length > PRINT_LIMIT) return made.slice(0, PRINT_LIMIT);
  }
  return made;
}

function printBranch({ kind, pipe, list, otherwise }: BranchNode): string {
  const rest = otherwise === undefined ? '' : `{{else}}${printList(otherwise)}`;
  return `{{${kind} ${printPipe(pipe)}}}${printList(list)}${rest}{{end}}`;
}

function printPipe(pipe: PipeNode): string {
  const names = pipe.declares.map((variable) => variable.names.join('.')).join(', ');
  const declared = names === '' ? '' : `${names} ${pipe.assigns ? '=' : ':='} `;
  return declared + pipe.commands.map(printNode).join(' | ');
}

function printArgument(node: Operand): string {
  return node.kind === 'pipe' ? `(${printPipe(node)})` : printOperand(node);
}

function printOperand(node: Operand): string {
  switch (node.kind) {
    case 'dot':
      return '.';
    case 'nil':
      return 'nil';
    case 'bool':
      return String(node.value);
    case 'number':
      return node.text;
    case 'string':
      return node.quoted;
    case 'field':
      return node.names.map((name) => `.${name}`).join('');
    case 'variable':
      return node.names.join('.');
    case 'identifier':
      return node.name;
    case 'chain':
      return printArgument(node.of) + node.names.map((name) => `.${name}`).join('');
    case 'pipe':
      return printPipe(node);
  }
}
