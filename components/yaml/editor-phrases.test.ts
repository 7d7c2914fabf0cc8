import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { phrasesOf } from './editor-phrases.ts';

const packages = join(import.meta.dirname, '..', '..', 'node_modules', '@codemirror');

/** Texts that the packages translate where they are shown: `phrase("…")` and `phrase(condition ? "…" : "…")`. */
function phrasesOfPackages(): Set<string> {
  const found = new Set<string>();
  for (const name of readdirSync(packages)) {
    const source = readFileSync(join(packages, name, 'dist', 'index.js'), 'utf8');
    for (const call of source.matchAll(/\bphrase\((?:view, |this\.view\.state, )?([^;\n]*)/g)) {
      const argument = call[1]?.split(/\)[;, ]/)[0] ?? '';
      for (const text of argument.matchAll(/"([^"]+)"/g)) found.add(text[1] ?? '');
    }
  }
  return found;
}

it('has a translation for every text of CodeMirror', () => {
  // The test is about names: what each says is the catalogue's matter.
  const known = new Set(Object.keys(phrasesOf(((key: string) => key) as never)));
  const wanted = phrasesOfPackages();
  expect(wanted.size).toBeGreaterThan(20);
  expect([...wanted].filter((text) => !known.has(text))).toEqual([]);
});
