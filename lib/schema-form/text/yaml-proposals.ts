/** Text changes that may make an edit, the smallest first; see yaml-edit.ts, which checks them. */
import { optional } from '../../base/loose.ts';
import type { YamlEdit } from './edits.ts';
import { isDictionary, isList, type Path, type PathStep, setInValue, isFilled } from '../schema/path.ts';
import type { TextChange } from './text-change.ts';
import { addToFlow } from './yaml-flow.ts';
import { contentEnd, type Located, locate, valueGap } from './yaml-locate.ts';
import { keepingComments } from './yaml-comments.ts';
import { deleteProposals, moveProposals, renameProposals } from './yaml-removals.ts';
import type { YamlSource } from './yaml-reread.ts';
import { blockIndent, columnOf, indentAt, lineEnd, valueYaml, type Rendering } from './yaml-text.ts';
import { entryStart, type YamlCollection, type YamlScalar } from './yaml-tree.ts';

interface Source {
  readonly text: string;
  /** How values on one line are written. */
  readonly inline: Rendering;
}

/** Candidates to be tried in this order; none where the edit has no place in the tree. */
export function* proposals({ text, parsed }: YamlSource, edit: YamlEdit): Generator<TextChange> {
  const located = locate(parsed.tree, edit.path);
  const inline = { indent: 0, flow: true, json: isJson(text) } as const;
  const source = { text, inline };
  switch (edit.kind) {
    case 'set':
      yield* located.rest.length === 0
        ? replaceProposals(source, located, edit.value)
        : addProposals(source, located, edit.value);
      return;
    case 'delete':
      if (located.rest.length === 0) yield* deleteProposals(text, located);
      return;
    case 'insert':
      yield* insertProposals(source, locate(parsed.tree, edit.path.slice(0, -1)), edit);
      return;
    case 'move':
      yield* moveProposals(text, located, edit);
      return;
    case 'rename':
      yield* renameProposals(located, edit.key, inline);
  }
}

/** What a program wrote as JSON stays JSON. */
function isJson(text: string): boolean {
  return /^\uFEFF?\s*\{\s*"/.test(text);
}

/** A new value in the place of an old one: within its own marks if it fits there, else everything after the key. */
function* replaceProposals(source: Source, located: Located, value: unknown): Generator<TextChange> {
  const { text, inline } = source;
  yield* inPlaceProposals(inline, located, value);
  const gap = valueGap(located);
  if (gap === undefined) {
    yield* replaceWhole(source, located, value);
    return;
  }
  const written = ` ${valueYaml(value, inline)}`;
  if (!located.inFlow) {
    const lines = afterIndicator(value, { indent: blockIndent(text, located), flow: false });
    yield* keepingComments(text, located, lines);
    yield { ...gap, insert: lines };
    yield* keepingComments(text, located, written);
  }
  yield { ...gap, insert: written };
}

/** An item in brackets, or the whole content of the text. */
function* replaceWhole({ text, inline }: Source, located: Located, value: unknown): Generator<TextChange> {
  const { node, at } = located;
  if (node === undefined || node.length === 0) return;
  const place = { from: at, to: contentEnd(located) };
  if (located.parent === undefined && text.slice(place.from, place.to) === '{}')
    yield { ...place, insert: valueYaml(value, { indent: 0, flow: false }) };
  if (located.inFlow) yield { ...place, insert: valueYaml(value, inline) };
}

/** One scalar for another on one line, in the quotes it had. */
function* inPlaceProposals(
  inline: Rendering,
  { node, at, inFlow }: Located,
  value: unknown,
): Generator<TextChange> {
  if (node?.kind !== 'scalar' || isBlockScalar(node) || isDictionary(value) || isList(value)) return;
  if (typeof value === 'string' && value.includes('\n') && !inFlow) return;
  const quote = quotesOf(node);
  const insert = valueYaml(value, { ...inline, ...optional({ quote }) });
  if (node.length > 0) yield { from: at, to: at + node.length, insert };
}

function isBlockScalar({ style }: YamlScalar): boolean {
  return style === 'literal' || style === 'folded';
}

/** The quotes of an empty text were needed, not chosen. */
function quotesOf({ style, length }: YamlScalar): Rendering['quote'] {
  if (length === 2) return undefined;
  if (style === 'single') return 'QUOTE_SINGLE';
  return style === 'double' ? 'QUOTE_DOUBLE' : undefined;
}

/** What follows `key:` or `-`: on the same line for scalars and empty collections, else indented on the next. */
function afterIndicator(value: unknown, rendering: Rendering): string {
  const inline = !isFilled(value);
  return inline
    ? ` ${valueYaml(value, rendering)}`
    : `\n${indentAt(rendering.indent)}${valueYaml(value, rendering)}`;
}

/** The path ends below what exists: add the missing branch to the deepest parent there is. */
function* addProposals(source: Source, located: Located, value: unknown): Generator<TextChange> {
  const [step, ...below] = located.rest;
  if (step === undefined) return;
  const { node, at } = located;
  if (node?.kind === 'alias') {
    yield* replaceProposals(source, located, setInValue(node.value(), located.rest, value));
    return;
  }
  const branch = below.length === 0 ? value : setInValue(undefined, below, value);
  const whole = setInValue(undefined, [step], branch);
  if (node?.kind === 'map' || node?.kind === 'seq') {
    if (node.entries.length === 0) yield* replaceProposals(source, located, whole);
    yield* addEntry(source, { collection: node, at }, step, branch);
    return;
  }
  yield* replaceProposals(source, located, whole);
  if (node === undefined) yield startOf(source.text, whole);
}

function* addEntry(source: Source, place: Place, step: PathStep, value: unknown): Generator<TextChange> {
  const { kind, entries } = place.collection;
  if (typeof step === 'string' && kind === 'map') yield* addKey(source, place, step, value);
  if (typeof step === 'number' && kind === 'seq') yield* addItem(source, place, entries.length, value);
}

/** The first lines of a text that holds nothing but comments. */
function startOf(text: string, value: unknown): TextChange {
  const lineBreak = text === '' || text.endsWith('\n') ? '' : '\n';
  const insert = `${lineBreak}${valueYaml(value, { indent: 0, flow: false })}\n`;
  return { from: text.length, to: text.length, insert };
}

interface Place {
  readonly collection: YamlCollection;
  readonly at: number;
}

function* addKey(source: Source, place: Place, key: string, value: unknown): Generator<TextChange> {
  const entry = setInValue(undefined, [key], value);
  const { text, inline } = source;
  const { collection, at } = place;
  const item = valueYaml(entry, inline).slice(1, -1).trim();
  if (collection.flow) {
    yield* addToFlow(text, place, collection.entries.length, item);
    return;
  }
  const first = entryStart(collection, at, 0);
  if (first === undefined) return;
  const indent = columnOf(text, first);
  // Text that ends in blank lines would take those that follow here; on one line it does not.
  for (const lines of [valueYaml(entry, { indent, flow: false }), item])
    yield insertAfter(text, at + collection.length, `${indentAt(indent)}${lines}`);
}

/** New lines after the line on which `offset` lies (its comment stays on it). */
function insertAfter(text: string, offset: number, lines: string): TextChange {
  const at = lineEnd(text, offset);
  return { from: at, to: at, insert: `\n${lines}` };
}

function* addItem(source: Source, place: Place, index: number, value: unknown): Generator<TextChange> {
  const { text, inline } = source;
  const { collection, at } = place;
  if (collection.flow) {
    yield* addToFlow(text, place, index, valueYaml(value, inline));
    return;
  }
  const first = entryStart(collection, at, 0);
  if (first === undefined) return;
  const indent = columnOf(text, first);
  const before = entryStart(collection, at, index);
  for (const item of [valueYaml([value], { indent, flow: false }), `- ${valueYaml(value, inline)}`]) {
    yield before === undefined
      ? insertAfter(text, at + collection.length, `${indentAt(indent)}${item}`)
      : { from: before, to: before, insert: `${item}\n${indentAt(indent)}` };
  }
}

function* insertProposals(
  source: Source,
  parent: Located,
  { path, value }: { path: Path; value: unknown },
): Generator<TextChange> {
  const index = path.at(-1);
  if (parent.rest.length > 0) {
    yield* addProposals(source, { ...parent, rest: [...parent.rest, 0] }, value);
    return;
  }
  const { node, at } = parent;
  if (node?.kind === 'seq' && node.entries.length > 0 && typeof index === 'number')
    yield* addItem(source, { collection: node, at }, index, value);
  else yield* replaceProposals(source, parent, [value]);
}
