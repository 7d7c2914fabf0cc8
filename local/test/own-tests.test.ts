import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');

/** What has to have a test file of its name beside it: where something is decided, and what every page is made of. */
const HELD: readonly { what: string; file: RegExp; text?: RegExp }[] = [
  { what: 'decider', file: /^(lib|server)\/.*\.ts$/, text: /^export (async )?function decide(?![a-z])/m },
  { what: 'reconciler', file: /^server\/.*-reconciler\.ts$/ },
  { what: 'primitive', file: /^components\/ui\/.*\.tsx$/ },
];

const TEST = /\.test\.tsx?$/;

/** Files by their path, with what is in them. */
function untested(files: ReadonlyMap<string, string>): string[] {
  return [...files].flatMap(([file, content]) => {
    if (TEST.test(file)) return [];
    const held = HELD.find(
      ({ file: path, text }) => path.test(file) && (text === undefined || text.test(content)),
    );
    const name = file.replace(/\.tsx?$/, '');
    const tests = ['.test.ts', '.test.tsx', '.int.test.ts'].map((ending) => name + ending);
    return held === undefined || tests.some((test) => files.has(test)) ? [] : [`${held.what} ${file}`];
  });
}

describe('a test file of its name', () => {
  it('is beside each decider, reconciler and primitive', () => {
    const paths = globSync('{lib,server,components/ui}/**/*.{ts,tsx}', { cwd: root });
    const files = new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
    expect(untested(files)).toEqual([]);
    expect([...files.keys()].filter((file) => HELD[1]?.file.test(file)).length).toBeGreaterThan(5);
    expect([...files.values()].filter((text) => HELD[0]?.text?.test(text)).length).toBeGreaterThan(6);
  });

  const planted: { file: string; text: string; missing: boolean; beside?: string }[] = [
    { file: 'lib/olm/csv/judge.ts', text: 'export function decideCsv(): void {}', missing: true },
    { file: 'lib/olm/csv/judge.ts', text: '\nexport function decide(', missing: true },
    { file: 'lib/olm/csv/judge.ts', text: 'export function decidedBy(): void {}', missing: false },
    { file: 'lib/olm/csv/judge.ts', text: 'function decideCsv(): void {}', missing: false },
    { file: 'server/install/x-reconciler.ts', text: '', missing: true },
    { file: 'server/install/x-reconciler.ts', text: '', missing: false, beside: 'x-reconciler.int.test.ts' },
    { file: 'server/install/x-reconciler.ts', text: '', missing: true, beside: 'y-reconciler.test.ts' },
    { file: 'components/ui/layers/x.tsx', text: '', missing: true },
    { file: 'components/ui/layers/x.tsx', text: '', missing: false, beside: 'x.test.tsx' },
    { file: 'components/ui/layers/x.ts', text: '', missing: false },
  ];
  it.each(planted)('$file with $text and $beside: missing is $missing', ({ file, text, missing, beside }) => {
    const folder = file.slice(0, file.lastIndexOf('/') + 1);
    const files = new Map([[file, text], ...(beside === undefined ? [] : [[folder + beside, ''] as const])]);
    expect(untested(files).map((line) => line.split(' ')[1])).toEqual(missing ? [file] : []);
  });
});
