import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditEvents } from '#local/testing/audit.ts';
import { eventually } from '#local/testing/eventually.ts';
import { sharedTestCluster } from '#local/testing/shared-cluster.ts';
import { startTestConsole } from '../testing/test-console.ts';
import type { TestConsole } from '../testing/test-console.ts';

const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';
const namespace = `proxy-${String(process.pid)}`;
let console_: TestConsole;

beforeAll(async () => {
  const cluster = sharedTestCluster();
  await cluster.kubectl('create', 'namespace', namespace);
  console_ = await startTestConsole({ kubeconfig: cluster.kubeconfig });
});

afterAll(async () => {
  await console_.stop();
});

const configMaps = `/k8s/api/v1/namespaces/${namespace}/configmaps`;

function configMap(name: string, data: Record<string, string>): string {
  return JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace }, data });
}

describe('objects', () => {
  it('are created, read, listed, patched, replaced and deleted', async () => {
    const created = await console_.call(configMaps, { method: 'POST', body: configMap('a', { x: '1' }) });
    expect(created.status).toBe(201);
    expect((await console_.call(`${configMaps}/a`)).json()).toMatchObject({ data: { x: '1' } });
    expect((await console_.call(`${configMaps}?fieldSelector=metadata.name%3Da`)).json()).toMatchObject({
      items: [{ data: { x: '1' } }],
    });
    const patched = await console_.call(`${configMaps}/a?fieldManager=test`, {
      method: 'PATCH',
      body: JSON.stringify({ data: { y: '2' } }),
      headers: { 'content-type': 'application/merge-patch+json' },
    });
    expect(patched.json()).toMatchObject({ data: { x: '1', y: '2' } });
    const applied = await console_.call(`${configMaps}/a?fieldManager=test&force=true`, {
      method: 'PATCH',
      body: configMap('a', { z: '3' }),
      headers: { 'content-type': 'application/apply-patch+yaml' },
    });
    expect(applied.json()).toMatchObject({ data: { z: '3' } });
    const replaced = await console_.call(`${configMaps}/a`, {
      method: 'PUT',
      body: configMap('a', { w: '4' }),
    });
    expect(replaced.json()).toMatchObject({ data: { w: '4' } });
    expect((await console_.call(`${configMaps}/a`, { method: 'DELETE' })).status).toBe(200);
    expect((await console_.call(`${configMaps}/a`)).status).toBe(404);
  });

  it("pass the API server's own refusal on", async () => {
    const answer = await console_.call(configMaps, { method: 'POST', body: configMap('Not A Name', {}) });
    expect(answer.status).toBe(422);
    expect(answer.json()).toMatchObject({ kind: 'Status', reason: 'Invalid' });
  });

  it('come as a table, as metadata and in pages when a page asks for them so', async () => {
    for (const name of ['page-a', 'page-b']) {
      const created = await console_.call(configMaps, { method: 'POST', body: configMap(name, { x: '1' }) });
      expect(created.status).toBe(201);
    }
    const as = async (kind: string, query = ''): Promise<unknown> => {
      const accept = `application/json;as=${kind};g=meta.k8s.io;v=v1`;
      return (await console_.call(`${configMaps}${query}`, { headers: { accept } })).json();
    };
    expect(await as('Table')).toMatchObject({ kind: 'Table', columnDefinitions: expect.any(Array) });
    expect(await as('PartialObjectMetadataList')).toMatchObject({ kind: 'PartialObjectMetadataList' });
    const first = (await console_.call(`${configMaps}?limit=1`)).json();
    const next = encodeURIComponent(String(Object(first).metadata.continue));
    const second = (await console_.call(`${configMaps}?limit=1&continue=${next}`)).json();
    const nameOf = (list: unknown): unknown => Object(list).items[0].metadata.name;
    expect(nameOf(second)).not.toBe(nameOf(first));
  });

  it('come with the headers of data, and no others', async () => {
    const { headers } = await console_.call(configMaps);
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': expect.stringContaining('sandbox'),
      'content-type': 'application/json',
    });
    expect(Object.keys(headers).filter((name) => name.startsWith('x-kubernetes-'))).toEqual([]);
  });

  it('are limited in size, with and without a length', async () => {
    const body = configMap('big', { x: 'a'.repeat(3 * 1024 * 1024) });
    expect((await console_.call(configMaps, { method: 'POST', body })).status).toBe(413);
    const chunked = await console_.call(configMaps, {
      method: 'POST',
      body,
      headers: { 'content-length': '', 'transfer-encoding': 'chunked' },
    });
    expect(chunked.status).toBe(413);
  });

  it('of type Secret are listed without their data and read with it', async () => {
    const secrets = `/k8s/api/v1/namespaces/${namespace}/secrets`;
    const data = Buffer.from('hunter2').toString('base64');
    const body = JSON.stringify({
      apiVersion: 'v1',
      kind: 'Secret',
      // As `kubectl apply` leaves it.
      metadata: { name: 's', namespace, annotations: { [LAST_APPLIED]: `{"data":{"password":"${data}"}}` } },
      stringData: { password: 'hunter2' },
    });
    expect((await console_.call(secrets, { method: 'POST', body })).status).toBe(201);
    const watch = `${secrets}?watch=1&timeoutSeconds=1`;
    for (const path of [secrets, `/k8s/api/v1/secrets`, `${secrets}?limit=500`, watch]) {
      const headers = { accept: 'application/json;as=Table;g=meta.k8s.io;v=v1', 'accept-encoding': 'gzip' };
      const list = await console_.call(path, { headers });
      expect(list.text).toContain('"name":"s"');
      expect(list.text).not.toContain(data);
    }
    expect((await console_.call(`${secrets}/s`)).text).toContain(data);
  });
});

describe('what never reaches the API server', () => {
  const attacks = [
    '/k8s',
    '/k8s/',
    '/k8s//api/v1/pods',
    '/k8s/metrics',
    '/k8s/logs/',
    '/k8s/debug/pprof/heap',
    '/k8s/openapi/v2',
    '/k8s/api/v1/../../metrics',
    '/k8s/api/v1/%2e%2e/%2e%2e/metrics',
    '/k8s/api/v1/..%2f..%2fmetrics',
    '/k8s/api/v1/%252e%252e/metrics',
    '/k8s/api/v1\\..\\metrics',
    '/k8s/api/v1/pods%00',
    '/k8s/api/v1/p%C3%B6ds',
    '/k8s/api/v1/namespaces/a;b/pods',
    '/k8s/api/v1/nodes/a/proxy/metrics',
    '/k8s/api/v1/namespaces/a/services/b:80/proxy/x',
    '/k8s/api/v1/namespaces/a/pods/b/exec?command=sh',
    '/k8s/api/v1/namespaces/a/pods/b/%65xec',
    '/k8s/api/v1/namespaces/a/pods/b/attach',
    '/k8s/api/v1/namespaces/a/pods/b/portforward',
    '/k8s/api/v1/namespaces/a/pods/b/ephemeralcontainers',
    '/k8s/api/v1/namespaces/a/serviceaccounts/b/token',
    '/k8s/api/v1/proxy/nodes/a',
    '/k8s/api/v1/pods?as=system:admin',
    'http://evil.example/k8s/api/v1/pods',
    '//evil.example/k8s/api/v1/pods',
  ];

  it.each(attacks)('%s', async (path) => {
    for (const method of ['GET', 'POST']) {
      const before = console_.sent.length;
      const answer = await console_.call(path, { method });
      expect([400, 403, 404, 405]).toContain(answer.status);
      expect(console_.sent.length).toBe(before);
    }
  });

  it('a DELETE of a whole collection', async () => {
    const before = console_.sent.length;
    expect((await console_.call(configMaps, { method: 'DELETE' })).status).toBe(403);
    expect(console_.sent.length).toBe(before);
  });

  it('headers that choose another identity', async () => {
    const body = JSON.stringify({ apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' });
    const path = '/k8s/apis/authentication.k8s.io/v1/selfsubjectreviews';
    const plain = await console_.call(path, { method: 'POST', body });
    const smuggled = await console_.call(path, {
      method: 'POST',
      body,
      headers: {
        authorization: 'Bearer nonsense',
        'impersonate-user': 'somebody-else',
        'impersonate-group': 'x',
        'x-remote-user': 'somebody-else',
        'x-forwarded-for': '1.2.3.4',
      },
    });
    const userOf = (answer: unknown): unknown => Object(answer).status.userInfo.username;
    expect(smuggled.status).toBe(201);
    expect(userOf(smuggled.json())).toBe(userOf(plain.json()));
    const sentHeaders = console_.sent.at(-1)?.headers ?? {};
    expect(Object.keys(sentHeaders).sort()).toEqual(['audit-id', 'content-type', 'user-agent']);
  });
});

describe('streams', () => {
  it('come unbuffered and end upstream when the browser leaves', async () => {
    const response = await console_.open(`${configMaps}?watch=true`);
    await sharedTestCluster().kubectl('create', 'configmap', 'seen', '-n', namespace);
    await eventually(() => {
      const chunk: unknown = response.read();
      expect(String(chunk)).toContain('"name":"seen"');
    });
    const id = String(response.headers['audit-id']);
    response.destroy();
    await eventually(() => {
      const stages = auditEvents(sharedTestCluster().auditLog, id);
      expect(stages.map(({ stage }) => stage)).toEqual(['ResponseStarted', 'ResponseComplete']);
    });
  });

  it('tell their head before there is anything to tell', async () => {
    const response = await console_.open(`${configMaps}?watch=true&resourceVersion=0&labelSelector=no%3Done`);
    expect(response.statusCode).toBe(200);
    response.destroy();
  });

  it('wait for browsers that read slowly, and mix nothing up', async () => {
    const big = (index: number): string => `${String(index)}-`.repeat(300_000);
    const labels = { size: 'big' };
    for (let index = 0; index < 20; index += 1) {
      const body = JSON.stringify({
        ...{ apiVersion: 'v1', kind: 'ConfigMap', data: { big: big(index) } },
        metadata: { name: `big-${String(index)}`, namespace, labels },
      });
      expect((await console_.call(configMaps, { method: 'POST', body })).status).toBe(201);
    }
    const pauses = console_.pauses();
    const read = async (): Promise<void> => {
      const response = await console_.open(`${configMaps}?labelSelector=size%3Dbig`);
      await eventually(() => expect(console_.pauses()).toBeGreaterThan(pauses));
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(Buffer.from(chunk as Uint8Array));
      const list: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'));
      const items: { metadata: { name: string }; data: { big: string } }[] = Object(list).items;
      expect(items.length).toBe(20);
      for (const { metadata, data } of items) expect(data.big).toBe(big(Number(metadata.name.slice(4))));
    };
    await Promise.all([read(), read(), read()]);
  });
});

describe.each(['readOnly', 'gitops'] as const)('%s', (changes) => {
  it('refuses writes, and lets dry runs and access reviews pass', async () => {
    const readOnly = await startTestConsole({ kubeconfig: sharedTestCluster().kubeconfig, changes });
    const body = configMap('never', {});
    expect((await readOnly.call(configMaps, { method: 'POST', body })).status).toBe(403);
    expect((await readOnly.call(`${configMaps}/never`, { method: 'DELETE' })).status).toBe(403);
    const refusal = await readOnly.call(configMaps, { method: 'POST', body });
    expect(refusal.json()).toMatchObject({ kind: changes });
    expect((await readOnly.call(`${configMaps}?dryRun=All`, { method: 'POST', body })).status).toBe(201);
    const review = {
      apiVersion: 'authorization.k8s.io/v1',
      kind: 'SelfSubjectAccessReview',
      spec: { resourceAttributes: { verb: 'get', resource: 'pods' } },
    };
    const path = '/k8s/apis/authorization.k8s.io/v1/selfsubjectaccessreviews';
    expect((await readOnly.call(path, { method: 'POST', body: JSON.stringify(review) })).status).toBe(201);
    await readOnly.stop();
  });
});
