/**
 * The document being edited: one YAML text that the form and the YAML view share. The text is the truth; the value and
 * the syntax tree are read from it. Broken text is kept as it is, beside the last good value.
 */
import { optional } from '../../base/loose.ts';
import {
  getIn,
  isDictionary,
  isList,
  isWithin,
  type Path,
  pathKey,
  pathOfKey,
  shareStructure,
} from '../schema/path.ts';
import type { YamlEdit } from './edits.ts';
import { changeBetween, composeChanges, type TextChange } from './text-change.ts';
import { editYaml } from './yaml-edit.ts';
import type { ParsedYaml, YamlProblem } from './yaml-library.ts';
import { readYaml, TEXT_LIMIT } from './yaml-read.ts';
import { rereadYaml } from './yaml-reread.ts';
import { valueYaml } from './yaml-text.ts';
import { noTree, type YamlTree } from './yaml-tree.ts';

/** One state of the document; it is never changed, each edit makes another. */
export interface FormDocument {
  readonly text: string;
  /** What the text says, or what it last said before it broke. */
  readonly value: unknown;
  /** Why the text cannot be read at the moment. */
  readonly problem?: YamlProblem;
  /** What the last good text says, and where. Its `tree` may be found out only when it is first read. */
  readonly parsed: ParsedYaml;
  /** Parents that form edits made on the way to a field; they go again when that field is cleared. */
  readonly made: ReadonlySet<string>;
  /** How this text came from the one before it; absent where it was opened. */
  readonly step?: TextStep;
  /** Only while the text is broken. */
  readonly drift?: Drift;
}

/** How far a broken text is from the last good one. */
interface Drift {
  /** The last good text, which `parsed` is of. */
  readonly from: string;
  readonly change: TextChange;
}

/** The text before, and the change that made this one of it. */
export interface TextStep {
  readonly before: string;
  readonly change: TextChange;
}

const NOTHING: ReadonlySet<string> = new Set();

/** The document of a text as it was loaded; any text will do, broken text has a `problem` and the value null. */
export function openDocument(text: string): FormDocument {
  const { step: _, ...document } = replaceText(emptyDocument, text);
  return document;
}

const nothing: ParsedYaml = { value: null, tree: noTree };

const emptyDocument: FormDocument = { text: '', value: null, parsed: nothing, made: NOTHING };

/** A document that says exactly this value. It is read only where its text is first edited or marked. */
export function documentOf(value: unknown): FormDocument {
  const text = renderYaml(value);
  if (!isDictionary(value) || !isPlainData(value) || text.length > TEXT_LIMIT) return openDocument(text);
  return { text, value, parsed: new WrittenYaml(text, value), made: NOTHING };
}

/** Text and value are known to agree; where things stand is found out when somebody asks. */
class WrittenYaml implements ParsedYaml {
  readonly value: unknown;
  readonly #text: string;
  #tree: YamlTree | undefined;

  constructor(text: string, value: unknown) {
    this.#text = text;
    this.value = value;
  }

  get tree(): YamlTree {
    if (this.#tree === undefined) {
      const reading = readYaml(this.#text);
      if (!reading.ok) throw new Error(`unreadable YAML was written: ${JSON.stringify(reading.problem)}`);
      this.#tree = reading.parsed.tree;
    }
    return this.#tree;
  }
}

/** It comes back from its text as it is. */
function isPlainData(value: unknown): boolean {
  if (typeof value === 'number') return isPlainNumber(value);
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return true;
  if (isList(value)) return value.every(isPlainData);
  return isDictionary(value) && Object.keys(value).every((key) => isPlainData(value[key]));
}

function isPlainNumber(value: number): boolean {
  return Number.isInteger(value)
    ? Number.isSafeInteger(value) && !Object.is(value, -0)
    : Number.isFinite(value);
}

/** The value as YAML in lines, with a line break at the end. */
export function renderYaml(value: unknown): string {
  return `${valueYaml(value, { indent: 0, flow: false })}\n`;
}

/** Another text, whatever it says. */
export function replaceText(document: FormDocument, text: string): FormDocument {
  if (text === document.text && document.text !== '') return document;
  return changeText(document, changeBetween(document.text, text));
}

/** The YAML view was edited, or a change undone: any text is accepted. */
export function changeText(document: FormDocument, change: TextChange): FormDocument {
  const { drift } = document;
  const sinceGood = {
    from: drift?.from ?? document.text,
    change: drift === undefined ? change : composeChanges(drift.change, change, document.text),
  };
  const { text, reading } = rereadYaml({ text: sinceGood.from, parsed: document.parsed }, sinceGood.change);
  const step = { before: document.text, change };
  const problem = reading.ok ? noObject(reading.parsed.value) : reading.problem;
  if (!reading.ok || problem !== undefined)
    return { ...document, text, step, drift: sinceGood, ...optional({ problem }) };
  const { parsed } = reading;
  return { text, step, value: shareStructure(document.value, parsed.value), parsed, made: NOTHING };
}

function noObject(root: unknown): YamlProblem | undefined {
  if (root === null || isDictionary(root)) return undefined;
  return { line: 1, column: 1, problem: { code: 'yamlNoObject' } };
}

/** A form field was edited. While the text is broken nothing is changed: the form is shown, not edited. */
export function editDocument(document: FormDocument, edit: YamlEdit): FormDocument {
  if (document.problem !== undefined) return document;
  const { text, parsed, change } = editYaml(document.text, document.parsed, edit);
  if (change === undefined || text === document.text) return document;
  return {
    text,
    step: { before: document.text, change },
    value: shareStructure(document.value, parsed.value),
    parsed,
    made: madeBy(document, edit),
  };
}

/** Writes a value at the path, as `editDocument` does; missing parents are made. */
export function setField(document: FormDocument, path: Path, value: unknown): FormDocument {
  return editDocument(document, { kind: 'set', path, value });
}

/** Unset a field. Parents that were made only to hold it, and are empty now, go with it. */
export function clearField(document: FormDocument, path: Path): FormDocument {
  let target = path;
  while (target.length > 1) {
    const parent = target.slice(0, -1);
    if (!document.made.has(pathKey(parent)) || sizeOf(getIn(document.value, parent)) !== 1) break;
    target = parent;
  }
  const cleared = editDocument(document, { kind: 'delete', path: target });
  const made = [...cleared.made].filter((key) => !isWithin(pathOfKey(key), target));
  return made.length === cleared.made.size ? cleared : { ...cleared, made: new Set(made) };
}

function sizeOf(value: unknown): number {
  if (isList(value)) return value.length;
  return isDictionary(value) ? Object.keys(value).length : 0;
}

function madeBy(document: FormDocument, edit: YamlEdit): ReadonlySet<string> {
  // Positions shift when items move, so what is remembered below them would point elsewhere.
  if (edit.kind === 'rename') return without(document.made, (path) => isWithin(path, edit.path));
  if (edit.kind === 'move') return notBelow(document.made, edit.path);
  if (edit.kind === 'delete') {
    const isItem = typeof edit.path.at(-1) === 'number';
    return isItem ? notBelow(document.made, edit.path.slice(0, -1)) : document.made;
  }
  const made: string[] = [];
  for (let length = 1; length < edit.path.length; length += 1) {
    const parent = edit.path.slice(0, length);
    if (getIn(document.value, parent) === undefined) made.push(pathKey(parent));
  }
  return made.length === 0 ? document.made : new Set([...document.made, ...made]);
}

function notBelow(made: ReadonlySet<string>, holder: Path): ReadonlySet<string> {
  return without(made, (path) => path.length > holder.length && isWithin(path, holder));
}

function without(made: ReadonlySet<string>, stale: (path: Path) => boolean): ReadonlySet<string> {
  const kept = [...made].filter((key) => !stale(pathOfKey(key)));
  return kept.length === made.size ? made : new Set(kept);
}
