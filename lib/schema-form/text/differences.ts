/** Which fields differ between two objects, for people to read and as the edits that turn one into the other. */
import { type Dictionary, isDictionary, isList, ownValue, type Path, sameValue } from '../schema/path.ts';
import type { YamlEdit } from './edits.ts';

/** A field that is not there on a side is undefined there. */
export interface FieldDifference {
  readonly path: Path;
  readonly before: unknown;
  readonly after: unknown;
}

/** In the order of `after`, what was taken out last. Lists of another length are one difference when nothing tells their items apart. */
export function differences(before: unknown, after: unknown): FieldDifference[] {
  const found: FieldDifference[] = [];
  collect(before, after, [], found);
  return found;
}

function collect(before: unknown, after: unknown, path: Path, found: FieldDifference[]): void {
  if (sameValue(before, after)) return;
  if (isDictionary(before) && isDictionary(after)) {
    for (const key of keysOf(before, after)) {
      collect(ownValue(before, key), ownValue(after, key), [...path, key], found);
    }
  } else if (isList(before) && isList(after) && isGrown(before, after)) {
    const length = Math.max(before.length, after.length);
    for (let index = 0; index < length; index += 1) {
      collect(before[index], after[index], [...path, index], found);
    }
  } else {
    found.push({ path, before, after });
  }
}

function keysOf(before: Dictionary, after: Dictionary): string[] {
  return [...new Set([...Object.keys(after), ...Object.keys(before)])];
}

/** Items keep their places: the list changed inside them, or at its end. */
function isGrown(before: readonly unknown[], after: readonly unknown[]): boolean {
  if (before.length === after.length) return true;
  const [short, long] = before.length < after.length ? [before, after] : [after, before];
  return short.every((item, index) => sameValue(item, long[index]));
}

/** Edits of a document that says `before`, one field each, after which it says `after`. */
export function editsBetween(before: unknown, after: unknown): YamlEdit[] {
  const found = differences(before, after);
  const gone = found.filter(({ after: value }) => value === undefined);
  const set = found.filter(({ after: value }) => value !== undefined);
  return [
    ...set.map(({ path, after: value }): YamlEdit => ({ kind: 'set', path, value })),
    // Items of lists from the end, so that the places of the others stay true.
    ...gone.reverse().map(({ path }): YamlEdit => ({ kind: 'delete', path })),
  ];
}
