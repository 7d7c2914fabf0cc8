/** Puts a template's words together, as Go's `text/template/parse` does, and refuses what it refuses in its words. */
import { quoteText, unquote } from '../values/quote.ts';
import { Lexer } from './lexer.ts';
import type { BranchNode, ListNode, PipeNode, Statement, TemplateNode } from './nodes.ts';
import { PipelineParser } from './parse-pipeline.ts';
import { TreeScope } from './tree-scope.ts';
import type { Token } from './tokens.ts';

/** All trees of a text by their names. @throws TemplateError @param text as bytes, as is the name */
export function parseTrees(
  name: string,
  text: string,
  isFunction: (name: string) => boolean,
): ReadonlyMap<string, ListNode> {
  const templates = new Map<string, ListNode>();
  const scene = { name, lexer: new Lexer(text), isFunction, templates, depth: 0 };
  new TreeParser(scene).main();
  return templates;
}

/** `{{end}}` and `{{else}}`, which end a list. */
interface Ending {
  readonly kind: 'end' | 'else';
  readonly at: number;
}

/** One tree: the text itself, or a `define` or `block` in it. */
class TreeParser extends TreeScope {
  readonly #pipelines = new PipelineParser(this);
  #ranges = 0;

  main(): void {
    const nodes: Statement[] = [];
    const root: ListNode = { kind: 'list', at: this.tokens.peek().at, nodes };
    while (this.tokens.peek().kind !== 'eof') {
      if (this.tokens.peek().kind === 'leftDelim') {
        const delim = this.tokens.next();
        const word = this.tokens.nextNonSpace();
        if (word.kind === 'define') {
          new TreeParser(this.scene).#definition();
          continue;
        }
        this.tokens.putBack(delim, word);
      }
      const node = this.#textOrAction();
      if (isEnding(node)) this.error(`unexpected {{${node.kind}}}`);
      nodes.push(node);
    }
    this.#add(this.scene.name, root);
  }

  #definition(): void {
    const token = this.tokens.nextNonSpace();
    const name = this.#templateName(token, 'define clause');
    this.expect('rightDelim', 'define clause');
    this.#body(name, 'define clause', this);
  }

  /** The content of `define` and `block`. @param outer whose words an error names */
  #body(name: string, context: string, outer: TreeParser): void {
    const { list, ending } = this.#itemList();
    if (ending.kind !== 'end') outer.error(`unexpected {{${ending.kind}}} in ${context}`);
    this.#add(name, list);
  }

  #add(name: string, root: ListNode): void {
    const known = this.scene.templates.get(name);
    if (known === undefined || isEmpty(known)) this.scene.templates.set(name, root);
    else if (!isEmpty(root)) this.error(`template: multiple definition of template ${quoteText(name)}`);
  }

  #itemList(): { list: ListNode; ending: Ending } {
    const nodes: Statement[] = [];
    const list: ListNode = { kind: 'list', at: this.tokens.peekNonSpace().at, nodes };
    while (this.tokens.peekNonSpace().kind !== 'eof') {
      const node = this.#textOrAction();
      if (isEnding(node)) return { list, ending: node };
      nodes.push(node);
    }
    return this.error('unexpected EOF');
  }

  #textOrAction(): Statement | Ending {
    const token = this.tokens.nextNonSpace();
    if (token.kind === 'text') return { kind: 'text', at: token.at, text: token.text };
    if (token.kind !== 'leftDelim') return this.unexpected(token, 'input');
    this.actionLine = token.line;
    this.deeper();
    const node = this.#action();
    this.scene.depth -= 1;
    this.actionLine = 0;
    return node;
  }

  #action(): Statement | Ending {
    const token = this.tokens.nextNonSpace();
    switch (token.kind) {
      case 'block':
        return this.#block();
      case 'break':
      case 'continue':
        return this.#jump(token, token.kind);
      case 'else':
        return this.#else();
      case 'end':
        return { kind: 'end', at: this.expect('rightDelim', 'end').at };
      case 'if':
      case 'range':
      case 'with':
        return this.#branch(token.kind);
      case 'template':
        return this.#template();
      default:
        this.tokens.putBack(token);
        return { kind: 'action', at: token.at, pipe: this.#pipelines.pipeline('command', 'rightDelim') };
    }
  }

  #jump(token: Token, kind: 'break' | 'continue'): Statement {
    const end = this.tokens.nextNonSpace();
    if (end.kind !== 'rightDelim') this.unexpected(end, `{{${kind}}}`);
    if (this.#ranges === 0) this.error(`{{${kind}}} outside {{range}}`);
    return { kind, at: token.at };
  }

  #else(): Ending {
    const peek = this.tokens.peekNonSpace();
    if (peek.kind === 'if' || peek.kind === 'with') return { kind: 'else', at: peek.at };
    return { kind: 'else', at: this.expect('rightDelim', 'else').at };
  }

  #branch(kind: 'if' | 'range' | 'with'): BranchNode {
    this.deeper();
    const mark = this.variables.length;
    const pipe = this.#pipelines.pipeline(kind, 'rightDelim');
    if (kind === 'range') this.#ranges += 1;
    const { list, ending } = this.#itemList();
    if (kind === 'range') this.#ranges -= 1;
    const otherwise = ending.kind === 'else' ? this.#otherwise(kind, ending) : undefined;
    this.variables.length = mark;
    this.scene.depth -= 1;
    return { kind, at: pipe.at, pipe, list, otherwise };
  }

  #otherwise(kind: 'if' | 'range' | 'with', { at }: Ending): ListNode {
    if (kind !== 'range' && this.tokens.take(kind)) return { kind: 'list', at, nodes: [this.#branch(kind)] };
    const { list, ending } = this.#itemList();
    if (ending.kind !== 'end') this.error(`expected end; found {{${ending.kind}}}`);
    return list;
  }

  #block(): TemplateNode {
    const token = this.tokens.nextNonSpace();
    const name = this.#templateName(token, 'block clause');
    const pipe = this.#pipelines.pipeline('block clause', 'rightDelim');
    new TreeParser(this.scene).#body(name, 'block clause', this);
    return { kind: 'template', at: token.at, name, pipe };
  }

  #template(): TemplateNode {
    const token = this.tokens.nextNonSpace();
    const name = this.#templateName(token, 'template clause');
    const next = this.tokens.nextNonSpace();
    let pipe: PipeNode | undefined;
    if (next.kind !== 'rightDelim') {
      this.tokens.putBack(next);
      pipe = this.#pipelines.pipeline('template clause', 'rightDelim');
    }
    return { kind: 'template', at: token.at, name, pipe };
  }

  #templateName(token: Token, context: string): string {
    if (token.kind !== 'string' && token.kind !== 'rawString') return this.unexpected(token, context);
    return unquote(token.text) ?? this.error('invalid syntax');
  }
}

function isEnding(node: Statement | Ending): node is Ending {
  return node.kind === 'end' || node.kind === 'else';
}

/** Nothing but spaces. */
function isEmpty(list: ListNode): boolean {
  return list.nodes.every((node) => node.kind === 'text' && /^[\t\n\v\f\r ]*$/.test(node.text));
}
