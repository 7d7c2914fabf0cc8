/**
 * Texts that are hard for a regular expression, made from the expression itself: what one of its repetitions takes, very
 * often, after what leads to that repetition and before what makes it fail. JavaScript's own syntax, without `v`.
 */
import type { OwnPattern } from './own-patterns.ts';

/** A text of any size: its beginning, what is repeated, its end. */
export interface Attack {
  readonly prefix: string;
  readonly pump: string;
  readonly suffix: string;
}

export function attackText({ prefix, pump, suffix }: Attack, size: number): string {
  return prefix + pump.repeat(Math.max(1, Math.ceil(size / pump.length))) + suffix;
}

type Node =
  /** One character; its source matches it. */
  | { readonly kind: 'one'; readonly source: string }
  | { readonly kind: 'row'; readonly parts: readonly Node[] }
  | { readonly kind: 'choice'; readonly choices: readonly Node[] }
  | { readonly kind: 'many'; readonly body: Node; readonly min: number; readonly max: number }
  /** A place, or what stands around it. */
  | { readonly kind: 'place'; readonly body?: Node }
  | { readonly kind: 'again'; readonly group: Node | undefined };

const TOKEN =
  /\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[\dA-Fa-f]{4}|x[\dA-Fa-f]{2}|c[A-Za-z]|k<[^>]*>|[^])|\[(?:\\[^]|[^\]\\])*\]|\((?:\?(?:[:=!]|<[=!]|<\w+>))?|[)|^$]|(?:[*+?]|\{\d+(?:,\d*)?\})\??|[^]/gu;

/** @throws where a parenthesis is not closed: such a source is none of a regular expression. */
function parse(source: string): Node {
  const tokens = source.match(TOKEN) ?? [];
  const groups: Node[] = [];
  let at = 0;
  function choice(): Node {
    const choices = [row()];
    while (tokens[at] === '|') {
      at += 1;
      choices.push(row());
    }
    return choices.length === 1 && choices[0] !== undefined ? choices[0] : { kind: 'choice', choices };
  }
  function row(): Node {
    const parts: Node[] = [];
    for (;;) {
      const token = tokens[at];
      if (token === undefined || token === '|' || token === ')') return { kind: 'row', parts };
      at += 1;
      const repeat = /^(?:[*+?]|\{(\d+)(,)?(\d*)\})\??$/.exec(token);
      const before = parts.at(-1);
      if (repeat !== null && before !== undefined) {
        parts[parts.length - 1] = { kind: 'many', body: before, ...boundsOf(token, repeat) };
      } else {
        parts.push(single(token));
      }
    }
  }
  function single(token: string): Node {
    if (token.startsWith('(')) return group(token);
    if (/^(?:[$^]|\\[bB])$/.test(token)) return { kind: 'place' };
    if (/^\\(?:[1-9]|k<)/.test(token)) return { kind: 'again', group: groups[Number(token.slice(1)) - 1] };
    return { kind: 'one', source: token };
  }
  function group(token: string): Node {
    const number = groups.length;
    const isCounted = token === '(' || /^\(\?<\w/.test(token);
    if (isCounted) groups.push({ kind: 'place' });
    const body = choice();
    if (tokens[at] !== ')') throw new Error(`${source} has a group without an end`);
    at += 1;
    if (isCounted) groups[number] = body;
    return /[=!]$/.test(token) ? { kind: 'place', body } : body;
  }
  return choice();
}

function boundsOf(token: string, [, min, comma, max]: RegExpExecArray): { min: number; max: number } {
  if (min !== undefined) {
    const upTo = max === undefined || max === '' ? Infinity : Number(max);
    return { min: Number(min), max: comma === undefined ? Number(min) : upTo };
  }
  return { min: token.startsWith('+') ? 1 : 0, max: token.startsWith('?') ? 1 : Infinity };
}

const PRINTABLE = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index));
/** In the order in which they are preferred as examples. */
const ALPHABET = [...'a0A.-/:, "', ...PRINTABLE, ...'\n\t\r\0é\u00ad\u2028\u0301\ufeff日'];

/** What is long enough to be hard. Anything shorter costs the same for every text. */
const LONG = 30;

/** @param thorough every beginning with every pair of characters, or only those that find most */
export function attacksOn({ source, flags }: OwnPattern, thorough: boolean): Attack[] {
  const tree = parse(source);
  const plain = flags.replace(/[gyd]/g, '');
  const ones = new Map<string, ReadonlySet<string>>();
  const prefixes = new Set(['']);
  const bodies = new Set<string>();
  const whole = sampleOf(tree);

  function membersOf(one: string): ReadonlySet<string> {
    const known = ones.get(one);
    if (known !== undefined) return known;
    const pattern = new RegExp(`^${one}$`, plain.replace('m', ''));
    const literal = [...one].at(-1) ?? '';
    const members = new Set([...ALPHABET, literal].filter((character) => pattern.test(character)));
    ones.set(one, members);
    return members;
  }
  function sampleOf(node: Node | undefined): string {
    switch (node?.kind) {
      case 'one':
        return [...membersOf(node.source)][0] ?? '';
      case 'row':
        return node.parts.map(sampleOf).join('');
      case 'choice':
        return node.choices.map(sampleOf).find((text) => text !== '') ?? '';
      case 'many':
        return sampleOf(node.body).repeat(Math.max(1, node.min));
      case 'again':
        return sampleOf(node.group);
      default:
        return '';
    }
  }
  function visit(node: Node, before: string): void {
    if (node.kind === 'row') {
      node.parts.reduce((text, part) => {
        visit(part, text);
        return text + sampleOf(part);
      }, before);
    } else if (node.kind === 'choice') {
      for (const one of node.choices) visit(one, before);
    } else if (node.kind === 'place' && node.body !== undefined) {
      visit(node.body, before);
    } else if (node.kind === 'many') {
      if (node.max >= LONG) {
        prefixes.add(before);
        for (const text of [sampleOf(node.body), before + sampleOf(node.body), before]) bodies.add(text);
        if (node.body.kind === 'choice') node.body.choices.map(sampleOf).forEach((text) => bodies.add(text));
      }
      visit(node.body, before);
    }
  }
  visit(tree, '');

  const characters = charactersOf([...ones.values()]);
  const pairs = characters.flatMap((one) => characters.filter((two) => two !== one).map((two) => one + two));
  const pumps = [...new Set([...characters, ...bodies, whole])].filter((text) => text !== '');
  const stranger = ALPHABET.find((character) => ![...ones.values()].some((set) => set.has(character)));
  const suffixes = [...new Set(['', stranger ?? '\0', '\n'])];
  return [
    ...combined([...prefixes], thorough ? [...pumps, ...pairs] : pumps, suffixes),
    ...(thorough ? [] : combined([''], pairs, suffixes.slice(1))),
  ];
}

/** One for each set of places of the expression where it may stand. */
function charactersOf(sets: readonly ReadonlySet<string>[]): string[] {
  const alphabet = new Set([...ALPHABET, ...sets.flatMap((set) => [...set])]);
  const kinds = Map.groupBy(alphabet, (character) => sets.map((set) => set.has(character)).join());
  return [...kinds.values()].flatMap(([first]) => first ?? []);
}

function combined(
  prefixes: readonly string[],
  pumps: readonly string[],
  suffixes: readonly string[],
): Attack[] {
  return prefixes.flatMap((prefix) =>
    pumps.flatMap((pump) => suffixes.map((suffix) => ({ prefix, pump, suffix }))),
  );
}
