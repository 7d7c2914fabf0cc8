/**
 * The document being edited: one YAML text that the form and the YAML view share. The text is the truth; the value and
 * the syntax tree are read from it. Broken text is kept as it is, beside the last good value.
 */
import { getIn, isDictionary, isList, isWithin, type Path, pathKey, shareStructure } from './path.ts';
import type { YamlEdit } from './edits.ts';
import { editYaml } from './yaml-edit.ts';
import { type ParsedYaml, readYaml, type YamlProblem } from './yaml-read.ts';
import { render } from './yaml-text.ts';

export interface FormDocument {
  readonly text: string;
  /** What the text says, or what it last said before it broke. */
  readonly value: unknown;
  /** Why the text cannot be read at the moment. */
  readonly problem?: YamlProblem;
  /** Syntax tree of the last good text. */
  readonly parsed: ParsedYaml;
  /** Parents that form edits made on the way to a field; they go again when that field is cleared. */
  readonly made: ReadonlySet<string>;
}

const NOTHING: ReadonlySet<string> = new Set();

export function openDocument(text: string): FormDocument {
  return replaceText(emptyDocument, text);
}

const emptyReading = readYaml('');
const emptyParsed: ParsedYaml = emptyReading.ok ? emptyReading.parsed : unreachable();

function unreachable(): never {
  throw new Error('empty YAML is readable');
}

const emptyDocument: FormDocument = { text: '', value: null, parsed: emptyParsed, made: NOTHING };

/** A document that says exactly this value. */
export function documentOf(value: unknown): FormDocument {
  return openDocument(textOf(value));
}

export function textOf(value: unknown): string {
  return `${render(value, { indent: 0, flow: false })}\n`;
}

/** The YAML view was edited: any text is accepted. */
export function replaceText(document: FormDocument, text: string): FormDocument {
  if (text === document.text && document.text !== '') return document;
  const reading = readYaml(text);
  if (!reading.ok) return { ...document, text, problem: reading.problem };
  const root = reading.parsed.value;
  const { problem: _, ...kept } = document;
  if (root !== null && !isDictionary(root)) {
    const problem = { code: 'yamlNoObject' } as const;
    return { ...kept, text, problem: { line: 1, column: 1, problem } };
  }
  return {
    ...kept,
    text,
    value: shareStructure(document.value, root),
    parsed: reading.parsed,
    made: NOTHING,
  };
}

/** A form field was edited. While the text is broken nothing is changed: the form is shown, not edited. */
export function editDocument(document: FormDocument, edit: YamlEdit): FormDocument {
  if (document.problem !== undefined) return document;
  const edited = editYaml(document.text, document.parsed, edit);
  if (edited.text === document.text) return document;
  return {
    text: edited.text,
    value: shareStructure(document.value, edited.parsed.value),
    parsed: edited.parsed,
    made: madeBy(document, edit),
  };
}

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
  const made = [...cleared.made].filter((key) => !isWithin(parsePathKey(key), target));
  return made.length === cleared.made.size ? cleared : { ...cleared, made: new Set(made) };
}

function sizeOf(value: unknown): number {
  if (isList(value)) return value.length;
  return isDictionary(value) ? Object.keys(value).length : 0;
}

function parsePathKey(key: string): Path {
  const path: unknown = JSON.parse(key);
  return isList(path) ? path.filter((step) => typeof step === 'string' || typeof step === 'number') : [];
}

function madeBy(document: FormDocument, edit: YamlEdit): ReadonlySet<string> {
  // Positions shift when items move, so what is remembered about them would point elsewhere.
  if (edit.kind === 'move' || edit.kind === 'rename') return NOTHING;
  if (edit.kind === 'delete') return typeof edit.path.at(-1) === 'number' ? NOTHING : document.made;
  const made: string[] = [];
  for (let length = 1; length < edit.path.length; length += 1) {
    const parent = edit.path.slice(0, length);
    if (getIn(document.value, parent) === undefined) made.push(pathKey(parent));
  }
  return made.length === 0 ? document.made : new Set([...document.made, ...made]);
}
