import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { optional } from '#lib/base/loose.ts';
import type { KubeObject } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { startFaultProxy } from '#local/testing/fault-proxy.ts';
import type { FaultProxy } from '#local/testing/fault-proxy.ts';
import { sharedTestCluster } from '#local/testing/shared-cluster.ts';
import { requestToken } from './ask.ts';
import { createClient } from './client.ts';
import { loadConfig } from './config.ts';
import type { ClusterConfig } from './config.ts';
import { KubeError } from './errors.ts';
import { listAll } from './list.ts';
import { closeConnections, createTransport } from './transport.ts';
import type { KubeClient } from './types.ts';

const namespace = `client-${randomUUID().slice(0, 8)}`;
const { configMaps, namespaces, pods, serviceAccounts } = resources;
let config: ClusterConfig;
let client: KubeClient;
let proxy: FaultProxy;

beforeAll(async () => {
  config = loadConfig({ kubeconfig: sharedTestCluster().kubeconfig });
  client = createClient(config);
  proxy = await startFaultProxy(config);
  await client.create(namespaces, { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } });
});
afterAll(async () => {
  await closeConnections(proxy.config);
  await proxy.close();
  await closeConnections(config);
});

function aConfigMap(
  name: string,
  data: Record<string, string> = {},
  labels: Record<string, string> = {},
): KubeObject {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { namespace, name, labels }, data };
}

async function failure(attempt: Promise<unknown>): Promise<KubeError> {
  const error: unknown = await attempt.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof KubeError) return error;
  throw new Error(`expected a KubeError, got ${String(error)}`);
}

async function aUser(name: string): Promise<string> {
  await client.create(serviceAccounts, {
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: { namespace, name },
  });
  return (await requestToken(client, { namespace, name }, { expirationSeconds: 3_600 })).token;
}

function aReview(verb: string): KubeObject {
  return {
    apiVersion: 'authorization.k8s.io/v1',
    kind: 'SelfSubjectAccessReview',
    metadata: { name: '' },
    spec: { resourceAttributes: { verb, resource: 'secrets', namespace } },
  };
}

describe('writes', () => {
  it('creates, reads, replaces, patches and deletes', async () => {
    const ref = { namespace, name: 'life' };
    const created = await client.create(configMaps, aConfigMap('life', { a: '1' }), { fieldManager: 'test' });
    expect(created.metadata.uid).toBeTypeOf('string');
    expect((await failure(client.create(configMaps, aConfigMap('life')))).kind).toBe('alreadyExists');
    const replaced = await client.replace(configMaps, { ...created, data: { a: '2' } });
    expect(replaced['data']).toEqual({ a: '2' });
    expect((await failure(client.replace(configMaps, { ...created, data: {} }))).kind).toBe('conflict');
    await client.patch(configMaps, ref, { type: 'merge', body: { data: { b: '3' } } });
    await client.patch(configMaps, ref, { type: 'json', body: [{ op: 'remove', path: '/data/a' }] });
    expect((await client.get(configMaps, ref))['data']).toEqual({ b: '3' });
    await client.delete(configMaps, ref);
    await client.delete(configMaps, ref);
    expect(await failure(client.get(configMaps, ref))).toMatchObject({
      kind: 'notFound',
      resourceAbsent: false,
    });
  });

  it('applies as one field manager: what it no longer says goes, what others wrote stays', async () => {
    const options = { fieldManager: 'capstan' };
    await client.apply(configMaps, aConfigMap('applied', { ours: '1', old: '1' }), options);
    await client.patch(
      configMaps,
      { namespace, name: 'applied' },
      { type: 'merge', body: { data: { theirs: '1' } } },
    );
    const after = await client.apply(configMaps, aConfigMap('applied', { ours: '2' }), options);
    expect(after['data']).toEqual({ ours: '2', theirs: '1' });
    const again = await client.apply(configMaps, aConfigMap('applied', { ours: '2' }), options);
    expect(again.metadata.resourceVersion).toBe(after.metadata.resourceVersion);
    const other = client.apply(configMaps, aConfigMap('applied', { ours: '3' }), {
      fieldManager: 'x',
      force: false,
    });
    expect(await failure(other)).toMatchObject({
      kind: 'conflict',
      causes: expect.arrayContaining([expect.objectContaining({ field: '.data.ours' })]),
    });
  });

  it('tries out without changing', async () => {
    await client.create(configMaps, aConfigMap('dry'), { dryRun: true });
    expect((await failure(client.get(configMaps, { namespace, name: 'dry' }))).kind).toBe('notFound');
  });

  it('deletes only what the preconditions describe', async () => {
    const ref = { namespace, name: 'guarded' };
    const { metadata } = await client.create(configMaps, aConfigMap('guarded'));
    expect((await failure(client.delete(configMaps, ref, { uid: randomUUID() }))).kind).toBe('conflict');
    expect((await failure(client.delete(configMaps, ref, { resourceVersion: '1' }))).kind).toBe('conflict');
    await client.delete(configMaps, ref, {
      ...optional({ uid: metadata.uid, resourceVersion: metadata.resourceVersion }),
      propagation: 'Foreground',
    });
  });

  it('tells what the API server has against a write that it takes', async () => {
    const said: (readonly string[])[] = [];
    const onWarnings = (texts: readonly string[]): void => {
      said.push(texts);
    };
    const odd = { ...aConfigMap('warned'), 'sa"y': 'x', other: 1 };
    await client.create(configMaps, odd, { dryRun: true, onWarnings });
    await client.create(configMaps, aConfigMap('unwarned'), { dryRun: true, onWarnings });
    expect(said.map((texts) => [...texts].sort())).toEqual([
      ['unknown field "other"', 'unknown field "sa\\"y"'],
    ]);
  });

  it('names the fields that are wrong', async () => {
    const pod = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { namespace, name: 'p' },
      spec: { containers: [{}] },
    };
    const error = await failure(client.create(pods, pod));
    expect(error).toMatchObject({ kind: 'invalid', status: 422 });
    expect(error.causes.map((cause) => cause.field)).toContain('spec.containers[0].name');
    const strict = client.create(
      configMaps,
      { ...aConfigMap('strict'), dta: {} },
      { fieldValidation: 'Strict' },
    );
    expect(await failure(strict)).toMatchObject({ kind: 'badRequest', publicMessage: /unknown field "dta"/ });
  });

  it('says that an object is too large', async () => {
    const error = await failure(client.create(configMaps, aConfigMap('huge', { a: 'x'.repeat(4_000_000) })));
    expect(error).toMatchObject({ kind: 'tooLarge', retryable: false });
  });
});

describe('reads', () => {
  it('follows pages, and starts over in one piece when a page has expired', async () => {
    const names = ['p1', 'p2', 'p3', 'p4', 'p5'];
    await Promise.all(names.map((name) => client.create(configMaps, aConfigMap(name, {}, { paged: 'yes' }))));
    const options = { namespace, labelSelector: 'paged=yes', limit: 2 };
    const first = await client.list(configMaps, options);
    expect(first.items).toHaveLength(2);
    expect(first.continue).toBeTypeOf('string');
    const all = await listAll(client, configMaps, options);
    expect(all.items.map((item) => item.metadata.name)).toEqual(names);
    expect(all.items[0]).toMatchObject({ apiVersion: 'v1', kind: 'ConfigMap' });
    const expired = {
      kind: 'Status',
      code: 410,
      reason: 'Expired',
      message: 'The provided continue parameter is too old',
    };
    proxy.onRequest = ({ url }) => (url.includes('continue=') ? { status: 410, body: expired } : undefined);
    const anyway = await listAll(createClient(proxy.config), configMaps, options);
    expect(anyway.items.map((item) => item.metadata.name)).toEqual(names);
    proxy.onRequest = () => undefined;
  });

  it('asks for metadata only', async () => {
    await client.create(configMaps, aConfigMap('slim', { a: '1' }));
    const { items } = await client.list(configMaps, {
      namespace,
      fieldSelector: 'metadata.name=slim',
      metadataOnly: true,
    });
    expect(items).toMatchObject([{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'slim' } }]);
    expect(items[0]).not.toHaveProperty('data');
  });

  it('tells a resource type that is not there from an object that is not there', async () => {
    const nothing = { ...configMaps, group: 'nothing.example', version: 'v1' };
    expect(await failure(client.list(nothing))).toMatchObject({ kind: 'notFound', resourceAbsent: true });
  });

  it('knows the server and its resources', async () => {
    expect((await client.version()).gitVersion).toMatch(/^v1\.\d+\.\d+/);
    const found = await client.discover();
    expect(found.find((one) => one.plural === 'deployments')).toMatchObject({
      group: 'apps',
      kind: 'Deployment',
      namespaced: true,
      shortNames: ['deploy'],
      subresources: expect.arrayContaining(['scale', 'status']),
    });
    expect(found.find((one) => one.plural === 'pods' && one.group === '')).toMatchObject({ version: 'v1' });
  });
});

describe('identities', () => {
  it('acts as the user of the token although the kubeconfig has a certificate', async () => {
    const token = await aUser('visitor');
    const visitor = createClient(config, { token });
    const review = {
      apiVersion: 'authentication.k8s.io/v1',
      kind: 'SelfSubjectReview',
      metadata: { name: '' },
    };
    const answer = await visitor.create(resources.selfSubjectReviews, review);
    expect(answer['status']).toMatchObject({
      userInfo: { username: `system:serviceaccount:${namespace}:visitor` },
    });
    const error = await failure(visitor.list(resources.secrets, { namespace }));
    expect(error).toMatchObject({
      kind: 'forbidden',
      status: 403,
      publicMessage: /visitor.*cannot list.*secrets/,
    });
  });

  it('asks for fresh credentials once after a 401, and no more', async () => {
    const token = await aUser('renewed');
    let asked = 0;
    const answers = ['Bearer old', `Bearer ${token}`];
    const renewing = createClient(proxy.config, {
      credentials: {
        get: () => Promise.resolve({ headers: { authorization: answers[Math.min(asked, 1)] ?? '' } }),
        invalidate: () => {
          asked += 1;
          return true;
        },
      },
    });
    const refused = await failure(renewing.list(pods, { namespace }));
    expect(refused.kind).toBe('forbidden');
    expect(asked).toBe(1);
    proxy.requests.length = 0;
    const hopeless = createClient(proxy.config, {
      credentials: {
        get: () => Promise.resolve({ headers: { authorization: 'Bearer never' } }),
        invalidate: () => true,
      },
    });
    expect(await failure(hopeless.list(pods, { namespace }))).toMatchObject({
      kind: 'unauthorized',
      status: 401,
    });
    expect(proxy.requests).toHaveLength(2);
  });

  it('reads the kubeconfig again at once when what it held was withdrawn', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'capstan-renewed-')), 'config');
    const { server } = proxy.config;
    const write = (token: string): void => {
      const parts = {
        'current-context': 'one',
        clusters: [{ name: 'c', cluster: { server, 'insecure-skip-tls-verify': true } }],
        users: [{ name: 'u', user: { token } }],
        contexts: [{ name: 'one', context: { cluster: 'c', user: 'u' } }],
      };
      writeFileSync(file, JSON.stringify(parts));
    };
    write('withdrawn');
    const renewed = loadConfig({ kubeconfig: file, env: {} });
    const asked = createClient(renewed);
    expect((await failure(asked.version())).kind).toBe('unauthorized');
    write(await aUser('rewritten'));
    proxy.requests.length = 0;
    const [first, second] = await Promise.all(
      ['get', 'list'].map((verb) => asked.create(resources.selfSubjectAccessReviews, aReview(verb))),
    );
    expect([first?.['status'], second?.['status']]).toMatchObject([{ allowed: false }, { allowed: false }]);
    expect(proxy.requests.length).toBeLessThanOrEqual(4);
    await closeConnections(renewed);
    rmSync(dirname(file), { recursive: true });
  });

  it('never shows a credential in an error', async () => {
    const token = await aUser('quiet');
    const error = await failure(createClient(config, { token }).list(resources.secrets));
    expect(JSON.stringify([error, error.message, error.stack, String(error.cause)])).not.toContain(
      token.slice(0, 40),
    );
  });
});

describe('faults', () => {
  const busy = { kind: 'Status', code: 429, reason: 'TooManyRequests', message: 'slow down' };

  it('repeats a read once when asked to wait, a write never', async () => {
    const through = createClient(proxy.config);
    proxy.requests.length = 0;
    proxy.onRequest = () =>
      proxy.requests.length === 1 ? { status: 429, headers: { 'retry-after': '0' }, body: busy } : undefined;
    await through.list(configMaps, { namespace });
    expect(proxy.requests).toHaveLength(2);
    proxy.requests.length = 0;
    expect((await failure(through.create(configMaps, aConfigMap('once')))).kind).toBe('tooManyRequests');
    expect(proxy.requests).toHaveLength(1);
    proxy.onRequest = () => undefined;
  });

  it('does not follow redirects, which would carry the credentials away', async () => {
    proxy.requests.length = 0;
    proxy.onRequest = () => ({ status: 307, headers: { location: '/api/v1/pods' } });
    const error = await failure(createClient(proxy.config).list(configMaps, { namespace }));
    expect(error).toMatchObject({ kind: 'unknown', status: 307 });
    expect(proxy.requests).toHaveLength(1);
    proxy.onRequest = () => undefined;
  });

  it('names the server and what to do when it cannot be reached', async () => {
    const free = http.createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => free.once('listening', resolve));
    const { port } = free.address() as AddressInfo;
    await new Promise((resolve) => free.close(resolve));
    const rows: [Partial<ClusterConfig>, RegExp][] = [
      [{ server: `https://127.0.0.1:${String(port)}` }, /refused the connection/],
      [
        { tls: { insecure: false } },
        /certificate of an authority that is not trusted.*certificate-authority-data/,
      ],
      [{ tls: { ...config.tls, serverName: 'other.example' } }, /made for another name/],
      [{ server: config.server.replace('https', 'http') }, /.+/],
    ];
    for (const [change, says] of rows) {
      const broken: ClusterConfig = { ...config, ...change };
      const attempt = createClient(broken).list(pods);
      const error = await failure(attempt);
      expect(error.publicMessage).toMatch(says);
      await closeConnections(broken);
    }
  });

  it('can be cancelled', async () => {
    const stop = new AbortController();
    proxy.silence();
    const waiting = failure(createClient(proxy.config).list(pods, { signal: stop.signal }));
    stop.abort();
    expect((await waiting).kind).toBe('aborted');
    proxy.heal();
    expect((await failure(client.list(pods, { signal: stop.signal }))).kind).toBe('aborted');
  });
});

describe('createTransport', () => {
  it('streams answers as they come, under its own identity whatever the caller says', async () => {
    const token = await aUser('streamer');
    const transport = createTransport(config, { token });
    const review = { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' };
    const response = await transport.send({
      method: 'POST',
      path: '/apis/authentication.k8s.io/v1/selfsubjectreviews',
      headers: {
        'content-type': 'application/json',
        Authorization: 'Bearer other',
        'Impersonate-User': 'admin',
        'X-Remote-User': 'admin',
      },
      body: JSON.stringify(review),
    });
    expect(response.status).toBe(201);
    expect(await text(response.body)).toContain(`system:serviceaccount:${namespace}:streamer`);
  });

  it('gives headers and first bytes of a stream that does not end, and ends it when told', async () => {
    const stop = new AbortController();
    const { body, status } = await createTransport(config).send({
      method: 'GET',
      path: `/api/v1/namespaces/${namespace}/configmaps?watch=1`,
      headers: {},
      signal: stop.signal,
    });
    expect(status).toBe(200);
    const first = await new Promise<string>((resolve) => {
      body.once('data', (chunk: Buffer) => {
        resolve(chunk.toString());
      });
    });
    expect(first).toContain('"type":"ADDED"');
    const ended = new Promise((resolve) => body.once('close', resolve).on('error', () => undefined));
    stop.abort();
    await ended;
  });
});
