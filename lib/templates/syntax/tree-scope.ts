/** What is known while a tree is read, and how its reading ends in an error. */
import { TemplateError } from '../template-error.ts';
import { firstRunes, fromBytes } from '../values/bytes.ts';
import { quoteText } from '../values/quote.ts';
import type { Lexer } from './lexer.ts';
import type { ListNode } from './nodes.ts';
import { TokenQueue } from './token-queue.ts';
import type { Token, TokenKind } from './tokens.ts';

/** Blocks and parentheses inside each other; far beyond what anybody writes, and within any stack. */
const DEPTH_LIMIT = 250;

/** What the trees of one text share. */
export interface ParseScene {
  /** The name in errors, as bytes. */
  readonly name: string;
  readonly lexer: Lexer;
  readonly isFunction: (name: string) => boolean;
  readonly templates: Map<string, ListNode>;
  depth: number;
}

/** Of one tree. */
export class TreeScope {
  readonly scene: ParseScene;
  readonly tokens: TokenQueue;
  /** Variables that are known here. */
  readonly variables: string[] = ['$'];
  /** Of the action that is being read; 0 outside. */
  actionLine = 0;

  constructor(scene: ParseScene) {
    this.scene = scene;
    this.tokens = new TokenQueue(scene.lexer);
  }

  /** One level more; whoever calls it goes back by `scene.depth`. */
  deeper(): void {
    this.scene.depth += 1;
    if (this.scene.depth > DEPTH_LIMIT) this.error('max expression depth exceeded');
  }

  /** The next word that is no space, which has to be of the kind. */
  expect(kind: TokenKind, context: string): Token {
    const token = this.tokens.nextNonSpace();
    return token.kind === kind ? token : this.unexpected(token, context);
  }

  /** Ends the reading over a word. */
  unexpected(token: Token, context: string): never {
    if (token.kind !== 'error') return this.error(`unexpected ${tokenText(token)} in ${context}`);
    if (this.actionLine === 0 || this.actionLine === token.line) return this.error(token.text);
    const started = ` in action started at ${this.scene.name}:${this.actionLine}`;
    return this.error(
      token.text + (token.text.endsWith(' action') ? started.slice(' in action'.length) : started),
    );
  }

  /** Ends the reading, in the line of the last word. */
  error(why: string): never {
    const template = fromBytes(this.scene.name);
    const { line } = this.tokens;
    const reason = fromBytes(why);
    throw new TemplateError(
      { stage: 'parse', template, line },
      reason,
      `template: ${template}:${line}: ${reason}`,
    );
  }
}

const NOT_KEYWORDS = new Set<TokenKind>([
  ...(['bool', 'char', 'charConstant', 'complex', 'assign', 'declare', 'field', 'identifier'] as const),
  ...(['leftDelim', 'leftParen', 'number', 'pipe', 'rawString', 'rightDelim', 'rightParen'] as const),
  ...(['space', 'string', 'text', 'variable'] as const),
]);

function tokenText({ kind, text }: Token): string {
  if (kind === 'eof') return 'EOF';
  if (!NOT_KEYWORDS.has(kind)) return `<${text}>`;
  return text.length > 10 ? `${quoteText(firstRunes(text, 10))}...` : quoteText(text);
}
