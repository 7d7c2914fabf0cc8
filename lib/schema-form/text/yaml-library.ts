/** Reads any YAML by the `yaml` package. Slow for large texts: about 1 MB a second. */
import { Composer, type Document, isAlias, isMap, isPair, isScalar, isSeq, LineCounter, Parser } from 'yaml';
import type { YAMLMap } from 'yaml';
import { defineKey, type Dictionary, isDictionary, isList } from '../schema/path.ts';
import type { Problem, ProblemCode } from '../schema/problem.ts';
import type { YamlTree } from './yaml-tree.ts';
import { repeatedKey } from './yaml-repeated.ts';
import { integer } from './yaml-scalar.ts';
import { isMergeKey, keyText, treeOf } from './yaml-tree-of.ts';

/** The first thing that is wrong with a text, and where. */
export interface YamlProblem {
  /** One-based. */
  readonly line: number;
  /** One-based. */
  readonly column: number;
  readonly problem: Problem;
}

/** What a text of one document says. */
export interface ParsedYaml {
  readonly value: unknown;
  /** Where it stands in the text. */
  readonly tree: YamlTree;
}

/** What the text says, or why it cannot be read. */
export type YamlReading = { ok: true; parsed: ParsedYaml } | { ok: false; problem: YamlProblem };

/** Nodes that all aliases of one document may expand to together; beyond that it is refused as a trap. */
const EXPANSION_LIMIT = 20_000;
/** Maps and lists within each other: real objects have some forty. What is deeper may exhaust the stack. */
export const DEPTH_LIMIT = 300;

/**
 * Errors of the text come back as its problem, and so do aliases and nesting beyond the limits; several documents are
 * one, too.
 */
export function readByLibrary(text: string): YamlReading {
  try {
    return readWhole(text);
  } catch (cause) {
    if (cause instanceof TooManyAliases) return failure(1, 1, { code: 'yamlAliases' });
    if (cause instanceof TooDeep || cause instanceof RangeError)
      return failure(1, 1, { code: 'yamlTooDeep' });
    throw cause;
  }
}

function readWhole(text: string): YamlReading {
  const lines = new LineCounter();
  const { ast, error } = parse(text, lines);
  const found = firstOf(error, repeatedKey(ast.contents));
  if (found !== undefined) {
    const at = lines.linePos(found.pos[0]);
    return failure(at.line || 1, at.col || 1, problemOf(found.code, found.message));
  }
  const value = new Reader(ast).read(ast.contents);
  const tree = treeOf(text, ast, (alias) => new Reader(ast).read(alias));
  return { ok: true, parsed: { value, tree } };
}

/** What `parseDocument` of the package does, but for errors behind the first: see there. */
function parse(text: string, lines: LineCounter): { ast: Document.Parsed; error: Found | undefined } {
  const composer = new Composer({
    keepSourceTokens: true,
    stringKeys: false,
    // The package compares each key with all others of its map; see yaml-repeated.ts.
    uniqueKeys: false,
  });
  const errors: Found[] = [];
  // One wrong line may make an error of each line behind it, and making those takes longer than all the reading.
  Object.assign(composer, {
    onError: (source: ErrorSource, code: string, message: string, warning?: boolean) => {
      if (warning !== true && errors.length === 0) errors.push({ code, message, pos: [startOf(source)] });
    },
  });
  const tokens = new Parser(lines.addNewLine).parse(text);
  const [ast, second] = composer.compose(tokens, true, text.length);
  if (ast === undefined) throw new Error('every text has a document');
  // Errors of the outermost lines it notes by itself.
  const [error] = [...errors, ...ast.errors].sort((left, right) => left.pos[0] - right.pos[0]);
  return { ast, error: error ?? (second === undefined ? undefined : another(second)) };
}

type ErrorSource = number | readonly [number, number] | { readonly offset: number };

function startOf(source: ErrorSource): number {
  if (typeof source === 'number') return source;
  return 'offset' in source ? source.offset : source[0];
}

function another({ range }: Document.Parsed): Found {
  return { code: 'MULTIPLE_DOCS', message: 'There are several documents', pos: [range[0]] };
}

interface Found {
  readonly code: string;
  readonly message: string;
  readonly pos: readonly [number, ...number[]];
}

function firstOf(error: Found | undefined, repeated: number | undefined): Found | undefined {
  if (repeated === undefined || (error !== undefined && error.pos[0] < repeated)) return error;
  return { code: 'DUPLICATE_KEY', message: 'Map keys must be unique', pos: [repeated] };
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
  RESOURCE_EXHAUSTION: 'yamlTooDeep',
  UNEXPECTED_TOKEN: 'yamlUnexpected',
  BLOCK_AS_IMPLICIT_KEY: 'yamlBlockKey',
  MULTILINE_IMPLICIT_KEY: 'yamlLongKey',
};

function problemOf(yamlCode: string, message: string): Problem {
  const code = Object.hasOwn(CODES, yamlCode) ? CODES[yamlCode] : undefined;
  const detail = message.split('\n')[0] ?? message;
  return code === undefined ? { said: detail } : { code, values: { detail } };
}

/** `<<: *defaults`, which kubectl and Go understand, though YAML 1.2 has it no more. */
function isMerge(key: unknown, value: unknown): boolean {
  if (!isMergeKey(key)) return false;
  return isList(value) ? value.every(isDictionary) : isDictionary(value);
}

class TooManyAliases extends Error {}

class TooDeep extends Error {}

class Reader {
  readonly #ast: Document;
  #insideAlias = 0;
  #expanded = 0;
  #depth = 0;

  constructor(ast: Document) {
    this.#ast = ast;
  }

  read(node: unknown): unknown {
    if (this.#insideAlias > 0 && (this.#expanded += 1) > EXPANSION_LIMIT) throw new TooManyAliases();
    if (isAlias(node)) return this.#alias(node);
    if (isScalar(node)) return scalarValue(node.value, node.source);
    if (!isSeq(node) && !isMap(node)) return null;
    if ((this.#depth += 1) > DEPTH_LIMIT) throw new TooDeep();
    const value = isMap(node) ? this.#map(node) : node.items.map((item) => this.read(item));
    this.#depth -= 1;
    return value;
  }

  #map(node: YAMLMap): Dictionary {
    const object: Dictionary = {};
    const merged: unknown[] = [];
    for (const pair of node.items) {
      if (!isPair(pair)) continue;
      const value = this.read(pair.value);
      if (isMerge(pair.key, value)) merged.push(...(isList(value) ? value : [value]));
      else defineKey(object, keyText(pair.key), value);
    }
    // Own keys win over merged ones, wherever they stand, and of these the first.
    for (const part of merged.filter(isDictionary))
      for (const key of Object.keys(part)) if (!Object.hasOwn(object, key)) defineKey(object, key, part[key]);
    return object;
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

function scalarValue(value: unknown, source: string | undefined): unknown {
  if (value === undefined) return null;
  if (typeof value !== 'number' || Number.isSafeInteger(value) || source === undefined) return value;
  return /^[+-]?\d+$/.test(source) ? integer(source) : value;
}
