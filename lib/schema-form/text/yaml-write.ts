/**
 * Writes values as YAML in lines, byte for byte as the `yaml` package would with the options below, some fifty times
 * faster: what is plain is written here, odd scalars and keys by the package.
 */
import { stringify } from 'yaml';
import { defineKey, isDictionary, isList, isFilled } from '../schema/path.ts';

/** For the `yaml` package; long lines are not folded, objects that occur twice are written twice. */
export const WRITE_OPTIONS = {
  indent: 2,
  lineWidth: 0,
  aliasDuplicateObjects: false,
  // Words that YAML 1.1 readers (kubectl among them) take for booleans or numbers are quoted.
  compat: 'yaml-1.1',
} as const;

/** Without a line break at the end. */
export function writeLines(value: unknown): string {
  if (isFilled(value)) {
    const writer = new LineWriter();
    const text = writer.write(value);
    if (text !== undefined) return text;
  }
  return writeByLibrary(value);
}

/** The same by the package: what `writeLines` must equal. Without a line break at the end. */
export function writeByLibrary(value: unknown): string {
  return stringify(value, WRITE_OPTIONS).replace(/\n$/, '');
}

/** Words in a row that no reader of YAML 1.1 or 1.2 takes for anything but text. */
const PLAIN = /^[A-Za-z/][\w./@+=()-]*(?:[: ][\w./@+=()-]+)*$/;
/** Measures (`100m`, `3Gi`), versions and addresses of three or more numbers. */
const PLAIN_NUMBERS = /^(?:[1-9]\d*[A-Za-z]+|\d+(?:\.\d+){2,})$/;
const RESERVED = /^(?:y|n|yes|no|on|off|true|false|null|e[-+]?\d+)$/i;

/** Lines in it look like marks between documents: how it is quoted depends on where it stands. */
const MARKS = /^(?:%|---|\.\.\.)/m;

class LineWriter {
  #text = '';
  #odd = false;
  /** Lines of further keys, by columns. */
  readonly #indents: string[] = ['\n'];

  /** Undefined where something in it is not surely written as the package would. */
  write(value: unknown): string | undefined {
    this.#collection(value, 0);
    return this.#odd ? undefined : this.#text;
  }

  #newLine(columns: number): string {
    return (this.#indents[columns] ??= `\n${' '.repeat(columns)}`);
  }

  #collection(value: unknown, columns: number): void {
    let first = true;
    if (isList(value)) {
      for (const item of value) {
        this.#text += first ? '- ' : `${this.#newLine(columns)}- `;
        first = false;
        if (isFilled(item)) this.#collection(item, columns + 2);
        else this.#text += this.#scalar(item, columns);
      }
      return;
    }
    if (!isDictionary(value)) return;
    for (const key of Object.keys(value)) {
      if (!first) this.#text += this.#newLine(columns);
      first = false;
      const item = value[key];
      this.#text += `${this.#key(key)}:`;
      if (isFilled(item)) {
        this.#text += this.#newLine(columns + 2);
        this.#collection(item, columns + 2);
      } else this.#text += ` ${this.#scalar(item, columns)}`;
    }
  }

  #key(key: string): string {
    if (key.length < 100 && PLAIN.test(key) && !RESERVED.test(key)) return key;
    const written = /^(.*): 0\n$/.exec(stringify(only(key, 0), WRITE_OPTIONS))?.[1];
    if (written === undefined || written.startsWith('? ') || MARKS.test(key)) this.#odd = true;
    return written ?? '';
  }

  #scalar(value: unknown, columns: number): string {
    if (typeof value === 'string') return this.#string(value, columns);
    if (typeof value === 'boolean') return value ? 'true' : 'false';
    if (value === null) return 'null';
    if (isList(value)) return '[]';
    if (isDictionary(value)) return '{}';
    if (typeof value === 'number') return numberText(value);
    this.#odd = true;
    return '';
  }

  #string(value: string, columns: number): string {
    if (PLAIN.test(value) ? !RESERVED.test(value) : PLAIN_NUMBERS.test(value)) return value;
    if (value === '' || /^\d+$/.test(value)) return `"${value}"`;
    const written = stringify(only('x', value), WRITE_OPTIONS);
    // How blank lines at the end are kept depends on what comes behind them.
    if (!written.startsWith('x: ') || /^x: [|>]\d?\+/.test(written) || MARKS.test(value)) this.#odd = true;
    const text = written.slice(3, -1);
    return columns === 0 ? text : text.replace(/\n(?!\n|$)/g, `\n${' '.repeat(columns)}`);
  }
}

function numberText(value: number): string {
  const plain = Number.isSafeInteger(value) && !Object.is(value, -0);
  return plain ? String(value) : stringify(value, WRITE_OPTIONS).trim();
}

function only(key: string, value: unknown): Record<string, unknown> {
  const object = {};
  defineKey(object, key, value);
  return object;
}
