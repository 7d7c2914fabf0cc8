/**
 * YAML text → syntax tree and plain value, by the rules of YAML 1.2 core with limits on aliases. Integers beyond what a
 * number holds exactly come out as bigint; `__proto__` is a key like any other.
 */
import { type Document, isAlias, isMap, isPair, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';
import { defineKey, type Dictionary } from './path.ts';

export interface YamlProblem {
  /** One-based. */
  readonly line: number;
  /** One-based. */
  readonly column: number;
  readonly message: string;
}

export interface ParsedYaml {
  readonly ast: Document;
  readonly value: unknown;
}

export type YamlReading = { ok: true; parsed: ParsedYaml } | { ok: false; problem: YamlProblem };

/** Nodes that all aliases of one document may expand to together; beyond that it is refused as a trap. */
const EXPANSION_LIMIT = 20_000;
/** Characters of a document that is still read at each key press. */
const TEXT_LIMIT = 3_000_000;

export function readYaml(text: string): YamlReading {
  if (text.length > TEXT_LIMIT)
    return failure(1, 1, 'The text is too long: a Kubernetes object is at most 3 MB.');
  const lines = new LineCounter();
  const ast = parseDocument(text, {
    keepSourceTokens: true,
    lineCounter: lines,
    prettyErrors: false,
    logLevel: 'error',
    stringKeys: false,
  });
  const error = ast.errors[0];
  if (error !== undefined) {
    const at = lines.linePos(error.pos[0]);
    return failure(at.line || 1, at.col || 1, plainMessage(error.code, error.message));
  }
  try {
    const reader = new Reader(ast);
    return { ok: true, parsed: { ast, value: reader.read(ast.contents) } };
  } catch (cause) {
    if (!(cause instanceof TooManyAliases)) throw cause;
    return failure(1, 1, 'Aliases (*name) in this YAML expand to too much data.');
  }
}

function failure(line: number, column: number, message: string): YamlReading {
  return { ok: false, problem: { line, column, message } };
}

const MESSAGES: Record<string, string> = {
  TAB_AS_INDENT: 'Tabs cannot indent YAML; use spaces.',
  DUPLICATE_KEY: 'This key is already there; each key may be used once.',
  MULTIPLE_DOCS: 'There is more than one object here (---); keep one.',
  BAD_INDENT: 'The indentation does not fit the lines above.',
  MISSING_CHAR: 'Something is missing here: a quote, a colon or a bracket.',
  UNEXPECTED_TOKEN: 'This is not expected here.',
  BLOCK_AS_IMPLICIT_KEY: 'A key cannot follow a value on the same line.',
  MULTILINE_IMPLICIT_KEY: 'A key must be on one line and end with a colon.',
};

function plainMessage(code: string, message: string): string {
  const plain = Object.hasOwn(MESSAGES, code) ? MESSAGES[code] : undefined;
  const detail = message.split('\n')[0] ?? message;
  return plain === undefined ? detail : `${plain} (${detail})`;
}

class TooManyAliases extends Error {}

class Reader {
  readonly #ast: Document;
  #insideAlias = 0;
  #expanded = 0;

  constructor(ast: Document) {
    this.#ast = ast;
  }

  read(node: unknown): unknown {
    if (this.#insideAlias > 0 && (this.#expanded += 1) > EXPANSION_LIMIT) throw new TooManyAliases();
    if (isAlias(node)) return this.#alias(node);
    if (isScalar(node)) return scalarValue(node.value, node.source);
    if (isSeq(node)) return node.items.map((item) => this.read(item));
    if (isMap(node)) {
      const object: Dictionary = {};
      for (const pair of node.items)
        if (isPair(pair)) defineKey(object, keyText(pair.key), this.read(pair.value));
      return object;
    }
    return null;
  }

  #alias(node: { resolve: (ast: Document) => unknown }): unknown {
    const target = node.resolve(this.#ast);
    if (this.#insideAlias > 100) throw new TooManyAliases();
    this.#insideAlias += 1;
    const value = this.read(target);
    this.#insideAlias -= 1;
    return value;
  }
}

/** The key as JSON would have it: always text, as written for numbers. */
export function keyText(key: unknown): string {
  if (!isScalar(key)) return '';
  if (typeof key.value === 'string') return key.value;
  return key.source ?? String(key.value);
}

function scalarValue(value: unknown, source: string | undefined): unknown {
  if (value === undefined) return null;
  if (typeof value !== 'number' || Number.isSafeInteger(value) || source === undefined) return value;
  return /^[+-]?\d+$/.test(source) ? BigInt(source.replace(/^\+/, '')) : value;
}
