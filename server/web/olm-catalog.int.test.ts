import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '#local/testing/eventually.ts';
import { heldByFile } from '#local/testing/held.ts';
import { startOperators } from '#local/testing/operators.ts';
import { startTestConsole } from './testing/test-console.ts';
import type { TestConsole } from './testing/test-console.ts';

/*
 * What the console sees of OLM is its Deployments and the PackageManifest API. Here that API is served by our controller
 * in OLM's namespace; no catalog service answers, so whatever comes can only come from there.
 */
const PATIENCE_MS = 120_000;
const at = 'olm/community/flight-ticket';

describe('where a real OLM keeps the catalogs', () => {
  const held = heldByFile();
  let admin: TestConsole;
  let limited: TestConsole;
  let stranger: TestConsole;
  let byNameAlone: unknown;

  beforeAll(async () => {
    const { cluster } = held.use(
      await startOperators({
        catalogs: { community: join(import.meta.dirname, '..', '..', 'examples', 'catalog') },
        namespace: 'olm',
        flags: ['--package-manifests', 'localhost', '--ignore-other-olm'],
      }),
    );
    for (const name of ['olm-operator', 'catalog-operator'])
      await cluster.kubectl('create', 'deployment', name, '--image', 'olm', '--namespace', 'olm');
    const early = await startTestConsole({ kubeconfig: cluster.kubeconfig });
    byNameAlone = (await early.call('/api/session')).json();
    await early[Symbol.asyncDispose]();
    await cluster.kubectl(
      ...['create', 'clusterrolebinding', 'olm', '--clusterrole', 'cluster-admin'],
      ...['--serviceaccount', 'olm:default'],
    );
    await cluster.kubectl('create', 'namespace', 'mine');
    await cluster.kubectl(
      ...['create', 'rolebinding', 'limited', '--clusterrole', 'view', '--serviceaccount', 'mine:limited'],
      ...['--namespace', 'mine'],
    );
    // Which controllers there are is for everybody to know here: a view of Deployments.
    await cluster.kubectl(
      'create',
      'clusterrole',
      'deployments',
      '--verb=list',
      '--resource=deployments.apps,leases',
    );
    const consoles = await Promise.all(
      ['limited', 'stranger'].map(async (name) => {
        await cluster.kubectl('create', 'serviceaccount', name, '--namespace', 'mine');
        await cluster.kubectl(
          ...['create', 'clusterrolebinding', name, '--clusterrole', 'deployments'],
          ...['--serviceaccount', `mine:${name}`],
        );
        const token = (await cluster.kubectl('create', 'token', name, '--namespace', 'mine')).trim();
        return held.use(await startTestConsole({ kubeconfig: cluster.kubeconfig, token, namespace: 'mine' }));
      }),
    );
    const [first, second] = consoles;
    if (first === undefined || second === undefined) throw new Error('no consoles');
    limited = first;
    stranger = second;
    admin = held.use(await startTestConsole({ kubeconfig: cluster.kubeconfig }));
    await eventually(() => cluster.kubectl('get', 'packagemanifests', '--all-namespaces'));
  }, PATIENCE_MS);

  it('it is known by what it may do, not by its name', () => {
    expect(byNameAlone).toMatchObject({ lifecycle: 'none' });
  });

  it('they come from its PackageManifests, and 304 while nothing changes', async () => {
    expect((await admin.call('/api/session')).json()).toMatchObject({ lifecycle: 'olm' });
    const first = await admin.call('/api/catalog/packages', { headers: { 'accept-encoding': '' } });
    expect(first.json()).toMatchObject([
      { catalog: 'community', package: 'etcd' },
      {
        catalogNamespace: 'olm',
        catalog: 'community',
        catalogDisplayName: 'Community',
        package: 'flight-ticket',
        displayName: 'Flight Ticket',
        providedKinds: ['FlightTicket'],
      },
      { catalog: 'community', package: 'logger', providedKinds: ['Logger'] },
    ]);
    const { etag = '' } = first.headers;
    const second = await admin.call('/api/catalog/packages', { headers: { 'if-none-match': etag } });
    expect(second).toMatchObject({ status: 304, text: '' });
    expect((await admin.call('/api/catalog/sources')).json()).toMatchObject([
      { namespace: 'olm', name: 'community', packages: 3, healthy: true },
    ]);
  });

  it('a package, a version and its icon are there', async () => {
    const detail = Object((await admin.call(`/api/catalog/packages/${at}`)).json());
    expect(detail).toMatchObject({ name: 'flight-ticket', hasIcon: true });
    const [channel] = detail.channels;
    const bundle = await admin.call(`/api/catalog/bundles/${at}/${String(channel.head)}`);
    expect(bundle.json()).toMatchObject({ bundle: { name: channel.head }, crds: [] });
    const icon = await admin.call(`/api/catalog/icons/${at}`);
    expect(icon.headers['content-type']).toMatch(/^image\//);
    expect(icon.headers['content-security-policy']).toContain('sandbox');
    expect((await admin.call('/api/catalog/packages/olm/community/absent')).status).toBe(404);
  });

  it('users see what they may: of their namespace, or nothing', async () => {
    const seen = await limited.call('/api/catalog/packages');
    expect(seen.json()).toMatchObject([
      { catalogNamespace: 'olm', package: 'etcd' },
      { catalogNamespace: 'olm', package: 'flight-ticket' },
      { catalogNamespace: 'olm', package: 'logger' },
    ]);
    expect((await stranger.call('/api/catalog/packages')).json()).toEqual([]);
    expect((await stranger.call(`/api/catalog/packages/${at}`)).status).toBe(404);
  });
});
