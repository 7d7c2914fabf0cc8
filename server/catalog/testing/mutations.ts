/** Catalog entries made hostile, for tests: cut, torn, filled with what breaks parsers, or of other types than they should be. */

/** One harm, by numbers, so that a failing case can be repeated. */
export interface Mutation {
  /** Which entry, which place in it and which harm: taken modulo what there is. */
  entry: number;
  place: number;
  harm: number;
}

/** Pieces of text that end, open or confuse something. */
const FRAGMENTS = [
  ...['"', '\\', '{', '}', '[', ']', ',', ':', '\n', '\r\n', '\0', '\u2028', '\uFEFF', '\ud800', '\u202e'],
  ...['NaN', '-Infinity', '1e999', '0x1F', "'", '<<', '&a', '*a', '!!js/function', '\n---\n', '\n...\n', '#'],
  ...[
    '"__proto__":{"polluted":1},',
    '"constructor":{"prototype":{"polluted":1}},',
    '\n{"schema"',
    '\n%YAML 9',
  ],
  ...['['.repeat(5_000), '{"a":'.repeat(5_000), '\\u0000'.repeat(100), '🜂'.repeat(50)],
];

/** Values of types that a field does not have, or that nobody should trust. */
const VALUES: readonly (() => unknown)[] = [
  ...[
    null,
    true,
    0,
    -1,
    1e308,
    '',
    ' ',
    'x'.repeat(300),
    '../../etc/passwd',
    '$(id)',
    '\u202eevil',
    '1.0',
  ].map((value) => () => value),
  () => [],
  () => ({}),
  () => [[], {}, null],
  () => JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}') as unknown,
  () => 'toString',
  () => 'constructor',
  () => JSON.parse(`${'['.repeat(400)}${']'.repeat(400)}`) as unknown,
  () => Array.from({ length: 200 }, () => 'hasOwnProperty'),
  () => 'a'.repeat(20_000),
];

/** The entry as one text, harmed once. @param text JSON of an entry, on one line */
export function mutated(text: string, { place, harm }: Mutation): string {
  const at = place % (text.length + 1);
  switch (harm % 8) {
    case 0:
      return text.slice(0, at);
    case 1:
      return text.slice(0, at) + text.slice(at + 1 + (harm % 97));
    case 2:
      return `${text.slice(0, at)}${FRAGMENTS[harm % FRAGMENTS.length] ?? ''}${text.slice(at)}`;
    case 3:
      return text.slice(0, at) + String.fromCharCode(harm % 0x1_00) + text.slice(at + 1);
    case 4:
      return `${text}\n${text}`;
    default:
      return restructured(text, place, harm);
  }
}

/** One value of it replaced, removed or moved under another key. */
function restructured(text: string, place: number, harm: number): string {
  const entry: unknown = JSON.parse(text);
  const holders = holdersOf(entry);
  const [holder, key] = holders[place % holders.length] ?? [];
  if (holder === undefined || key === undefined) {
    return text;
  }
  const value: unknown = Reflect.get(holder, key);
  if (harm % 8 === 5) {
    Reflect.deleteProperty(holder, key);
    // A hole would come out as null: the rest moves up.
    return JSON.stringify(entry, (_name, part: unknown) =>
      Array.isArray(part) ? part.filter((item) => item !== undefined) : part,
    );
  }
  if (harm % 8 === 6 && !Array.isArray(holder)) {
    Reflect.deleteProperty(holder, key);
    Object.defineProperty(holder, harm % 3 === 0 ? '__proto__' : `${key}x`, { value, enumerable: true });
    return JSON.stringify(entry);
  }
  Reflect.set(holder, key, VALUES[harm % VALUES.length]?.());
  return JSON.stringify(entry);
}

/** Every place of a value: what holds it, and under which key. */
function holdersOf(value: unknown): (readonly [object, string])[] {
  return typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([key, child]) => [[value, key] as const, ...holdersOf(child)]);
}
