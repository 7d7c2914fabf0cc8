import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startTestCluster, type TestCluster } from '#local/testing/cluster.ts';
import { CONTROLLER, controllerIdentity } from '#local/testing/deploy/account.ts';
import { isDeep } from '#local/testing/effort.ts';
import { eventually } from '#local/testing/eventually.ts';
import { heldByFile } from '#local/testing/held.ts';
import { makeNodeBase, whyNoImages } from '#local/testing/deploy/node-base.ts';
import {
  ACCOUNT,
  accountFolder,
  podPorts,
  podSpec,
  startPod,
  type Pod,
  type PodPorts,
} from '#local/testing/deploy/pod.ts';
import { loadConfig } from '#server/kube/config.ts';
import { run } from '../cluster/run.ts';

const BUILD_MS = 60 * 60_000;
const PATIENCE_MS = 180_000;
const root = join(import.meta.dirname, '..', '..');
const why = isDeep ? whyNoImages() : 'the image is built by npm run deep';
if (why !== undefined) console.warn(`skipped: the image of the Dockerfile: ${why}`);

const Inspected = z.object({
  OCIv1: z.object({
    config: z.object({ User: z.string(), Labels: z.record(z.string(), z.string()) }),
    rootfs: z.object({ diff_ids: z.array(z.string()) }),
  }),
});

describe.skipIf(why !== undefined)('the image of the Dockerfile', () => {
  const held = heldByFile();
  let folder = '';
  let env = process.env;
  let rootfs = '';

  const buildah = async (...args: readonly string[]): Promise<string> =>
    (await run('buildah', args, { env })).stdout.trim();
  const build = (tag: string): Promise<unknown> =>
    run(process.execPath, ['local/image/main.ts', '--engine', 'buildah', '--tag', tag], {
      cwd: root,
      env,
      errorsOn: 'both',
    });
  const inspect = async (tag: string): Promise<z.infer<typeof Inspected>['OCIv1']> =>
    Inspected.parse(JSON.parse(await buildah('inspect', '--type', 'image', tag))).OCIv1;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'capstan-image-'));
    held.defer(() => rm(folder, { recursive: true, force: true }));
    const storage = join(folder, 'storage.conf');
    const places = { graphroot: join(folder, 'store'), runroot: join(folder, 'run') };
    const lines = Object.entries({ driver: 'vfs', ...places }).map(([key, value]) => `${key} = "${value}"`);
    await writeFile(storage, `[storage]\n${lines.join('\n')}\n`);
    env = { ...process.env, CONTAINERS_STORAGE_CONF: storage, BUILDAH_ISOLATION: 'chroot' };
    await makeNodeBase(env);
    await build('capstan:test');
    const container = await buildah('from', '--pull-never', 'capstan:test');
    rootfs = await buildah('mount', container);
    held.defer(async () => {
      await buildah('umount', container);
    });
  }, BUILD_MS);

  it('says what it is, and is run by nobody', async () => {
    const { config } = await inspect('capstan:test');
    expect(config.User).toBe('65532:65532');
    expect(config.Labels).toMatchObject({ 'org.opencontainers.image.title': 'Capstan' });
    const Sbom = z.object({ components: z.array(z.object({ name: z.string() })) });
    const { components } = Sbom.parse(JSON.parse(readFileSync(join(rootfs, 'app/sbom.cdx.json'), 'utf8')));
    expect(components.map(({ name }) => name)).toEqual(expect.arrayContaining(['next', 'undici', 'zod']));
    expect(components.map(({ name }) => name)).not.toContain('vitest');
  });

  it(
    'has the same layers when it is built again',
    async () => {
      const { rootfs: first } = await inspect('capstan:test');
      await buildah('rmi', '--prune', '--force').catch(() => undefined);
      await build('capstan:again');
      expect((await inspect('capstan:again')).rootfs.diff_ids).toEqual(first.diff_ids);
    },
    BUILD_MS,
  );

  describe('in a pod', () => {
    let cluster: TestCluster;
    let controller: Pod;
    let web: Pod;
    let ports: PodPorts['ports'];
    const started = new Map<string, number>();

    beforeAll(async () => {
      cluster = held.use(await startTestCluster());
      const near = await podPorts();
      ({ ports } = near);
      const { server, tls } = loadConfig({ kubeconfig: cluster.kubeconfig });
      const identity = held.adopt(await controllerIdentity(cluster.kubeconfig, {}), (one) => one.close());
      const known = { ca: tls.ca ?? '', namespace: 'capstan-system' };
      const token = readFileSync(join(identity.folder, 'token'), 'utf8');
      const account = await accountFolder(join(folder, 'account'), { ...known, token });
      const bare = await accountFolder(join(folder, 'bare'), known);
      const session = join(folder, 'session');
      await mkdir(session);
      await writeFile(join(session, 'keys'), `${randomBytes(32).toString('base64')}\n`, { mode: 0o644 });
      const { hostname, port } = new URL(server);
      const usual = { KUBERNETES_SERVICE_HOST: hostname, KUBERNETES_SERVICE_PORT: port, HOME: '/tmp' };
      const start = (name: string, env_: Record<string, string>, files: Record<string, string>): Pod => {
        const spec = podSpec(name);
        const args = spec.containers[0].args.map((argument) => near.onThisMachine(argument));
        started.set(name, performance.now());
        return held.use(startPod({ rootfs, spec, args, env: { ...usual, ...env_ }, files }));
      };
      // The account of the controller is mounted without being asked for.
      controller = start(CONTROLLER, {}, { [ACCOUNT]: account });
      const files = { [ACCOUNT]: bare, '/etc/capstan/session': session };
      web = start('capstan-web', { CAPSTAN_CATALOG_SECRET: 'x' }, files);
    }, PATIENCE_MS);

    const ready = async (name: string, pod: Pod, port = 0): Promise<void> => {
      try {
        await eventually(
          async () => {
            expect((await fetch(`http://127.0.0.1:${String(port)}/readyz`)).status).toBe(200);
          },
          { timeoutMs: 60_000, intervalMs: 20 },
        );
      } catch (cause) {
        throw new Error(`${name} is not ready:\n${pod.output()}`, { cause });
      }
      const seconds = (performance.now() - (started.get(name) ?? 0)) / 1000;
      const [, size = ''] =
        /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${String(pod.pid)}/status`, 'utf8')) ?? [];
      console.warn(`${name}: ready after ${seconds.toFixed(1)} s, ${(Number(size) / 1024).toFixed(0)} MB`);
      const uid = /Uid:\s+(\d+)/.exec(readFileSync(`/proc/${String(pod.pid)}/status`, 'utf8'))?.[1];
      expect(uid).toBe('65532');
    };

    it(
      'the controller becomes ready, with nothing to write on but what its manifest mounts',
      async () => {
        await ready(CONTROLLER, controller, ports['9080']);
        expect(await cluster.kubectl('get', 'crd', '--output', 'name')).toContain(
          'subscriptions.operators.coreos.com',
        );
      },
      PATIENCE_MS,
    );

    it(
      'the console becomes ready, shows its first page, and ends when it is told to',
      async () => {
        await ready('capstan-web', web, ports['9000']);
        const page = await fetch(`http://127.0.0.1:${String(ports['9000'])}/`, {
          headers: { accept: 'text/html' },
        });
        expect([page.status, await page.text()]).toEqual([page.status, expect.stringContaining('Capstan')]);
        expect(await web.stop()).toBe(0);
      },
      PATIENCE_MS,
    );
  });
});
