/** Text changes that may make an edit, the smallest first; see yaml-edit.ts, which checks them. */
import { isCollection, isMap, isPair, isScalar, isSeq, type Scalar, type YAMLMap, type YAMLSeq } from 'yaml';
import { moveItem, type TextChange, type YamlEdit } from './edits.ts';
import { isDictionary, isList, type Path, setInValue } from './path.ts';
import { addToFlow, deleteFromFlow, rangeStart } from './yaml-flow.ts';
import {
  contentEnd,
  indicatorOf,
  type Located,
  locate,
  pairStart,
  seqDashes,
  valueGap,
} from './yaml-locate.ts';
import type { ParsedYaml } from './yaml-read.ts';
import { blockIndent, columnOf, indentAt, lineEnd, lineStart, render, type Rendering } from './yaml-text.ts';

interface Source {
  readonly text: string;
  readonly parsed: ParsedYaml;
}

export function* proposals(source: Source, edit: YamlEdit): Generator<TextChange> {
  const located = locate(source.parsed.ast, edit.path);
  switch (edit.kind) {
    case 'set':
      yield* located.rest.length === 0
        ? replaceProposals(source.text, located, edit.value)
        : addProposals(source, located, edit.value);
      return;
    case 'delete':
      if (located.rest.length === 0) yield* deleteProposals(source.text, located);
      return;
    case 'insert':
      yield* insertProposals(source, edit);
      return;
    case 'move':
      if (isSeq(located.node)) yield* moveProposals(source.text, located.node, edit);
      return;
    case 'rename':
      yield* renameProposals(source.text, located, edit.key);
  }
}

/** A new value in the place of an old one: within its own marks if it fits there, else everything after the key. */
function* replaceProposals(text: string, located: Located, value: unknown): Generator<TextChange> {
  yield* inPlaceProposals(located, value);
  const gap = valueGap(text, located);
  if (gap === undefined) return;
  if (!located.inFlow) {
    yield { ...gap, insert: afterIndicator(value, { indent: blockIndent(text, located), flow: false }) };
  }
  yield { ...gap, insert: ` ${render(value, { indent: 0, flow: true })}` };
}

/** One scalar for another on one line, in the quotes it had. */
function* inPlaceProposals({ node, inFlow }: Located, value: unknown): Generator<TextChange> {
  if (!isScalar(node) || !node.range || isBlockScalar(node) || isDictionary(value) || isList(value)) return;
  if (typeof value === 'string' && value.includes('\n') && !inFlow) return;
  const quote = quotesOf(node);
  const [from, to] = node.range;
  const insert = render(value, { indent: 0, flow: true, ...(quote === undefined ? {} : { quote }) });
  if (to > from) yield { from, to, insert };
}

function isBlockScalar(node: Scalar): boolean {
  return node.type === 'BLOCK_LITERAL' || node.type === 'BLOCK_FOLDED';
}

/** The quotes of an empty text were needed, not chosen. */
function quotesOf(node: Scalar): 'QUOTE_DOUBLE' | 'QUOTE_SINGLE' | undefined {
  if (node.value === '') return undefined;
  return node.type === 'QUOTE_DOUBLE' || node.type === 'QUOTE_SINGLE' ? node.type : undefined;
}

/** What follows `key:` or `-`: on the same line for scalars and empty collections, else indented on the next. */
function afterIndicator(value: unknown, rendering: Rendering): string {
  const inline = !isCollectionWithContent(value);
  return inline
    ? ` ${render(value, rendering)}`
    : `\n${indentAt(rendering.indent)}${render(value, rendering)}`;
}

function isCollectionWithContent(value: unknown): boolean {
  return isList(value) ? value.length > 0 : isDictionary(value) && Object.keys(value).length > 0;
}

/** The path ends below what exists: add the missing branch to the deepest parent there is. */
function* addProposals(source: Source, located: Located, value: unknown): Generator<TextChange> {
  const [step, ...below] = located.rest;
  if (step === undefined) return;
  const branch = below.length === 0 ? value : setInValue(undefined, below, value);
  const node = located.node;
  const whole = setInValue(undefined, [step], branch);
  if (!isCollection(node) || node.items.length === 0) yield* replaceProposals(source.text, located, whole);
  if (isMap(node) && typeof step === 'string') yield* addKey(source.text, node, step, branch);
  if (isSeq(node) && typeof step === 'number') yield* addItem(source.text, node, node.items.length, branch);
  if (source.parsed.ast.contents === null) yield startOf(source.text, whole);
}

/** The first lines of a text that holds nothing but comments. */
function startOf(text: string, value: unknown): TextChange {
  const lineBreak = text === '' || text.endsWith('\n') ? '' : '\n';
  const insert = `${lineBreak}${render(value, { indent: 0, flow: false })}\n`;
  return { from: text.length, to: text.length, insert };
}

function* addKey(text: string, map: YAMLMap, key: string, value: unknown): Generator<TextChange> {
  const entry = setInValue(undefined, [key], value);
  const last = map.items.at(-1);
  if (map.flow === true) {
    yield* addToFlow(
      text,
      map,
      map.items.length,
      render(entry, { indent: 0, flow: true }).slice(1, -1).trim(),
    );
    return;
  }
  const first = map.items[0] === undefined ? undefined : pairStart(map.items[0]);
  if (last === undefined || first === undefined) return;
  const indent = columnOf(text, first);
  yield insertAfter(
    text,
    contentEnd(text, last),
    `${indentAt(indent)}${render(entry, { indent, flow: false })}`,
  );
}

/** New lines after the line on which `offset` lies (its comment stays on it). */
function insertAfter(text: string, offset: number, lines: string): TextChange {
  const at = lineEnd(text, offset);
  return { from: at, to: at, insert: `\n${lines}` };
}

function* addItem(text: string, seq: YAMLSeq, index: number, value: unknown): Generator<TextChange> {
  if (seq.flow === true) {
    yield* addToFlow(text, seq, index, render(value, { indent: 0, flow: true }));
    return;
  }
  const dashes = seqDashes(seq);
  const first = dashes[0];
  if (first === undefined || dashes.length !== seq.items.length) return;
  const indent = columnOf(text, first);
  const item = render([value], { indent, flow: false });
  const before = dashes[index];
  if (before === undefined) {
    yield insertAfter(text, contentEnd(text, seq), `${indentAt(indent)}${item}`);
    return;
  }
  yield { from: before, to: before, insert: `${item}\n${indentAt(indent)}` };
}

function* insertProposals(source: Source, edit: { path: Path; value: unknown }): Generator<TextChange> {
  const parent = locate(source.parsed.ast, edit.path.slice(0, -1));
  const index = edit.path.at(-1);
  if (
    parent.rest.length === 0 &&
    isSeq(parent.node) &&
    parent.node.items.length > 0 &&
    typeof index === 'number'
  ) {
    yield* addItem(source.text, parent.node, index, edit.value);
    return;
  }
  if (parent.rest.length === 0) yield* replaceProposals(source.text, parent, [edit.value]);
  else yield* addProposals(source, { ...parent, rest: [...parent.rest, 0] }, edit.value);
}

function* deleteProposals(text: string, located: Located): Generator<TextChange> {
  const parent = located.parent;
  if (parent === undefined) return;
  const { collection, index } = parent;
  if (collection.flow === true) {
    yield* deleteFromFlow(text, collection, index);
    return;
  }
  const start = indicatorOf(collection, index);
  if (start === undefined) return;
  const end = contentEnd(text, collection.items[index]);
  const next = indicatorOf(collection, index + 1);
  const ownLine = text.slice(lineStart(text, start), start).trim() === '';
  if (collection.items.length === 1) {
    yield* emptyProposals(text, located);
  } else if (ownLine) {
    yield { from: lineStart(text, start), to: Math.min(lineEnd(text, end) + 1, text.length), insert: '' };
    if (lineEnd(text, end) >= text.length)
      yield { from: Math.max(lineStart(text, start) - 1, 0), to: text.length, insert: '' };
  } else if (next !== undefined) {
    yield { from: start, to: next, insert: '' };
  }
}

/** The last entry goes: the collection itself stays, empty. */
function* emptyProposals(text: string, located: Located): Generator<TextChange> {
  const holder = located.holder;
  const empty = isMap(located.parent?.collection) ? '{}' : '[]';
  if (holder === undefined) {
    const range = located.parent?.collection.range;
    if (range) yield { from: range[0], to: range[1], insert: `${empty}\n` };
    return;
  }
  const gap = valueGap(text, holder);
  if (gap !== undefined) yield { ...gap, insert: ` ${empty}` };
}

function* moveProposals(
  text: string,
  seq: YAMLSeq,
  edit: { from: number; to: number },
): Generator<TextChange> {
  const range = seq.range;
  if (!range) return;
  const dashes = seqDashes(seq);
  const starts = seq.flow === true ? seq.items.map((item) => rangeStart(item)) : dashes;
  const blocks = seq.items.map((item, index) => ({ from: starts[index], to: contentEnd(text, item) }));
  const first = blocks[0]?.from;
  const last = blocks.at(-1)?.to;
  if (first === undefined || last === undefined || starts.length !== seq.items.length) return;
  const ends = blocks.map((block) =>
    seq.flow === true ? block.to : Math.min(lineEnd(text, block.to), text.length),
  );
  const pieces = blocks.map((block, index) => text.slice(block.from, ends[index]));
  const gaps = blocks.slice(1).map((block, index) => text.slice(ends[index], block.from));
  const moved = moveItem(pieces, edit.from, edit.to);
  if (!isList(moved)) return;
  const insert = moved
    .map((piece, index) => `${index === 0 ? '' : (gaps[index - 1] ?? '')}${String(piece)}`)
    .join('');
  yield { from: first, to: ends.at(-1) ?? last, insert };
}

function* renameProposals(text: string, located: Located, key: string): Generator<TextChange> {
  const pair: unknown = located.parent?.collection.items[located.parent.index];
  if (!isPair(pair)) return;
  const start = pairStart(pair);
  const range = isScalar(pair.key) ? pair.key.range : undefined;
  if (start === undefined || !range || text === '') return;
  const written = render(setInValue(undefined, [key], null), { indent: 0, flow: false }).replace(
    /:\s*null\s*$/,
    '',
  );
  yield { from: range[0], to: range[1], insert: written };
}
