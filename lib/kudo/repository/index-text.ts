/** Whether a file that was found among others is the index of a repository: catalogs of several kinds lie in files of the same endings. */
import { YAML_SIZE } from '../yaml/read.ts';

const [API_VERSION, ENTRIES, FOREIGN] = [
  /^["']?apiVersion["']?[ \t]*:/m,
  /^["']?entries["']?[ \t]*:/m,
  /^["']?(?:kind|schema)["']?[ \t]*:/m,
];
const IN_JSON = /^\s*\{\s*"apiVersion"\s*:\s*"[^"]{0,20}"\s*,\s*"entries"\s*:/;

/** An index has its API version before its entries, and neither a kind nor a schema, as objects and catalog entries have. */
export function isIndexText(text: string): boolean {
  const start = text.slice(0, YAML_SIZE);
  if (start.trimStart().startsWith('{')) return IN_JSON.test(start);
  return API_VERSION.test(start) && ENTRIES.test(start) && !FOREIGN.test(start);
}
