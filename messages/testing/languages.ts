/** For tests: what stands in the folders of the languages, and what is wrong with a translation. */
import { readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import compile from 'icu-minify/compile';
import type { en } from '../en.ts';
import { LOCALES } from '../locales.ts';
import type { Phrases } from '../phrases.ts';

const MESSAGES = join(import.meta.dirname, '..');

interface Tree {
  readonly [key: string]: string | Tree;
}

/** Every file of a language by its name without `.json`. */
export type Language = Readonly<Record<string, Tree>>;

/** The folders beside this one that hold texts: those with a `shell.json`. */
export function languageFolders(root = MESSAGES): string[] {
  return readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && readdirSync(join(root, entry.name)).includes('shell.json'))
    .map(({ name }) => name)
    .sort();
}

/** A language as it stands. */
export function languageIn(folder: string, root = MESSAGES): Language {
  const files = readdirSync(join(root, folder)).sort();
  return Object.fromEntries(
    files.map((file) => [
      basename(file, '.json'),
      JSON.parse(readFileSync(join(root, folder, file), 'utf8')) as Tree,
    ]),
  );
}

/** For translators in tests: the same keys as English, which `catalogue.test.ts` makes sure of. */
export function textsIn(folder: string): typeof en {
  return languageIn(folder) as unknown as typeof en;
}

/** The sentences that a language knows, by their English text. */
export function phrasesIn(folder: string): Phrases {
  return languageIn(folder)['phrases'] as Phrases;
}

/** All languages but English. */
export const TRANSLATIONS = LOCALES.filter((locale) => locale !== 'en');

/** `file.key` → message; without phrases, which are no messages. */
export function flat(tree: Tree, prefix = ''): Map<string, string> {
  return new Map(
    Object.entries(tree)
      .filter(([key]) => prefix !== '' || key !== 'phrases')
      .flatMap(([key, value]) =>
        typeof value === 'string' ? [[`${prefix}${key}`, value]] : [...flat(value, `${prefix}${key}.`)],
      ),
  );
}

/** A line for everything by which `translation` differs from what it translates. */
export function amiss(source: Language, translation: Language): string[] {
  const wanted = flat(source);
  const given = flat(translation);
  return [
    ...[...wanted.keys()].filter((key) => !given.has(key)).map((key) => `${key} is missing`),
    ...[...given.keys()].filter((key) => !wanted.has(key)).map((key) => `${key} is not in English`),
    ...[...given].filter(([, message]) => message.trim() === '').map(([key]) => `${key} is empty`),
    ...[...given].flatMap(([key, message]) => {
      const english = wanted.get(key);
      if (english === undefined) return [];
      const [want, got] = [needs(english), needs(message)];
      return alike(want, got) ? [] : [`${key} needs ${got.join(' ')}, but English ${want.join(' ')}`];
    }),
  ];
}

const SELECT = 1;
const PLURALS = [2, 3];

/** What a message needs to be given: arguments with their kind, the choices of a select, tags. Sorted, each once. */
export function needs(message: string): string[] {
  const found = new Set<string>();
  const visit = (node: unknown): void => {
    if (!Array.isArray(node)) return;
    const [name, kind, ...rest] = node as unknown[];
    if (kind === undefined) found.add(`{${String(name)}}`);
    else if (kind === SELECT) {
      const choices = rest[0] as Record<string, unknown>;
      found.add(`{${String(name)}: ${Object.keys(choices).sort().join('|')}}`);
      Object.values(choices).forEach(list);
    } else if (PLURALS.includes(kind as number)) {
      found.add(`{${String(name)}: count}`);
      Object.values(rest[0] as Record<string, unknown>).forEach(list);
    } else if (typeof kind === 'number' && kind > 0) found.add(`{${String(name)}: formatted}`);
    else {
      found.add(`<${String(name)}>`);
      [kind, ...rest].forEach(visit);
    }
  };
  const list = (nodes: unknown): void => {
    if (Array.isArray(nodes)) nodes.forEach(visit);
  };
  list(compile(message));
  return [...found].sort();
}

/** A language without plural forms may show a count plainly, or leave out one that only chose between words. */
function alike(wanted: readonly string[], got: readonly string[]): boolean {
  const plain = (need: string): string => need.replace(/: (count|formatted)}$/, '}');
  const known = new Set(wanted.map(plain));
  const given = new Set(got.map(plain));
  const needed = wanted.filter((need) => !need.endsWith(': count}')).map(plain);
  return [...given].every((need) => known.has(need)) && needed.every((need) => given.has(need));
}
