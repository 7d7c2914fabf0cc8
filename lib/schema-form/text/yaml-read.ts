/**
 * YAML text → plain value and where it stands, by the rules of YAML 1.2 core with limits on aliases. Integers beyond what
 * a number holds exactly come out as bigint; `__proto__` is a key like any other.
 */
import { readByLibrary, type YamlReading } from './yaml-library.ts';
import { readLines } from './yaml-lines.ts';

/** Characters of a document that is still read at each key press. */
export const TEXT_LIMIT = 3_000_000;

/** Reads a text of one document; longer than `TEXT_LIMIT` it is refused. Never throws for what stands in it. */
export function readYaml(text: string): YamlReading {
  if (text.length > TEXT_LIMIT)
    return { ok: false, problem: { line: 1, column: 1, problem: { code: 'yamlTooLong' } } };
  const parsed = readLines(text);
  return parsed === undefined ? readByLibrary(text) : { ok: true, parsed };
}
