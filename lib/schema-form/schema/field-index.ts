/**
 * All fields a schema can have, to be searched by name, title and description. Made bit by bit, so that a schema of ten
 * thousand fields keeps nobody waiting; a search that comes earlier finishes it.
 */
import { type DescriptorTree, stepDescriptors } from './descriptors.ts';
import { formatPath, isDictionary, isList, type Path, type PathStep } from './path.ts';
import { type FieldSchema, fieldOf, itemField, propertyNames, propertyOf, valueField } from './schema.ts';
import { titleOfField } from './titles.ts';

/** Any item of a list, or any entry of a map. */
const ANY = null;
type PatternStep = PathStep | typeof ANY;

/** A field that the search found, by its place in the schema. */
export interface FoundField {
  /** `*` stands for any item or entry. */
  readonly pattern: readonly PatternStep[];
  readonly title: string;
}

interface Entry extends FoundField {
  readonly name: string;
  readonly nameText: string;
  readonly titleText: string;
  readonly helpText: string;
  /** Names on the way, for words that say where. */
  readonly wayText: string;
}

interface Visit {
  readonly field: FieldSchema;
  readonly descriptors: DescriptorTree;
  readonly pattern: readonly PatternStep[];
  readonly way: string;
}

/** Fields beyond this are not found; no real schema has half as many. */
const FIELD_LIMIT = 30_000;
const DEPTH_LIMIT = 40;

/** The index of one schema; `path` is where its fields begin in the object, such as `spec`. */
export class FieldIndex {
  readonly #entries: Entry[] = [];
  readonly #queue: Visit[];
  #next = 0;

  constructor(root: {
    readonly field: FieldSchema;
    readonly descriptors: DescriptorTree;
    readonly path: Path;
  }) {
    // Where the fields are is written out with each of them, so that may be typed, too.
    const way = root.path.join(' ').toLowerCase();
    this.#queue = [{ field: root.field, descriptors: root.descriptors, pattern: root.path, way }];
  }

  /** Takes in so many groups more; true when all are in. */
  grow(groups: number): boolean {
    for (let left = groups; left > 0 && this.#next < this.#queue.length; left -= 1) {
      const visit = this.#queue[this.#next];
      this.#next += 1;
      if (visit !== undefined && this.#entries.length < FIELD_LIMIT) this.#visit(visit);
    }
    return this.#next >= this.#queue.length;
  }

  /** The best first: whole names, beginnings, words, parts of names, then descriptions. */
  find(query: string, limit = 20): FoundField[] {
    const words = query
      .toLowerCase()
      .split(/[\s.]+/)
      .filter((word) => word !== '');
    if (words.length === 0) return [];
    this.grow(Infinity);
    const found: { entry: Entry; rank: number }[] = [];
    for (const entry of this.#entries) {
      const rank = rankOf(entry, words);
      if (rank < NOT_FOUND) found.push({ entry, rank: rank * 100 + entry.pattern.length });
    }
    // The sort is stable: what the schema names first comes first.
    return found
      .sort((left, right) => left.rank - right.rank)
      .slice(0, limit)
      .map(({ entry: { pattern, title } }) => ({ pattern, title }));
  }

  #visit({ field, descriptors, pattern, way }: Visit): void {
    if (pattern.length > DEPTH_LIMIT) return;
    if (field.kind === 'array' || field.kind === 'map') {
      const inner = field.kind === 'array' ? itemField(field) : valueField(field);
      const below = stepDescriptors(descriptors, 0);
      if (inner !== undefined)
        this.#queue.push({ field: inner, descriptors: below, pattern: [...pattern, ANY], way });
      return;
    }
    for (const name of propertyNames(field)) {
      const inner = propertyOf(field, name) ?? fieldOf(undefined);
      const below = stepDescriptors(descriptors, name);
      const title = titleOfField(name, inner, below.own);
      const nameText = name.toLowerCase();
      const next = [...pattern, name];
      this.#entries.push({
        pattern: next,
        title,
        name,
        nameText,
        titleText: title.toLowerCase(),
        helpText: `${below.own?.description ?? ''} ${inner.description ?? ''}`.toLowerCase(),
        wayText: way,
      });
      this.#queue.push({ field: inner, descriptors: below, pattern: next, way: `${way} ${nameText}` });
    }
  }
}

const NOT_FOUND = 9;

/** Each word must be found, all but one of them perhaps on the way; the worst of them counts. */
function rankOf(entry: Entry, words: readonly string[]): number {
  let worst = 0;
  let own = 0;
  for (const word of words) {
    const rank = rankOfWord(entry, word);
    if (rank < NOT_FOUND) own += 1;
    else if (!entry.wayText.includes(word)) return NOT_FOUND;
    worst = Math.max(worst, rank === NOT_FOUND ? 4 : rank);
  }
  return own === 0 ? NOT_FOUND : worst;
}

function rankOfWord({ name, nameText, titleText, helpText }: Entry, word: string): number {
  if (nameText === word || titleText === word) return 0;
  if (nameText.startsWith(word) || titleText.startsWith(word)) return 1;
  if (titleText.includes(` ${word}`) || startsWordOf(name, word)) return 2;
  if (nameText.includes(word) || titleText.includes(word)) return 3;
  if (!helpText.includes(word)) return NOT_FOUND;
  return helpText.startsWith(word) || helpText.includes(` ${word}`) ? 5 : 6;
}

/** `secondsUntil` in `readySecondsUntilStart`, but not `con` in `seconds`. */
function startsWordOf(name: string, word: string): boolean {
  const at = name.toLowerCase().indexOf(word);
  return at > 0 && /[A-Z]/.test(name.charAt(at));
}

/** Where in this object the field is: in the first item or entry where there is one, else as far as the way goes. */
export function pathOfPattern(pattern: readonly PatternStep[], object: unknown): Path {
  const path: PathStep[] = [];
  let value = object;
  for (const step of pattern) {
    const taken = step ?? firstStep(value);
    if (taken === undefined) return path;
    path.push(taken);
    value = isList(value) ? value[Number(taken)] : isDictionary(value) ? value[taken] : undefined;
  }
  return path;
}

function firstStep(value: unknown): PathStep | undefined {
  if (isList(value)) return value.length === 0 ? undefined : 0;
  return isDictionary(value) ? Object.keys(value)[0] : undefined;
}

/** As people write it: `spec.containers[].image`. */
export function formatPattern(pattern: readonly PatternStep[]): string {
  const parts: string[] = [];
  let from = 0;
  pattern.forEach((step, index) => {
    if (step !== ANY) return;
    parts.push(formatPath(pattern.slice(from, index).filter((one) => one !== ANY)));
    from = index + 1;
  });
  parts.push(formatPath(pattern.slice(from).filter((one) => one !== ANY)));
  return parts.reduce((text, part) => `${text}[]${part === '' || part.startsWith('[') ? '' : '.'}${part}`);
}
