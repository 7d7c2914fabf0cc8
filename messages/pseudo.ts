/**
 * The pseudo-locale: `Install {name}` becomes `⟦Íñstááll {name}⟧`. Accents show what is not translated, doubled vowels
 * make texts about 40 % longer, the brackets show where one is cut or put together from pieces.
 */

/** A message in the form that the build gives it (icu-minify): text, or a list of texts and nodes. */
export type Compiled = string | readonly unknown[];
export interface CompiledTree {
  readonly [key: string]: Compiled | CompiledTree;
}

const ACCENTS: Readonly<Record<string, string>> = {
  ...{ a: 'á', e: 'é', i: 'í', o: 'ó', u: 'ú', y: 'ý', A: 'Á', E: 'É', I: 'Í', O: 'Ó', U: 'Ú', Y: 'Ý' },
  ...{
    c: 'ç',
    C: 'Ç',
    n: 'ñ',
    N: 'Ñ',
    s: 'š',
    S: 'Š',
    z: 'ž',
    Z: 'Ž',
    r: 'ř',
    d: 'ď',
    t: 'ť',
    l: 'ľ',
    g: 'ğ',
  },
};
const DOUBLED = 'aeiouy';

function strange(text: string): string {
  return Array.from(text)
    .map((letter) => (ACCENTS[letter] ?? letter).repeat(DOUBLED.includes(letter) ? 2 : 1))
    .join('');
}

/** All messages of a catalogue, made strange. */
export function pseudo(tree: CompiledTree): CompiledTree {
  return Object.fromEntries(
    Object.entries(tree).map(([key, value]) => [key, isTree(value) ? pseudo(value) : bracketed(value)]),
  );
}

/** The same for sentences that come in English (phrases.tsx). */
export function pseudoPhrases(known: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(known.map((text) => [text, `⟦${strange(text)}⟧`]));
}

function isTree(value: Compiled | CompiledTree): value is CompiledTree {
  return typeof value === 'object' && !Array.isArray(value);
}

function bracketed(message: Compiled): Compiled {
  const body = pieces(message);
  return typeof body === 'object' ? ['⟦', ...body, '⟧'] : `⟦${String(body)}⟧`;
}

/** A choice may be a number alone: `other {#}`. */
function pieces(message: Compiled | number): Compiled | number {
  if (typeof message === 'number') return message;
  return typeof message === 'string' ? strange(message) : message.map(piece);
}

/** A node is a text, `0` (the number of a plural), or a list that begins with a name: argument, choice, number or tag. */
function piece(node: unknown): unknown {
  if (typeof node === 'string') return strange(node);
  if (!Array.isArray(node)) return node;
  const [name, kind, ...rest] = node as unknown[];
  if (kind === undefined || (typeof kind === 'number' && kind > 0)) {
    const [choices, ...others] = rest;
    if (typeof choices !== 'object' || choices === null || Number(kind) > 3) return node;
    const options = Object.entries(choices as Record<string, Compiled | number>);
    return [name, kind, Object.fromEntries(options.map(([key, value]) => [key, pieces(value)])), ...others];
  }
  return [name, piece(kind), ...rest.map(piece)];
}
