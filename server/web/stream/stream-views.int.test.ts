/** Lists of which only what a screen shows is sent. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { KubeObject } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import type { WatchInterest, WatchMessage } from '#lib/k8s/watch-stream.ts';
import { eventually } from '#local/testing/eventually.ts';
import { sharedTestCluster } from '#local/testing/shared-cluster.ts';
import { startTestConsole } from '../testing/test-console.ts';
import type { TestConsole } from '../testing/test-console.ts';
import { openStream, shownAfter } from '../testing/test-stream.ts';
import type { OpenStream } from '../testing/test-stream.ts';

const namespace = `views-${String(process.pid)}`;
const group = `views-${String(process.pid)}.example`;
const things = { group, version: 'v1', plural: 'things', kind: 'Thing', namespaced: true };
const cluster = sharedTestCluster();
let console_: TestConsole;

const crd = (extra: Record<string, unknown>[] = []): KubeObject => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `things.${group}` },
  spec: {
    group,
    scope: 'Namespaced',
    names: { kind: 'Thing', listKind: 'ThingList', plural: 'things', singular: 'thing' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
        additionalPrinterColumns: [
          { name: 'Size', type: 'integer', jsonPath: '.spec.size' },
          { name: 'Last', type: 'date', jsonPath: '.status.last' },
          ...extra,
        ],
      },
    ],
  },
});

const aThing = (name: string, size: number): KubeObject => ({
  apiVersion: `${group}/v1`,
  kind: 'Thing',
  metadata: { name, namespace },
  spec: { size, filler: 'x'.repeat(100_000) },
  status: { phase: 'Ready', last: '2026-01-01T00:00:00Z' },
});

beforeAll(async () => {
  console_ = await startTestConsole({ kubeconfig: cluster.kubeconfig });
  const { client } = console_.identity;
  await cluster.kubectl('create', 'namespace', namespace);
  await client.create(resources.customResourceDefinitions, crd());
  await cluster.kubectl('wait', '--for=condition=Established', `crd/things.${group}`);
  await eventually(() => client.create(things, aThing('one', 1)));
  await client.create(things, aThing('two', 2));
});

afterAll(async () => {
  await cluster.kubectl('delete', 'crd', `things.${group}`, '--wait=false');
  await console_.stop();
});

const interest = { id: 'w', group, version: 'v1', plural: 'things', kind: 'Thing', namespace };
const row = ({ messages }: OpenStream, name: string): KubeObject | undefined =>
  shownAfter(messages).get(`${namespace}/${name}`);
const columnsIn = ({ messages }: OpenStream): string[] | undefined =>
  messages
    .findLast((one): one is WatchMessage & { type: 'snapshot' } => one.type === 'snapshot')
    ?.columns?.map(({ name }) => name);

describe('the view', () => {
  it.each<{ name: string; extra: Partial<WatchInterest>; want: Record<string, unknown> }>([
    { name: 'metadata', extra: { view: 'metadata' }, want: {} },
    {
      name: 'table',
      extra: { view: 'table' },
      want: { cells: ['one', 1, expect.stringMatching(/^\d+[a-z]/)] },
    },
    {
      name: 'table with fields',
      extra: { view: 'table', fields: ['status.phase', 'status.last'] },
      want: {
        cells: ['one', 1, expect.anything()],
        status: { phase: 'Ready', last: '2026-01-01T00:00:00Z' },
      },
    },
  ])('$name is small, and kept up to date', async ({ extra, want }) => {
    const stream = await openStream(console_, { ...interest, ...extra });
    await eventually(() =>
      expect(row(stream, 'one')).toEqual({
        apiVersion: `${group}/v1`,
        kind: 'Thing',
        metadata: expect.objectContaining({ name: 'one', uid: expect.any(String) }),
        ...want,
      }),
    );
    const { client } = console_.identity;
    const label = `turn-${String(Object.keys(want).length)}`;
    await client.patch(
      things,
      { namespace, name: 'two' },
      {
        type: 'merge',
        body: { metadata: { labels: { label } }, spec: { size: 7 } },
      },
    );
    await eventually(() => expect(row(stream, 'two')?.metadata.labels).toMatchObject({ label }));
    if (extra.view === 'table') expect(row(stream, 'two')?.['cells']).toEqual(['two', 7, expect.anything()]);
    expect(JSON.stringify(stream.messages).length).toBeLessThan(10_000);
    await client.create(things, aThing(label, 1));
    await eventually(() => expect(row(stream, label)).toBeDefined());
    await client.delete(things, { namespace, name: label });
    await eventually(() => expect(row(stream, label)).toBeUndefined());
  });

  it('never holds what is in a Secret', async () => {
    await cluster.kubectl(
      'create',
      'secret',
      'generic',
      'hidden',
      '-n',
      namespace,
      '--from-literal=p=hunter2',
      // As `kubectl apply` does.
      '--save-config',
    );
    const secrets = { group: '', version: 'v1', plural: 'secrets', kind: 'Secret', namespace };
    const stream = await openStream(
      console_,
      { ...secrets, id: 'table', view: 'table', fields: ['data.p', 'data'] },
      { ...secrets, id: 'one', name: 'hidden' },
    );
    await eventually(() => {
      for (const id of ['table', 'one']) expect(stream.types(id)).toContain('snapshot');
    });
    expect(JSON.stringify(stream.messages)).toContain('hidden');
    expect(JSON.stringify(stream.messages)).not.toContain(Buffer.from('hunter2').toString('base64'));
  });

  it('table follows the columns of the CRD', async () => {
    const stream = await openStream(console_, { ...interest, view: 'table' });
    await eventually(() => expect(columnsIn(stream)).toEqual(['Name', 'Size', 'Last']));
    const { client } = console_.identity;
    const [column] = [{ name: 'Phase', type: 'string', jsonPath: '.status.phase' }];
    await client.apply(resources.customResourceDefinitions, crd([column]), { fieldManager: 'test' });
    await eventually(
      async () => {
        // The new columns come with the next event of the watch.
        await cluster.kubectl(
          'annotate',
          '--overwrite',
          `things.${group}`,
          'one',
          '-n',
          namespace,
          `at=${String(performance.now())}`,
        );
        expect(columnsIn(stream)).toEqual(['Name', 'Size', 'Last', 'Phase']);
      },
      { intervalMs: 500 },
    );
    await eventually(() =>
      expect(row(stream, 'two')?.['cells']).toMatchObject(['two', 7, expect.anything(), 'Ready']),
    );
  });
});
