import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { run } from '../cluster/run.ts';
import { bundleServers } from './servers.ts';

const root = join(import.meta.dirname, '..', '..');
let folder = '';

beforeAll(async () => {
  // Below the root, as `dist` is: what stays outside of the bundles is found from there.
  folder = mkdtempSync(join(root, 'node_modules', '.capstan-servers-'));
  await bundleServers(folder);
}, 120_000);

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

it.each(['web', 'controller'])('the bundle of %s explains itself as its source does', async (name) => {
  const help = async (file: string): Promise<string> =>
    (await run(process.execPath, [file, '--help'])).stdout;
  const text = await help(join(folder, name, 'main.js'));
  expect(text).toContain('--kubeconfig');
  expect(text).toBe(await help(join(root, 'server', name, 'main.ts')));
});

it('leaves Next out of the bundles', () => {
  const files = readdirSync(join(folder, 'web')).map((name) =>
    readFileSync(join(folder, 'web', name), 'utf8'),
  );
  expect(files.filter((code) => code.includes('import("next")'))).toHaveLength(1);
  expect(files.filter((code) => code.includes('node_modules/next/'))).toEqual([]);
});

it('runs the code of credential plugins only where one is used', () => {
  const code = readFileSync(join(folder, 'controller', 'main.js'), 'utf8');
  // esbuild wraps what is loaded later in a function of its own, named after the file.
  expect(code).toMatch(/"node_modules\/@kubernetes\/client-node\/dist\/exec_auth\.js"\(\) \{/);
});
