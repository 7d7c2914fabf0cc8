/** A new operator passes its own tests as it is laid out, and installs: in a copy of this tree, which gets a Gadget. */
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { at } from '#lib/base/loose.ts';
import { resources } from '#lib/k8s/resources.ts';
import { run } from '../cluster/run.ts';
import { eventually } from '../testing/eventually.ts';
import { startSampleWorld } from '../testing/samples/sample-world.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const COPIED = ['.config', 'examples', 'lib', 'local', 'messages', 'server', 'package.json', 'tsconfig.json'];
const GADGETS = { group: 'example.com', version: 'v1', plural: 'gadgets', kind: 'Gadget', namespaced: true };
const HOME = 'gadgets';

async function aCopy(): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'capstan-new-operator-'));
  onTestFinished(() => rm(copy, { recursive: true }));
  for (const name of COPIED) await cp(join(ROOT, name), join(copy, name), { recursive: true });
  await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

it('passes its own tests and installs, and its operator works', { timeout: 600_000 }, async () => {
  const copy = await aCopy();
  const { stdout } = await run(process.execPath, [join(copy, 'local/new-operator/main.ts'), 'Gadget']);
  expect(stdout).toContain('npm run unit -- examples/gadget');
  const vitest = join(copy, 'node_modules/vitest/vitest.mjs');
  const args = ['run', '--config', '.config/vitest.config.ts', '--project', 'unit', 'examples/gadget'];
  const tests = await run(process.execPath, [vitest, ...args], {
    cwd: copy,
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' },
  });
  expect(tests.stdout).toMatch(/Tests .*\b7 passed/);

  await using samples = await startSampleWorld({ catalog: join(copy, 'examples/catalog'), root: copy });
  const { user, cluster } = samples.operators;
  await user.install({ namespace: HOME, package: 'gadget', catalog: 'samples', spec: { channel: 'stable' } });
  await user.untilPhase(HOME, 'gadget.v1.0.0', 'Succeeded');
  const metadata = { name: 'one', namespace: HOME };
  await eventually(() =>
    user.client.create(GADGETS, {
      apiVersion: 'example.com/v1',
      kind: 'Gadget',
      metadata,
      spec: { message: 'hello' },
    }),
  );
  const says = async (message: string): Promise<void> => {
    await eventually(async () => {
      const map = await user.client.get(resources.configMaps, { namespace: HOME, name: 'one-gadget' });
      expect(at(map, 'data', 'message')).toBe(message);
    });
  };
  await says('hello');
  await cluster.kubectl(
    'patch',
    'configmap',
    'one-gadget',
    '--namespace',
    HOME,
    '--type=merge',
    '--patch={"data":{"message":"spoiled"}}',
  );
  await says('hello');
  await user.client.patch(GADGETS, metadata, { type: 'merge', body: { spec: { message: 'bye' } } });
  await says('bye');
  await eventually(async () => {
    const gadget = await user.client.get(GADGETS, metadata);
    expect(gadget['status']).toMatchObject({
      observedGeneration: 2,
      conditions: [{ type: 'Ready', status: 'True' }],
    });
  });
});
