/** Reads what stands inside an action: pipelines, commands, operands. */
import { printNode } from './print-node.ts';
import { quoteText, unquote } from '../values/quote.ts';
import type { CommandNode, Operand, PipeNode, VariableNode } from './nodes.ts';
import { numberNode } from './number-node.ts';
import type { TreeScope } from './tree-scope.ts';
import type { Token, TokenKind } from './tokens.ts';

const OPERANDS = new Set<TokenKind>([
  ...(['bool', 'charConstant', 'complex', 'dot', 'field', 'identifier', 'number'] as const),
  ...(['nil', 'rawString', 'string', 'variable', 'leftParen'] as const),
]);

/** The pipelines of one tree. */
export class PipelineParser {
  readonly #tree: TreeScope;

  constructor(tree: TreeScope) {
    this.#tree = tree;
  }

  /** Up to and with the word that ends it. @param context what it is part of, in errors */
  pipeline(context: string, end: 'rightDelim' | 'rightParen'): PipeNode {
    const { tokens } = this.#tree;
    const first = tokens.peekNonSpace();
    const { declares, assigns } = this.#declarations(context);
    const commands: CommandNode[] = [];
    for (;;) {
      const token = tokens.nextNonSpace();
      if (token.kind === end) break;
      if (!OPERANDS.has(token.kind)) this.#tree.unexpected(token, context);
      tokens.putBack(token);
      commands.push(this.#command());
    }
    this.#check(commands, context);
    return { kind: 'pipe', at: first.at, line: first.line, declares, assigns, commands };
  }

  #declarations(context: string): { declares: VariableNode[]; assigns: boolean } {
    const { tokens } = this.#tree;
    const declares: VariableNode[] = [];
    while (tokens.peekNonSpace().kind === 'variable') {
      const variable = tokens.next();
      const after = tokens.peek();
      const next = tokens.peekNonSpace();
      if (next.kind === 'assign' || next.kind === 'declare') {
        tokens.nextNonSpace();
        declares.push(this.#declared(variable));
        return { declares, assigns: next.kind === 'assign' };
      }
      if (next.kind !== 'char' || next.text !== ',') {
        // Spaces are gone by looking ahead; the command needs to see one.
        if (after.kind === 'space') tokens.putBack(after);
        tokens.putBack(variable);
        break;
      }
      tokens.nextNonSpace();
      declares.push(this.#declared(variable));
      this.#checkMore(context, declares.length);
    }
    return { declares, assigns: false };
  }

  #declared({ at, text }: Token): VariableNode {
    this.#tree.variables.push(text);
    return { kind: 'variable', at, names: text.split('.') };
  }

  /** After a comma: only `range` may declare a second one. */
  #checkMore(context: string, count: number): void {
    if (context !== 'range' || count >= 2) this.#tree.error(`too many declarations in ${context}`);
    const { kind } = this.#tree.tokens.peekNonSpace();
    if (kind !== 'variable' && kind !== 'rightDelim' && kind !== 'rightParen')
      this.#tree.error('range can only initialize variables');
  }

  #check(commands: readonly CommandNode[], context: string): void {
    if (commands.length === 0) this.#tree.error(`missing value for ${context}`);
    commands.forEach((command, index) => {
      const kind = command.args[0]?.kind ?? '';
      if (index > 0 && ['bool', 'dot', 'nil', 'number', 'string'].includes(kind))
        this.#tree.error(`non executable command in pipeline stage ${index + 1}`);
    });
  }

  #command(): CommandNode {
    const { tokens } = this.#tree;
    const { at } = tokens.peekNonSpace();
    const args: Operand[] = [];
    for (;;) {
      tokens.peekNonSpace();
      const operand = this.#operand();
      if (operand !== undefined) args.push(operand);
      const token = tokens.next();
      if (token.kind === 'space') continue;
      if (token.kind === 'rightDelim' || token.kind === 'rightParen') tokens.putBack(token);
      else if (token.kind !== 'pipe') this.#tree.unexpected(token, 'operand');
      break;
    }
    if (args.length === 0) this.#tree.error('empty command');
    return { kind: 'command', at, args };
  }

  #operand(): Operand | undefined {
    const node = this.#term();
    return node === undefined || this.#tree.tokens.peek().kind !== 'field' ? node : this.#fieldsOf(node);
  }

  /** Fields right behind an operand. */
  #fieldsOf(node: Operand): Operand {
    const { tokens } = this.#tree;
    const first = tokens.peek();
    const names: string[] = [];
    while (tokens.peek().kind === 'field') names.push(tokens.next().text.slice(1));
    switch (node.kind) {
      case 'field':
      case 'variable':
        return { ...node, at: first.at, names: [...node.names, ...names] };
      case 'bool':
      case 'string':
      case 'number':
      case 'nil':
      case 'dot':
        return this.#tree.error(`unexpected . after term ${quoteText(printNode(node))}`);
      default:
        return { kind: 'chain', at: first.at, of: node, names };
    }
  }

  #term(): Operand | undefined {
    const token = this.#tree.tokens.nextNonSpace();
    const { at, text } = token;
    switch (token.kind) {
      case 'identifier':
        if (!this.#tree.scene.isFunction(text)) this.#tree.error(`function ${quoteText(text)} not defined`);
        return { kind: 'identifier', at, name: text };
      case 'dot':
      case 'nil':
        return { kind: token.kind, at };
      case 'variable':
        return this.#variable(token);
      case 'field':
        return { kind: 'field', at, names: [text.slice(1)] };
      case 'bool':
        return { kind: 'bool', at, value: text === 'true' };
      case 'leftParen':
        return this.#parenthesized();
      default:
        return this.#constant(token);
    }
  }

  #constant(token: Token): Operand | undefined {
    const { kind, at, text } = token;
    if (kind === 'charConstant' || kind === 'complex' || kind === 'number') {
      const read = numberNode(token);
      return typeof read === 'string' ? this.#tree.error(read) : read;
    }
    if (kind === 'string' || kind === 'rawString')
      return { kind: 'string', at, quoted: text, text: unquote(text) ?? this.#tree.error('invalid syntax') };
    this.#tree.tokens.putBack(token);
    return undefined;
  }

  #variable({ at, text }: Token): VariableNode {
    const names = text.split('.');
    const name = names[0] ?? '';
    if (!this.#tree.variables.includes(name)) this.#tree.error(`undefined variable ${quoteText(name)}`);
    return { kind: 'variable', at, names };
  }

  #parenthesized(): PipeNode {
    this.#tree.deeper();
    const pipe = this.pipeline('parenthesized pipeline', 'rightParen');
    this.#tree.scene.depth -= 1;
    return pipe;
  }
}
