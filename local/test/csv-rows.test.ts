import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');

/**
 * How many transitions, texts and states upstream's machine of ClusterServiceVersions has, by section: what comes before
 * every phase, Pending, InstallReady and Installing, Succeeded, Failed, how one goes, and requirements; and how many rules
 * its executor of install plans has. Each is named by section and number in a test that holds ours against it.
 */
const SECTIONS = { '1a': 12, '1b': 10, '1c': 14, '1d': 11, '1e': 14, '1f': 7, '1g': 12, '2': 14 };

/** A version in a test is no row of section 2: that stands where a test begins. */
const NAMED = /['"`,] ?(1[a-g]\.\d+)\b|(?:it|describe)\('(2\.\d+) /g;

function namedIn(text: string): string[] {
  return [...text.matchAll(NAMED)].map(([, row, rule = '']) => row ?? rule);
}

it('every row of upstream’s machine is named by a test', () => {
  const files = globSync('{lib,server}/**/*.test.ts', { cwd: root });
  expect(files.length).toBeGreaterThan(100);
  const named = new Set(files.flatMap((file) => namedIn(readFileSync(join(root, file), 'utf8'))));
  const rows = Object.entries(SECTIONS).flatMap(([section, count]) =>
    Array.from({ length: count }, (_, index) => `${section}.${String(index + 1)}`),
  );
  expect(rows.filter((row) => !named.has(row))).toEqual([]);
  // Nor is there any that upstream does not have.
  expect([...named].filter((row) => !rows.includes(row))).toEqual([]);
});

it('a row counts where a test is named by it', () => {
  expect(namedIn("it('1d.3, 1d.5 is gone') // as 1d.4")).toEqual(['1d.3', '1d.5']);
  expect(namedIn("it('2.10 is made', () => upgrade('2.1 '))")).toEqual(['2.10']);
});
