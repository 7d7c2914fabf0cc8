/** What an example says at its ends, and what an edit of one of them may change. Runs in the page and beside it. */
import { isDictionary, isList, pathKey, sameValue, setInValue } from '#lib/schema-form/schema/path.ts';
import type { Path } from '#lib/schema-form/schema/path.ts';
import { readYaml } from '#lib/schema-form/text/yaml-read.ts';

export interface Leaf {
  readonly path: Path;
  readonly value: unknown;
}

export type Scalar = string | number | boolean | bigint;

export function isScalar(value: unknown): value is Scalar {
  return ['string', 'number', 'boolean', 'bigint'].includes(typeof value);
}

/** Scalars, null and what is empty. */
export function leavesOf(value: unknown, path: Path = []): Leaf[] {
  if (isList(value) && value.length > 0)
    return value.flatMap((item, index) => leavesOf(item, [...path, index]));
  if (isDictionary(value) && Object.keys(value).length > 0)
    return Object.keys(value).flatMap((key) => leavesOf(value[key], [...path, key]));
  return [{ path, value }];
}

export function valueOf(text: string): unknown {
  const reading = readYaml(text);
  if (!reading.ok) throw new Error(`the form made broken YAML:\n${text}`);
  return reading.parsed.value;
}

/** A leaf, and what its control was given instead. */
export interface Edit {
  readonly leaf: Leaf;
  readonly given: unknown;
}

/** What is wrong with a text that came of an edit: another value there, or more lines than those of the leaf. */
export function faultsOf({ leaf: { path, value }, given }: Edit, before: string, after: string): string[] {
  const wrong: string[] = [];
  const what = `${pathKey(path)} := ${String(given)}`;
  // A number where only text is allowed may become the text it should be.
  const wanted = [given, ...(path[0] === 'metadata' ? [String(given)] : [])];
  const old = valueOf(before);
  const now = valueOf(after);
  if (!wanted.some((one) => sameValue(now, setInValue(old, path, one)))) wrong.push(`${what} made\n${after}`);
  const lines = changedLines(before, after);
  if (lines > linesOf(value)) wrong.push(`${what} changed ${String(lines)} lines`);
  return wrong;
}

function linesOf(value: unknown): number {
  return typeof value === 'string' ? value.split('\n').length + 1 : 1;
}

/** Lines from the first that differs to the last. */
function changedLines(before: string, after: string): number {
  const old = before.split('\n');
  const now = after.split('\n');
  let head = 0;
  while (head < old.length && old[head] === now[head]) head += 1;
  let tail = 0;
  while (tail < old.length - head && old.at(-1 - tail) === now.at(-1 - tail)) tail += 1;
  return Math.max(old.length, now.length) - head - tail;
}
