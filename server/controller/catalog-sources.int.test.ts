import { beforeAll, describe, expect, it } from 'vitest';
import { resources } from '#lib/k8s/resources.ts';
import { fbcPackage } from '#lib/testing/bundle-files.ts';
import { auditEvents } from '#local/testing/audit.ts';
import { eventually } from '#local/testing/eventually.ts';
import { heldByFile } from '#local/testing/held.ts';
import { pushImage } from '#local/testing/registry/images.ts';
import { at, conditionIn, type Bench } from '#local/testing/installs.ts';
import { startOperators, type Operators } from '#local/testing/operators.ts';
import { startRegistry, type TestRegistry } from '#local/testing/registry/registry.ts';
import { ticketsCatalog } from '#local/testing/tickets.ts';
import { webCatalog, type WebCatalog } from '#local/testing/web-catalog.ts';
import {
  createCatalogClient,
  type CatalogClient,
  type SourceHealth,
} from '#server/catalog/service/client.ts';
import {
  startRegistry as startGrpc,
  type TestRegistry as GrpcRegistry,
} from '#server/catalog/testing/test-registry.ts';
import { jsonLines } from '#server/catalog/testing/temporary.ts';

const OURS = 'capstan-system';
const SOURCE = resources.catalogSources;

const linesOf = (...names: string[]): object[] =>
  names.flatMap((name) => fbcPackage(name, ['1.0.0', '1.1.0']));

const held = heldByFile();
let operators: Operators;
let web: WebCatalog;
let grpc: GrpcRegistry;
let registry: TestRegistry | undefined;
let service: CatalogClient;
let user: Bench;

function askService(): void {
  const client = createCatalogClient({ url: operators.controller.url('catalog-service') });
  service = held.adopt(client, (one) => one.close());
}

beforeAll(async () => {
  const directory = held.use(await ticketsCatalog({ sample: ['1.0.0'] }));
  web = held.use(await webCatalog(jsonLines(linesOf('web', 'shared'))));
  const lines = linesOf('served', 'shared').map((line) => JSON.stringify(line));
  grpc = held.use(await startGrpc({ lines }));
  registry = held.use(await startRegistry());
  operators = held.use(await startOperators({ catalogs: { samples: directory.path }, keepsCache: true }));
  ({ user } = operators);
  askService();
});

async function create(name: string, spec: object, namespace = OURS): Promise<void> {
  await user.client.create(SOURCE, {
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'CatalogSource',
    metadata: { name, namespace },
    spec: { sourceType: 'grpc', ...spec },
  });
}

const annotate = (name: string, annotations: Record<string, string | null>): Promise<unknown> =>
  user.client.patch(
    SOURCE,
    { namespace: OURS, name },
    { type: 'merge', body: { metadata: { annotations } } },
  );

interface Status {
  state: unknown;
  reason: unknown;
  message: unknown;
  /** Status, reason and message of ContentRead. */
  content: string | undefined;
}

async function statusOf(name: string, namespace = OURS): Promise<Status> {
  const status = await user.field(SOURCE, namespace, name, 'status');
  const found = conditionIn(at(status, 'conditions'), 'ContentRead');
  const part = (field: string): string => String(at(found, field));
  return {
    state: at(status, 'connectionState.lastObservedState'),
    reason: at(status, 'reason'),
    message: at(status, 'message'),
    content: found === undefined ? undefined : `${part('status')} ${part('reason')}: ${part('message')}`,
  };
}

const untilState = (name: string, state: string, namespace = OURS): Promise<Status> =>
  eventually(async () => {
    const status = await statusOf(name, namespace);
    expect(status.state, JSON.stringify(status)).toBe(state);
    return status;
  });

async function packagesOf(name: string, namespace = OURS): Promise<string[]> {
  const tiles = await service.packages([{ namespace, name }]);
  return tiles.map((tile) => tile.package).sort();
}

async function health(name: string): Promise<SourceHealth | undefined> {
  return (await service.sources()).find((source) => source.name === name);
}

describe('each kind of source', () => {
  it('is read, and has the status that upstream gives it', async () => {
    await create('by-web', { address: web.url, displayName: 'By web', priority: 5 });
    await create('by-grpc', { address: grpc.address });
    await user.client.create(resources.configMaps, {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'operators', namespace: OURS },
      data: { 'catalog.jsonl': jsonLines(linesOf('mapped')) },
    });
    await create('by-map', { sourceType: 'configmap', configMap: 'operators' });
    for (const name of ['samples', 'by-web', 'by-grpc', 'by-map']) {
      const { reason, message, content } = await untilState(name, 'READY');
      expect([reason, message]).toEqual([undefined, undefined]);
      expect(content).toMatch(/^True Read: \d+ packages, \d+ bundles, digest sha256:/);
      expect(await user.field(SOURCE, OURS, name, 'status.registryService.createdAt')).toMatch(/Z$/);
    }
    expect(await packagesOf('samples')).toEqual(['sample']);
    expect(await packagesOf('by-web')).toEqual(['shared', 'web']);
    expect(await packagesOf('by-grpc')).toEqual(['served', 'shared']);
    expect(await packagesOf('by-map')).toEqual(['mapped']);
    expect(await health('by-web')).toMatchObject({ displayName: 'By web', priority: 5, bundles: 4 });
  });

  it('keeps two packages of one name apart', async () => {
    const refs = ['by-web', 'by-grpc'].map((name) => ({ namespace: OURS, name }));
    const tiles = await service.packages(refs);
    expect(
      tiles
        .filter((tile) => tile.package === 'shared')
        .map(({ catalog }) => catalog)
        .sort(),
    ).toEqual(['by-grpc', 'by-web']);
  });

  it('owns its ConfigMap, names it, and reads it when it changes', async () => {
    const map = { namespace: OURS, name: 'operators' };
    await eventually(async () => {
      const { metadata } = await user.client.get(resources.configMaps, map);
      const reference = await user.field(SOURCE, OURS, 'by-map', 'status.configMapReference');
      expect(metadata.ownerReferences?.map(({ kind, name }) => [kind, name])).toEqual([
        ['CatalogSource', 'by-map'],
      ]);
      expect(reference).toMatchObject({
        ...map,
        uid: metadata.uid,
        resourceVersion: metadata.resourceVersion,
      });
    });
    const data = { 'catalog.jsonl': jsonLines(linesOf('mapped', 'more')) };
    await user.client.patch(resources.configMaps, map, { type: 'merge', body: { data } });
    await eventually(async () => {
      expect(await packagesOf('by-map')).toEqual(['mapped', 'more']);
    });
  });

  it('is an image, too, polled without a write', async (context) => {
    if (registry === undefined) {
      context.skip();
      return;
    }
    const image = `${registry.host}/catalog:latest`;
    const push = (...names: string[]): Promise<unknown> =>
      pushImage(image, {
        layers: [{ files: { 'configs/catalog.json': jsonLines(linesOf(...names)) } }],
        labels: { 'operators.operatorframework.io.index.configs.v1': '/configs' },
      });
    await push('pushed');
    await create('by-image', { image, updateStrategy: { registryPoll: { interval: '5s' } } });
    await untilState('by-image', 'READY');
    expect(await packagesOf('by-image')).toEqual(['pushed']);
    expect(await user.field(SOURCE, OURS, 'by-image', 'status.latestImageRegistryPoll')).toMatch(/Z$/);
    const writes = (): number =>
      auditEvents(operators.cluster.auditLog, '"by-image"').filter(
        ({ verb, objectRef }) =>
          objectRef?.name === 'by-image' && ['create', 'update', 'patch'].includes(verb),
      ).length;
    const before = writes();
    const seen = new Set<number>();
    await eventually(
      async () => {
        seen.add((await health('by-image'))?.checkedAt ?? 0);
        expect(seen.size).toBeGreaterThan(3);
      },
      { timeoutMs: 90_000 },
    );
    expect(writes()).toBe(before);
    await push('pushed', 'again');
    await eventually(async () => {
      expect(await packagesOf('by-image')).toEqual(['again', 'pushed']);
    });
    await user.client.delete(SOURCE, { namespace: OURS, name: 'by-image' });
  });
});

describe('faults of the spec', () => {
  it.each<[string, object, string, string | undefined, string]>([
    ['unknown', { sourceType: 'ftp' }, 'SpecInvalidError', undefined, 'unknown sourcetype: ftp'],
    [
      'no-map-name',
      { sourceType: 'internal' },
      'SpecInvalidError',
      undefined,
      'configmap name unset: must be set for sourcetype: internal',
    ],
    [
      'nothing',
      {},
      'SpecInvalidError',
      undefined,
      'image and address unset: at least one must be set for sourcetype: grpc',
    ],
    [
      'no-map',
      { sourceType: 'configmap', configMap: 'absent' },
      'ConfigMapError',
      'TRANSIENT_FAILURE',
      'failed to get catalog config map absent: ',
    ],
    [
      'no-directory',
      { address: 'directory:nowhere' },
      'RegistryServerError',
      'TRANSIENT_FAILURE',
      'no directory is registered as nowhere: ',
    ],
  ])('%s', async (name, spec, reason, state, message) => {
    await create(name, spec);
    await eventually(async () => {
      const status = await statusOf(name);
      expect([status.reason, status.state]).toEqual([reason, state]);
      expect(status.message).toContain(message);
    });
    await user.client.delete(SOURCE, { namespace: OURS, name });
  });

  it('an interval that is none, beside content that is read', async () => {
    await create('interval', { address: web.url, updateStrategy: { registryPoll: { interval: 'soon' } } });
    const { reason, message } = await untilState('interval', 'READY');
    expect(reason).toBe('InvalidIntervalError');
    expect(message).toBe(
      'error parsing spec.updateStrategy.registryPoll.interval. Using the default value of 15m0s instead. Error: time: invalid duration "soon"',
    );
    await user.client.delete(SOURCE, { namespace: OURS, name: 'interval' });
  });
});

describe('a source that fails', () => {
  const old = (): string => jsonLines(linesOf('web', 'shared'));

  it('keeps its content, says so, and recovers by itself', async () => {
    web.body = undefined;
    await annotate('by-web', { 'capstan.dev/refresh': '1' });
    const failed = await untilState('by-web', 'TRANSIENT_FAILURE');
    expect(failed.reason).toBe('RegistryServerError');
    expect(failed.content).toMatch(/^False ReadFailed: .*is still offered: 2 packages, 4 bundles/);
    expect(await packagesOf('by-web')).toEqual(['shared', 'web']);
    expect((await health('by-web'))?.problem?.retryAt).toBeGreaterThan(0);
    web.body = jsonLines(linesOf('web', 'newer'));
    await untilState('by-web', 'READY');
    expect(await packagesOf('by-web')).toEqual(['newer', 'web']);
    web.body = old();
  });

  it('has its content after a restart, with the registry gone', async () => {
    await annotate('by-web', { 'capstan.dev/refresh': '2' });
    await eventually(async () => {
      expect(await packagesOf('by-web')).toEqual(['shared', 'web']);
    });
    await operators.controller.kill();
    const { port } = new URL(web.url);
    await web.close();
    await operators.start();
    askService();
    expect(await packagesOf('by-web')).toEqual(['shared', 'web']);
    await untilState('by-web', 'TRANSIENT_FAILURE');
    expect(await packagesOf('by-web')).toEqual(['shared', 'web']);
    web = held.use(await webCatalog(old(), Number(port)));
    await untilState('by-web', 'READY');
  });
});

describe('who may use a source', () => {
  it('is its own namespace alone, unless it is in the global one', async () => {
    const install = (namespace: string): Promise<void> =>
      user.install({
        namespace,
        package: 'served',
        catalog: 'theirs',
        spec: { sourceNamespace: 'team', installPlanApproval: 'Manual' },
      });
    await install('team');
    await install('elsewhere');
    await create('theirs', { address: grpc.address }, 'team');
    await untilState('theirs', 'READY', 'team');
    const condition = async (namespace: string): Promise<unknown> => {
      const all = await user.field(resources.subscriptions, namespace, 'served', 'status.conditions');
      const conditions: unknown[] = Array.isArray(all) ? all : [];
      return at(
        conditions.find((entry) => at(entry, 'type') === 'CatalogSourcesUnhealthy'),
        'message',
      );
    };
    await eventually(async () => {
      expect(await condition('team')).toBe('all available catalogsources are healthy');
      expect(await condition('elsewhere')).toBe('targeted catalogsource team/theirs missing');
    });
  });
});

describe('what people do to a source', () => {
  it('takes it out of service and puts it back', async () => {
    await annotate('by-grpc', { 'capstan.dev/disabled': 'true' });
    const { message } = await untilState('by-grpc', 'SHUTDOWN');
    expect(message).toBe('disabled by annotation capstan.dev/disabled');
    expect(await packagesOf('by-grpc')).toEqual([]);
    expect((await health('by-grpc'))?.disabled).toBe(true);
    await annotate('by-grpc', { 'capstan.dev/disabled': null });
    await untilState('by-grpc', 'READY');
    expect(await packagesOf('by-grpc')).toEqual(['served', 'shared']);
  });

  it('offers nothing of an old address under a new one', async () => {
    const body = { spec: { address: '127.0.0.1:1' } };
    await user.client.patch(SOURCE, { namespace: OURS, name: 'by-grpc' }, { type: 'merge', body });
    await untilState('by-grpc', 'TRANSIENT_FAILURE');
    expect(await packagesOf('by-grpc')).toEqual([]);
  });

  it('deletes it, and its packages are gone', async () => {
    await user.client.delete(SOURCE, { namespace: OURS, name: 'by-web' });
    await eventually(async () => {
      expect(await health('by-web')).toBeUndefined();
      expect(await packagesOf('by-web')).toEqual([]);
    });
  });
});
