/** Plants a violation of every rule that the configuration names and expects ESLint to report exactly that rule. */
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ESLint, type Linter } from 'eslint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publicFilesOf } from './documented-export.mjs';

const ROOT = join(import.meta.dirname, '..');

interface Row {
  name: string;
  rule: string;
  /** Where the code lies decides which rules hold. */
  path: string;
  code: string;
}

const lines = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join('\n');

const longFunction = (count: number): string =>
  `export function long(n: number): number {\n  let x = n;\n${lines(count, () => '  x += 1;')}\n  return x;\n}\n`;

const impure = [
  ['reads the process', 'export const x = process.argv;\n'],
  ['fetches', "export const x = fetch('http://localhost');\n"],
  ['logs', "console.log('x');\nexport {};\n"],
  ['starts a timer', 'setTimeout(() => undefined, 1);\nexport {};\n'],
] as const;

const undocumented = [
  ['an export without a word', 'export const keptPlans = 5;\n'],
  ['a type without a word', 'export interface PlanFacts {\n  name: string;\n}\n'],
  ['a comment that says the name again', '/** Returns the kept plans. */\nexport const keptPlans = 5;\n'],
  ['a comment about the file', '/** Plans that stay. */\n\nexport const keptPlans = 5;\n'],
  ['a comment that is none of the documentation', '// how many plans stay\nexport const keptPlans = 5;\n'],
  ['an export list of what has no word', 'const keptPlans = 5;\nexport { keptPlans as kept };\n'],
] as const;

const rows: Row[] = [
  {
    name: 'any',
    rule: '@typescript-eslint/no-explicit-any',
    path: 'lib/a01.ts',
    code: 'export type X = any;\n',
  },
  {
    name: 'a promise passed on when what it needs is disposed of',
    rule: '@typescript-eslint/return-await',
    path: 'server/a02b.ts',
    code: [
      'declare function open(): AsyncDisposable;',
      'declare function read(): Promise<number>;',
      'export async function x(): Promise<number> {',
      '  await using _held = open();',
      '  return read();',
      '}',
      '',
    ].join('\n'),
  },
  {
    name: 'a promise nobody waits for',
    rule: '@typescript-eslint/no-floating-promises',
    path: 'server/a02.ts',
    code: 'export function f(): void {\n  Promise.resolve(1);\n}\n',
  },
  {
    name: 'a switch that forgets a case',
    rule: '@typescript-eslint/switch-exhaustiveness-check',
    path: 'lib/a03.ts',
    code: "export function f(x: 'a' | 'b'): number {\n  switch (x) {\n    case 'a':\n      return 1;\n  }\n  return 0;\n}\n",
  },
  {
    name: 'throwing a string',
    rule: '@typescript-eslint/only-throw-error',
    path: 'lib/a04.ts',
    code: "export function f(): never {\n  throw 'no';\n}\n",
  },
  {
    name: 'an import of types without the word',
    rule: '@typescript-eslint/consistent-type-imports',
    path: 'lib/a05.ts',
    code: "import { T } from './types.ts';\nexport type U = T;\n",
  },
  {
    name: 'an exported function of lib without its return type',
    rule: '@typescript-eslint/explicit-module-boundary-types',
    path: 'lib/a06.ts',
    code: 'export const f = () => 1;\n',
  },
  {
    name: 'an enum',
    rule: 'no-restricted-syntax',
    path: 'server/a07.ts',
    code: 'export enum E {\n  A,\n}\n',
  },
  {
    name: 'a default export',
    rule: 'no-restricted-syntax',
    path: 'server/a08.ts',
    code: 'export default 1;\n',
  },
  {
    name: 'loose equality',
    rule: 'eqeqeq',
    path: 'lib/a09.ts',
    code: 'export const f = (a: number, b: number): boolean => a == b;\n',
  },
  {
    name: 'a file name in camel case',
    rule: 'house/kebab-case-file',
    path: 'lib/someThing.ts',
    code: 'export {};\n',
  },
  {
    name: 'a rule disabled without a reason',
    rule: 'house/reason-for-disabling',
    path: 'lib/a10.ts',
    code: '// eslint-disable-next-line @typescript-eslint/no-explicit-any\nexport type X = any;\n',
  },
  {
    name: 'a rule disabled for nothing',
    rule: 'unused-disable',
    path: 'lib/a11.ts',
    code: '// eslint-disable-next-line eqeqeq -- once it was needed\nexport type X = string;\n',
  },
  {
    name: 'an object as text',
    rule: '@typescript-eslint/restrict-template-expressions',
    path: 'lib/a30.ts',
    code: 'export const f = (x: boolean): string => `${x}`;\n',
  },
  {
    name: 'console in the server',
    rule: 'no-console',
    path: 'server/a12.ts',
    code: "console.log('x');\nexport {};\n",
  },
  {
    name: 'a promise nobody waits for, in JavaScript',
    rule: '@typescript-eslint/no-floating-promises',
    path: 'local/bootstrap/m01.mjs',
    code: 'Promise.resolve(1);\n',
  },
  {
    name: 'a value of any type, in JavaScript',
    rule: '@typescript-eslint/no-unsafe-assignment',
    path: '.config/m02.mjs',
    code: "export const x = JSON.parse('{}');\n",
  },
  ...impure.map(([name, code], index) => ({
    name: `lib that ${name}`,
    rule: 'no-restricted-globals',
    path: `lib/impure-${String(index)}.ts`,
    code,
  })),
  {
    name: 'lib that asks for the time',
    rule: 'no-restricted-properties',
    path: 'lib/a13.ts',
    code: 'export const t = Date.now();\n',
  },
  {
    name: 'an age by a clock that may be set',
    rule: 'no-restricted-properties',
    path: 'server/a13b.ts',
    code: 'export const t = Date.now();\n',
  },
  {
    name: 'lib that makes a date of now',
    rule: 'no-restricted-syntax',
    path: 'lib/a14.ts',
    code: 'export const t = new Date();\n',
  },
  {
    name: 'lib that rolls dice',
    rule: 'no-restricted-properties',
    path: 'lib/a15.ts',
    code: 'export const n = Math.random();\n',
  },
  {
    name: 'lib that uses Node',
    rule: 'no-restricted-imports',
    path: 'lib/a16.ts',
    code: "import { join } from 'node:path';\nexport const p = join('a');\n",
  },
  {
    name: 'a file too long',
    rule: 'max-lines',
    path: 'lib/a17.ts',
    code: lines(301, (i) => `export const x${String(i)} = 1;`),
  },
  { name: 'a function too long', rule: 'max-lines-per-function', path: 'lib/a18.ts', code: longFunction(60) },
  {
    name: 'a component too long',
    rule: 'max-lines-per-function',
    path: 'components/ui/a19.tsx',
    code: longFunction(80),
  },
  {
    name: 'a test file too long',
    rule: 'max-lines',
    path: 'lib/a20.test.ts',
    code: lines(601, (i) => `export const x${String(i)} = 1;`),
  },
  {
    name: 'a function with too many ways through',
    rule: 'complexity',
    path: 'lib/a21.ts',
    code: `export function f(x: number): number {\n${lines(12, (i) => `  if (x === ${String(i)}) return ${String(i + 1)};`)}\n  return 0;\n}\n`,
  },
  {
    name: 'blocks too deep',
    rule: 'max-depth',
    path: 'lib/a22.ts',
    code: 'export function f(x: number): number {\n  if (x > 1) {\n    if (x > 2) {\n      if (x > 3) {\n        if (x > 4) return 1;\n      }\n    }\n  }\n  return 0;\n}\n',
  },
  {
    name: 'too many parameters',
    rule: 'max-params',
    path: 'lib/a23.ts',
    code: 'export const f = (a: number, b: number, c: number, d: number, e: number): number => a + b + c + d + e;\n',
  },
  {
    name: 'callbacks too deep',
    rule: 'max-nested-callbacks',
    path: 'lib/a24.ts',
    code: 'export const f = (x: number[]): unknown =>\n  x.map((a) => x.map((b) => x.map((c) => x.map((d) => x.map((e) => a + b + c + d + e)))));\n',
  },
  {
    name: 'a style attribute',
    rule: 'no-restricted-syntax',
    path: 'components/ui/a25.tsx',
    code: "export const A = (): React.ReactNode => <p style={{ color: 'red' }}>x</p>;\n",
  },
  {
    name: 'raw HTML',
    rule: 'no-restricted-syntax',
    path: 'app/a26.tsx',
    code: "export const A = (): React.ReactNode => <p dangerouslySetInnerHTML={{ __html: '' }} />;\n",
  },
  {
    name: 'a button without a type',
    rule: 'no-restricted-syntax',
    path: 'components/ui/a27.tsx',
    code: 'export const A = (): React.ReactNode => <button>x</button>;\n',
  },
  {
    name: 'an image without a text',
    rule: 'jsx-a11y/alt-text',
    path: 'components/ui/a28.tsx',
    code: 'export const A = (): React.ReactNode => <img src="/x.svg" />;\n',
  },
  {
    name: 'a hook under a condition',
    rule: 'react-hooks/rules-of-hooks',
    path: 'components/ui/a29.tsx',
    code: "import { useState } from 'react';\nexport function A({ on }: { readonly on: boolean }): React.ReactNode {\n  if (on) useState(1);\n  return null;\n}\n",
  },
  {
    name: 'a text between tags',
    rule: 'house/no-raw-text',
    path: 'components/ui/t01.tsx',
    code: 'export const A = (): React.ReactNode => <p>Nothing here</p>;\n',
  },
  {
    name: 'a text in an expression',
    rule: 'house/no-raw-text',
    path: 'components/ui/t02.tsx',
    code: "export const A = ({ on }: { readonly on: boolean }): React.ReactNode => <p>{on ? 'yes' : null}</p>;\n",
  },
  {
    name: 'a text in an attribute',
    rule: 'house/no-raw-text',
    path: 'components/ui/t03.tsx',
    code: 'export const A = (): React.ReactNode => <nav aria-label="Main" />;\n',
  },
  {
    name: 'a text in an object',
    rule: 'house/no-raw-text',
    path: 'components/ui/t04.ts',
    code: "export const item = { label: 'Light' };\n",
  },
  {
    name: 'a sentence',
    rule: 'house/no-raw-text',
    path: 'components/ui/t05.ts',
    code: 'export const f = (x: string): string => `Type ${x} first.`;\n',
  },
  ...undocumented.map(([name, code], index) => ({
    name,
    rule: 'house/documented-export',
    path: `lib/olm/tenancy/d0${String(index)}.ts`,
    code,
  })),
  {
    name: 'an export of server without a word that another room imports',
    rule: 'house/documented-export',
    path: 'server/web/d20.ts',
    code: 'export const port = 8080;\n',
  },
];

const allowed: Omit<Row, 'rule'>[] = [
  {
    name: 'a page with a default export',
    path: 'app/catalog/page.tsx',
    code: 'export default function Page(): React.ReactNode {\n  return null;\n}\n',
  },
  {
    name: 'a clock in the server that nobody sets',
    path: 'server/b02.ts',
    code: 'export const now = (): number => performance.now();\n',
  },
  { name: 'a message at the terminal', path: 'local/b03.ts', code: "console.log('ready');\nexport {};\n" },
  {
    name: 'Node in a test of lib',
    path: 'lib/b04.test.ts',
    code: "import { join } from 'node:path';\nexport const p = join('a');\n",
  },
  {
    name: 'an error for those who write programs',
    path: 'components/ui/b06.ts',
    code: "export function f(): never {\n  throw new Error('This cannot be');\n}\n",
  },
  {
    name: 'names that no language changes',
    path: 'components/ui/b07.tsx',
    code: 'export const A = (): React.ReactNode => <p title="YAML">Capstan</p>;\n',
  },
  {
    name: 'an export of server that no other room imports',
    path: 'server/web/d21.ts',
    code: 'export const port = 8080;\n',
  },
  {
    name: 'a room that imports a file of server',
    path: 'server/controller/d22.ts',
    code: "import { port } from '#server/web/d20.ts';\nexport const next = port + 1;\n",
  },
  {
    name: 'a test that imports a file of server',
    path: 'server/controller/d22.test.ts',
    code: "import { port } from '#server/web/d21.ts';\nexport const next = port + 1;\n",
  },
  {
    name: 'exports with a word, re-exports, and a word for all overloads',
    path: 'lib/olm/tenancy/d23.ts',
    code: [
      "export { T } from '../../types.ts';",
      '/** What a plan may hold. */\n// eslint-disable-next-line @typescript-eslint/no-explicit-any -- once',
      'export type Held = any;',
      '/** Twice, as number or as text. */\nexport function twice(x: number): number;',
      'export function twice(x: string): string;\nexport function twice(x: unknown): unknown {\n  return x;\n}\n',
    ].join('\n'),
  },
  {
    name: 'a file of 300 lines that says more in comments',
    path: 'lib/b08.ts',
    code: lines(300, (i) => `export const x${String(i)} = 1;`),
  },
  { name: 'a function of exactly 60 lines', path: 'lib/b05.ts', code: longFunction(56) },
];

/** Rows that plant something else say what their exports are. */
const described = (path: string, code: string): string =>
  /^lib\/[^/]+$/.test(path)
    ? code.replace(/^(\/\/ eslint-disable.*\n)?export (?=const|function|type)/gm, '/** Planted. */\n$&')
    : code;

let tree = '';
let reported = new Map<string, string[]>();

beforeAll(async () => {
  tree = mkdtempSync(join(tmpdir(), 'capstan-eslint-'));
  symlinkSync(join(ROOT, 'node_modules'), join(tree, 'node_modules'));
  for (const name of ['tsconfig.json', 'package.json']) cpSync(join(ROOT, name), join(tree, name));
  for (const { path, code } of [
    ...rows,
    ...allowed,
    { path: 'lib/types.ts', code: 'export type T = string;\n' },
  ]) {
    mkdirSync(dirname(join(tree, path)), { recursive: true });
    writeFileSync(join(tree, path), described(path, code));
  }
  const eslint = new ESLint({
    cwd: tree,
    overrideConfigFile: join(ROOT, '.config/eslint.config.mjs'),
    overrideConfig: { files: publicFilesOf(tree), rules: { 'house/documented-export': 'error' } },
  });
  const results = await eslint.lintFiles(['.']);
  reported = new Map(
    results.map(({ filePath, messages }) => [
      filePath.slice(tree.length + 1),
      [
        ...new Set(
          messages.map(
            ({ ruleId, message }) =>
              ruleId ?? (message.startsWith('Unused eslint-disable') ? 'unused-disable' : message),
          ),
        ),
      ],
    ]),
  );
}, 120_000);

afterAll(() => {
  rmSync(tree, { recursive: true, force: true });
});

describe('lint rules', () => {
  it.each(rows)('$rule reports $name', ({ path, rule }) => {
    expect(reported.get(path)).toEqual([rule]);
  });

  it.each(allowed)('let pass $name', ({ path }) => {
    expect(reported.get(path)).toEqual([]);
  });

  it('has a planted violation for every rule that the configuration names', async () => {
    const { default: config } = await import('./eslint.config.mjs');
    const own = config
      .filter(({ name }) => name === undefined)
      .flatMap(({ rules = {} }) => Object.entries(rules));
    const on = own.filter(([, setting]) => setting !== 'off').map(([rule]) => rule);
    const planted = new Set(rows.map(({ rule }) => rule));
    const missing = on.filter((rule) => !planted.has(rule) && !/^(jsx-a11y|react-hooks)\//.test(rule));
    expect([...new Set(missing)]).toEqual([]);
  });

  it('asks for doc comments in what other rooms may use of server', async () => {
    const eslint = new ESLint({ cwd: ROOT, overrideConfigFile: join(ROOT, '.config/eslint.config.mjs') });
    const asked = async (path: string): Promise<boolean> => {
      const config = (await eslint.calculateConfigForFile(path)) as Linter.Config;
      return config.rules?.['house/documented-export'] !== undefined;
    };
    expect(publicFilesOf(ROOT).length).toBeGreaterThan(40);
    expect(
      await Promise.all(['lib/urls.ts', 'server/kube/types.ts', 'server/web/front.ts'].map(asked)),
    ).toEqual([true, true, false]);
  });

  it('looks at files of every room that has some', async () => {
    const eslint = new ESLint({ cwd: ROOT, overrideConfigFile: join(ROOT, '.config/eslint.config.mjs') });
    const ignored = await Promise.all(
      [
        ...['lib/k8s/object.ts', 'server/kube/types.ts', 'examples/flight-ticket/booking.ts'],
        ...['.config/rooms.mjs', 'local/bootstrap/main.mjs', 'messages/compile-loader.mjs'],
      ].map((path) => eslint.isPathIgnored(path)),
    );
    expect(ignored).toEqual(Array.from({ length: 6 }, () => false));
  });
});
