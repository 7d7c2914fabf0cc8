/** Pipe tasks over the real `exec` of an API server: on nodes that run commands, and on those of KWOK, which run nothing. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { at } from '#lib/base/loose.ts';
import { resources } from '#lib/k8s/resources.ts';
import { heldByFile } from '#local/testing/held.ts';
import { realPackages } from '#local/testing/kudo/real-packages.ts';
import { temporaryDirectory } from '../catalog/testing/temporary.ts';
import { startKudoBench, type KudoBench } from './testing/kudo-bench.ts';
import { smallPackage } from './testing/small-package.ts';

const held = heldByFile();
const packages = new Map((await realPackages()).map(({ name, files }) => [name.split(' ')[0] ?? '', files]));
/** Where commands run on this machine, as a stand-in for containers. */
const RUNNING = 'running';
let user: KudoBench;
/** What the pod would mount. */
let folder: string;

beforeAll(async () => {
  folder = held.use(await temporaryDirectory()).path;
  user = await startKudoBench(held, { execs: [{ namespace: RUNNING, container: 'waiter' }] });
  held.use(await user.engine());
  await user.namespace(RUNNING);
});

/** One pod, two of its files, and a ConfigMap that says how they are named. */
async function install(name: string, files: readonly [file: string, envFile: string]): Promise<void> {
  const [file, envFile] = files.map((each) => join(folder, each));
  const pipe = `[{file: ${file ?? ''}, kind: Secret, key: note}, {envFile: ${envFile ?? ''}, kind: ConfigMap, key: env}]`;
  const version = await user.provide(
    RUNNING,
    smallPackage({
      name,
      tasks: {
        read: `kind: Pipe, spec: {pod: pod.yaml, pipe: ${pipe}}`,
        use: 'kind: Apply, spec: {resources: [use.yaml]}',
      },
      plans: { deploy: ['read', 'use'] },
      templates: {
        'pod.yaml': `apiVersion: v1
kind: Pod
metadata: {name: maker}
spec:
  volumes: [{name: out, emptyDir: {}}]
  initContainers: [{name: make, image: busybox, volumeMounts: [{name: out, mountPath: ${folder}}]}]
`,
        'use.yaml': `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}-use}\ndata: {name: "{{ .Pipes.note }}"}\n`,
      },
    }),
  );
  await user.instantiate(RUNNING, name, { operatorVersion: { name: version } });
}

const statusOf = async (name: string, status: string): Promise<string> =>
  JSON.stringify((await user.untilPlan(RUNNING, name, 'deploy', status))['status']);

describe('where commands run in pods', () => {
  it('KUDO 68, 69: files become a Secret and a ConfigMap, byte for byte, and the pod goes', async () => {
    const note = Buffer.from([0, 255, 10, 13, ...Buffer.alloc(300_000, 7)]);
    writeFileSync(join(folder, 'note'), note);
    writeFileSync(join(folder, 'env'), 'A=1\n# no\nB=x=y\n');
    await install('good', ['note', 'env']);
    await statusOf('good', 'COMPLETE');
    const name = String(at(await user.find(resources.configMaps, RUNNING, 'good-use'), 'data', 'name'));
    const secret = await user.find(resources.secrets, RUNNING, name);
    const data = Buffer.from(String(at(secret, 'data', 'note')), 'base64');
    expect(data.equals(note)).toBe(true);
    const env = await user.find(resources.configMaps, RUNNING, name.replace(/note$/, 'env'));
    expect(env?.['binaryData']).toEqual({ A: 'MQ==', B: 'eD15' });
    const { items } = await user.client.list(resources.pods, { namespace: RUNNING });
    expect(items).toEqual([]);
  });

  it.each<[name: string, file: string, make: () => void, words: string]>([
    [
      'large',
      'large',
      () => {
        writeFileSync(join(folder, 'large'), Buffer.alloc(1_048_577));
      },
      'is 1048577 bytes, more than 1048576',
    ],
    [
      'link',
      'link',
      () => {
        symlinkSync('note', join(folder, 'link'));
      },
      'is no file, but a symlink',
    ],
    [
      'directory',
      'folder',
      () => {
        mkdirSync(join(folder, 'folder'));
      },
      'is no file, but a directory',
    ],
  ])('KUDO 69: %s: the plan ends, and says which file', async (name, file, make, words) => {
    make();
    await install(name, [file, 'env']);
    const status = await statusOf(name, 'FATAL_ERROR');
    expect(status).toContain(words);
    expect(status).toContain(join(folder, file));
  });

  it('a command that is not there, or says too much, is refused with a reason', async () => {
    const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { namespace: RUNNING, name: 'plain' } };
    await user.client.create(resources.pods, {
      ...pod,
      spec: { containers: [{ name: 'waiter', image: 'a' }] },
    });
    const ref = { namespace: RUNNING, name: 'plain' };
    const exec = (command: string[], container = 'waiter'): Promise<unknown> =>
      user.client.exec(ref, { container, command, mostBytes: 1000 });
    await user.cluster.kubectl('-n', RUNNING, 'wait', '--for=condition=Ready', 'pod/plain');
    await expect(exec(['cat', join(folder, 'note')])).rejects.toMatchObject({ kind: 'tooLarge' });
    await expect(exec(['echo', 'hi there'])).resolves.toMatchObject({
      exitCode: 0,
      stdout: Buffer.from('hi there\n'),
    });
    // KWOK says so in a sentence alone; a kubelet gives the exit code.
    await expect(exec(['sh', '-c', 'exit 7'])).rejects.toThrow('exit status 7');
    await expect(exec(['echo'], 'none')).rejects.toMatchObject({ name: 'KubeError' });
    await expect(
      user.client.exec(
        { namespace: RUNNING, name: 'nobody' },
        { container: 'a', command: ['a'], mostBytes: 1 },
      ),
    ).rejects.toMatchObject({ kind: 'notFound' });
    const abort = new AbortController();
    const sleeping = user.client.exec(ref, {
      ...{ container: 'waiter', command: ['sleep', '60'], mostBytes: 1, signal: abort.signal },
    });
    abort.abort();
    await expect(sleeping).rejects.toMatchObject({ kind: 'aborted' });
  });
});

describe.skipIf(packages.size === 0)('where pods run nothing', () => {
  it('cowsay says which step needs pods that run, and in its own words why', async () => {
    await user.namespace('cowsay');
    const version = await user.provide('cowsay', packages.get('cowsay') ?? new Map());
    await user.instantiate('cowsay', 'it', { operatorVersion: { name: version }, parameters: {} });
    const failed = await user.untilPlan('cowsay', 'it', 'deploy', 'FATAL_ERROR');
    const steps = at(failed, 'status', 'planStatus', 'deploy', 'phases');
    const text = JSON.stringify(steps);
    expect(text).toContain('runs no containers, as on the simulated nodes of KWOK');
    expect(text).toMatch(/cowsay\/it failed in deploy\.[a-z-]+\.[a-z-]+\.[a-z-]+: pod /);
  });
});
