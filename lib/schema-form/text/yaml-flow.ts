/** Text changes inside flow collections: `{a: 1, b: [2, 3]}`. */
import type { TextChange } from './text-change.ts';
import type { Parent } from './yaml-locate.ts';
import { lineEnd, lineStart } from './yaml-text.ts';
import { entryEnd, entryStart, type YamlCollection } from './yaml-tree.ts';

/** Puts an item before the one at the index, or behind the last; on a line of its own where they have one each. */
export function* addToFlow(
  text: string,
  { at, collection }: { at: number; collection: YamlCollection },
  index: number,
  item: string,
): Generator<TextChange> {
  const count = collection.entries.length;
  const next = entryStart(collection, at, index);
  if (index < count) {
    if (next !== undefined) yield { from: next, to: next, insert: `${item},${gapBefore(text, next)}` };
    return;
  }
  const close = at + collection.length - 1;
  const last = entryStart(collection, at, count - 1);
  if (last === undefined) {
    const end = at + 1 + text.slice(at + 1, close).trimEnd().length;
    yield { from: end, to: end, insert: item };
    return;
  }
  const end = entryEnd(collection, at, count - 1);
  const comma = /^\s*,/.exec(text.slice(end, close))?.[0].length ?? 0;
  const gap = gapBefore(text, last);
  const line = Math.min(lineEnd(text, end), close);
  const behind = text.slice(end + comma, line);
  const comment = gap !== ' ' && /^[ \t]+#/.test(behind) ? behind : '';
  const insert = `${comma === 0 ? ',' : ''}${comment}${gap}${item}`;
  yield { from: end + comma, to: end + comma + comment.length, insert };
}

/** The line break and indentation before an entry that begins its line, else a space. */
function gapBefore(text: string, start: number): string {
  const line = lineStart(text, start);
  const indent = text.slice(line, start);
  return line > 0 && indent.trim() === '' ? `\n${indent}` : ' ';
}

/** Takes an entry away with its comma: the one behind it, or, of the last entry, the one before. */
export function* deleteFromFlow(text: string, { collection, at, index }: Parent): Generator<TextChange> {
  const start = entryStart(collection, at, index);
  if (start === undefined) return;
  const end = entryEnd(collection, at, index);
  const next = entryStart(collection, at, index + 1);
  const close = at + collection.length - 1;
  if (next !== undefined) {
    yield { from: start, to: next, insert: '' };
    return;
  }
  const alone =
    index === 0 && /^\s*$/.test(text.slice(at + 1, start)) && /^\s*(?:,\s*)?$/.test(text.slice(end, close));
  if (alone) yield { from: at + 1, to: close, insert: '' };
  yield { from: index === 0 ? start : entryEnd(collection, at, index - 1), to: end, insert: '' };
}
