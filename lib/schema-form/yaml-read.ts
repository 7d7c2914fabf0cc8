/**
 * YAML text → syntax tree and plain value, by the rules of YAML 1.2 core with limits on aliases. Integers beyond what a
 * number holds exactly come out as bigint; `__proto__` is a key like any other.
 */
import { type Document, isAlias, isMap, isPair, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';
import { defineKey, type Dictionary } from './path.ts';
import type { Problem, ProblemCode } from './problem.ts';

export interface YamlProblem {
  /** One-based. */
  readonly line: number;
  /** One-based. */
  readonly column: number;
  readonly problem: Problem;
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
  if (text.length > TEXT_LIMIT) return failure(1, 1, { code: 'yamlTooLong' });
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
    return failure(at.line || 1, at.col || 1, problemOf(error.code, error.message));
  }
  try {
    const reader = new Reader(ast);
    return { ok: true, parsed: { ast, value: reader.read(ast.contents) } };
  } catch (cause) {
    if (!(cause instanceof TooManyAliases)) throw cause;
    return failure(1, 1, { code: 'yamlAliases' });
  }
}

function failure(line: number, column: number, problem: Problem): YamlReading {
  return { ok: false, problem: { line, column, problem } };
}

const CODES: Partial<Record<string, ProblemCode>> = {
  TAB_AS_INDENT: 'yamlTabs',
  DUPLICATE_KEY: 'yamlRepeated',
  MULTIPLE_DOCS: 'yamlDocuments',
  BAD_INDENT: 'yamlIndent',
  MISSING_CHAR: 'yamlMissing',
  UNEXPECTED_TOKEN: 'yamlUnexpected',
  BLOCK_AS_IMPLICIT_KEY: 'yamlBlockKey',
  MULTILINE_IMPLICIT_KEY: 'yamlLongKey',
};

function problemOf(yamlCode: string, message: string): Problem {
  const code = Object.hasOwn(CODES, yamlCode) ? CODES[yamlCode] : undefined;
  const detail = message.split('\n')[0] ?? message;
  return code === undefined ? { said: detail } : { code, values: { detail } };
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
