/** YAML as Kubernetes objects are written in it: 1.2 core (`=`, `y` and dates are texts), merge keys, few aliases. */
import { LineCounter, parseAllDocuments } from 'yaml';
import { reason, type FileDocument } from './document.ts';
import { limits } from './limits.ts';

/** Empty documents are left out. @param firstLine number of the first line of the text in its file */
export function parseYamlDocuments(text: string, firstLine = 1): FileDocument[] {
  const lines = new LineCounter();
  const documents = parseAllDocuments(text, {
    version: '1.2',
    schema: 'core',
    merge: true,
    prettyErrors: false,
    lineCounter: lines,
  });
  const lineAt = (offset: number): number => firstLine + Math.max(0, lines.linePos(offset).line - 1);
  const found: FileDocument[] = [];
  for (const document of Array.isArray(documents) ? documents : []) {
    const line = lineAt(document.range[0]);
    const error = document.errors[0];
    if (error !== undefined) {
      found.push({ ok: false, message: `is no YAML: ${error.message}`, line: lineAt(error.pos[0]) });
      continue;
    }
    found.push(...toValue(document, line));
  }
  return found;
}

function toValue(
  document: { toJS: (options: { maxAliasCount: number }) => unknown },
  line: number,
): FileDocument[] {
  try {
    const value = document.toJS({ maxAliasCount: limits.aliases });
    return value === null || value === undefined ? [] : [{ ok: true, value, line }];
  } catch (error) {
    return [{ ok: false, message: `is no YAML: ${reason(error)}`, line }];
  }
}
