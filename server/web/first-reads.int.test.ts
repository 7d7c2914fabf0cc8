/** What pages are rendered with, read as the person that they are for. */
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { FIRST_READS, type FirstReads } from '#lib/first-content.ts';
import { resources } from '#lib/k8s/resources.ts';
import { parseStreamMessage } from '#lib/k8s/watch-message.ts';
import { olmCrds } from '#lib/olm/api/crds/index.ts';
import { urls } from '#lib/urls.ts';
import { eventually } from '#local/testing/eventually.ts';
import { sharedTestCluster } from '#local/testing/shared-cluster.ts';
import { createClient } from '#server/kube/client.ts';
import { loadConfig } from '#server/kube/config.ts';
import { startTestConsole } from './testing/test-console.ts';
import type { TestConsole } from './testing/test-console.ts';
import { namesIn, openStream } from './testing/test-stream.ts';

const namespace = `first-${String(process.pid)}`;
const cluster = sharedTestCluster();
const kubectl = (...args: string[]): Promise<string> => cluster.kubectl(...args, '-n', namespace);
let token = '';

beforeAll(async () => {
  await cluster.kubectl('create', 'namespace', namespace);
  await kubectl('create', 'configmap', 'one');
  await kubectl('create', 'secret', 'generic', 'hidden', '--from-literal=word=xyzzy');
  await kubectl('create', 'serviceaccount', 'reader');
  await kubectl('create', 'role', 'reader', '--verb=list,watch,get', '--resource=configmaps,secrets');
  await kubectl('create', 'rolebinding', 'reader', '--role=reader', `--serviceaccount=${namespace}:reader`);
  token = (await kubectl('create', 'token', 'reader')).trim();
});

const maps = { group: '', version: 'v1', plural: 'configmaps', kind: 'ConfigMap', namespace };

interface Holder {
  [key: symbol]: (() => FirstReads | undefined) | undefined;
}

function readsNow(): FirstReads | undefined {
  return (globalThis as unknown as Holder)[Symbol.for(FIRST_READS)]?.();
}

type Render = (reads: FirstReads) => Promise<unknown>;

/** A console whose only page is what `render` makes of the reads, until it has what is looked for. */
async function pageOf(
  render: Render,
  isThere: (page: unknown) => boolean = () => true,
): Promise<{ console_: TestConsole; page: unknown }> {
  const console_ = await startTestConsole({
    kubeconfig: cluster.kubeconfig,
    token,
    next: async (_request, response) => {
      const reads = readsNow();
      response.end(JSON.stringify(reads === undefined ? null : ((await render(reads)) ?? null)));
    },
  });
  onTestFinished(() => console_.stop());
  // What a slow machine has not read in time is left to the browser, and is at hand for the next page.
  return eventually(async () => {
    const page: unknown = (await console_.call('/operators')).json();
    if (!isThere(page)) throw new Error('not read in time');
    return { console_, page };
  });
}

const isRead = (page: unknown): boolean => page !== null;

describe('the first content of a page', () => {
  it('is a snapshot that the stream goes on from', async () => {
    const { console_, page } = await pageOf((reads) => reads.list('key', maps), isRead);
    const message = parseStreamMessage(String(page));
    expect(message).toMatchObject({ id: 'key', type: 'snapshot' });
    const resourceVersion = message?.type === 'snapshot' ? message.resourceVersion : '';
    const stream = await openStream(console_, { id: 'key', ...maps, resourceVersion });
    await kubectl('create', 'configmap', 'two');
    await eventually(() => expect(namesIn(stream, 'key')).toEqual(['two']));
    expect(stream.types('key')).not.toContain('snapshot');
  });

  it('has nothing that its reader may not list', async () => {
    const everywhere = { group: '', version: 'v1', plural: 'configmaps', kind: 'ConfigMap' };
    expect((await pageOf((reads) => reads.list('key', everywhere))).page).toBeNull();
    const elsewhere = await pageOf((reads) => reads.answer('/k8s/api/v1/namespaces/kube-system/configmaps'));
    expect(elsewhere.page).toBeNull();
  });

  it('has no value of a Secret, even for who may read it', async () => {
    const secrets = { ...maps, plural: 'secrets', kind: 'Secret' };
    const { page } = await pageOf(
      async (reads) => [
        await reads.list('key', secrets),
        await reads.answer(`/k8s/api/v1/namespaces/${namespace}/secrets`),
        await reads.answer(`/k8s/api/v1/namespaces/${namespace}/secrets/hidden`),
      ],
      (read) => Array.isArray(read) && read[0] !== null,
    );
    const text = JSON.stringify(page);
    expect(text).toContain('hidden');
    expect(text).not.toContain('eHl6enk');
    expect(page).toMatchObject([expect.any(String), null, null]);
  });

  it('leaves to the browser what is large: an object before a list', async () => {
    const make = (name: string): Promise<string> =>
      kubectl('create', 'configmap', name, `--from-literal=word=${'x'.repeat(110_000)}`);
    await make('large');
    const large = { ...maps, name: 'large' };
    const { page } = await pageOf((reads) => reads.list('key', maps), isRead);
    expect(parseStreamMessage(String(page))).toMatchObject({ type: 'snapshot' });
    for (const name of ['larger', 'still-larger', 'largest']) await make(name);
    expect((await pageOf((reads) => reads.list('key', maps))).page).toBeNull();
    expect((await pageOf((reads) => reads.list('key', large))).page).toBeNull();
    const one = `/k8s/api/v1/namespaces/${namespace}/configmaps/large`;
    expect((await pageOf((reads) => reads.answer(one))).page).toBeNull();
  });

  it('leaves to the browser what is no question of pages, or none at all', async () => {
    const { page } = await pageOf((reads) =>
      Promise.all([
        reads.answer('/k8s/../../etc/passwd'),
        reads.answer('/api/v1/upgrades'),
        reads.answer('https://example.com/'),
        reads.list('key', { ...maps, namespace: '../x'.repeat(40) }),
      ]),
    );
    expect(page).toEqual([null, null, null, null]);
  });

  it('is the answers of the console itself', async () => {
    const { page } = await pageOf((reads) => reads.answer('/api/session'), isRead);
    expect(JSON.parse(String(page))).toMatchObject({
      user: { name: `system:serviceaccount:${namespace}:reader` },
    });
  });

  it('is what approving a plan would do, of a plan that may be read', async () => {
    const admin = createClient(loadConfig({ kubeconfig: cluster.kubeconfig }));
    for (const crd of olmCrds)
      await admin.apply(resources.customResourceDefinitions, crd, { fieldManager: 'capstan-test' });
    await eventually(() => admin.list(resources.installPlans));
    await admin.create(resources.installPlans, {
      ...{ apiVersion: 'operators.coreos.com/v1alpha1', kind: 'InstallPlan' },
      metadata: { name: 'waits', namespace },
      spec: { approval: 'Manual', approved: false, clusterServiceVersionNames: [] },
    });
    const review = urls.api.planReview({ namespace, name: 'waits' });
    const look = (): ReturnType<typeof pageOf> => pageOf((reads) => reads.answer(review));
    expect((await look()).page).toBeNull();
    const what = ['--verb=get', '--resource=installplans.operators.coreos.com'];
    await kubectl('create', 'role', 'plans', ...what);
    await kubectl('create', 'rolebinding', 'plans', '--role=plans', `--serviceaccount=${namespace}:reader`);
    const { page } = await pageOf((reads) => reads.answer(review), isRead);
    expect(JSON.parse(String(page))).toMatchObject({ name: 'waits', operators: [] });
  });

  it('is there only while a page is rendered', async () => {
    await pageOf((reads) => reads.answer('/api/session'));
    expect(readsNow()).toBeUndefined();
  });
});
