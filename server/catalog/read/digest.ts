/** Digests by content: the same objects give the same digest, whatever the order of their fields and the format they came in. */
import { createHash } from 'node:crypto';
import { isJsonObject } from '#lib/base/json.ts';

/** JSON with the fields of every object in order of their names. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) =>
    isJsonObject(item) ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1))) : item,
  );
}

/** The objects in their order, one canonical JSON a line. */
export function canonicalLines(objects: readonly unknown[]): string {
  return objects.map((object) => `${canonicalJson(object)}\n`).join('');
}

/** The same as bytes; undefined when they are more than allowed. */
export function linesWithin(objects: readonly unknown[], bytes: number): Buffer | undefined {
  const lines = Buffer.from(canonicalLines(objects));
  return lines.length > bytes ? undefined : lines;
}

/** `sha256:<hex>` over `canonicalLines`. */
export function digestOf(lines: string | Buffer): string {
  return `sha256:${createHash('sha256').update(lines).digest('hex')}`;
}
