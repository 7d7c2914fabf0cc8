/**
 * YAML 1.1 as packages expect it: yaml.v2 behind sigs.k8s.io/yaml (KUDO 14). Of several documents the first; of equal keys
 * the last; merge keys where they stand; numbers to the base of 60 and times are texts. Bounded in size, depth and in what
 * aliases stand for.
 */
import { Composer, CST, isAlias, isMap, isPair, isScalar, isSeq, Lexer, LineCounter, Parser } from 'yaml';
import type { Pair, Scalar } from 'yaml';
import { resolvedScalar } from '../../templates/yaml/resolve.ts';
import { goFieldText } from './go-values.ts';
import {
  type DocumentNode,
  emptyNode,
  type MappingEntry,
  type ScalarNode,
  UnreadableYaml,
  type YamlPlace,
} from './nodes.ts';

/** UTF-16 units of one text: an OperatorVersion with more is refused by the API server. */
export const YAML_SIZE = 1_048_576;
/** Collections within each other; real packages have a dozen. */
const DEPTH = 100;
/** Parts of a document, those that aliases stand for counted each time. */
const PARTS = 200_000;

/** The first document. @throws UnreadableYaml with the place */
export function readYaml11(text: string): DocumentNode {
  if (text.length > YAML_SIZE)
    throw new UnreadableYaml(
      `the text is larger than ${String(YAML_SIZE)} characters`,
      { line: 1, column: 1 },
      { bound: 'yamlCharacters', most: YAML_SIZE },
    );
  const lines = new LineCounter();
  lines.addNewLine(0);
  const placeAt = (offset: number): YamlPlace => {
    const { line, col } = lines.linePos(offset);
    return { line: line || 1, column: col || 1 };
  };
  const tokens = tokensOf(text, new Parser(lines.addNewLine), (offset) => tooDeep(placeAt(offset)));
  const deep = deepToken(tokens);
  if (deep !== undefined) throw tooDeep(placeAt(deep.offset));
  const contents = compose(tokens, text.length, placeAt);
  return contents === null ? emptyNode() : new NodeReader(placeAt).read(contents, 0);
}

function tooDeep(place: YamlPlace): UnreadableYaml {
  return new UnreadableYaml(`more than ${String(DEPTH)} lists and maps lie within each other`, place, {
    ...{ bound: 'yamlDepth', most: DEPTH },
  });
}

/** What the parser makes of the text; its time grows with the square of what one line opens, so that is bounded before. */
function tokensOf(text: string, parser: Parser, failure: (offset: number) => Error): CST.Token[] {
  const tokens: CST.Token[] = [];
  let [open, inLine] = [0, 0];
  for (const lexeme of new Lexer().lex(text)) {
    const type = CST.tokenType(lexeme);
    if (type === 'flow-seq-start' || type === 'flow-map-start') open += 1;
    else if (type === 'flow-seq-end' || type === 'flow-map-end') open -= 1;
    else if (type === 'seq-item-ind' || type === 'explicit-key-ind') inLine += 1;
    else if (type === 'newline') inLine = 0;
    if (open > DEPTH || inLine > DEPTH) throw failure(parser.offset);
    tokens.push(...parser.next(lexeme));
  }
  return [...tokens, ...parser.end()];
}

/** Lies too deep; found without recursion, which such a text is meant to exhaust. */
function deepToken(tokens: readonly CST.Token[]): CST.Token | undefined {
  const stack = tokens.map((token): [CST.Token, number] => [token, 0]);
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const [token, depth] = next;
    if (depth > DEPTH) return token;
    if (token.type === 'document' && token.value !== undefined) stack.push([token.value, depth]);
    if (!CST.isCollection(token)) continue;
    // One by one: there may be more than a call takes arguments.
    for (const { key, value } of token.items)
      for (const part of [key ?? [], value ?? []].flat()) stack.push([part, depth + 1]);
  }
  return undefined;
}

type ErrorSource = number | readonly [number, number] | { readonly offset: number };

function compose(
  tokens: readonly CST.Token[],
  length: number,
  placeAt: (offset: number) => YamlPlace,
): unknown {
  // All scalars as texts: what they are is resolved as Go does.
  const composer = new Composer({
    ...{ version: '1.1', schema: 'failsafe', resolveKnownTags: false, merge: false },
    ...{ uniqueKeys: false, stringKeys: false, keepSourceTokens: false },
  });
  const errors: UnreadableYaml[] = [];
  Object.assign(composer, {
    // Keeps the first: making each of many costs more than all the reading, and what is thrown here is caught there.
    onError: (source: ErrorSource, _code: string, message: string, warning?: boolean) => {
      if (warning !== true && errors.length === 0)
        errors.push(new UnreadableYaml(firstLine(message), placeAt(startOf(source))));
    },
  });
  const { value: document } = composer.compose(tokens, true, length).next();
  const [first] = errors;
  if (first !== undefined) throw first;
  if (document === undefined) return null;
  // Of the outermost lines, which it notes by itself.
  const [error] = document.errors;
  if (error !== undefined) throw new UnreadableYaml(firstLine(error.message), placeAt(error.pos[0]));
  return document.contents;
}

function startOf(source: ErrorSource): number {
  if (typeof source === 'number') return source;
  return 'offset' in source ? source.offset : source[0];
}

function firstLine(message: string): string {
  return message.split('\n')[0] ?? message;
}

/** What aliases count by. */
interface Extent {
  readonly parts: number;
  readonly height: number;
}

class NodeReader {
  readonly #placeAt: (offset: number) => YamlPlace;
  /** Undefined while what the anchor stands for is being read. */
  readonly #anchors = new Map<string, DocumentNode | undefined>();
  readonly #extents = new WeakMap<DocumentNode, Extent>();

  constructor(placeAt: (offset: number) => YamlPlace) {
    this.#placeAt = placeAt;
  }

  read(node: unknown, depth: number): DocumentNode {
    if (isAlias(node)) return this.#alias(node.source, this.#place(node), depth);
    const anchor = isScalar(node) || isSeq(node) || isMap(node) ? node.anchor : undefined;
    if (anchor !== undefined) this.#anchors.set(anchor, undefined);
    const read = this.#value(node, depth);
    this.#measure(read, depth);
    if (anchor !== undefined) this.#anchors.set(anchor, read);
    return read;
  }

  #value(node: unknown, depth: number): DocumentNode {
    const place = this.#place(node);
    if (isScalar(node)) return scalarOf(node, place);
    if (isSeq(node))
      return { kind: 'list', ...place, items: node.items.map((item) => this.read(item, depth + 1)) };
    if (isMap(node)) return { kind: 'map', ...place, entries: this.#entries(node.items, depth + 1) };
    return emptyNode(place);
  }

  #entries(pairs: readonly Pair[], depth: number): Map<string, MappingEntry> {
    const entries = new Map<string, MappingEntry>();
    for (const pair of pairs) {
      if (!isPair(pair)) continue;
      const key = this.read(pair.key, depth);
      const node = this.read(pair.value ?? null, depth);
      if (key.kind === 'scalar' && key.value === '<<' && isPlain(pair.key)) merge(node, entries, key);
      else entries.set(keyText(key), { key: asScalar(key), node, line: key.line, column: key.column });
    }
    return entries;
  }

  #alias(name: string, place: YamlPlace, depth: number): DocumentNode {
    if (!this.#anchors.has(name)) throw new UnreadableYaml(`unknown anchor '${name}' referenced`, place);
    const node = this.#anchors.get(name);
    if (node === undefined) throw new UnreadableYaml(`anchor '${name}' value contains itself`, place);
    this.#limit(this.#extents.get(node), depth, place);
    return node;
  }

  #measure(node: DocumentNode, depth: number): void {
    const children =
      node.kind === 'list'
        ? node.items
        : node.kind === 'map'
          ? [...node.entries.values()].map((entry) => entry.node)
          : [];
    let [parts, height] = [1, 0];
    for (const child of children) {
      const extent = this.#extents.get(child);
      parts += extent?.parts ?? 1;
      height = Math.max(height, 1 + (extent?.height ?? 0));
    }
    this.#extents.set(node, { parts, height });
    this.#limit({ parts, height }, depth, node);
  }

  #limit(extent: Extent | undefined, depth: number, place: YamlPlace): void {
    if (extent === undefined) return;
    if (extent.parts > PARTS)
      throw new UnreadableYaml(
        `with what its aliases stand for, the document has more than ${String(PARTS)} parts`,
        place,
        { bound: 'yamlParts', most: PARTS },
      );
    if (extent.height + depth > DEPTH) throw tooDeep(place);
  }

  #place(node: unknown): YamlPlace {
    const at = isScalar(node) || isSeq(node) || isMap(node) || isAlias(node) ? node.range?.[0] : undefined;
    return this.#placeAt(at ?? 0);
  }
}

function isPlain(key: unknown): boolean {
  return isScalar(key) && key.type === 'PLAIN';
}

/** As yaml.v2 does it: where the key stands, over what was before; of a list the first counts. */
function merge(node: DocumentNode, entries: Map<string, MappingEntry>, place: YamlPlace): void {
  const maps = node.kind === 'list' ? node.items.toReversed() : [node];
  for (const map of maps) {
    if (map.kind !== 'map')
      throw new UnreadableYaml('map merge requires map or sequence of maps as the value', place);
    for (const [key, entry] of map.entries) entries.set(key, entry);
  }
}

function keyText(key: DocumentNode): string {
  if (key.kind !== 'scalar' || key.value === null)
    throw new UnreadableYaml('a key of a map must be a text, a number or a truth value', key);
  return goFieldText(key.value);
}

function asScalar(key: DocumentNode): ScalarNode {
  return key.kind === 'scalar' ? key : emptyNode(key);
}

const STANDARD = 'tag:yaml.org,2002:';

function scalarOf(node: Scalar, place: YamlPlace): ScalarNode {
  const text = node.source ?? '';
  return { kind: 'scalar', ...place, text, value: scalarValue(node, text, place) };
}

function scalarValue({ tag, type }: Scalar, text: string, place: YamlPlace): ScalarNode['value'] {
  if (tag === undefined) return type === 'PLAIN' ? finite(resolvedScalar(text), place) : text;
  const name = tag.startsWith(STANDARD) ? tag.slice(STANDARD.length) : '';
  if (name === 'binary') return binary(text, place);
  if (!TAGS.has(name)) return text;
  const value = finite(resolvedScalar(text), place);
  if (TAGS.get(name)?.includes(value === null ? 'null' : typeof value) !== true)
    throw new UnreadableYaml(`cannot decode ${JSON.stringify(text)} as a ${tag}`, place);
  return name === 'float' ? Number(value) : value;
}

const TAGS: ReadonlyMap<string, readonly string[]> = new Map([
  ['null', ['null']],
  ['bool', ['boolean']],
  ['int', ['bigint']],
  ['float', ['bigint', 'number']],
]);

function finite(value: ScalarNode['value'], place: YamlPlace): ScalarNode['value'] {
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new UnreadableYaml(`a value of ${String(value)} cannot be stored`, place);
  return value;
}

function binary(text: string, place: YamlPlace): string {
  try {
    const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    return new TextDecoder().decode(bytes);
  } catch {
    throw new UnreadableYaml('!!binary value contains invalid base64 data', place);
  }
}
