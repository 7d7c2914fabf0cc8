/** Text changes inside flow collections: `{a: 1, b: [2, 3]}`. */
import { isAlias, isCollection, isPair, isScalar, type YAMLMap, type YAMLSeq } from 'yaml';
import type { TextChange } from './edits.ts';
import { contentEnd, pairStart } from './yaml-locate.ts';

export function* addToFlow(
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

export function rangeStart(node: unknown): number | undefined {
  return isScalar(node) || isCollection(node) || isAlias(node) ? node.range?.[0] : undefined;
}

export function* deleteFromFlow(
  text: string,
  collection: YAMLMap | YAMLSeq,
  index: number,
): Generator<TextChange> {
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
