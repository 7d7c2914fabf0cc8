import { afterEach, expect, it } from 'vitest';
import { aBundle, aPackage } from '#lib/testing/catalog.ts';
import type { CatalogSource, OperatorGroup } from '#lib/olm/api/types.ts';
import type { WhatIfInquiry } from '#lib/olm/foresight/what-if-question.ts';
import { createCatalogClient } from './client.ts';
import { startCatalogService, type CatalogService } from './service.ts';
import type { Catalog, CatalogRef, CatalogStore } from '../types.ts';
import { answerWhatIf } from './what-if.ts';

const pkg = aPackage(
  'p',
  { stable: [{ name: 'p.v1.0.0' }] },
  { bundleList: [aBundle('p', '1.0.0', { digest: 'sha256:p' })] },
);

function aCatalog(namespace: string, name: string, more: Partial<Catalog> = {}): Catalog {
  return {
    ref: { namespace, name },
    packages: new Map([['p', pkg]]),
    ...{ warnings: [], readAt: 5, digest: `sha256:${name}` },
    ...more,
  };
}

const catalogs = [aCatalog('global', 'cat'), aCatalog('ns', 'own'), aCatalog('elsewhere', 'other')];

const store: CatalogStore = {
  list: () => catalogs,
  get: ({ namespace, name }) => catalogs.find(({ ref }) => ref.namespace === namespace && ref.name === name),
  content: () => Promise.resolve(undefined),
  subscribe: () => () => undefined,
  stop: () => undefined,
};

const group = (annotations: Record<string, string> = {}): OperatorGroup => ({
  apiVersion: 'operators.coreos.com/v1',
  kind: 'OperatorGroup',
  metadata: { name: 'og', namespace: 'ns', annotations },
});

const sourceWith =
  (annotations: Record<string, string> = {}) =>
  (ref: CatalogRef): CatalogSource => ({
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'CatalogSource',
    metadata: { ...ref, annotations },
    spec: { sourceType: 'grpc', address: 'catalog.example.com:50051' },
  });

function inquiry(source: string, sourceNamespace: string, more: Partial<WhatIfInquiry> = {}): WhatIfInquiry {
  return {
    namespace: 'ns',
    change: { kind: 'put', subscription: { name: 's', spec: { name: 'p', source, sourceNamespace } } },
    ...{ subscriptions: [], csvs: [], groups: [group()], plans: [] },
    catalogs: catalogs.map(({ ref }) => ref),
    ...more,
  };
}

const place = {
  store,
  source: () => undefined,
  globalNamespace: 'global',
  wholeNamespace: false,
  now: () => 0,
};

it.each([
  ['of the global namespace', inquiry('cat', 'global'), 'install', false],
  ['of its own namespace', inquiry('own', 'ns'), 'install', false],
  ['of another namespace', inquiry('other', 'elsewhere'), 'unresolvable', false],
  [
    'of the global namespace, which the OperatorGroup leaves out',
    inquiry('cat', 'global', {
      groups: [group({ 'olm.operatorframework.io/exclude-global-namespace-resolution': 'true' })],
    }),
    'unresolvable',
    false,
  ],
])('takes a catalog %s as the controller does', (_name, asked, kind, hidden) => {
  expect(answerWhatIf(place, asked)).toMatchObject({ outcome: { kind }, hidden });
});

it('has nothing to say of a catalog that the user may not see', () => {
  const answer = answerWhatIf(
    place,
    inquiry('cat', 'global', { catalogs: [{ namespace: 'ns', name: 'own' }] }),
  );
  expect(answer).toMatchObject({ hidden: true });
  expect(answer.outcome).toBeUndefined();
  expect(answer.plan).toBeUndefined();
});

it('offers nothing of a catalog that is turned off', () => {
  const off = { ...place, source: sourceWith({ 'capstan.dev/disabled': 'true' }) };
  expect(answerWhatIf(off, inquiry('cat', 'global')).outcome).toMatchObject({ kind: 'unresolvable' });
});

it("goes on with what was read of a catalog that cannot be read any more, but not upstream's way", () => {
  const problem = { kind: 'unreachable', message: 'nobody answers', since: 5 } as const;
  const reading = { checkedAt: 9, fetching: false, problem };
  const broken = { ...store, get: () => aCatalog('global', 'cat', { reading }) };
  const at = { ...place, store: broken, source: sourceWith() };
  expect(answerWhatIf(at, inquiry('cat', 'global')).outcome).toMatchObject({ kind: 'install' });
  const whole = inquiry('cat', 'global', {
    groups: [group({ 'capstan.dev/resolution-scope': 'namespace' })],
  });
  expect(answerWhatIf(at, whole).outcome).toMatchObject({
    kind: 'unresolvable',
    reason: 'ErrorPreventedResolution',
  });
});

const running: CatalogService[] = [];

afterEach(async () => {
  for (const service of running.splice(0)) await service.close();
});

async function url(): Promise<string> {
  const service = await startCatalogService(store, { port: 0, globalNamespace: 'global' });
  running.push(service);
  return service.url;
}

it('is asked over HTTP', async () => {
  const client = createCatalogClient({ url: await url() });
  expect(await client.whatIf(inquiry('cat', 'global'))).toMatchObject({
    plan: { brings: [{ csv: 'p.v1.0.0', kind: 'install', own: true }] },
  });
  await client.close();
});

const json = { 'content-type': 'application/json' };

it.each([
  ['no JSON by its name', { headers: { 'content-type': 'text/plain' }, body: '{}' }, 415],
  ['no JSON', { headers: json, body: '{' }, 400],
  ['something else', { headers: json, body: '{"namespace":"ns"}' }, 400],
  ['more than fits', { headers: json, body: JSON.stringify('x'.repeat(5 * 1024 * 1024)) }, 413],
])('refuses %s', async (_name, asked, status) => {
  const answer = await fetch(`${await url()}/v1/what-if`, { method: 'POST', ...asked });
  expect(answer.status).toBe(status);
});
