/** Plants a violation of every import rule in a throwaway tree and expects that rule, and no other, to report it. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import config from './dependency-cruiser.mjs';
import { checkImports } from './imports.mjs';
import { ROOMS } from './rooms.mjs';

const trees: string[] = [];

afterEach(() => {
  for (const tree of trees.splice(0)) rmSync(tree, { recursive: true, force: true });
});

const PACKAGE = JSON.stringify({
  name: 'planted',
  type: 'module',
  imports: Object.fromEntries(
    ['lib', 'server', 'components', 'local', 'examples'].map((room) => [`#${room}/*`, `./${room}/*`]),
  ),
  dependencies: { '@kubernetes/client-node': '*', react: '*' },
  devDependencies: { vitest: '*' },
});

function plant(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'capstan-imports-'));
  trees.push(root);
  const packages = Object.fromEntries(
    ['@kubernetes/client-node', 'react', 'vitest'].flatMap((name) => [
      [`node_modules/${name}/package.json`, JSON.stringify({ name, main: 'index.js' })],
      [`node_modules/${name}/index.js`, 'module.exports = {};'],
    ]),
  );
  for (const [path, content] of Object.entries({ 'package.json': PACKAGE, ...packages, ...files })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  return root;
}

/** The rules that each planted row broke; all rows lie in one tree, told apart by the file that imports. */
async function rulesBrokenBy(rows: readonly Row[]): Promise<Map<string, string[]>> {
  const { violations } = await checkImports(
    plant(Object.fromEntries(rows.flatMap(({ files }) => Object.entries(files)))),
  );
  const brokenIn = (files: Row['files']): string[] => {
    const rules = violations.filter(({ from }) => Object.hasOwn(files, from)).map(({ rule }) => rule);
    return [...new Set(rules)].sort();
  };
  return new Map(rows.map(({ name, files }) => [name, brokenIn(files)]));
}

const ANYTHING = 'export const anything = 1;\n';
/** The way from a file to the root of the tree. */
const up = (path: string): string => '../'.repeat(path.split('/').length - 1);
/** A file that imports what nobody may. */
const fromE2e = (path: string): Record<string, string> => ({
  [path]: `import { anything } from '${up(path)}e2e/target.ts';\nexport const x = anything;\n`,
});

/** Paths are at least two levels deep, as in the tree. */
function deep(room: string): string {
  return room.includes('/') ? room : `${room}/planted`;
}

interface Row {
  name: string;
  files: Record<string, string>;
}

const roomRows: Row[] = ROOMS.flatMap(({ room }) => {
  const name = `room-${room.replaceAll('/', '-')}`;
  const target = { 'e2e/target.ts': ANYTHING };
  const product: Row = { name, files: { ...target, ...fromE2e(`${deep(room)}/planted.ts`) } };
  const test: Row = {
    name: `${name}-tests`,
    files: { ...target, ...fromE2e(`${deep(room)}/planted.test.ts`) },
  };
  return room === 'lib/testing' ? [product] : [product, test];
});

const rows: Row[] = [
  ...roomRows,
  {
    name: 'features-do-not-cross',
    files: {
      'components/catalog/tile.tsx':
        "import { anything } from '../plans/row.tsx';\nexport const x = anything;\n",
      'components/plans/row.tsx': ANYTHING,
    },
  },
  {
    name: 'client-node-only-in-server-kube',
    files: { 'server/install/client.ts': "import '@kubernetes/client-node';\n" },
  },
  {
    name: 'integration-tests',
    files: fromE2e('server/web/planted.int.test.ts'),
  },
  { name: 'lib-without-node', files: { 'lib/olm/uses-node.ts': "import 'node:fs';\n" } },
  { name: 'lib-without-react', files: { 'lib/olm/uses-react.ts': "import 'react';\n" } },
  { name: 'components-without-node', files: { 'components/catalog/planted.tsx': "import 'node:fs';\n" } },
  {
    name: 'route-binders',
    files: {
      'app/api/v1/planted/route.ts': "export { GET } from '#server/queries/target.ts';\n",
      'server/queries/target.ts': 'export const GET = 1;\n',
    },
  },
  {
    name: 'testing-only-in-tests',
    files: {
      'lib/olm/uses-test.ts':
        "import type { x } from './content/graph.test.ts';\nexport type X = typeof x;\n",
      'lib/olm/content/graph.test.ts': 'export const x = 1;\n',
    },
  },
  { name: 'no-development-packages', files: { 'server/kube/uses-vitest.ts': "import 'vitest';\n" } },
  {
    name: 'no-cycles',
    files: {
      'lib/olm/one.ts': "import { two } from './two.ts';\nexport const one: unknown = two;\n",
      'lib/olm/two.ts': "import { one } from './one.ts';\nexport const two: unknown = one;\n",
    },
  },
  {
    name: 'imports-resolve',
    files: { 'lib/olm/uses-nothing.ts': "import { nothing } from '#lib/nothing.ts';\nnothing();\n" },
  },
];

describe('import rules', () => {
  let broken = new Map<string, string[]>();
  beforeAll(async () => {
    broken = await rulesBrokenBy(rows);
  }, 120_000);

  it.each(rows)('$name reports its planted violation', ({ name }) => {
    expect(broken.get(name)).toEqual([name]);
  });

  it('has a planted violation for every rule', () => {
    expect(rows.map(({ name }) => name).sort()).toEqual(
      (config.forbidden ?? []).map(({ name }) => name).sort(),
    );
  });

  const importer = (from: string, to: string): string => `${deep(from)}/uses-${to.replaceAll('/', '-')}.ts`;

  it('opens exactly the doors of the table', async () => {
    const rooms = ROOMS.map(({ room }) => room).filter((room) => room !== 'lib/testing');
    const targets = rooms.map((room): [string, string] => [`${deep(room)}/target.ts`, ANYTHING]);
    const importers = rooms.flatMap((from) =>
      rooms
        .filter((to) => to !== from)
        .map((to): [string, string] => {
          const path = importer(from, to);
          return [path, `export * from '${up(path)}${deep(to)}/target.ts';\n`];
        }),
    );
    const { violations } = await checkImports(plant(Object.fromEntries([...targets, ...importers])));
    const closed = violations
      .filter(({ rule }) => rule.startsWith('room-'))
      .map(({ from, to }) => `${from} → ${to}`);
    const want = ROOMS.filter(({ room }) => room !== 'lib/testing').flatMap(({ room, allow }) =>
      rooms
        .filter((to) => to !== room && !allow.some((open) => `${to}/`.startsWith(`${open}/`)))
        .map((to) => `${importer(room, to)} → ${deep(to)}/target.ts`),
    );
    expect(closed.sort()).toEqual(want.sort());
  });

  const doors = [
    { name: 'a test uses builders', from: 'lib/olm/content/graph.test.ts', to: 'lib/testing/builders.ts' },
    {
      name: 'an integration test uses a cluster',
      from: 'server/kube/cache.int.test.ts',
      to: 'local/testing/cluster.ts',
    },
    {
      name: 'web uses the catalog client',
      from: 'server/web/front.ts',
      to: 'server/catalog/service/client.ts',
    },
    {
      name: 'a feature uses shared components',
      from: 'components/plans/row.tsx',
      to: 'components/data/hooks.ts',
    },
    {
      name: 'the testing folder of a room uses builders',
      from: 'server/web/testing/console.ts',
      to: 'lib/testing/builders.ts',
    },
    {
      name: 'a test uses the testing folder of another room',
      from: 'server/install/apply.test.ts',
      to: 'server/catalog/testing/store.ts',
    },
    { name: 'a binder uses its handler', from: 'app/api/v1/x/route.ts', to: 'server/routes/x.ts' },
    { name: 'a journey uses anything', from: 'e2e/a/first.e2e.ts', to: 'server/install/decide.ts' },
    {
      name: 'an integration test puts rooms together',
      from: 'server/web/catalog.int.test.ts',
      to: 'server/catalog/service/service.ts',
    },
  ];
  it('lets through what the table allows', async () => {
    const used = doors.map(({ name, from, to }) => {
      return { name, files: { [to]: ANYTHING, [from]: `export * from '${up(from)}${to}';\n` } };
    });
    const none = doors.map(({ name }): [string, string[]] => [name, []]);
    expect(await rulesBrokenBy(used)).toEqual(new Map(none));
  });

  it('shuts the testing folder of a room to product code, and holds it to what tests of the room may use', async () => {
    const planted: Row[] = [
      {
        name: 'testing-only-in-tests',
        files: {
          'server/web/planted.ts': "export * from './testing/console.ts';\n",
          'server/web/testing/console.ts': ANYTHING,
        },
      },
      {
        name: 'room-server-web-tests',
        files: { 'e2e/target.ts': ANYTHING, ...fromE2e('server/web/testing/reaching.ts') },
      },
    ];
    expect(await rulesBrokenBy(planted)).toEqual(new Map(planted.map(({ name }) => [name, [name]])));
  });

  it('refuses a folder that nobody finds anything in', async () => {
    const full = Array.from({ length: 30 }, (_, index) => [`lib/k8s/file${String(index)}.ts`, ANYTHING]);
    const besides = [
      ['lib/k8s/file.test.ts', ANYTHING],
      ['lib/k8s/inner/file.ts', ANYTHING],
    ];
    const tree = Object.fromEntries([...full, ...besides]) as Record<string, string>;
    expect((await checkImports(plant(tree))).crowded).toEqual([]);
    const more = plant({ ...tree, 'lib/k8s/one-more.ts': ANYTHING });
    expect((await checkImports(more)).crowded).toEqual([{ folder: 'lib/k8s', files: 31 }]);
  });

  it('refuses to pass over nothing', async () => {
    const empty = await checkImports(plant({ 'README.md': 'no rooms here' }));
    expect(empty.modules).toBe(0);
    expect(empty.unchecked).not.toEqual([]);
  });
});
