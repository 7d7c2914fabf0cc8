import { request } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { optional } from '#lib/base/loose.ts';
import { bundleObject } from '#lib/olm/content/bundle-object.ts';
import { aBundle, aCsvSummary, aPackage } from '#lib/testing/catalog.ts';
import type { KubeObject } from '#lib/k8s/object.ts';
import type { CatalogSource } from '#lib/olm/api/types.ts';
import { CatalogServiceError, createCatalogClient, type CatalogClient } from './client.ts';
import { startCatalogService, type CatalogService, type CatalogServiceOptions } from './service.ts';
import type { Catalog, CatalogStore } from '../types.ts';

const one = { namespace: 'ns', name: 'one' };
const two = { namespace: 'ns', name: 'two' };
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64');

const csv: KubeObject = {
  apiVersion: 'operators.coreos.com/v1alpha1',
  kind: 'ClusterServiceVersion',
  metadata: { name: 'p.v1.0.0' },
};
const crd: KubeObject = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'x.y' },
};
const service: KubeObject = { apiVersion: 'v1', kind: 'Service', metadata: { name: 's' } };

const samples = aPackage(
  'p',
  { stable: [{ name: 'p.v1.0.0' }, { name: 'p.v1.1.0', replaces: 'p.v1.0.0' }] },
  {
    icon: { base64: svg, mediaType: 'image/png' },
    bundleList: ['1.0.0', '1.1.0'].map((version) =>
      aBundle('p', version, {
        digest: 'sha256:p',
        csv: aCsvSummary({
          displayName: 'P',
          description: 'long',
          keywords: ['k'],
          examples: [{ kind: 'X' }],
        }),
        providedApis: [{ group: 'g', version: 'v1', kind: 'X', name: 'xs.g' }],
      }),
    ),
  },
);

/** Catalogs in memory: what the service does with a store, whatever the store is made of. */
function aStore(catalogs: Catalog[]): CatalogStore {
  return {
    list: () => catalogs,
    get: (ref) =>
      catalogs.find((catalog) => catalog.ref.name === ref.name && catalog.ref.namespace === ref.namespace),
    content: (digest) =>
      Promise.resolve(digest === 'sha256:p' ? { digest, objects: [service, csv, crd] } : undefined),
    subscribe: () => () => undefined,
    stop: () => undefined,
  };
}

function aCatalog(more: Partial<Catalog> = {}): Catalog {
  return {
    ref: one,
    packages: new Map([['p', samples]]),
    warnings: [],
    readAt: 5,
    digest: 'sha256:1',
    ...more,
  };
}

const started: { service: CatalogService; clients: CatalogClient[] }[] = [];

afterEach(async () => {
  for (const { service: running, clients } of started.splice(0)) {
    await Promise.all(clients.map((client) => client.close()));
    await running.close();
  }
});

const aSource = (displayName: string): CatalogSource => ({
  apiVersion: 'operators.coreos.com/v1alpha1',
  kind: 'CatalogSource',
  metadata: { name: '' },
  spec: { sourceType: 'grpc', displayName },
});

async function start(
  catalogs: Catalog[] = [aCatalog(), aCatalog({ ref: two, digest: 'sha256:2' })],
  options: CatalogServiceOptions = {},
): Promise<{ url: string; client: (secret?: string) => CatalogClient }> {
  const running = await startCatalogService(aStore(catalogs), { port: 0, ...options });
  const clients: CatalogClient[] = [];
  started.push({ service: running, clients });
  return {
    url: running.url,
    client: (secret) => {
      const client = createCatalogClient({ url: running.url, ...optional({ secret }) });
      clients.push(client);
      return client;
    },
  };
}

/** A bare request, for what the client never sends. */
function raw(
  url: string,
  options: { method?: string; path: string; host?: string; headers?: Record<string, string> },
): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { ...options.headers, ...optional({ host: options.host }) };
    request(url, { method: options.method ?? 'GET', path: options.path, headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .on('error', reject)
      .end();
  });
}

it('tells which packages of the catalogs named would meet a need', async () => {
  const { client } = await start();
  const api = { group: 'g', version: 'v1', kind: 'X' };
  const unknown = { group: '', version: 'v1', kind: 'Y' };
  const found = (catalog: string): object => ({ catalogNamespace: 'ns', catalog, package: 'p' });
  expect(await client().providers([one, two], { apis: [api, unknown], packages: ['p', 'q'] })).toEqual({
    apis: [
      { ...api, providers: [found('one'), found('two')] },
      { ...unknown, providers: [] },
    ],
    packages: [
      { name: 'p', providers: [found('one'), found('two')] },
      { name: 'q', providers: [] },
    ],
  });
  const only = await client().providers([two], { apis: [api], packages: [] });
  expect(only.apis[0]?.providers).toEqual([found('two')]);
  expect(await client().providers([], { apis: [api], packages: [] })).toEqual({
    apis: [{ ...api, providers: [] }],
    packages: [],
  });
});

describe('the list of packages', () => {
  it('holds the tiles of the catalogs named and of no others', async () => {
    const { client } = await start(undefined, {
      source: ({ name }) => aSource(`Catalog ${name}`),
    });
    const tiles = await client().packages([one]);
    expect(tiles).toEqual([
      {
        catalogNamespace: 'ns',
        catalog: 'one',
        catalogDisplayName: 'Catalog one',
        iconDigest: expect.stringMatching(/^[0-9a-f]{16}$/),
        package: 'p',
        displayName: 'P',
        summary: '',
        categories: [],
        channels: ['stable'],
        defaultChannel: 'stable',
        headVersion: '1.1.0',
        headCsv: 'p.v1.1.0',
        keywords: ['k'],
        providedKinds: ['X'],
        installModes: [],
        infrastructureFeatures: [],
      },
    ]);
    expect((await client().packages([one, two])).map(({ catalog }) => catalog)).toEqual(['one', 'two']);
    expect(await client().packages([])).toEqual([]);
    expect(await client().packages([{ namespace: 'other', name: 'one' }])).toEqual([]);
  });

  it('costs nothing when it has not changed', async () => {
    const { client } = await start();
    const first = await client().rawPackages([one]);
    expect(first.status).toBe(200);
    const again = await client().rawPackages([one], { ifNoneMatch: first.etag });
    expect([again.status, again.body.length]).toEqual([304, 0]);
    expect((await client().rawPackages([two], { ifNoneMatch: first.etag })).status).toBe(200);
  });

  it('is told by the one that somebody has: first the rest of it, then what has changed', async () => {
    const catalog = aCatalog();
    const { client } = await start([catalog]);
    const told = async (since?: string): Promise<{ tag: string; pieces: unknown[] }> => {
      const { body, etag } = await client().rawPackages([one], optional({ since }));
      return { tag: etag.slice(1, -1), pieces: JSON.parse(Buffer.from(body).toString()) as unknown[] };
    };
    const first = await told();
    expect(first.pieces).toMatchObject([{ package: 'p', keywords: ['k'] }]);
    const rest = await told(first.tag);
    // Without an index nothing is left out of the first list.
    expect(rest.pieces).toEqual([[0, 1]]);
    const other = { ...samples, name: 'q' };
    Object.assign(catalog, {
      digest: 'sha256:2',
      packages: new Map([
        ['p', samples],
        ['q', other],
      ]),
    });
    const changed = await told(rest.tag);
    expect(changed.pieces).toEqual([[0, 1], expect.objectContaining({ package: 'q', keywords: ['k'] })]);
    expect((await told('unheard-of')).pieces).toMatchObject([{ package: 'p' }, { package: 'q' }]);
    const same = await client().rawPackages([one], { since: changed.tag, ifNoneMatch: `"${changed.tag}"` });
    expect([same.status, same.body.length]).toEqual([304, 0]);
  });

  it('changes its tag with the content and with the display name', async () => {
    let displayName = 'a';
    const catalog = aCatalog();
    const { client } = await start([catalog], { source: () => aSource(displayName) });
    const tags = [(await client().rawPackages([one])).etag];
    displayName = 'b';
    tags.push((await client().rawPackages([one])).etag);
    expect((await client().packages([one]))[0]?.catalogDisplayName).toBe('b');
    Object.assign(catalog, { digest: 'sha256:other' });
    tags.push((await client().rawPackages([one])).etag);
    expect(new Set(tags).size).toBe(3);
  });

  it.each([
    ['br, gzip', 'br'],
    ['gzip', 'gzip'],
    ['identity', undefined],
  ])('is compressed for whom accepts %s', async (acceptEncoding, want) => {
    const many = Array.from({ length: 20 }, (_, index) => {
      const name = `p${String(index)}`;
      return [name, { ...samples, name }] as const;
    });
    const { client } = await start([aCatalog({ packages: new Map(many) })]);
    expect((await client().rawPackages([one], { acceptEncoding })).encoding).toBe(want);
  });
});

describe('details', () => {
  it('of a package come without its icon, and older versions without description and examples', async () => {
    const { client } = await start();
    const detail = await client().package(one, 'p');
    expect(detail).toMatchObject({ name: 'p', hasIcon: true });
    expect(detail).not.toHaveProperty('icon');
    expect(detail?.bundles['p.v1.1.0']?.csv).toMatchObject({
      description: 'long',
      examples: [{ kind: 'X' }],
    });
    expect(detail?.bundles['p.v1.0.0']?.csv).toMatchObject({
      displayName: 'P',
      description: '',
      examples: [],
    });
  });

  it('of a bundle come with its CSV and CRDs, and the names of what else it brings', async () => {
    const { client } = await start();
    const detail = await client().bundle(one, { package: 'p', csv: 'p.v1.0.0' });
    expect(detail?.csv).toEqual(csv);
    expect(detail?.crds).toEqual([crd]);
    expect(detail?.others).toEqual([bundleObject(service)]);
    expect(detail?.bundle.csv.description).toBe('long');
  });

  it('of content by its digest are all its manifests, as far as anybody holds them', async () => {
    const { client } = await start();
    const place = { from: 'capstan-system', to: 'team-a' };
    expect(await client().content('sha256:p', place)).toEqual({ objects: [service, csv, crd] });
    expect(await client().content('sha256:q', place)).toBeUndefined();
    expect(await client().content('../packages', place)).toBeUndefined();
  });

  it('of content is for namespaces that may use the catalog it is from, and for no other', async () => {
    const { client } = await start();
    const content = { objects: [service, csv, crd] };
    expect(await client().content('sha256:p', { from: 'team-a', to: 'team-a' })).toEqual(content);
    expect(await client().content('sha256:p', { from: 'team-b', to: 'team-a' })).toBeUndefined();
    expect(await client().content('sha256:p', { from: '', to: '' })).toBeUndefined();
  });

  it('of an image come without manifests', async () => {
    const bundle = aBundle('p', '1.0.0', { image: 'registry.invalid/p' });
    const pkg = aPackage('p', { stable: [{ name: 'p.v1.0.0' }] }, { bundleList: [bundle] });
    const { client } = await start([aCatalog({ packages: new Map([['p', pkg]]) })]);
    expect(await client().bundle(one, { package: 'p', csv: 'p.v1.0.0' })).toEqual({ bundle, crds: [] });
  });

  it('of what is not there are undefined, whatever it is called', async () => {
    const { client } = await start();
    expect(await client().package(one, 'q')).toBeUndefined();
    expect(await client().package(one, '..')).toBeUndefined();
    expect(await client().package(one, 'constructor')).toBeUndefined();
    expect(await client().package({ namespace: 'a/b', name: '../one' }, 'p')).toBeUndefined();
    expect(await client().bundle(one, { package: 'p', csv: 'constructor' })).toBeUndefined();
    expect(await client().icon(one, 'q')).toBeUndefined();
  });
});

it('serves icons as what they are', async () => {
  const { client } = await start();
  const icon = await client().icon(one, 'p');
  expect(icon?.mediaType).toBe('image/svg+xml');
  expect(Buffer.from(icon?.bytes ?? []).toString('base64')).toBe(svg);
});

it('tells how the catalogs are', async () => {
  const broken = aCatalog({
    ref: two,
    packages: new Map(),
    readAt: 0,
    warnings: [{ message: 'gone' }],
    digest: '',
  });
  const { client } = await start([aCatalog(), broken]);
  expect(await client().sources()).toEqual([
    {
      ...one,
      healthy: true,
      packages: 1,
      bundles: 2,
      warnings: [],
      readAt: 5,
      digest: 'sha256:1',
      checkedAt: 5,
    },
    {
      ...two,
      healthy: false,
      packages: 0,
      bundles: 0,
      warnings: [{ message: 'gone' }],
      readAt: 0,
      digest: '',
    },
  ]);
  expect((await client().sources([two])).map(({ name }) => name)).toEqual(['two']);
  expect(await client().sources([])).toEqual([]);
});

describe('who is answered', () => {
  it('with a secret: only who knows it', async () => {
    const { client } = await start(undefined, { secret: 'right' });
    expect(await client('right').packages([one])).toHaveLength(1);
    await expect(client('wrong').packages([one])).rejects.toMatchObject({ kind: 'refused' });
    await expect(client().packages([one])).rejects.toBeInstanceOf(CatalogServiceError);
  });

  it.each([
    ['under another name', { path: '/v1/sources', host: 'evil.example' }, 403],
    ['under its own name', { path: '/v1/sources', host: 'localhost:9010' }, 200],
    ['from a page', { path: '/v1/sources', headers: { 'sec-fetch-site': 'cross-site' } }, 403],
    ['for writing', { path: '/v1/sources', method: 'POST' }, 405],
    ['for its health', { path: '/healthz' }, 200],
    ['with a broken escape', { path: '/v1/packages/%E0%A4%A/a/b' }, 404],
    ['for something else', { path: '/etc/passwd' }, 404],
  ])('without one: who asks %s', async (_name, asked, want) => {
    const { url } = await start();
    expect(await raw(url, asked)).toBe(want);
  });
});

it('keeps its answers from the pages of others, and tells its log what went wrong', async () => {
  const problems: unknown[] = [];
  const broken = new Error('cannot read /home/somebody/cache');
  const catalog = aCatalog();
  const { url } = await start([catalog], { onError: (error) => problems.push(error) });
  const answer = await fetch(`${url}/v1/icons/ns/one/p`);
  expect(answer.headers.get('cross-origin-resource-policy')).toBe('same-origin');
  Object.defineProperty(catalog, 'packages', {
    get: () => {
      throw broken;
    },
  });
  await expect(fetch(`${url}/v1/packages/ns/one/p`)).rejects.toThrow();
  expect(problems).toEqual([broken]);
});

it('says so when nobody is there', async () => {
  const { client } = await start();
  const [running] = started.splice(0);
  const asking = client();
  await running?.service.close();
  await expect(asking.packages([one])).rejects.toMatchObject({ kind: 'unreachable' });
  await asking.close();
});
