/** What anybody may point a CatalogSource at, and subscribe to, against a controller with a small heap. */
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { resources } from '#lib/k8s/resources.ts';
import { bundleFiles, fbcBundle, fbcPackage } from '#lib/testing/bundle-files.ts';
import { effort } from '#local/testing/effort.ts';
import { eventually } from '#local/testing/eventually.ts';
import { heldByFile } from '#local/testing/held.ts';
import { tarBytes } from '#local/testing/registry/images.ts';
import { at, conditionIn, type Bench } from '#local/testing/installs.ts';
import { startOperators, type Operators } from '#local/testing/operators.ts';
import { startRegistryFront, type RegistryFront } from '#local/testing/registry/front.ts';
import { ticketsCatalog } from '#local/testing/tickets.ts';
import { webCatalog, type WebCatalog } from '#local/testing/web-catalog.ts';
import { createCatalogClient, type CatalogClient } from '#server/catalog/service/client.ts';
import { startRegistry, type TestRegistry } from '#server/catalog/testing/test-registry.ts';
import { jsonLines, temporaryDirectory } from '#server/catalog/testing/temporary.ts';

const OURS = 'capstan-system';
const TENANT = 'tenant';
const OCI = 'application/vnd.oci.image';
/** Of the controller, in MB. */
const HEAP = 256;
const MB = 1024 * 1024;
/** Namespaces with Subscriptions that no search decides in time. */
const EXPENSIVE = effort(3, 10);
/** Places for one package less than there are. */
const PLACES = 14;
/** Hundreds of MB come over the wire before they are refused. */
const PATIENT = { timeoutMs: 100_000 };

/** 900 kB, 400 times: below the longest string there can be, above any heap of a controller. */
const multiplying = `x: &text ${'x'.repeat(900_000)}
a: &a [${'*text, '.repeat(4)}]
b: &b [${'*a, '.repeat(10)}]
c: [${'*b, '.repeat(10)}]
`;

const held = heldByFile();
let operators: Operators;
let user: Bench;
let service: CatalogClient;
let heads: TestRegistry;
let names: TestRegistry;
let images: RegistryFront;
let web: WebCatalog;

/** Entries of packages whose bundles are images, as texts. */
function packagesNamed(...all: string[]): string[] {
  return all
    .flatMap((name) => {
      const [pkg, channel] = fbcPackage(name, ['1.0.0']);
      const value = { packageName: name, version: '1.0.0' };
      const properties = [
        { type: 'olm.package', value },
        { type: 'olm.csv.metadata', value: { displayName: name } },
      ];
      return [pkg, channel, fbcBundle(name, '1.0.0', { properties })];
    })
    .map((entry) => JSON.stringify(entry));
}

/**
 * A package that needs each of some others, of which each version takes another place. There is a place too few, which
 * no rule says by itself: a search has to try all ways of taking them.
 */
function crowdedPackages(): object[] {
  const places = Array.from({ length: PLACES }, (_, place) => place);
  const guests = [...places, PLACES].map((guest) => `guest${String(guest)}`);
  const taking = (place: number): object => ({
    type: 'olm.gvk',
    value: { group: 'crowded.example.com', version: 'v1', kind: `Place${String(place)}` },
  });
  const of = (packageName: string, version: string): object => ({
    type: 'olm.package',
    value: { packageName, version },
  });
  const needs = guests.map((packageName) => ({
    type: 'olm.package.required',
    value: { packageName, versionRange: '>=0.0.0' },
  }));
  return [
    ...fbcPackage('crowded', ['1.0.0']).slice(0, -1),
    fbcBundle('crowded', '1.0.0', { properties: [of('crowded', '1.0.0'), ...needs] }),
    ...guests.flatMap((guest) => {
      const versions = places.map((place) => `1.0.${String(place)}`);
      return [
        ...fbcPackage(guest, versions).filter((entry) => entry['schema'] !== 'olm.bundle'),
        ...versions.map((version, place) =>
          fbcBundle(guest, version, { properties: [of(guest, version), taking(place)] }),
        ),
      ];
    }),
  ];
}

/** A registry with one image, whatever is asked for. */
async function serveImage(files: Record<string, string>): Promise<RegistryFront> {
  const tar = await tarBytes(Object.entries(files).map(([name, content]) => ({ name, content })));
  const layer = gzipSync(tar);
  const config = Buffer.from(JSON.stringify({ architecture: 'amd64', os: 'linux', config: {} }));
  const described = (bytes: Buffer, mediaType: string): object => ({
    mediaType,
    digest: `sha256:${createHash('sha256').update(bytes).digest('hex')}`,
    size: bytes.length,
  });
  const manifest = Buffer.from(
    JSON.stringify({
      schemaVersion: 2,
      mediaType: `${OCI}.manifest.v1+json`,
      config: described(config, `${OCI}.config.v1+json`),
      layers: [described(layer, `${OCI}.layer.v1.tar+gzip`)],
    }),
  );
  const blobs = new Map([config, layer].map((bytes) => [String(at(described(bytes, ''), 'digest')), bytes]));
  const front = await startRegistryFront();
  front.onRequest = ({ url }) => {
    const bytes = url.includes('/manifests/') ? manifest : blobs.get(url.slice(url.lastIndexOf('/') + 1));
    return bytes === undefined ? undefined : { status: 200, body: once(bytes) };
  };
  return front;
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield await Promise.resolve(bytes);
}

async function create(name: string, spec: object): Promise<void> {
  await user.client.create(resources.catalogSources, {
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'CatalogSource',
    metadata: { name, namespace: TENANT },
    spec: { sourceType: 'grpc', ...spec },
  });
}

/** What the CatalogSource says of the reading of its content, once it says that. */
async function untilRefused(name: string): Promise<string> {
  return eventually(async () => {
    const conditions = await user.field(resources.catalogSources, TENANT, name, 'status.conditions');
    const read = conditionIn(conditions, 'ContentRead');
    expect([at(read, 'status'), at(read, 'reason')]).toEqual(['False', 'ReadFailed']);
    return String(at(read, 'message'));
  }, PATIENT);
}

/** The process is the one that was started, and what others offer is there. */
async function expectOthersServed(): Promise<void> {
  const tiles = await service.packages([{ namespace: OURS, name: 'good' }]);
  expect(tiles.map((tile) => tile.package)).toEqual(['fine', 'image']);
  await eventually(async () => {
    const state = await user.field(
      resources.catalogSources,
      TENANT,
      'by-web',
      'status.connectionState.lastObservedState',
    );
    expect(state).toBe('READY');
  });
}

beforeAll(async () => {
  const huge = 'x'.repeat(30 * MB);
  const many = Array.from({ length: 100 }, (_, index) => `p${String(index)}`);
  // What ListBundles tells of images has no CSV: those come with each bundle by itself.
  heads = held.use(
    await startRegistry({
      lines: packagesNamed(...many),
      change: (bundle) => (bundle.csvJson === '' ? bundle : { ...bundle, csvJson: huge }),
    }),
  );
  names = held.use(
    await startRegistry({
      lines: packagesNamed(...many),
      change: (bundle) => ({ ...bundle, skips: [huge] }),
    }),
  );
  images = held.use(
    await serveImage(
      bundleFiles({
        package: 'image',
        version: '1.0.0',
        files: {
          'manifests/multiplying.yaml': `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\n${multiplying}`,
        },
      }),
    ),
  );
  web = held.use(await webCatalog(jsonLines(fbcPackage('web', ['1.0.0']))));
  const [pkg, channel] = fbcPackage('image', ['1.0.0']);
  const image = fbcBundle('image', '1.0.0', { image: `${images.host}/bundles/image:1.0.0` });
  const good = held.use(
    await temporaryDirectory({
      'good.jsonl': jsonLines([...fbcPackage('fine', ['1.0.0']), pkg, channel, image]),
    }),
  );
  const crowded = held.use(await temporaryDirectory({ 'crowded.jsonl': jsonLines(crowdedPackages()) }));
  const usual = held.use(await ticketsCatalog({ usual: ['1.0.0'] }));
  operators = held.use(
    await startOperators({
      catalogs: { good: good.path, crowded: crowded.path, usual: usual.path },
      nodeFlags: [`--max-old-space-size=${String(HEAP)}`],
    }),
  );
  ({ user } = operators);
  const client = createCatalogClient({ url: operators.controller.url('catalog-service') });
  service = held.adopt(client, (one) => one.close());
  await user.client.create(resources.namespaces, {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: TENANT },
  });
  await create('by-web', { address: web.url });
});

describe(`a controller with a heap of ${String(HEAP)} MB`, () => {
  it('outlives a gRPC server whose bundles are gigabytes together', async () => {
    await create('heads', { address: heads.address });
    expect(await untilRefused('heads')).toMatch(/lists more than \d+ MB/);
    await create('names', { address: names.address });
    expect(await untilRefused('names')).toMatch(/lists more than \d+ MB/);
    await expectOthersServed();
  });

  it('outlives a ConfigMap whose aliases multiply a long text', async () => {
    await user.client.create(resources.configMaps, {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'multiplying', namespace: TENANT },
      data: {
        packages: '[{packageName: a, channels: [{name: stable, currentCSV: a.v1}]}]',
        clusterServiceVersions: `- metadata: {name: a.v1}\n${multiplying.replaceAll(/^(?=.)/gm, '  ')}`,
      },
    });
    await create('aliases', { sourceType: 'configmap', configMap: 'multiplying' });
    expect(await untilRefused('aliases')).toMatch(
      /Key clusterServiceVersions of ConfigMap tenant\/multiplying .*aliases multiply/,
    );
    await expectOthersServed();
  });

  it('outlives a bundle image whose aliases multiply a long text', async () => {
    const ref = { namespace: OURS, name: 'good' };
    await eventually(async () => {
      const detail = await service.bundle(ref, { package: 'image', csv: 'image.v1.0.0' });
      expect(detail?.image).toMatchObject({
        kind: 'failed',
        message: expect.stringMatching(/multiplying\.yaml .*aliases multiply/) as string,
      });
    });
    await expectOthersServed();
  });

  it('keeps its lease while many namespaces want what no search decides in time, and says so in each', async () => {
    const lease = async (): Promise<unknown> => {
      const found = await user.client.get(resources.leases, { namespace: OURS, name: 'capstan-controller' });
      // Who gives it up and takes it again has it since another time.
      return ['holderIdentity', 'acquireTime', 'leaseTransitions'].map((key) => at(found, `spec.${key}`));
    };
    const before = await lease();
    const names = Array.from({ length: EXPENSIVE }, (_, index) => `crowded${String(index)}`);
    for (const namespace of names) {
      await user.install({
        namespace,
        package: 'crowded',
        catalog: 'crowded',
        targetNamespaces: [namespace],
      });
    }
    await user.install({
      namespace: 'usual',
      package: 'usual',
      catalog: 'usual',
      targetNamespaces: ['usual'],
    });
    await user.untilPhase('usual', 'usual.v1.0.0', 'Succeeded', PATIENT.timeoutMs);
    for (const namespace of names) {
      await eventually(async () => {
        const ref = [resources.subscriptions, namespace, 'crowded'] as const;
        const failed = conditionIn(await user.field(...ref, 'status.conditions'), 'ResolutionFailed');
        expect([at(failed, 'status'), at(failed, 'message')]).toEqual([
          'True',
          expect.stringMatching(
            /^not decided in time: \d+ steps among \d+ bundles for subscription crowded /,
          ),
        ]);
      }, PATIENT);
    }
    expect(await lease()).toEqual(before);
    await expectOthersServed();
  });
});
