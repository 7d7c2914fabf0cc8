import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { afterAll, expect, it } from 'vitest';
import { textGroups } from '../.config/text-groups.ts';
import { GROUPS } from './groups.ts';
import { sharedPhrases, sharedProblems, sharedTexts } from './load.ts';
import type * as Loader from './load.ts';
import { LOCALES, PSEUDO } from './locales.ts';
import type { Locale } from './locales.ts';
import { amiss, languageFolders, languageIn } from './testing/languages.ts';

const folder = mkdtempSync(join(tmpdir(), 'capstan-languages-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

it.each(LOCALES)('%s is loaded by groups', async (locale) => {
  const shared = await sharedTexts.load(locale);
  expect(Object.keys(shared)).toEqual([...['shell', 'app', 'catalog', 'changes', 'olm', 'ui']]);
  expect(shared.ui).toEqual(languageIn(locale)['ui']);
  expect(await sharedPhrases.load(locale)).toEqual(languageIn(locale)['phrases'] ?? {});
  expect(Object.keys(await GROUPS.reviews.load(locale))).toEqual([
    'reviews',
    'rights',
    'states',
    'schema-form',
    'way-back',
  ]);
});

it('together, the groups have every file but that of the page that signs in', async () => {
  const groups = [sharedTexts, sharedProblems, ...Object.values(GROUPS)];
  const loaded = await Promise.all(groups.map((group) => group.load('de')));
  const files = new Set(loaded.flatMap((texts) => Object.keys(texts)));
  expect([...files, 'sign-in'].sort()).toEqual(Object.keys(languageIn('en')));
});

it('texts of problems come only where their English sentence does not do', async () => {
  expect(await sharedProblems.load('en')).toEqual({});
  expect((await sharedProblems.load('ja')).problems?.starting).toBe('コンソールを起動しています。');
  expect((await sharedProblems.load(PSEUDO)).problems?.starting).toContain('⟦');
});

it('a group is asked for once', () => {
  expect(GROUPS.forms.load('de')).toBe(GROUPS.forms.load('de'));
});

it('the pseudo-locale is made of English', async () => {
  expect((await sharedTexts.load(PSEUDO)).ui?.copy).toBe('⟦Çóópýý⟧');
  expect(Object.keys(await sharedPhrases.load(PSEUDO))).toEqual(
    Object.keys(languageIn('de')['phrases'] ?? {}),
  );
});

it('a language without a folder is named', async () => {
  await expect(GROUPS.forms.load('fr' as Locale)).rejects.toThrow('./fr/');
});

it('one more language is one folder, which the build finds', async () => {
  const root = join(folder, 'messages');
  cpSync(import.meta.dirname, root, { recursive: true });
  symlinkSync(join(import.meta.dirname, '../node_modules'), join(folder, 'node_modules'));
  cpSync(join(root, 'de'), join(root, 'fr'), { recursive: true });
  write(root, 'fr', 'ui', { ...languageIn('fr', root)['ui'], copy: 'Copier' });
  await build({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    plugins: [textGroups],
    build: { ssr: join(root, 'load.ts'), outDir: join(folder, 'out'), minify: false },
    ssr: { noExternal: true },
  });
  const built = (await import(join(folder, 'out', 'load.mjs'))) as typeof Loader;
  expect((await built.sharedTexts.load('fr' as Locale)).ui?.copy).toBe('Copier');
  expect(await built.sharedPhrases.load('fr' as Locale)).toEqual(languageIn('de')['phrases']);
  // The checks find it too: it has no line in locales.ts, and is complete until a key is taken away.
  expect(languageFolders(root)).toEqual([...LOCALES, 'fr'].sort());
  expect(amiss(languageIn('en'), languageIn('fr', root))).toEqual([]);
  write(root, 'fr', 'ui', { copy: 'Copier {name}' });
  expect(amiss(languageIn('en'), languageIn('fr', root))).toEqual(
    expect.arrayContaining(['ui.close is missing', 'ui.copy needs {name}, but English ']),
  );
});

function write(root: string, language: string, file: string, texts: object): void {
  writeFileSync(join(root, language, `${file}.json`), JSON.stringify(texts));
}
