/** Digests by content: the same objects give the same digest, whatever the order of their fields and the format they came in. */
import { createHash } from 'node:crypto';
import { isJsonObject } from '#lib/olm/loose.ts';

/** JSON with the fields of every object in order of their names. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) =>
    isJsonObject(item) ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1))) : item,
  );
}

/** `sha256:<hex>` over the canonical JSON of each object, in order. */
export function digestOf(objects: readonly unknown[]): string {
  const hash = createHash('sha256');
  for (const object of objects) {
    hash.update(canonicalJson(object)).update('\n');
  }
  return `sha256:${hash.digest('hex')}`;
}
