/** A value as labelled lines for reading: what an object asks for or reports, in the operator's own words. */
import { type DescriptorTree, stepDescriptors } from './descriptors.ts';
import { type Dictionary, isDictionary, isList, type Path } from './path.ts';
import { titleOf } from './titles.ts';

/** One value, or one list of plain values. */
export interface SummaryLine {
  readonly path: Path;
  /** Titles of the fields on the way: `Server › Route › Enabled`. */
  readonly titles: readonly string[];
  readonly text: string;
  /** Must not be shown unasked (descriptor `password`). */
  readonly secret: boolean;
}

/** How values are said that are no words themselves. */
export interface SummaryWords {
  readonly yes: string;
  readonly no: string;
  /** Of a group without fields. */
  readonly none: string;
}

const LINE_LIMIT = 200;

/** Leaves of the value in its own order; lists of plain values are one line. */
export function summarise(
  value: unknown,
  descriptors: DescriptorTree,
  words: SummaryWords,
  omit: ReadonlySet<string> = new Set(),
): SummaryLine[] {
  const lines: SummaryLine[] = [];
  if (!isDictionary(value)) return lines;
  for (const key of Object.keys(value)) {
    if (!omit.has(key)) collect({ key, value: value[key], path: [], titles: [], descriptors, words }, lines);
  }
  return lines;
}

interface Visit {
  readonly key: string | number;
  readonly value: unknown;
  readonly path: Path;
  readonly titles: readonly string[];
  readonly descriptors: DescriptorTree;
  readonly words: SummaryWords;
}

function collect(visit: Visit, lines: SummaryLine[]): void {
  if (lines.length >= LINE_LIMIT) return;
  const { key, value, words } = visit;
  const descriptors = stepDescriptors(visit.descriptors, key);
  if (descriptors.own?.hidden === true) return;
  const title = descriptors.own?.displayName ?? (typeof key === 'number' ? String(key + 1) : keyTitle(key));
  const titles = [...visit.titles, title];
  const path = [...visit.path, key];
  const below = isDictionary(value) ? Object.entries(value) : listEntries(value);
  if (below === undefined || below.length === 0) {
    lines.push({
      path,
      titles,
      text: plainText(value, words),
      secret: descriptors.own?.widget === 'password',
    });
    return;
  }
  for (const [step, part] of below) {
    collect({ key: step, value: part, path, titles, descriptors, words }, lines);
  }
}

/** Keys of maps (labels, hosts) are shown as they are. */
function keyTitle(key: string): string {
  return /^[a-z][a-zA-Z\d]*$/.test(key) ? titleOf(key) : key;
}

function listEntries(value: unknown): [number, unknown][] | undefined {
  if (!isList(value) || !value.some((item) => isDictionary(item) || isList(item))) return undefined;
  return value.map((item, index) => [index, item]);
}

function plainText(value: unknown, words: SummaryWords): string {
  if (value === null || value === undefined) return '–';
  if (value === '') return '""';
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  if (isList(value)) return value.length === 0 ? '–' : value.map((item) => plainText(item, words)).join(', ');
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint'
    ? String(value)
    : words.none;
}

/** The object as a person edits it: bookkeeping of the API server left out. */
export function asEdited(object: Dictionary): Dictionary {
  const metadata = object['metadata'];
  if (!isDictionary(metadata)) return object;
  const { managedFields: _, ...kept } = metadata;
  return { ...object, metadata: kept };
}
