/** Text helpers of the YAML editor: lines, columns, and values as YAML at a given indentation. */
import { Document, Scalar, stringify } from 'yaml';
import { isDictionary, isList } from '../schema/path.ts';
import type { Located } from './yaml-locate.ts';
import { writeLines, WRITE_OPTIONS } from './yaml-write.ts';

/** Offset of the first character of the line that the offset lies in. */
export function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

/** Offset of the line break that ends the line, or of the end of the text. */
export function lineEnd(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  if (end < 0) return text.length;
  return end > offset && text[end - 1] === '\r' ? end - 1 : end;
}

/** Offset behind the line break that ends the line. */
export function nextLine(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end < 0 ? text.length : end + 1;
}

/** Characters between the start of the line and the offset. */
export function columnOf(text: string, offset: number): number {
  return offset - lineStart(text, offset);
}

/** So many spaces. */
export function indentAt(columns: number): string {
  return ' '.repeat(columns);
}

/** Columns by which the content of a map or list in this place is indented. */
export function blockIndent(text: string, located: Located): number {
  const start = located.indicator;
  return start === undefined ? 0 : columnOf(text, start) + 2;
}

/** How a value is written. */
export interface Rendering {
  /** Columns that every line after the first is shifted by. */
  readonly indent: number;
  /** On one line, as JSON would be. */
  readonly flow: boolean;
  readonly quote?: 'QUOTE_DOUBLE' | 'QUOTE_SINGLE';
  /** All keys and texts in double quotes. */
  readonly json?: boolean;
}

/** A value as YAML, without a line break at the end; the first line is not indented. */
export function valueYaml(value: unknown, rendering: Rendering): string {
  if (rendering.flow) return renderFlow(value, rendering);
  const text = writeLines(value);
  if (rendering.indent === 0) return text;
  return text.replace(/\n(?!\n|$)/g, `\n${indentAt(rendering.indent)}`);
}

function renderFlow(value: unknown, rendering: Rendering): string {
  if (typeof value === 'string')
    return rendering.json === true ? JSON.stringify(value) : renderString(value, rendering.quote);
  if (isList(value)) return `[${value.map((item) => renderFlow(item, rendering)).join(', ')}]`;
  if (isDictionary(value)) {
    const entries = Object.entries(value).map(
      ([key, item]) =>
        `${rendering.json === true ? JSON.stringify(key) : renderKey(key)}: ${renderFlow(item, rendering)}`,
    );
    return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
  }
  return stringify(value ?? null, WRITE_OPTIONS).trim();
}

function renderKey(key: string): string {
  return /^[A-Za-z_][\w./-]*$/.test(key) ? renderString(key, undefined) : JSON.stringify(key);
}

/** One line, in the quotes of the value before where it had any, else plain where plain is unmistakable. */
function renderString(value: string, quote: Rendering['quote']): string {
  if (/[\n\r]/.test(value)) return JSON.stringify(value);
  const scalar = new Scalar(value);
  if (quote !== undefined) scalar.type = quote;
  const written = new Document(scalar, WRITE_OPTIONS).toString(WRITE_OPTIONS).trim();
  const safeInFlow = quote !== undefined || !/[,[\]{}]/.test(written) || /^["']/.test(written);
  return safeInFlow && !written.includes('\n') ? written : JSON.stringify(value);
}

/** Lines of an entry at the column mean the same alone: none stands left of it, and none is a mark between documents. */
export function isReadableAlone(part: string, column: number): boolean {
  if (part.includes('\uFEFF')) return false;
  for (let start = 0; start < part.length; start = nextLine(part, start)) {
    let offset = start;
    while (part.charCodeAt(offset) === 32) offset += 1;
    const character = part[offset];
    const blank = character === undefined || character === '\n' || character === '\r';
    if (character === '\t' || (!blank && character !== '#' && offset - start < column)) return false;
    if (offset === start && /^(?:---|\.\.\.|%)/.test(part.slice(start, start + 3))) return false;
  }
  return true;
}
