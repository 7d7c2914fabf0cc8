/**
 * Dead code: files, exports and packages that nothing uses: `knip -c .config/knip.config.ts`. With `--production --include
 * files` it walks from the programs alone, those with a `!`, and names what of the product only tests reach: that belongs
 * into a folder `testing`.
 */
import type { KnipConfig } from 'knip';

/** Programs that are started by name: by npm scripts, by the launcher, by the process runner, by test runners. */
const PROGRAMS = [
  'server/*/main.ts!',
  'server/catalog/indexer/main.ts!',
  'server/kudo/planner/main.ts!',
  'local/*/main.{ts,mjs}!',
  'local/test/size.ts!',
  'examples/*/main.ts!',
  'examples/kit/definition-yaml.ts!',
  'bench/main.ts',
  'bench/*.bench.ts',
  // Started as processes of their own by a measurement.
  'bench/proxy/{bare,generator,replay}.ts',
  'bench/kit/ours.ts',
  'bench/live/{readers,writer}.ts',
  // Bundled for a browser.
  'bench/forms/{ours,rjsf}.tsx',
  'bench/parameters/page.tsx',
  'bench/plans/page.tsx',
  'e2e/walk/{form-page.tsx,walk.ts}',
  // Run by the Dockerfile, and by the image.
  'local/image/{collect.ts,capstan.mjs}!',
  // Loaded into another program by its path.
  'local/start/follow-parent.ts!',
  'local/runner/{leash,reaper}.ts!',
  'local/soak/shifted-clock.ts',
  'local/testing/{deep-seed,global-setup,guard-reads}.ts',
  'local/testing/probes/*.ts',
  // Read by tsc alone, and by Next's build.
  '{messages/{types.ts,compile-loader.mjs},local/build/base-path-loader.mjs}!',
  '.config/*.{ts,mjs}',
  '**/*.test.{ts,tsx}',
  'e2e/**/*.e2e.ts',
  'e2e/screenshots/main.ts',
  // Started by its fixture.
  'e2e/fixtures/persona-console.ts',
  'e2e/playwright.config.ts',
];

/** Doors for others, which no program of ours goes through; each with what it is for. */
const DOORS = [
  // The rules of OLM for tables from outside of the repository.
  'lib/olm/replay.ts!',
  // The door from the API server to local processes, until a cluster is made with it.
  'local/door/door.ts!',
  'local/door/way.ts!',
  // Templates, as far as lib/kudo does not render them yet.
  'lib/templates/template.ts!',
];

/** Made by a tool, with more exports than anybody needs. */
const GENERATED = ['**/*_pb.ts!'];

const config: KnipConfig = {
  entry: [...PROGRAMS, ...DOORS, ...GENERATED],
  project: [
    '{app,components,lib,messages,server,local,examples}/**/*.{ts,tsx,mjs,css}!',
    '!**/testing/**!',
    '{e2e,bench,.config}/**/*.{ts,tsx,mjs}',
  ],
  // Shapes that belong to an exported function are exported with it.
  ignoreExportsUsedInFile: { interface: true, type: true },
  ignoreDependencies: [
    // The pinned runtime itself.
    'node',
    // Its font file is named by path in app/layout.tsx.
    '@fontsource-variable/inter',
  ],
  // For tests that need them and say so where they are not there.
  ignoreBinaries: ['go', 'unshare'],
  compilers: {
    css: (text: string) =>
      [...text.matchAll(/@(?:import|plugin)\s+(?:url\()?['"]([^'"]+)['"]/g)]
        .map(([, path]) => `import '${path ?? ''}';`)
        .join('\n'),
  },
};

export default config;
