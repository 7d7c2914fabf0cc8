/** Resolution while catalogs come and go. */
import { beforeAll, expect, it } from 'vitest';
import { resources } from '#lib/k8s/resources.ts';
import { fbcPackage } from '#lib/testing/bundle-files.ts';
import { eventually } from '#local/testing/eventually.ts';
import { heldByFile } from '#local/testing/held.ts';
import { at, type Bench } from '#local/testing/installs.ts';
import { startOperators } from '#local/testing/operators.ts';
import { ticketsCatalog, ticketsEntry } from '#local/testing/tickets.ts';
import { webCatalog, type WebCatalog } from '#local/testing/web-catalog.ts';
import { jsonLines } from '#server/catalog/testing/temporary.ts';

const SUB = resources.subscriptions;
const OURS = 'capstan-system';

const held = heldByFile();
let web: WebCatalog;
let user: Bench;

/** A package of a file-based catalog that can be installed. */
const content = (name: string, versions: readonly string[]): string =>
  jsonLines([
    ...fbcPackage(name, versions).filter(({ schema }) => schema !== 'olm.bundle'),
    ...versions.map((version, index) => {
      const previous = versions[index - 1];
      return ticketsEntry(name, version, previous === undefined ? {} : { replaces: `${name}.v${previous}` });
    }),
  ]);

beforeAll(async () => {
  const folder = held.use(await ticketsCatalog({ local: ['1.0.0'], other: ['1.0.0'] }));
  web = held.use(await webCatalog(content('remote', ['1.0.0'])));
  ({ user } = held.use(await startOperators({ catalogs: { folder: folder.path } })));
});

const addSource = (name: string): Promise<unknown> =>
  user.client.create(resources.catalogSources, {
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'CatalogSource',
    metadata: { name, namespace: OURS },
    spec: { sourceType: 'grpc', address: web.url },
  });

const refresh = (name: string): Promise<unknown> =>
  user.client.patch(
    resources.catalogSources,
    { namespace: OURS, name },
    { type: 'merge', body: { metadata: { annotations: { 'capstan.dev/refresh': String(Math.random()) } } } },
  );

const untilState = (name: string, state: string): Promise<void> =>
  eventually(async () => {
    const found = await user.field(resources.catalogSources, OURS, name, 'status.connectionState');
    expect(at(found, 'lastObservedState')).toBe(state);
  });

const request = (namespace: string, name: string, catalog: string): Parameters<Bench['install']>[0] => ({
  namespace,
  package: name,
  catalog,
  targetNamespaces: [namespace],
});

/** `<reason>: <message>` of every condition that is True, by type. */
async function conditions(namespace: string, name: string): Promise<Record<string, string>> {
  const found = await user.field(SUB, namespace, name, 'status.conditions');
  const all: unknown[] = Array.isArray(found) ? found : [];
  return Object.fromEntries(
    all
      .filter((entry) => at(entry, 'status') === 'True')
      .map((entry) => [
        String(at(entry, 'type')),
        `${String(at(entry, 'reason'))}: ${String(at(entry, 'message'))}`,
      ]),
  );
}

it('waits without a word of failure while a catalog is read for the first time', async () => {
  let open = (): void => undefined;
  web.gate = new Promise((resolve) => {
    open = resolve;
  });
  await addSource('slow');
  await user.install(request('slow', 'remote', 'slow'));
  await eventually(async () => {
    expect(await conditions('slow', 'remote')).toEqual({
      CatalogSourcesUnhealthy:
        'UnhealthyCatalogSourceFound: targeted catalogsource capstan-system/slow unhealthy',
    });
  });
  // Others do not wait for it.
  await user.install(request('quick', 'local', 'folder'));
  await user.untilPhase('quick', 'local.v1.0.0', 'Succeeded');
  expect(Object.keys(await conditions('slow', 'remote'))).toEqual(['CatalogSourcesUnhealthy']);
  open();
  await user.untilPhase('slow', 'remote.v1.0.0', 'Succeeded');
  const events = await user.list(resources.events, 'slow');
  expect(events.filter((event) => at(event, 'reason') === 'ResolutionFailed')).toEqual([]);
});

it('goes on without a catalog that cannot be read, and with it once it can', async () => {
  web.body = undefined;
  await addSource('dead');
  await untilState('dead', 'TRANSIENT_FAILURE');
  await refresh('slow');
  await untilState('slow', 'TRANSIENT_FAILURE');
  await user.install(request('dead', 'remote', 'dead'));
  await user.subscribe(request('dead', 'local', 'folder'));
  await user.untilPhase('dead', 'local.v1.0.0', 'Succeeded');
  await eventually(async () => {
    const said = await conditions('dead', 'remote');
    expect(said['ResolutionFailed']).toMatch(
      /^ErrorPreventedResolution: error using catalogsource capstan-system\/dead: /,
    );
    expect(Object.keys(await conditions('dead', 'local'))).toEqual([]);
  });
  // What was read before is still good for a new install.
  await user.install(request('kept', 'remote', 'slow'));
  await user.untilPhase('kept', 'remote.v1.0.0', 'Succeeded');
  // Upstream's way, it would not be.
  await user.prepare(request('strict', 'other', 'folder'));
  await user.client.patch(
    resources.operatorGroups,
    { namespace: 'strict', name: 'group' },
    { type: 'merge', body: { metadata: { annotations: { 'capstan.dev/resolution-scope': 'namespace' } } } },
  );
  await user.subscribe(request('strict', 'other', 'folder'));
  await eventually(async () => {
    expect((await conditions('strict', 'other'))['ResolutionFailed']).toMatch(
      /^ErrorPreventedResolution: .*error using catalogsource capstan-system\/(dead|slow): /,
    );
  });
  web.body = content('remote', ['1.0.0', '2.0.0']);
  await refresh('dead');
  await refresh('slow');
  await user.untilPhase('dead', 'remote.v2.0.0', 'Succeeded');
  await user.untilPhase('slow', 'remote.v2.0.0', 'Succeeded');
  await user.untilPhase('strict', 'other.v1.0.0', 'Succeeded');
});
