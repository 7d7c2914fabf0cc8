/** Repositories of declarative operators that mean harm, against a controller with a small heap that serves another one. */
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { resources } from '#lib/k8s/resources.ts';
import { filesOf, SOUND_PACKAGE } from '#lib/testing/kudo-package.ts';
import { eventually } from '#local/testing/eventually.ts';
import { heldByFile } from '#local/testing/held.ts';
import { at, conditionIn, type Bench } from '#local/testing/installs.ts';
import { startOperators, type Operators } from '#local/testing/operators.ts';
import { tarBytes } from '#local/testing/registry/images.ts';
import { writeArchive } from '#server/catalog/read/package-archive.ts';
import { createCatalogClient, type CatalogClient } from '#server/catalog/service/client.ts';
import { digestOfBytes } from '#server/kudo/repository-cache.ts';
import { endless, fileServer, type FileServer, type ServedFile } from '#server/kudo/testing/file-server.ts';

const NAMESPACE = 'tenant';
/** Of the controller, in MB. */
const HEAP = 256;
const MB = 1024 * 1024;
/** What is refused has to come over the wire first. */
const PATIENT = { timeoutMs: 100_000 };

const held = heldByFile();
let operators: Operators;
let user: Bench;
let service: CatalogClient;
let server: FileServer;
let manyFiles: Buffer;

const entry = (name: string, more = ''): string =>
  `  ${name}:\n    - {operatorVersion: 1.0.0, urls: [${name}.tgz]${more}}\n`;
const indexOf = (...entries: string[]): string => `apiVersion: v1\nentries:\n${entries.join('')}`;

/** `web` again, under another name, with some files of its own. */
const packageNamed = (name: string, more: Readonly<Record<string, string>> = {}): Buffer =>
  writeArchive(
    filesOf({
      ...SOUND_PACKAGE,
      'operator.yaml': SOUND_PACKAGE['operator.yaml'].replace('name: web', `name: ${name}`),
      ...more,
    }),
  );

/** By name a version a hundred thousand times, with a text of so many characters. */
const multiplying = (characters: number): string => `apiVersion: v1
a: &version {operatorVersion: 1.0.0, urls: [web.tgz], description: ${'x'.repeat(characters)}}
b: &versions [${'*version, '.repeat(1_000)}]
entries: {${Array.from({ length: 100 }, (_, index) => `p${String(index)}: *versions`).join(', ')}}
`;

async function offer(name: string, file: ServedFile, ending = 'index.yaml'): Promise<void> {
  server.files.set(`/${name}/${ending}`, file);
  await user.client.create(resources.catalogSources, {
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'CatalogSource',
    metadata: { name, namespace: NAMESPACE },
    spec: { sourceType: 'grpc', address: `${server.url}/${name}/${ending}` },
  });
}

/** Condition of its content, once that has been looked at. */
async function untilRead(name: string): Promise<unknown> {
  return eventually(async () => {
    const ref = [resources.catalogSources, NAMESPACE, name, 'status.conditions'] as const;
    const read = conditionIn(await user.field(...ref), 'ContentRead');
    expect(at(read, 'status')).toMatch(/True|False/);
    return read;
  }, PATIENT);
}

/** The package of the sound repository, fetched anew where nothing of it is kept; the process is the one that it was. */
async function expectOthersServed(): Promise<void> {
  const catalog = { namespace: NAMESPACE, name: 'sound' };
  const answer = await service.operatorFiles(catalog, { name: 'web', version: '1.0.0' });
  expect(answer).toMatchObject({
    files: expect.arrayContaining([expect.objectContaining({ path: 'params.yaml' })]) as unknown,
  });
  const health = await fetch(`${operators.controller.url('health')}/healthz`);
  expect(health.status, await health.text()).toBe(200);
}

beforeAll(async () => {
  // Before anything is connected: it takes seconds, in which nobody here hears that a connection has been closed.
  const files = Array.from({ length: 100_000 }, (_, index) => `templates/${String(index)}.yaml`);
  manyFiles = gzipSync(await tarBytes(files.map((name) => ({ name, content: '' }))));
  server = held.use(await fileServer({ '/sound/web.tgz': writeArchive(filesOf(SOUND_PACKAGE)) }));
  operators = held.use(
    await startOperators({
      catalogs: {},
      flags: ['--kudo', '--kudo-trust-authors'],
      nodeFlags: [`--max-old-space-size=${String(HEAP)}`],
    }),
  );
  ({ user } = operators);
  const client = createCatalogClient({ url: operators.controller.url('catalog-service') });
  service = held.adopt(client, (one) => one.close());
  await user.client.create(resources.namespaces, {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: NAMESPACE },
  });
  await offer('sound', indexOf(entry('web')));
  await eventually(expectOthersServed);
});

describe('an index', () => {
  it.each<[name: string, what: string, file: ServedFile, said: RegExp]>([
    ['endless', 'without an end', endless, /more than \d+ bytes|larger than|at most/],
    ['bomb', 'that unpacks to a gigabyte', gzipSync(Buffer.alloc(1_024 * MB, '# ')), /more than|larger/],
    [
      'aliases',
      'whose aliases multiply a long text',
      multiplying(900_000),
      /more than 8192 characters|alias/,
    ],
    ['nested', 'nested a hundred thousand times', `entries: ${'['.repeat(100_000)}`, /nested|deep/],
    [
      'inward',
      'that is elsewhere, in a private network',
      (response) => response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end(),
      /169\.254\.169\.254/,
    ],
    [
      'torn',
      'that breaks off',
      (response) => {
        response
          .writeHead(200, { 'content-length': '5000' })
          .write('apiVersion: v1\n', () => response.destroy());
      },
      /cut the connection/,
    ],
  ])('%s, %s, is told, and harms nobody else', async (name, _what, file, said) => {
    await offer(name, file, name === 'bomb' ? 'index.yaml.gz' : 'index.yaml');
    await expectOthersServed();
    const read = await untilRead(name);
    expect([at(read, 'status'), at(read, 'message')]).toEqual(['False', expect.stringMatching(said)]);
    await expectOthersServed();
  });

  it.each<[name: string, what: string, index: () => string]>([
    [
      'crowd',
      'with a hundred thousand operators',
      () => indexOf(...Array.from({ length: 100_000 }, (_, index) => entry(`p${String(index)}`))),
    ],
    ['copies', 'with a hundred thousand versions by alias', () => multiplying(8_000)],
  ])('%s, %s, is read up to its bounds, and harms nobody else', async (name, _what, index) => {
    await offer(name, index());
    await expectOthersServed();
    await untilRead(name);
    await expectOthersServed();
  });

  it('that says nothing for long keeps nobody else waiting', async () => {
    await offer('silent', (response) => void response.writeHead(200).flushHeaders());
    await expectOthersServed();
  });
});

describe('a package', () => {
  const names = ['bomb', 'outside', 'files', 'aliases', 'deep', 'endless', 'other', 'loop'];
  beforeAll(async () => {
    const digest = `, digest: ${digestOfBytes(packageNamed('web'))}`;
    await offer('swamp', indexOf(...names.map((name) => entry(name, name === 'other' ? digest : ''))));
    await untilRead('swamp');
  });

  it.each<[name: string, what: string, file: () => ServedFile | Promise<ServedFile>, said: RegExp]>([
    ['bomb', 'that unpacks to a gigabyte', () => gzipSync(Buffer.alloc(1_024 * MB)), /unpacks to more than/],
    [
      'outside',
      'whose file leads out of it',
      async () => gzipSync(await tarBytes([{ name: '../../etc/passwd', content: 'x' }])),
      /leads out of the package/,
    ],
    ['files', 'with a hundred thousand files', () => manyFiles, /more than \d+ files/],
    [
      'aliases',
      'whose aliases multiply a long text',
      () =>
        packageNamed('aliases', {
          'operator.yaml': `${multiplying(9_000)}tasks: *versions\nname: aliases\noperatorVersion: 1.0.0\n`,
        }),
      /alias/,
    ],
    [
      'deep',
      'with parameters nested a hundred thousand times',
      () => packageNamed('deep', { 'params.yaml': `parameters: ${'['.repeat(100_000)}` }),
      /nested|deep/,
    ],
    ['endless', 'without an end', () => endless, /more than \d+ bytes/],
    ['other', 'with another digest', () => packageNamed('other'), /digest/],
    [
      'loop',
      'that is elsewhere, again and again',
      () => (response) => response.writeHead(302, { location: `${server.url}/swamp/loop.tgz` }).end(),
      /redirects more than 5 times/,
    ],
  ])('%s, %s, is told, and harms nobody else', async (name, _what, file, said) => {
    server.files.set(`/swamp/${name}.tgz`, await file());
    const asking = service.operatorFiles({ namespace: NAMESPACE, name: 'swamp' }, { name, version: '1.0.0' });
    await expectOthersServed();
    expect(await asking).toEqual({ problem: expect.stringMatching(said) as string });
    await expectOthersServed();
  });
});
