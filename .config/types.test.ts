/** Plants type errors in a throwaway tree and expects tsc, with our configuration, to find each; in JavaScript too. */
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

const UNTYPED = 'export const half = (n) => n / 2;\n';
const WRONG = "/** @param {number} n */\nexport const half = (n) => n / 2;\nhalf('two');\n";

const rows = [
  { name: 'TypeScript', path: 'lib/planted.ts', code: "export const n: number = 'two';\n", error: 'TS2322' },
  { name: 'a tool without types', path: '.config/planted.mjs', code: UNTYPED, error: 'TS7006' },
  {
    name: 'a wrong argument before Node is there',
    path: 'local/bootstrap/planted.mjs',
    code: WRONG,
    error: 'TS2345',
  },
  { name: 'a loader of the build', path: 'messages/planted.mjs', code: UNTYPED, error: 'TS7006' },
  { name: 'a configuration', path: 'planted.config.mjs', code: WRONG, error: 'TS2345' },
];

let tree = '';
let output = '';

beforeAll(async () => {
  tree = mkdtempSync(join(tmpdir(), 'capstan-types-'));
  symlinkSync(join(ROOT, 'node_modules'), join(tree, 'node_modules'));
  for (const name of ['tsconfig.json', 'package.json']) cpSync(join(ROOT, name), join(tree, name));
  for (const { path, code } of rows) {
    mkdirSync(dirname(join(tree, path)), { recursive: true });
    writeFileSync(join(tree, path), code);
  }
  output = await new Promise((resolve) => {
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
    execFile(
      process.execPath,
      [tsc, '--noEmit', '--pretty', 'false', '-p', tree],
      { cwd: tree },
      (_, stdout) => {
        resolve(stdout);
      },
    );
  });
}, 120_000);

afterAll(() => {
  rmSync(tree, { recursive: true, force: true });
});

describe('types', () => {
  it.each(rows)('are looked at in $path: $name', ({ path, error }) => {
    const found = output.split('\n').filter((line) => line.startsWith(`${path}(`));
    expect(found).toEqual([expect.stringContaining(`error ${error}:`)]);
  });
});
