/** Which addresses are tried for the address that a CatalogSource gives. */

import { INDEX_FILE } from '#lib/kudo/repository/repository-index.ts';

/** Where catalogd serves a whole catalog as JSON lines, below the base address of the catalog. */
export const ALL = '/api/v1/all';

/**
 * A base address of catalogd (it ends with `/catalogs/NAME`) stands for all of that catalog. Any other address is read as
 * it is; where it has nothing, or a page for people, it is taken for a base address: of catalogd, or of a repository of
 * declarative operators.
 */
export function addressesToTry(address: string): readonly string[] {
  if (!URL.canParse(address)) return [address];
  const url = new URL(address);
  const path = url.pathname.replace(/(?<!\/)\/+$/, '');
  const below = new URL(url);
  below.pathname = `${path}${ALL}`;
  if (/\/catalogs\/[^/]+$/.test(path)) return [below.href];
  const index = new URL(url);
  index.pathname = `${path}/${INDEX_FILE}`;
  return path.endsWith(ALL) || /\.(json|jsonl|ndjson|ya?ml|gz|zst)$/i.test(path)
    ? [address]
    : [address, below.href, index.href];
}
