/** What a template made, read as objects: no more is asked of them than what says which they are. */
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import { yamlDocuments } from '../tasks/resources.ts';
import { plainValue } from '../yaml/go-values.ts';
import { UnreadableYaml } from '../yaml/nodes.ts';
import { readYaml11 } from '../yaml/read.ts';

/** The objects, or why one is none; names are not asked for: many a one is made of a parameter that is still empty. */
export function renderedObjects(text: string): { objects: JsonObject[] } | { problem: string } {
  const objects: JsonObject[] = [];
  let line = 0;
  for (const document of yamlDocuments(text)) {
    try {
      const value: unknown = plainValue(readYaml11(document));
      if (value !== null) {
        if (!isJsonObject(value)) return { problem: `line ${String(line + 1)}: there is no object` };
        for (const field of ['apiVersion', 'kind'])
          if (typeof value[field] !== 'string' || value[field] === '')
            return { problem: `line ${String(line + 1)}: the object has no ${field}` };
        objects.push(value);
      }
    } catch (error) {
      if (!(error instanceof UnreadableYaml)) throw error;
      return { problem: `line ${String(line + error.line - 1)}: ${error.message}` };
    }
    line += document.split('\n').length;
  }
  return { objects };
}
