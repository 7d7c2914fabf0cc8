/** The words that a template is cut into. */

/** Go's names of items, without their `item`. */
export type TokenKind =
  | 'error'
  | 'bool'
  | 'char'
  | 'charConstant'
  | 'complex'
  | 'assign'
  | 'declare'
  | 'eof'
  | 'field'
  | 'identifier'
  | 'leftDelim'
  | 'leftParen'
  | 'number'
  | 'pipe'
  | 'rawString'
  | 'rightDelim'
  | 'rightParen'
  | 'space'
  | 'string'
  | 'text'
  | 'variable'
  | Keyword;

/** What has a meaning of its own inside an action. */
export type Keyword =
  | 'block'
  | 'break'
  | 'continue'
  | 'dot'
  | 'define'
  | 'else'
  | 'end'
  | 'if'
  | 'nil'
  | 'range'
  | 'template'
  | 'with';

/** By how they are written. */
export const KEYWORDS: ReadonlyMap<string, Keyword> = new Map([
  ['.', 'dot'],
  ...(['block', 'break', 'continue', 'define', 'else', 'end', 'if'] as const).map(selfNamed),
  ...(['nil', 'range', 'template', 'with'] as const).map(selfNamed),
]);

function selfNamed<K extends Keyword>(word: K): [string, K] {
  return [word, word];
}

/** One word: what it is, where it begins, in bytes, and in which line. */
export interface Token {
  readonly kind: TokenKind;
  readonly at: number;
  readonly text: string;
  readonly line: number;
}
