/**
 * `.indexignore`: the patterns of `.gitignore`, each file ruling its own directory and what lies below. Patterns come with
 * catalogs, so they are matched step by step, never as regular expressions: no pattern takes more than its length times
 * the name's.
 */
import { limits } from './limits.ts';

/** True: ignored. False: expressly not ignored. Undefined: no pattern speaks of it. */
export type Ignore = (name: string, isDirectory: boolean) => boolean | undefined;

interface Rule {
  /** One pattern for each part of a path; `**` stands for any number of parts. */
  parts: readonly Pattern[];
  negated: boolean;
  directoriesOnly: boolean;
}

type Pattern = '**' | readonly Step[];

/** `*`, or a test of one character. */
type Step = '*' | ((character: string) => boolean);

/** @param base the directory the file lies in, relative to the root, empty for the root itself */
export function compileIgnore(text: string, base: string): Ignore {
  const rules = text.split('\n', limits.ignoreRules).flatMap(compileRule);
  return (name, isDirectory) => {
    const local = (base === '' ? name : name.slice(base.length + 1)).split('/');
    let verdict: boolean | undefined;
    for (const rule of rules) {
      if ((isDirectory || !rule.directoriesOnly) && matchesPath(rule.parts, local)) verdict = !rule.negated;
    }
    return verdict;
  };
}

function compileRule(line: string): Rule[] {
  // A carriage return at the end is a blank too.
  let glob = line.length > limits.ignorePattern ? '' : trimBlanks(line);
  if (glob === '' || glob.startsWith('#')) return [];
  const negated = glob.startsWith('!');
  glob = glob.replace(/^!/, '').replace(/^\\/, '');
  const directoriesOnly = glob.endsWith('/');
  const parts = glob.split('/').filter((part) => part !== '');
  if (parts.length === 0) return [];
  // A slash anywhere but at the end ties the pattern to the directory of its file.
  const anchored = glob.startsWith('/') || parts.length > 1;
  return [
    {
      parts: [
        ...(anchored ? [] : (['**'] as const)),
        ...parts.map((part) => compilePart(part, parts.length > 1)),
        ...(parts.length > 1 && parts.at(-1) === '**' ? [['*'] as const] : []),
      ],
      negated,
      directoriesOnly,
    },
  ];
}

/** A blank at the end counts only after a backslash. */
function trimBlanks(line: string): string {
  const trimmed = line.trimEnd();
  return trimmed.endsWith('\\') ? line.slice(0, trimmed.length + 1) : trimmed;
}

function compilePart(part: string, isOneOfSeveral: boolean): Pattern {
  if (part === '**' && isOneOfSeveral) return '**';
  const steps: Step[] = [];
  for (let rest = part; rest !== '';) {
    const [token = rest] = /^(?:\*+|\[[^\]]+\]|\\.|[^])/u.exec(rest) ?? [];
    rest = rest.slice(token.length);
    steps.push(stepOf(token));
  }
  return steps;
}

function stepOf(token: string): Step {
  if (token.startsWith('*')) return '*';
  if (token === '?') return () => true;
  if (token.length > 2 && token.startsWith('[')) return classOf(token.slice(1, -1));
  const literal = token.length > 1 && token.startsWith('\\') ? token.slice(1) : token;
  return (character) => character === literal;
}

/** `a-z`, `!0-9`, `._`: the inside of a class. */
function classOf(inside: string): (character: string) => boolean {
  const negated = inside.startsWith('!') || inside.startsWith('^');
  const characters = Array.from(negated ? inside.slice(1) : inside);
  const ranges: [string, string][] = [];
  for (let index = 0; index < characters.length; index += 1) {
    const from = characters[index] ?? '';
    const to = characters[index + 1] === '-' ? characters[index + 2] : undefined;
    ranges.push([from, to ?? from]);
    index += to === undefined ? 0 : 2;
  }
  return (character) => ranges.some(([from, to]) => from <= character && character <= to) !== negated;
}

/** Each part of the path against each pattern once: the number of steps is their product. */
function matchesPath(patterns: readonly Pattern[], path: readonly string[]): boolean {
  let reached = [true, ...path.map(() => false)];
  for (const pattern of patterns) {
    const next = reached.map(() => false);
    let isOpen = false;
    for (let index = 0; index < reached.length; index += 1) {
      if (pattern === '**') {
        isOpen ||= reached[index] === true;
        next[index] = isOpen;
      } else if (reached[index] === true && index < path.length) {
        next[index + 1] = matchesPart(pattern, path[index] ?? '');
      }
    }
    reached = next;
  }
  return reached.at(-1) === true;
}

/** With stars one need only come back to the last one: what an earlier one took changes nothing. */
function matchesPart(steps: readonly Step[], text: string): boolean {
  const characters = Array.from(text);
  let [at, step] = [0, 0];
  let star: { at: number; step: number } | undefined;
  while (at < characters.length) {
    const current = steps[step];
    if (current === '*') {
      star = { at, step };
      step += 1;
    } else if (current?.(characters[at] ?? '') === true) {
      at += 1;
      step += 1;
    } else if (star === undefined) {
      return false;
    } else {
      star.at += 1;
      [at, step] = [star.at, star.step + 1];
    }
  }
  return steps.slice(step).every((rest) => rest === '*');
}
