/** Keys that are worth offering in maps, whose schemas name none. */
import { isDictionary, type Path } from '../schema/path.ts';
import type { FieldSchema } from '../schema/schema.ts';
import type { Entry } from './entries.ts';
import type { Outline } from './outline.ts';

const RESOURCES = ['cpu', 'memory', 'ephemeral-storage', 'storage'];
const RESOURCE_MAPS = new Set(['limits', 'requests']);
/** Maps of labels use each other's keys. */
const LABEL_MAPS = new Set(['labels', 'matchLabels', 'nodeSelector', 'podLabels', 'commonLabels']);
const LIMIT = 40;

/** Of the map at the path: what maps of its name have elsewhere in the text, and what Kubernetes gives a meaning. */
export function knownKeys(outline: Outline, path: Path, field: FieldSchema): string[] {
  const name = path.at(-1);
  if (typeof name !== 'string') return [];
  const found = new Set<string>(RESOURCE_MAPS.has(name) ? RESOURCES : []);
  const names = LABEL_MAPS.has(name) ? LABEL_MAPS : new Set([name]);
  for (const root of outline.documents) collect(root, names, found);
  const { defaultValue } = field;
  if (isDictionary(defaultValue)) for (const key of Object.keys(defaultValue)) found.add(key);
  return [...found].slice(0, LIMIT);
}

function collect(entry: Entry, names: ReadonlySet<string>, found: Set<string>): void {
  const isNamed = entry.kind === 'key' && names.has(String(entry.step));
  for (const child of entry.children) {
    if (isNamed && child.kind === 'key') found.add(String(child.step));
    collect(child, names, found);
  }
}
