/** A text that holds several documents, one behind the other: taken apart to be edited one by one, and put together. */
import { isDictionary, ownValue } from '../schema/path.ts';
import type { YamlProblem } from './yaml-library.ts';
import { readYaml } from './yaml-read.ts';

/** One document of the text, with what it says of itself. */
export interface DocumentPiece {
  /** What stands before it: the mark between documents, and comments of nobody. */
  readonly before: string;
  /** The document itself, comments included. */
  readonly text: string;
  /** The line of the whole text that it begins at, from one. */
  readonly line: number;
  /** As far as it says so. */
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly name?: string;
  readonly namespace?: string;
  /** Why it is no object that can be edited; lines count from its own first one. */
  readonly problem?: YamlProblem;
}

/** A text taken apart without losing a character. */
export interface DocumentPieces {
  readonly pieces: readonly DocumentPiece[];
  /** What stands behind the last one. */
  readonly after: string;
}

/** JSON is YAML: a text without marks is one piece. A text without any content has none. */
export function splitDocuments(text: string): DocumentPieces {
  const pieces: DocumentPiece[] = [];
  let before = '';
  let start = 0;
  for (const part of partsOf(text)) {
    const body = text.slice(part.from, part.to);
    before += text.slice(start, part.from);
    start = part.to;
    if (hasContent(body)) {
      pieces.push({ before, text: body, line: lineOf(text, part.from), ...factsOf(body) });
      before = '';
    } else before += body;
  }
  return { pieces, after: before + text.slice(start) };
}

/** The whole text again; a piece may have another text by now. */
export function joinDocuments({ pieces, after }: DocumentPieces): string {
  let text = '';
  for (const piece of pieces) text += lineBreakIn(text, piece.before) + piece.before + piece.text;
  return text + lineBreakIn(text, after) + after;
}

/** A mark between documents begins its line. */
function lineBreakIn(text: string, next: string): string {
  return text === '' || text.endsWith('\n') || !/^(?:---|\.\.\.)/.test(next) ? '' : '\n';
}

interface Part {
  readonly from: number;
  readonly to: number;
}

/** No scalar may hold these lines, so no YAML has to be read to find them. */
const MARK = /(?:^|\n)(---|\.\.\.)(?=[ \t\r\n]|$)/g;

function partsOf(text: string): Part[] {
  const parts: Part[] = [];
  let from = 0;
  for (const mark of text.matchAll(MARK)) {
    const at = mark.index + mark[0].length - 3;
    if (mark[1] === '---' && areDirectives(text.slice(from, at))) continue;
    parts.push({ from, to: at });
    from = behindMark(text, at + 3);
  }
  return [...parts, { from, to: text.length }];
}

/** Directives belong to the document that follows. */
function areDirectives(text: string): boolean {
  const lines = text.split('\n');
  return (
    lines.some((line) => line.startsWith('%')) && lines.every((line) => /^(?:%|[ \t\r]*(?:#|$))/.test(line))
  );
}

/** Content may stand on the line of the mark. */
function behindMark(text: string, offset: number): number {
  const rest = /[ \t]*(?:#[^\n]*)?(?:\r?\n|$)|[ \t]*/y;
  rest.lastIndex = offset;
  return offset + (rest.exec(text)?.[0].length ?? 0);
}

function hasContent(text: string): boolean {
  return /^(?!\uFEFF?[ \t\r]*(?:#|$))/m.test(text);
}

function lineOf(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}

type Facts = Pick<DocumentPiece, 'apiVersion' | 'kind' | 'name' | 'namespace' | 'problem'>;

function factsOf(text: string): Facts {
  const reading = readYaml(text);
  if (!reading.ok) return { problem: reading.problem };
  const { value } = reading.parsed;
  if (!isDictionary(value)) return { problem: { line: 1, column: 1, problem: { code: 'yamlNoObject' } } };
  const metadata = ownValue(value, 'metadata');
  const names = isDictionary(metadata) ? metadata : {};
  return {
    ...textAs('apiVersion', ownValue(value, 'apiVersion')),
    ...textAs('kind', ownValue(value, 'kind')),
    ...textAs('name', ownValue(names, 'name')),
    ...textAs('namespace', ownValue(names, 'namespace')),
  };
}

function textAs<Key extends string>(key: Key, value: unknown): { [name in Key]?: string } {
  const facts: { [name in Key]?: string } = {};
  if (typeof value === 'string' && value !== '') facts[key] = value;
  return facts;
}
