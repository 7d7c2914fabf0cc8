import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { en } from './en.ts';
import { LOCALES } from './locales.ts';
import { TRANSLATIONS, amiss, flat, languageFolders, languageIn, needs } from './testing/languages.ts';

const ROOT = join(import.meta.dirname, '..');
const USERS = ['app', 'components', 'server'];

const english = languageIn('en');

it('each folder of texts is a language that a reader may choose', () => {
  expect(languageFolders()).toEqual([...LOCALES].sort());
});

it('the types of English are those of all its files', () => {
  expect(en).toEqual(english);
});

it.each(TRANSLATIONS)('%s has the keys and arguments of English, and no text is empty', (locale) => {
  expect(amiss(english, languageIn(locale))).toEqual([]);
});

describe('a translation', () => {
  const source = {
    ui: { copy: 'Copy', of: { name: 'Of {name}' } },
    app: { count: '{count, plural, other {#}}' },
  };

  it.each([
    ['that is whole', { ui: { copy: 'K', of: { name: 'Von {name}' } }, app: { count: '{count}' } }, []],
    [
      'without a key and a file',
      { ui: { of: { name: '{name}' } } },
      ['ui.copy is missing', 'app.count is missing'],
    ],
    ['with a key too many', { ...source, ui: { ...source.ui, cut: 'X' } }, ['ui.cut is not in English']],
    [
      'with another placeholder',
      { ...source, ui: { copy: 'K', of: { name: 'Von {nmae}' } } },
      ['ui.of.name needs {nmae}, but English {name}'],
    ],
    ['with nothing said', { ...source, app: { count: ' ' } }, ['app.count is empty']],
  ])('%s', (_name, translation, want) => {
    expect(amiss(source, translation)).toEqual(want);
  });
});

/** Text of every source file that takes texts of a folder. */
function usersOf(folder: string): string {
  return sources
    .filter(
      (text) =>
        text.includes(`'${folder}'`) ||
        (folder === 'app' && text.includes('pageText(')) ||
        text.includes(`#messages/${folder}.ts'`),
    )
    .map((text) => text.replaceAll(/\s+/g, ' '))
    .join('\n');
}

const sources = USERS.flatMap((room) =>
  readdirSync(join(ROOT, room), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!\.test)\.tsx?$/.test(entry.name))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8')),
);

/** Texts of codes of lib: `console-problems.test.ts` of local/test knows them all. */
const OF_LIB = ['problems'];

it.each(Object.keys(en).filter((file) => !OF_LIB.includes(file)))('every key of %s is used', (folder) => {
  const text = usersOf(folder);
  const keys = [...flat(english).keys()].filter((key) => key.startsWith(`${folder}.`));
  const unused = keys.filter((key) => {
    const inside = key.slice(folder.length + 1);
    // A key of a group may be put together: t(`reasons.${reason}`), t(`reasons.${reason}.means`), t.has(...) and the like.
    const groups = [...inside.matchAll(/\./g)].map(({ index }) => inside.slice(0, index));
    return !text.includes(`'${inside}'`) && !groups.some((group) => text.includes(`\`${group}.\${`));
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
