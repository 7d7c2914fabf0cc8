/** The words of a template with a look ahead of three, as Go's parser takes them. */
import type { Lexer } from './lexer.ts';
import type { Token, TokenKind } from './tokens.ts';

/** A queue of one tree; the trees of `define` read on from the same lexer. */
export class TokenQueue {
  readonly #lexer: Lexer;
  /** What was put back, the next one last. */
  readonly #back: Token[] = [];
  /** The line that errors name: of the word that the lexer gave last. */
  line = 0;

  constructor(lexer: Lexer) {
    this.#lexer = lexer;
  }

  next(): Token {
    return this.#back.pop() ?? this.#read();
  }

  #read(): Token {
    const token = this.#lexer.next();
    this.line = token.line;
    return token;
  }

  /** Puts back words, the first to come first. */
  putBack(first: Token, second?: Token): void {
    if (second !== undefined) this.#back.push(second);
    this.#back.push(first);
  }

  peek(): Token {
    const waiting = this.#back.at(-1);
    if (waiting !== undefined) return waiting;
    const token = this.#read();
    this.#back.push(token);
    return token;
  }

  nextNonSpace(): Token {
    let token = this.next();
    while (token.kind === 'space') token = this.next();
    return token;
  }

  /** Spaces before it are gone. */
  peekNonSpace(): Token {
    const token = this.nextNonSpace();
    this.#back.push(token);
    return token;
  }

  /** True, and taken, where the next word is of the kind. */
  take(kind: TokenKind): boolean {
    if (this.peek().kind !== kind) return false;
    this.next();
    return true;
  }
}
