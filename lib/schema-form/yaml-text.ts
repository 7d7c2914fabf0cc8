/** Text helpers of the YAML editor: lines, columns, and values as YAML at a given indentation. */
import { Document, Scalar, stringify } from 'yaml';
import { isDictionary, isList } from './path.ts';
import type { Located } from './yaml-locate.ts';

export function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

/** Offset of the line break that ends the line, or of the end of the text. */
export function lineEnd(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end < 0 ? text.length : end;
}

export function columnOf(text: string, offset: number): number {
  return offset - lineStart(text, offset);
}

export function indentAt(columns: number): string {
  return ' '.repeat(columns);
}

/** Columns by which the content of a map or list in this place is indented. */
export function blockIndent(text: string, located: Located): number {
  const start = located.indicator;
  return start === undefined ? 0 : columnOf(text, start) + 2;
}

export interface Rendering {
  /** Columns that every line after the first is shifted by. */
  readonly indent: number;
  /** On one line, as JSON would be. */
  readonly flow: boolean;
  readonly quote?: 'QUOTE_DOUBLE' | 'QUOTE_SINGLE';
}

const OPTIONS = {
  indent: 2,
  lineWidth: 0,
  aliasDuplicateObjects: false,
  // Words that YAML 1.1 readers (kubectl among them) take for booleans or numbers are quoted.
  compat: 'yaml-1.1',
} as const;

/** A value as YAML, without a line break at the end; the first line is not indented. */
export function render(value: unknown, rendering: Rendering): string {
  if (rendering.flow) return renderFlow(value, rendering);
  const text = stringify(value, OPTIONS).replace(/\n$/, '');
  if (rendering.indent === 0) return text;
  return text.replace(/\n(?!\n|$)/g, `\n${indentAt(rendering.indent)}`);
}

function renderFlow(value: unknown, rendering: Rendering): string {
  if (typeof value === 'string') return renderString(value, rendering.quote);
  if (isList(value)) return `[${value.map((item) => renderFlow(item, rendering)).join(', ')}]`;
  if (isDictionary(value)) {
    const entries = Object.entries(value).map(
      ([key, item]) => `${renderKey(key)}: ${renderFlow(item, rendering)}`,
    );
    return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
  }
  return stringify(value ?? null, OPTIONS).trim();
}

function renderKey(key: string): string {
  return /^[A-Za-z_][\w./-]*$/.test(key) ? renderString(key, undefined) : JSON.stringify(key);
}

/** One line, in the quotes of the value before where it had any, else plain where plain is unmistakable. */
function renderString(value: string, quote: Rendering['quote']): string {
  if (/[\n\r]/.test(value)) return JSON.stringify(value);
  const scalar = new Scalar(value);
  if (quote !== undefined) scalar.type = quote;
  const written = new Document(scalar, OPTIONS).toString(OPTIONS).trim();
  const safeInFlow = quote !== undefined || !/[,[\]{}]/.test(written) || /^["']/.test(written);
  return safeInFlow && !written.includes('\n') ? written : JSON.stringify(value);
}
