/** Lines of `KEY=VALUE`, as in `.env` files and shells. */

/** A variable, with the value as a shell would see it. */
export interface EnvLine {
  readonly name: string;
  readonly value: string;
}

/** What the lines say, in the order of the text. */
export interface EnvLines {
  readonly lines: readonly EnvLine[];
  /** Numbers of lines that say nothing of the kind, from 1. */
  readonly odd: readonly number[];
}

const LINE = /^(?:export\s+)?([^\s=#][^\s=]*)\s*=(.*)$/;

/** Blank lines and comments are left out; quotes around a whole value go; a name that comes twice counts once, last. */
export function parseEnvLines(text: string): EnvLines {
  const found = new Map<string, string>();
  const odd: number[] = [];
  for (const [index, raw] of text.split(/\r?\n/).entries()) {
    const line = raw.trim();
    if (line === '' || line.startsWith('#')) continue;
    const [, name, value] = LINE.exec(line) ?? [];
    if (name === undefined || value === undefined) odd.push(index + 1);
    else found.set(name, unquoted(value.trim()));
  }
  return { lines: [...found].map(([name, value]) => ({ name, value })), odd };
}

function unquoted(value: string): string {
  const quote = value[0];
  const quoted = value.length >= 2 && (quote === '"' || quote === "'") && value.endsWith(quote);
  if (!quoted) return value;
  const inner = value.slice(1, -1);
  return quote === '"'
    ? inner.replace(/\\(["\\n])/g, (_, char: string) => (char === 'n' ? '\n' : char))
    : inner;
}
