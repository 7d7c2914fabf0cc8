/**
 * YAML as Kubernetes objects are written in it: 1.2 core (`=`, `yes` and dates are texts), with merge keys. js-yaml, because
 * it reads real manifests four times as fast as the package `yaml` and the largest CRD would otherwise stop the process
 * for half a second.
 */
import { CORE_SCHEMA, loadAll, mergeTag, YAMLException } from 'js-yaml';
import { reason, type FileDocument } from './document.ts';
import { limits } from './limits.ts';
import { isWithinExtent } from './nesting.ts';

const schema = CORE_SCHEMA.withTags(mergeTag);
const written = { nodes: limits.nodes, depth: Infinity, characters: limits.document };

/** Empty documents are left out. One error ends the text. @param firstLine number of its first line in the file */
export function parseYamlDocuments(text: string, firstLine = 1): FileDocument[] {
  try {
    const values = loadAll(text, { schema, maxAliases: limits.aliases, maxDepth: limits.nesting });
    // Aliases are shared while parsed and multiply when written out: what they come to is counted before that happens.
    if (text.includes('&') && values.some((value) => !isWithinExtent(value, written)))
      return [{ ok: false, message: 'is no YAML we read: its aliases multiply too much', line: firstLine }];
    return values
      .filter((value) => value !== null && value !== undefined)
      .map((value) => ({ ok: true, value, line: firstLine }));
  } catch (error) {
    const line = error instanceof YAMLException ? (error.mark?.line ?? 0) : 0;
    const message = error instanceof YAMLException ? error.reason : reason(error);
    return [{ ok: false, message: `is no YAML: ${message}`, line: firstLine + line }];
  }
}
