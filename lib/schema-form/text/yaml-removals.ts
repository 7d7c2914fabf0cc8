/** Text changes that take entries away, move them, or give them another name. */
import { moveItem } from './edits.ts';
import { isList } from '../schema/path.ts';
import type { TextChange } from './text-change.ts';
import { keepingComments } from './yaml-comments.ts';
import { deleteFromFlow } from './yaml-flow.ts';
import { contentEnd, type Located, valueGap } from './yaml-locate.ts';
import { lineEnd, lineStart, nextLine, valueYaml, type Rendering } from './yaml-text.ts';
import { entryEnd, entryStart } from './yaml-tree.ts';

/** Takes the entry away, with its lines where it has its own; none at the root. */
export function* deleteProposals(text: string, located: Located): Generator<TextChange> {
  const { parent } = located;
  if (parent === undefined) return;
  const { collection, at, index } = parent;
  if (collection.flow) {
    yield* deleteFromFlow(text, parent);
    return;
  }
  const start = entryStart(collection, at, index);
  if (start === undefined) return;
  const end = entryEnd(collection, at, index);
  const next = entryStart(collection, at, index + 1);
  const ownLine = /^[ \t]*(?:\?[ \t]+)?$/.test(text.slice(lineStart(text, start), start));
  if (collection.entries.length === 1) {
    yield* emptyProposals(text, located);
  } else if (ownLine) {
    yield { from: lineStart(text, start), to: nextLine(text, end), insert: '' };
    if (lineEnd(text, end) >= text.length)
      yield { from: lineEnd(text, Math.max(lineStart(text, start) - 2, 0)), to: text.length, insert: '' };
  } else if (next !== undefined) {
    yield* deleteBehindDash(text, { start, end, next });
  }
}

/** The first key behind a dash: the next one takes its place, unless comments stand between that would go too. */
function* deleteBehindDash(
  text: string,
  { start, end, next }: { start: number; end: number; next: number },
): Generator<TextChange> {
  const between = text.slice(Math.min(nextLine(text, end), next), next);
  const from = start - (/(?<! ) *$/.exec(text.slice(lineStart(text, start), start))?.[0].length ?? 0);
  if (between.trim() !== '') yield { from, to: lineEnd(text, end), insert: '' };
  yield { from: start, to: next, insert: '' };
}

/** The last entry goes: the collection itself stays, empty, and so do comments above it. */
function* emptyProposals(text: string, { holder }: Located): Generator<TextChange> {
  if (holder === undefined) return;
  const empty = holder.node?.kind === 'map' ? '{}' : '[]';
  if (holder.parent === undefined) {
    yield { from: holder.at, to: contentEnd(holder), insert: empty };
    return;
  }
  yield* keepingComments(text, holder, ` ${empty}`);
  const gap = valueGap(holder);
  if (gap !== undefined) yield { ...gap, insert: ` ${empty}` };
}

/** Moves item `from` of the list so that it ends at index `to`; none for what is no list. */
export function* moveProposals(
  text: string,
  { node, at }: Located,
  edit: { from: number; to: number },
): Generator<TextChange> {
  if (node?.kind !== 'seq') return;
  const low = Math.min(edit.from, edit.to);
  const high = Math.max(edit.from, edit.to);
  const entries = node.entries.slice(low, high + 1).map((_, offset) => ({
    start: entryStart(node, at, low + offset) ?? -1,
    end: entryEnd(node, at, low + offset),
  }));
  if (entries.some(({ start }) => start < 0)) return;
  const edited = { from: edit.from - low, to: edit.to - low };
  if (!node.flow) {
    // Comments right above an item, and behind it, move with it.
    const lines = entries.map(({ start, end }) => ({
      from: withComments(text, start),
      to: nextLine(text, end),
    }));
    yield* moveBlocks(text, lines, edited);
  }
  const ends = entries.map(({ start, end }) => ({ from: start, to: node.flow ? end : lineEnd(text, end) }));
  yield* moveBlocks(text, ends, edited);
}

interface Block {
  readonly from: number;
  readonly to: number;
}

/** What stands between the blocks keeps its place. */
function* moveBlocks(
  text: string,
  blocks: readonly Block[],
  edit: { from: number; to: number },
): Generator<TextChange> {
  const first = blocks[0]?.from;
  const last = blocks.at(-1)?.to;
  if (first === undefined || last === undefined) return;
  const pieces = blocks.map((block) => text.slice(block.from, block.to));
  const gaps = blocks.slice(1).map((block, index) => text.slice(blocks[index]?.to, block.from));
  const moved = moveItem(pieces, edit.from, edit.to);
  if (!isList(moved)) return;
  const insert = moved
    .map((piece, index) => `${index === 0 ? '' : (gaps[index - 1] ?? '')}${String(piece)}`)
    .join('');
  yield { from: first, to: last, insert };
}

/** Where the line of an entry begins, or the first of the comments right above it in its column. */
function withComments(text: string, start: number): number {
  let from = lineStart(text, start);
  const comment = `${text.slice(from, start)}#`;
  while (from > 0) {
    const above = lineStart(text, from - 1);
    if (!text.startsWith(comment, above)) return from;
    from = above;
  }
  return from;
}

/** Writes another key: plain where that will do, then in double quotes. */
export function* renameProposals({ parent }: Located, key: string, inline: Rendering): Generator<TextChange> {
  if (parent === undefined) return;
  const { collection, at, index } = parent;
  const entry = collection.entries[index];
  const start = entryStart(collection, at, index);
  if (entry === undefined || start === undefined) return;
  const place = { from: start + entry.keyFrom, to: start + entry.keyTo };
  yield { ...place, insert: valueYaml(key, inline) };
  yield { ...place, insert: JSON.stringify(key) };
}
