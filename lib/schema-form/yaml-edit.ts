/**
 * Edits of YAML text that change the lines of one path and nothing else: comments, order, quoting, anchors and odd
 * spellings elsewhere stay as written. Each edit proposes text changes, from the smallest to the coarsest; the first
 * one that, read again, gives exactly the value wanted is taken. So a proposal may be naive, never wrong.
 */
import {
  isAlias,
  isCollection,
  isMap,
  isPair,
  isScalar,
  isSeq,
  type Pair,
  visit,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import { deleteInValue, getIn, isDictionary, isList, type Path, sameValue, setInValue } from './path.ts';
import {
  contentEnd,
  indicatorOf,
  type Located,
  locate,
  pairStart,
  seqDashes,
  valueGap,
} from './yaml-locate.ts';
import { type ParsedYaml, readYaml } from './yaml-read.ts';
import { blockIndent, columnOf, indentAt, lineEnd, lineStart, render, type Rendering } from './yaml-text.ts';

/** Replace the characters from..to of the old text. */
export interface TextChange {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

export type YamlEdit =
  | { kind: 'set'; path: Path; value: unknown }
  | { kind: 'delete'; path: Path }
  /** Put a new item before the one at the index that ends the path. */
  | { kind: 'insert'; path: Path; value: unknown }
  /** Move item `from` of the list at the path to index `to`. */
  | { kind: 'move'; path: Path; from: number; to: number }
  /** Give the key that ends the path another name, in its place. */
  | { kind: 'rename'; path: Path; key: string };

/** The object after the edit, without any text. */
export function applyToValue(value: unknown, edit: YamlEdit): unknown {
  switch (edit.kind) {
    case 'set':
      return setInValue(value, edit.path, edit.value);
    case 'delete':
      return deleteInValue(value, edit.path);
    case 'insert':
      return insertValue(value, edit.path, edit.value);
    case 'move':
      return setInValue(value, edit.path, moveItem(getIn(value, edit.path), edit.from, edit.to));
    case 'rename':
      return renameValue(value, edit.path, edit.key);
  }
}

function insertValue(value: unknown, path: Path, item: unknown): unknown {
  const parent = path.slice(0, -1);
  const index = path.at(-1);
  const list = getIn(value, parent);
  const items = isList(list) ? list : [];
  const at = typeof index === 'number' ? index : items.length;
  return setInValue(value, parent, [...items.slice(0, at), item, ...items.slice(at)]);
}

export function moveItem(list: unknown, from: number, to: number): unknown {
  if (!isList(list) || from === to || from >= list.length || to >= list.length) return list;
  const without = list.filter((_, index) => index !== from);
  return [...without.slice(0, to), list[from], ...without.slice(to)];
}

function renameValue(value: unknown, path: Path, key: string): unknown {
  const parent = getIn(value, path.slice(0, -1));
  const old = path.at(-1);
  if (!isDictionary(parent) || typeof old !== 'string' || !Object.hasOwn(parent, old)) return value;
  if (Object.hasOwn(parent, key)) return value;
  const renamed = Object.entries(parent).reduce<unknown>(
    (object, [name, entry]) => setInValue(object, [name === old ? key : name], entry),
    {},
  );
  return setInValue(value, path.slice(0, -1), renamed);
}

export interface EditedYaml {
  readonly text: string;
  readonly parsed: ParsedYaml;
}

/** The text after the edit. The same text when the edit changes nothing. */
export function editYaml(text: string, parsed: ParsedYaml, edit: YamlEdit): EditedYaml {
  const want = applyToValue(parsed.value, edit);
  if (sameValue(parsed.value, want) && edit.kind !== 'rename') return { text, parsed };
  const source = { text, parsed };
  const direct = firstFitting(source, edit, want);
  if (direct !== undefined) return direct;
  const expanded = expandAliases(source);
  const second = expanded === undefined ? undefined : firstFitting(expanded, edit, want);
  return second ?? rewrite(want);
}

function firstFitting(source: EditedYaml, edit: YamlEdit, want: unknown): EditedYaml | undefined {
  for (const change of proposals(source, edit)) {
    const text = applyChange(source.text, change);
    const reading = readYaml(text);
    if (reading.ok && sameValue(reading.parsed.value, want)) return { text, parsed: reading.parsed };
  }
  return undefined;
}

export function applyChange(text: string, change: TextChange): string {
  return text.slice(0, change.from) + change.insert + text.slice(change.to);
}

/** The one change that makes `after` of `before`, as small as a common prefix and suffix allow. */
export function changeBetween(before: string, after: string): TextChange {
  const limit = Math.min(before.length, after.length);
  let from = 0;
  while (from < limit && before.charCodeAt(from) === after.charCodeAt(from)) from += 1;
  let tail = 0;
  while (
    tail < limit - from &&
    before.charCodeAt(before.length - 1 - tail) === after.charCodeAt(after.length - 1 - tail)
  ) {
    tail += 1;
  }
  return { from, to: before.length - tail, insert: after.slice(from, after.length - tail) };
}

/** Last resort, for shapes no proposal fits (explicit keys, an alias as a parent): correct, but comments are lost. */
function rewrite(want: unknown): EditedYaml {
  const text = render(want, { indent: 0, flow: false });
  const reading = readYaml(text);
  if (!reading.ok) throw new Error(`cannot write this value as YAML: ${reading.problem.message}`);
  return { text, parsed: reading.parsed };
}

/** Each alias replaced by the data it stands for, so that an edit of one place does not show in another. */
function expandAliases(source: EditedYaml): EditedYaml | undefined {
  const changes: TextChange[] = [];
  visit(source.parsed.ast, {
    Alias(_, node, ancestors) {
      const path = ancestors.length;
      const value = node.resolve(source.parsed.ast);
      if (node.range === undefined || node.range === null || value === undefined || path === 0) return;
      const plain: unknown = value.toJS(source.parsed.ast, { maxAliasCount: 100 });
      changes.push({
        from: node.range[0],
        to: node.range[1],
        insert: render(plain, { indent: 0, flow: true }),
      });
    },
  });
  if (changes.length === 0) return undefined;
  const text = changes.reduceRight(applyChange, source.text);
  const reading = readYaml(text);
  return reading.ok && sameValue(reading.parsed.value, source.parsed.value)
    ? { text, parsed: reading.parsed }
    : undefined;
}

function* proposals(source: EditedYaml, edit: YamlEdit): Generator<TextChange> {
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
  const node = located.node;
  const scalarToScalar = isScalar(node) && !isDictionary(value) && !isList(value);
  if (scalarToScalar && node.range && node.type !== 'BLOCK_LITERAL' && node.type !== 'BLOCK_FOLDED') {
    const quote = node.type === 'QUOTE_DOUBLE' || node.type === 'QUOTE_SINGLE' ? node.type : undefined;
    const plain = render(value, { indent: 0, flow: true, ...(quote === undefined ? {} : { quote }) });
    const multiline = typeof value === 'string' && value.includes('\n') && !located.inFlow;
    const [from, to] = node.range;
    if (!multiline && to > from) yield { from, to, insert: plain };
  }
  const gap = valueGap(text, located);
  if (gap === undefined) return;
  if (!located.inFlow) {
    yield { ...gap, insert: afterIndicator(value, { indent: blockIndent(text, located), flow: false }) };
  }
  yield { ...gap, insert: ` ${render(value, { indent: 0, flow: true })}` };
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
function* addProposals(source: EditedYaml, located: Located, value: unknown): Generator<TextChange> {
  const [step, ...below] = located.rest;
  if (step === undefined) return;
  const branch = below.length === 0 ? value : setInValue(undefined, below, value);
  const node = located.node;
  const whole = setInValue(undefined, [step], branch);
  if (!isCollection(node) || node.items.length === 0) yield* replaceProposals(source.text, located, whole);
  if (isMap(node) && typeof step === 'string') yield* addKey(source.text, node, step, branch);
  if (isSeq(node) && typeof step === 'number') yield* addItem(source.text, node, node.items.length, branch);
  if (source.text.trim() === '' || source.parsed.ast.contents === null) {
    const start = source.text === '' || source.text.endsWith('\n') ? '' : '\n';
    const insert = `${start}${render(whole, { indent: 0, flow: false })}\n`;
    yield { from: source.text.length, to: source.text.length, insert };
  }
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

function* addToFlow(
  text: string,
  node: YAMLMap | YAMLSeq,
  index: number,
  item: string,
): Generator<TextChange> {
  const range = node.range;
  if (!range) return;
  const next = node.items[index];
  const close = range[1] - 1;
  if (next === undefined) {
    const trailing = /\s*$/.exec(text.slice(range[0] + 1, close))?.[0].length ?? 0;
    const at = close - trailing;
    const comma = node.items.length === 0 || text[at - 1] === ',' ? '' : ', ';
    yield { from: at, to: at, insert: `${comma}${item}` };
    return;
  }
  const start = isPair(next) ? pairStart(next) : rangeStart(next);
  if (start !== undefined) yield { from: start, to: start, insert: `${item}, ` };
}

function rangeStart(node: unknown): number | undefined {
  return isScalar(node) || isCollection(node) || isAlias(node) ? node.range?.[0] : undefined;
}

function* insertProposals(source: EditedYaml, edit: { path: Path; value: unknown }): Generator<TextChange> {
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

function* deleteFromFlow(text: string, collection: YAMLMap | YAMLSeq, index: number): Generator<TextChange> {
  const startOf = (item: unknown): number | undefined => (isPair(item) ? pairStart(item) : rangeStart(item));
  const start = startOf(collection.items[index]);
  if (start === undefined) return;
  const end = contentEnd(text, collection.items[index]);
  const next = startOf(collection.items[index + 1]);
  if (next !== undefined) {
    yield { from: start, to: next, insert: '' };
    return;
  }
  const previous = collection.items[index - 1];
  yield { from: previous === undefined ? start : contentEnd(text, previous), to: end, insert: '' };
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
  const start = pairStart(pair as Pair);
  const range = isScalar(pair.key) ? pair.key.range : undefined;
  if (start === undefined || !range || text === '') return;
  const written = render(setInValue(undefined, [key], null), { indent: 0, flow: false }).replace(
    /:\s*null\s*$/,
    '',
  );
  yield { from: range[0], to: range[1], insert: written };
}
