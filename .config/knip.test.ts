/** Plants dead code of each kind in a throwaway tree and expects knip, with our configuration, to name it. */
import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

const ROOT = join(import.meta.dirname, '..');
const Named = z.array(z.object({ name: z.string() })).default([]);
const Report = z.object({
  issues: z.array(
    z.object({
      file: z.string(),
      files: Named,
      exports: Named,
      dependencies: Named,
      unlisted: Named,
      unresolved: Named,
    }),
  ),
});

const PACKAGE = {
  name: 'planted',
  type: 'module',
  imports: { '#lib/*': './lib/*' },
  dependencies: { yaml: '*', zod: '*' },
};

const FILES = {
  'package.json': JSON.stringify(PACKAGE),
  'tsconfig.json':
    '{ "compilerOptions": { "module": "nodenext", "allowImportingTsExtensions": true, "noEmit": true } }',
  'server/controller/main.ts':
    "import { z } from 'zod';\nimport fc from 'fast-check';\nimport { used } from '#lib/used.ts';\nimport '#lib/nothing.ts';\nconsole.log(z, fc, used);\n",
  '.config/text-groups.ts': 'export const textGroups = {};\n',
  'lib/used.ts':
    'export const used = 1;\nexport const dead = 2;\nexport const tested = 3;\nexport interface Shape {\n  x: 1;\n}\nexport const shape = (): Shape => ({ x: 1 });\n',
  'lib/used.test.ts':
    "import { shape, tested } from './used.ts';\nimport { only } from './only-tested.ts';\nimport { aShape } from './testing/shapes.ts';\nconsole.log(shape, tested, only, aShape);\n",
  'lib/dead.ts': 'export const x = 1;\n',
  'lib/only-tested.ts': 'export const only = 1;\n',
  'lib/testing/shapes.ts': 'export const aShape = 1;\n',
  'lib/testing/dead.ts': 'export const x = 1;\n',
  'lib/olm/replay.ts': 'export const replay = 1;\n',
};

let tree = '';
let issues: z.infer<typeof Report>['issues'] = [];
/** Of the walk from the programs alone. */
let product: z.infer<typeof Report>['issues'] = [];

beforeAll(async () => {
  tree = mkdtempSync(join(tmpdir(), 'capstan-knip-'));
  symlinkSync(join(ROOT, 'node_modules'), join(tree, 'node_modules'));
  mkdirSync(join(tree, '.config'));
  for (const name of ['knip.config.ts', 'vitest.config.ts']) {
    cpSync(join(ROOT, '.config', name), join(tree, '.config', name));
  }
  for (const [path, content] of Object.entries(FILES)) {
    mkdirSync(dirname(join(tree, path)), { recursive: true });
    writeFileSync(join(tree, path), content);
  }
  issues = Report.parse(JSON.parse(await knip(tree))).issues;
  product = Report.parse(JSON.parse(await knip(tree, '--production', '--include', 'files'))).issues;
}, 120_000);

afterAll(() => {
  rmSync(tree, { recursive: true, force: true });
});

function knip(directory: string, ...more: readonly string[]): Promise<string> {
  const program = join(ROOT, 'node_modules/knip/bin/knip.js');
  const args = [
    '--config',
    '.config/knip.config.ts',
    '--directory',
    directory,
    '--reporter',
    'json',
    '--no-progress',
    ...more,
  ];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [program, ...args], (error, stdout, stderr) => {
      if (stdout === '') reject(new Error(stderr, { cause: error }));
      else resolve(stdout);
    });
  });
}

function found(kind: 'files' | 'exports' | 'dependencies' | 'unlisted' | 'unresolved'): string[] {
  return issues.flatMap((issue) => issue[kind].map(({ name }) => name));
}

describe('dead code', () => {
  it.each([
    { kind: 'files', want: 'lib/dead.ts lib/testing/dead.ts' },
    { kind: 'exports', want: 'dead' },
    { kind: 'dependencies', want: 'yaml' },
    { kind: 'unlisted', want: 'fast-check' },
    { kind: 'unresolved', want: '#lib/nothing.ts' },
  ] as const)('is found among $kind', ({ kind, want }) => {
    const names = found(kind).filter((name) => !name.startsWith('.config/') && name !== 'vitest');
    expect(names.sort().join(' ')).toBe(want);
  });

  it('is a file of the product that only tests reach', () => {
    const files = product.flatMap((issue) => issue.files.map(({ name }) => name));
    expect(files.sort()).toEqual(['lib/dead.ts', 'lib/only-tested.ts']);
  });

  it.each(['local/start/follow-parent.ts', 'local/runner/leash.ts', 'local/testing/probes/runner-probe.ts'])(
    'is not %s, which is loaded by its path',
    (path) => {
      expect(existsSync(join(ROOT, path))).toBe(true);
    },
  );
});
