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

/** What was compiled lies beside them. */
function codeOf(name: string): string[] {
  const files = readdirSync(join(folder, name)).filter((file) => file.endsWith('.js'));
  return files.map((file) => readFileSync(join(folder, name, file), 'utf8'));
}

it.runIf(process.platform === 'linux')('leaves no bundler running', () => {
  const children = readFileSync(`/proc/self/task/${String(process.pid)}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter((pid) => pid !== '');
  const commands = children.map((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
  expect(commands.filter((command) => command.includes('esbuild'))).toEqual([]);
});

it('leaves Next out of the bundles', () => {
  expect(codeOf('web').filter((code) => code.includes('import("next")'))).toHaveLength(1);
  expect(codeOf('web').filter((code) => code.includes('node_modules/next/'))).toEqual([]);
});

it.each(['web', 'controller', 'indexer'])('what %s loads later can be had by its names', (name) => {
  // So esbuild gives a package in the older module format that is imported later: import it in a file of ours.
  expect(codeOf(name).filter((code) => /export default require_\w+\(\)/.test(code))).toEqual([]);
});

it('runs the code of credential plugins only where one is used', () => {
  const files = readdirSync(join(folder, 'controller'));
  expect(files.filter((file) => file.startsWith('exec_auth-'))).toHaveLength(1);
});
