/** Cuts lines of text into JSON values: one per line, several on a line, or one over many lines. */
import { reason, type FileDocument } from './document.ts';
import { limits } from './limits.ts';
import { jsonDepth } from './nesting.ts';

/** Takes a file line by line; each call gives what has become complete. @see readDocuments */
export class JsonSplitter {
  private readonly onePerLine: boolean;
  private parts: string[] = [];
  private size = 0;
  private start = 0;
  private depth = 0;
  private inString = false;
  private escaped = false;

  constructor(onePerLine: boolean) {
    this.onePerLine = onePerLine;
  }

  push(text: string, line: number): FileDocument[] {
    const trimmed = text.trim();
    if (this.onePerLine) return trimmed === '' ? [] : parse(trimmed, line);
    if (this.parts.length > 0 && /^\{"schema"/.test(text)) {
      // The value before was cut short: give it up rather than everything after it.
      return [...this.end(), ...this.push(text, line)];
    }
    if (this.parts.length === 0 && trimmed.startsWith('{') && trimmed.endsWith('}')) {
      const whole = tryParse(trimmed);
      if (whole !== undefined) return unwrap(whole.value, line);
    }
    return this.scan(text, line);
  }

  /** What is left at the end of the file is a value without its end. */
  end(): FileDocument[] {
    const { start } = this;
    const unfinished = this.parts.join('').trim() !== '';
    this.reset();
    return unfinished ? [{ ok: false, message: 'JSON value without an end', line: start }] : [];
  }

  private scan(text: string, line: number): FileDocument[] {
    const found: FileDocument[] = [];
    let from = 0;
    for (let index = 0; index < text.length; index += 1) {
      if (this.step(text.charCodeAt(index)) && this.depth === 0) {
        this.append(text.slice(from, index + 1), line);
        found.push(...this.take());
        from = index + 1;
      }
    }
    const rest = text.slice(from);
    if (rest.trim() !== '' || this.parts.length > 0) {
      this.append(`${rest}\n`, line);
      if (this.depth === 0) {
        // Text between values that is no value.
        found.push(...this.take());
      }
    }
    return found;
  }

  /** Takes one character in; true when it closes a bracket. */
  private step(code: number): boolean {
    if (this.inString) {
      if (this.escaped) {
        this.escaped = false;
      } else if (code === 0x5c) {
        this.escaped = true;
      } else if (code === 0x22) {
        this.inString = false;
      }
      return false;
    }
    switch (code) {
      case 0x22:
        this.inString = true;
        return false;
      case 0x7b:
      case 0x5b:
        this.depth += 1;
        return false;
      case 0x7d:
      case 0x5d:
        this.depth = Math.max(0, this.depth - 1);
        return true;
      default:
        return false;
    }
  }

  private append(text: string, line: number): void {
    if (this.parts.length === 0) this.start = line;
    this.size += text.length;
    if (this.size <= limits.document) this.parts.push(text);
  }

  private take(): FileDocument[] {
    const { start, size } = this;
    const text = this.parts.join('').trim();
    this.reset();
    if (size > limits.document)
      return [{ ok: false, message: `JSON value larger than ${String(limits.document)} bytes`, line: start }];
    return text === '' ? [] : parse(text, start);
  }

  private reset(): void {
    this.parts = [];
    this.size = 0;
    this.depth = 0;
    this.inString = false;
    this.escaped = false;
  }
}

/** The parser takes a second for a million brackets within each other, and what reads the value would overflow. */
function isTooDeep(text: string): boolean {
  return text.length > CHECKED_FROM && jsonDepth(text, limits.nesting) > limits.nesting;
}

/** Shorter texts cannot cost much; what is kept of them is checked when it is read. */
const CHECKED_FROM = 64 * 1024;

function tryParse(text: string): { value: unknown } | undefined {
  if (isTooDeep(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return { value };
  } catch {
    return undefined;
  }
}

function parse(text: string, line: number): FileDocument[] {
  if (isTooDeep(text)) {
    const message = `more than ${String(limits.nesting)} brackets within each other`;
    return [{ ok: false, message, line }];
  }
  try {
    return unwrap(JSON.parse(text), line);
  } catch (error) {
    return [{ ok: false, message: `is no JSON: ${reason(error)}`, line }];
  }
}

/** An array at the top is taken as its elements. */
function unwrap(value: unknown, line: number): FileDocument[] {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.map((item) => ({ ok: true, value: item, line }));
}
