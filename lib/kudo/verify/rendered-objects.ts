/** What a template made, read as objects: no more is asked of them than what says which they are. */
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import { yamlDocuments } from '../tasks/resources.ts';
import { decodedValue } from '../yaml/go-values.ts';
import { UnreadableYaml } from '../yaml/nodes.ts';
import { readYaml11 } from '../yaml/read.ts';

/** The objects, or why one is none; names are not asked for: many a one is made of a parameter that is still empty. */
export function renderedObjects(text: string): { objects: JsonObject[] } | { problem: string } {
  const objects: JsonObject[] = [];
  let before = 0;
  for (const document of yamlDocuments(text)) {
    const read = objectOf(document, before);
    if ('problem' in read) return read;
    if (read.object !== undefined) objects.push(read.object);
    before += document.split('\n').length;
  }
  return { objects };
}

/** @param before how many lines the text has before the document; the first begins with a line that is none of the text */
function objectOf(document: string, before: number): { object?: JsonObject } | { problem: string } {
  const at = (line: number, problem: string): { problem: string } => ({
    problem: `line ${String(line)}: ${problem}`,
  });
  try {
    const value: unknown = decodedValue(readYaml11(document));
    if (value === null) return {};
    if (!isJsonObject(value)) return at(before + 1, 'there is no object');
    const missing = ['apiVersion', 'kind'].find(
      (field) => typeof value[field] !== 'string' || value[field] === '',
    );
    return missing === undefined ? { object: value } : at(before + 1, `the object has no ${missing}`);
  } catch (error) {
    if (!(error instanceof UnreadableYaml)) throw error;
    return at(before + error.line - 1, error.message);
  }
}
