import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { urls } from '#lib/urls.ts';
import { heldByFile } from '#local/testing/held.ts';
import { sharedTestCluster } from '#local/testing/shared-cluster.ts';
import { createDirectoryStore } from '#server/catalog/testing/directory-store.ts';
import { startCatalogService } from '#server/catalog/service/service.ts';
import { startTestConsole } from './testing/test-console.ts';
import type { TestConsole } from './testing/test-console.ts';

const namespace = `catalog-${String(process.pid)}`;
const cluster = sharedTestCluster();
const held = heldByFile();
let admin: TestConsole;
let stranger: TestConsole;

beforeAll(async () => {
  const directory = join(import.meta.dirname, '..', '..', 'examples', 'catalog');
  const store = await createDirectoryStore([{ name: 'samples', directory }], { namespace });
  held.defer(() => {
    store.stop();
  });
  const service = held.adopt(await startCatalogService(store, { port: 0 }), (one) => one.close());
  await cluster.kubectl('create', 'namespace', namespace);
  await cluster.kubectl('create', 'serviceaccount', 'stranger', '-n', namespace);
  const token = (await cluster.kubectl('create', 'token', 'stranger', '-n', namespace)).trim();
  const common = { kubeconfig: cluster.kubeconfig, catalogService: service.url };
  admin = held.use(await startTestConsole(common));
  stranger = held.use(await startTestConsole({ ...common, token }));
});

const at = `${namespace}/samples/flight-ticket`;
const iconPath = `/api/catalog/icons/${at}`;

describe('a user who may see the catalog', () => {
  it('gets its packages, and 304 while nothing changes', async () => {
    const first = await admin.call('/api/catalog/packages');
    expect(first.status).toBe(200);
    expect(first.json()).toMatchObject([
      { catalog: 'samples', package: 'etcd' },
      { catalog: 'samples', package: 'flight-ticket' },
      { catalog: 'samples', package: 'logger' },
    ]);
    const { etag = '' } = first.headers;
    const second = await admin.call('/api/catalog/packages', { headers: { 'if-none-match': etag } });
    expect(second).toMatchObject({ status: 304, text: '' });
  });

  it('gets a package, a bundle and the state of the catalog', async () => {
    const detail = await admin.call(`/api/catalog/packages/${at}`);
    expect(detail.json()).toMatchObject({ name: 'flight-ticket' });
    const [head] = Object(detail.json()).channels;
    const bundle = await admin.call(`/api/catalog/bundles/${at}/${String(head.head)}`);
    expect(bundle.json()).toMatchObject({
      csv: { kind: 'ClusterServiceVersion' },
      crds: [{ kind: 'CustomResourceDefinition' }],
    });
    expect((await admin.call('/api/catalog/sources')).json()).toMatchObject([
      { name: 'samples', healthy: true },
    ]);
  });

  it('gets the icon as an inert image', async () => {
    const icon = await admin.call(iconPath);
    expect(icon.status).toBe(200);
    expect(icon.headers).toMatchObject({
      'content-type': expect.stringMatching(/^image\//),
      'content-security-policy': expect.stringContaining('sandbox'),
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
    });
    expect((await admin.call(`${iconPath}?digest=x`)).headers['cache-control']).toContain('immutable');
    expect(
      (await admin.call(iconPath, { headers: { 'if-none-match': icon.headers.etag ?? '' } })).status,
    ).toBe(304);
  });

  it('learns which package would serve what is needed', async () => {
    const needs = [
      'api:flights.com/v1/FlightTicket',
      'api:flights.com/v9/FlightTicket',
      'package:flight-ticket@<2.0.0',
      'package:flight-ticket@>=9.0.0',
    ];
    const answer = await admin.call(urls.api.providers(needs));
    const serving = { catalogNamespace: namespace, catalog: 'samples', package: 'flight-ticket' };
    expect(answer.json()).toEqual({
      [needs[0] ?? '']: [expect.objectContaining({ ...serving, version: '2.0.0' })],
      [needs[1] ?? '']: [],
      [needs[2] ?? '']: [expect.objectContaining({ ...serving, version: '1.0.0' })],
      [needs[3] ?? '']: [],
    });
  });

  it('is told what a need looks like', async () => {
    expect(await admin.call('/api/catalog/providers?need=something')).toMatchObject({ status: 400 });
    const many = Array.from({ length: 51 }, (_, index) => `package:a${String(index)}@>=1.0.0`);
    expect(await admin.call(urls.api.providers(many))).toMatchObject({ status: 400 });
  });

  it.each([
    'nothing',
    'packages/a/b',
    'packages//samples/x',
    'bundles/a/b/c',
    `packages/${namespace}/samples/none`,
    'packages/a/%2e%2e/c',
    'packages/%zz',
  ])('gets 404 for %s', async (path) => {
    expect((await admin.call(`/api/catalog/${path}`)).status).toBe(404);
  });

  it('is told what is wrong when the service does not answer', async () => {
    const alone = await startTestConsole({ kubeconfig: cluster.kubeconfig });
    const answer = await alone.call('/api/catalog/packages');
    expect(answer.status).toBe(503);
    expect(answer.json()).toMatchObject({
      kind: 'unavailable',
      message: expect.stringContaining('controller'),
    });
    await alone.stop();
  });
});

describe('a user who may not', () => {
  it('sees nothing of it, and no difference to what does not exist', async () => {
    expect((await stranger.call('/api/catalog/packages')).json()).toEqual([]);
    expect((await stranger.call('/api/catalog/sources')).json()).toEqual([]);
    const need = 'api:flights.com/v1/FlightTicket';
    expect((await stranger.call(urls.api.providers([need]))).json()).toEqual({ [need]: [] });
    const hidden = await stranger.call(`/api/catalog/packages/${at}`);
    const absent = await stranger.call(`/api/catalog/packages/${namespace}/samples/none`);
    expect([hidden.status, hidden.text]).toEqual([absent.status, absent.text]);
    const [hiddenIcon, absentIcon] = [
      await stranger.call(iconPath),
      await stranger.call(`/api/catalog/icons/${namespace}/samples/none`),
    ];
    expect(hiddenIcon.text).toBe(absentIcon.text);
    expect(hiddenIcon.headers.etag).toBe('"default"');
  });
});
