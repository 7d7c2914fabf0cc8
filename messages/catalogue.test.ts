import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import compile from 'icu-minify/compile';
import { describe, expect, it } from 'vitest';
import { de } from './de.ts';
import { en } from './en.ts';
import { ja } from './ja.ts';

const ROOT = join(import.meta.dirname, '..');
const USERS = ['app', 'components', 'server'];

interface Tree {
  readonly [key: string]: string | Tree;
}

/** `folder.key` → message. */
function flat(tree: Tree, prefix = ''): Map<string, string> {
  return new Map(
    Object.entries(tree).flatMap(([key, value]) =>
      typeof value === 'string' ? [[`${prefix}${key}`, value]] : [...flat(value, `${prefix}${key}.`)],
    ),
  );
}

const SELECT = 1;
const PLURALS = [2, 3];

/** What a message needs to be given: arguments with their kind, the choices of a select, tags. Sorted, each once. */
function needs(message: string): string[] {
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

const source = flat(en);

describe.each([
  ['de', flat(de)],
  ['ja', flat(ja)],
] as const)('%s', (_locale, translation) => {
  it('has every key of English and no other', () => {
    expect([...translation.keys()].sort()).toEqual([...source.keys()].sort());
  });

  it('uses the arguments of English', () => {
    const others = [...source]
      .map(([key, message]) => ({ key, wanted: needs(message), got: needs(translation.get(key) ?? '') }))
      .filter(({ wanted, got }) => !alike(wanted, got));
    expect(others).toEqual([]);
  });

  it('leaves no message empty', () => {
    expect([...translation].filter(([, message]) => message.trim() === '')).toEqual([]);
  });
});

/** Text of every source file that takes texts of a folder. */
function usersOf(folder: string): string {
  return sources
    .filter((text) => text.includes(`'${folder}'`) || (folder === 'app' && text.includes('pageText(')))
    .map((text) => text.replaceAll(/\s+/g, ' '))
    .join('\n');
}

const sources = USERS.flatMap((room) =>
  readdirSync(join(ROOT, room), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!\.test)\.tsx?$/.test(entry.name))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8')),
);

it.each(Object.keys(en))('every key of %s is used', (folder) => {
  const text = usersOf(folder);
  const keys = [...source.keys()].filter((key) => key.startsWith(`${folder}.`));
  const unused = keys.filter((key) => {
    const inside = key.slice(folder.length + 1);
    // A key of a group may be put together: t(`reasons.${reason}`), t.has(...) and the like.
    const group = inside.split('.').slice(0, -1).join('.');
    return !text.includes(`'${inside}'`) && (group === '' || !text.includes(`\`${group}.\${`));
  });
  expect(unused).toEqual([]);
});

it('finds what a message needs', () => {
  const message =
    '{count, plural, one {# of <b>{name}</b>} other {#}} {scope, select, all {x} other {{where}}} {size, number}';
  expect(needs(message)).toEqual([
    '<b>',
    '{count: count}',
    '{name}',
    '{scope: all|other}',
    '{size: formatted}',
    '{where}',
  ]);
});
