import { join } from 'node:path';
import { connect } from 'node:tls';
import { beforeAll, describe, expect, it } from 'vitest';
import type { KubeObject } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import type { TestCluster } from '#local/testing/cluster.ts';
import { eventually } from '#local/testing/eventually.ts';
import { heldByFile } from '#local/testing/held.ts';
import { at } from '#local/testing/installs.ts';
import { startOperators, type Operators } from '#local/testing/operators.ts';
import { createCache } from '#server/kube/cache.ts';
import { isKubeError } from '#server/kube/errors.ts';
import type { KubeClient } from '#server/kube/types.ts';
import { packageManifests } from './package-manifests.ts';

const PATIENCE_MS = 120_000;
const DAY_MS = 86_400_000;
const API = '/apis/packages.operators.coreos.com/v1';
const API_SERVICE = '/apis/apiregistration.k8s.io/v1/apiservices/v1.packages.operators.coreos.com';
const samples = join(import.meta.dirname, '../../../examples/catalog');

interface Listed {
  items: (KubeObject & { status: { catalogSource: string; channels: { name: string }[] } })[];
}

describe('catalogs as PackageManifests', () => {
  const held = heldByFile();
  let operators: Operators;
  let cluster: TestCluster;
  let admin: KubeClient;
  const get = async (path: string): Promise<unknown> => admin.request('GET', `${API}${path}`);
  const list = async (path: string): Promise<Listed> => (await get(path)) as Listed;

  beforeAll(async () => {
    const flags = ['--package-manifests', 'localhost'];
    operators = held.use(await startOperators({ catalogs: { samples, other: samples }, flags }));
    ({ cluster } = operators);
    admin = operators.user.client;
    await eventually(async () => {
      expect((await list('/packagemanifests')).items.length).toBeGreaterThan(0);
    });
  }, PATIENCE_MS);

  it('are listed once for each catalog, and under the namespace that asks', async () => {
    const all = await list('/packagemanifests');
    const flight = all.items.filter(({ metadata }) => metadata.name === 'flight-ticket');
    expect(flight.map(({ status }) => status.catalogSource).sort()).toEqual(['other', 'samples']);
    expect(new Set(all.items.map(({ metadata }) => metadata.namespace))).toEqual(new Set(['capstan-system']));
    const here = await list('/namespaces/default/packagemanifests');
    expect(here.items).toHaveLength(all.items.length);
    expect(new Set(here.items.map(({ metadata }) => metadata.namespace))).toEqual(new Set(['default']));
    const one = await get('/namespaces/default/packagemanifests/flight-ticket');
    expect(one).toMatchObject({
      kind: 'PackageManifest',
      metadata: {
        name: 'flight-ticket',
        namespace: 'default',
        labels: { 'catalog-namespace': 'capstan-system', 'operatorframework.io/os.linux': 'supported' },
      },
      status: { packageName: 'flight-ticket', catalogSourceNamespace: 'capstan-system' },
    });
  });

  it('are what kubectl shows, also chosen by label and by name', async () => {
    const table = await eventually(() =>
      cluster.kubectl('get', 'packagemanifests', '--namespace', 'default'),
    );
    expect(table).toMatch(/^NAME +CATALOG +AGE$/m);
    expect(table).toMatch(/^flight-ticket +Samples +\d+[smhd]$/m);
    const chosen = await cluster.kubectl(
      'get',
      'packagemanifests',
      '-A',
      '-l',
      'catalog=other',
      '-o',
      'name',
    );
    expect(chosen).toMatch(/packagemanifest.*flight-ticket/);
    const none = await cluster.kubectl('get', 'packagemanifests', '-A', '-l', 'catalog=nobody', '-o', 'name');
    expect(none).toBe('');
    const path = 'jsonpath={.status.defaultChannel}';
    expect(await cluster.kubectl('get', 'packagemanifest', 'flight-ticket', '-o', path)).not.toBe('');
  });

  it('answer what is not there as the API does', async () => {
    const failure = async (path: string): Promise<string> => {
      try {
        await get(path);
        return 'none';
      } catch (error) {
        return isKubeError(error) ? error.kind : 'another';
      }
    };
    expect(await failure('/namespaces/default/packagemanifests/absent')).toBe('notFound');
    expect(await failure('/namespaces/default/packagemanifests/flight-ticket/scale')).toBe('notFound');
    expect(await failure('/packagemanifests?fieldSelector=spec.a=b')).toBe('badRequest');
  });

  it('are for the API server alone to fetch', async () => {
    const service = (await admin.request(
      'GET',
      '/api/v1/namespaces/capstan-system/services/capstan-package-manifests',
    )) as { spec: { ports: { port: number }[] } };
    const port = service.spec.ports[0]?.port ?? 0;
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false }, () => {
        socket.end(
          `GET ${API}/packagemanifests HTTP/1.1\r\nHost: x\r\nX-Remote-User: kubernetes-admin\r\nX-Remote-Group: system:masters\r\nConnection: close\r\n\r\n`,
        );
      });
      let text = '';
      socket.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')));
      socket.on('end', () => {
        resolve(text);
      });
      socket.on('error', reject);
    });
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
    expect(answer).not.toContain('flight-ticket');
  });

  it('go by the rights of who asks', async () => {
    const asUser = (namespace: string): Promise<string> =>
      cluster.kubectl('get', 'packagemanifests', '--namespace', namespace, '--as', 'somebody', '-o', 'name');
    await expect(asUser('default')).rejects.toThrow(/forbidden/i);
    await cluster.kubectl(
      ...['create', 'rolebinding', 'somebody', '--clusterrole', 'view', '--user', 'somebody'],
      ...['--namespace', 'default'],
    );
    expect(await eventually(() => asUser('default'))).toContain('flight-ticket');
    await expect(asUser('kube-system')).rejects.toThrow(/forbidden/i);
  });

  it(
    'are taken away when they are switched off',
    async () => {
      await operators.controller.kill();
      await expect(admin.request('GET', API_SERVICE)).resolves.toBeDefined();
      await operators.start({ catalogs: { samples }, flags: [] });
      await eventually(async () => {
        await expect(admin.request('GET', API_SERVICE)).rejects.toMatchObject({ kind: 'notFound' });
      });
    },
    PATIENCE_MS,
  );

  it(
    'go with the process that served them, since what nobody serves keeps namespaces from being deleted',
    async () => {
      await operators.controller.stop();
      const process = await operators.start();
      await eventually(() => admin.request('GET', API_SERVICE));
      expect(await process.stop()).toBe(0);
      await expect(admin.request('GET', API_SERVICE)).rejects.toMatchObject({ kind: 'notFound' });
    },
    PATIENCE_MS,
  );

  it('show a new certificate before the one they have ends, and come back after they were deleted', async () => {
    const own = '/api/v1/namespaces/capstan-system';
    await admin.request('DELETE', `${own}/secrets/capstan-package-manifests-tls`);
    const catalogSources = createCache(admin, resources.catalogSources);
    held.defer(() => {
      catalogSources.stop();
    });
    // What is made then ends in 20 days from now.
    let now = Date.now() - 710 * DAY_MS;
    const manifests = packageManifests({
      client: admin,
      caches: { catalogSources },
      store: { get: () => undefined },
      log: { info: () => undefined, warn: () => undefined },
      namespace: 'capstan-system',
      at: 'localhost',
      port: 0,
      now: () => now,
    });
    const authority = async (): Promise<unknown> =>
      at(await admin.request('GET', API_SERVICE), 'spec.caBundle');
    await manifests.look();
    const first = await authority();
    await eventually(() => list('/packagemanifests'));
    await manifests.look();
    expect(await authority()).toBe(first);
    now = Date.now();
    await manifests.look();
    expect(await authority()).not.toBe(first);
    await eventually(() => list('/packagemanifests'));
    await admin.request('DELETE', `${own}/services/capstan-package-manifests`);
    await manifests.look();
    await eventually(() => list('/packagemanifests'));
    await manifests.close();
    await expect(authority()).rejects.toMatchObject({ kind: 'notFound' });
  });
});
