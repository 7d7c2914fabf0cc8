import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { heldByFile } from '#local/testing/held.ts';
import { sharedTestCluster } from '#local/testing/shared-cluster.ts';
import type { InstallWish } from '#lib/olm/foresight/install-preview.ts';
import { createAccessReviews } from '#server/auth/access-reviews.ts';
import type { Identity } from '#server/auth/identity.ts';
import { createCatalogClient } from '#server/catalog/service/client.ts';
import type { CatalogClient } from '#server/catalog/service/client.ts';
import { createDirectoryStore } from '#server/catalog/testing/directory-store.ts';
import { startCatalogService } from '#server/catalog/service/service.ts';
import { createClient } from '#server/kube/client.ts';
import { loadConfig } from '#server/kube/config.ts';
import { createTransport } from '#server/kube/transport.ts';
import { createCatalogQueries } from './catalog.ts';
import { queryInstallPreview } from './install-preview.ts';

const held = heldByFile();
let catalogClient: CatalogClient;
let identity: Identity;

beforeAll(async () => {
  const directory = join(import.meta.dirname, '..', '..', 'examples', 'catalog');
  const store = await createDirectoryStore([{ name: 'samples', directory }], { namespace: 'nowhere' });
  held.defer(() => {
    store.stop();
  });
  const service = held.adopt(
    await startCatalogService(store, { port: 0, globalNamespace: 'nowhere' }),
    (one) => one.close(),
  );
  catalogClient = held.adopt(createCatalogClient({ url: service.url }), (one) => one.close());
  const config = loadConfig({ kubeconfig: sharedTestCluster().kubeconfig });
  identity = { key: 'admin', client: createClient(config), transport: createTransport(config) };
});

const question: InstallWish = {
  catalog: { namespace: 'nowhere', name: 'samples' },
  package: 'flight-ticket',
  channel: '',
  csv: 'flight-ticket.v1.0.0',
  namespace: `preview-${String(process.pid)}`,
  mode: 'AllNamespaces',
  targets: [],
};

it('lists what an install creates, in order', async () => {
  const preview = await queryInstallPreview(
    identity,
    createCatalogQueries(catalogClient, createAccessReviews()),
    question,
  );
  expect(preview.group).toMatchObject({ ok: true, creates: { metadata: { namespace: question.namespace } } });
  const kinds = preview.creates.map(({ kind }) => kind);
  expect(kinds.slice(0, 5)).toEqual([
    'Namespace',
    'OperatorGroup',
    'Subscription',
    'ClusterServiceVersion',
    'CustomResourceDefinition',
  ]);
  expect(kinds).toContain('ServiceAccount');
  expect(kinds.at(-1)).toBe('Deployment');
  expect(preview.creates[0]).toEqual({ kind: 'Namespace', name: question.namespace, exists: false });
});

it('is not found for a version that no catalog has', async () => {
  const catalog = createCatalogQueries(catalogClient, createAccessReviews());
  const asked = queryInstallPreview(identity, catalog, { ...question, csv: 'none' });
  await expect(asked).rejects.toMatchObject({ kind: 'notFound' });
});
