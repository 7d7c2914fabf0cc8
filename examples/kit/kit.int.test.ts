/** The kit on a real API server: what operators need of it, whatever they are about. */
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { at } from '#lib/base/loose.ts';
import type { KubeObject } from '#lib/k8s/object.ts';
import { keyOf, refKey } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { createClient } from '#server/kube/client.ts';
import { loadConfig } from '#server/kube/config.ts';
import { eventually } from '#local/testing/eventually.ts';
import { sharedTestCluster } from '#local/testing/shared-cluster.ts';
import { setFinalizer } from './owned.ts';
import { operate } from './run.ts';
import type { Controller, Operator } from './run.ts';

const { configMaps } = resources;
const cluster = sharedTestCluster();
const client = createClient(loadConfig({ kubeconfig: cluster.kubeconfig }));
let namespace: string;
let serial = 0;

beforeEach(async () => {
  serial += 1;
  namespace = `kit-${String(process.pid)}-${String(serial)}`;
  await client.create(resources.namespaces, {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: namespace },
  });
});

function aMap(name: string, data: Record<string, string> = {}): KubeObject {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace, labels: { kit: 'yes' } }, data };
}

const isOurs = ({ metadata }: KubeObject): boolean => metadata.labels?.['kit'] === 'yes';

function controller(reconcile: Controller['reconcile'], more: Partial<Controller> = {}): Controller {
  const concerns = (map: KubeObject): string[] => (isOurs(map) ? [keyOf(map)] : []);
  return { name: 'maps', watched: [{ resource: configMaps, concerns }], reconcile, ...more };
}

interface Running {
  readonly logged: readonly string[];
  stop(): Promise<void>;
}

function start(controllers: readonly Controller[], more: Partial<Operator> = {}): Running {
  const stop = new AbortController();
  const logged: string[] = [];
  const log = (message: string): void => void logged.push(message);
  const ended = operate({
    name: 'kit',
    client,
    namespaces: [namespace],
    signal: stop.signal,
    log,
    controllers,
    ...more,
  });
  const end = async (): Promise<void> => {
    stop.abort();
    await ended;
  };
  onTestFinished(end);
  return { logged, stop: end };
}

it('tries again, later and later, what throws, and lets it hold up nothing else', async () => {
  const tried: number[] = [];
  const well = new Set<string>();
  start([
    controller(
      async (_known, { name }) => {
        if (name === 'bad') {
          tried.push(performance.now());
          throw new Error('it is bad');
        }
        well.add(name);
        return { kind: 'done' };
      },
      // One at a time: what waits for its next try has no place.
      { concurrency: 1 },
    ),
  ]);
  await client.create(configMaps, aMap('bad'));
  await eventually(() => expect(tried.length).toBeGreaterThan(3));
  for (const name of ['one', 'two', 'three']) await client.create(configMaps, aMap(name));
  await eventually(() => expect([...well].sort()).toEqual(['one', 'three', 'two']));
  await eventually(() => expect(tried.length).toBeGreaterThanOrEqual(8));
  const pauses = tried.slice(1).map((at, index) => at - (tried[index] ?? 0));
  // Doubled each time, of which chance takes away no more than half.
  expect(pauses.at(6)).toBeGreaterThan(3 * Math.max(1, 5));
  expect(Math.max(...pauses.slice(5))).toBeGreaterThan(Math.max(...pauses.slice(0, 2)));
});

it('finds objects by an index, shares one watch between controllers, and never looks after one twice at a time', async () => {
  let most = 0;
  const inside = new Set<string>();
  const colours: string[][] = [];
  const byColour = (map: KubeObject): string[] => [String(at(map, 'data', 'colour'))];
  const watched = [
    {
      resource: configMaps,
      concerns: (map: KubeObject) => (isOurs(map) ? [keyOf(map)] : []),
      indexes: { colour: byColour },
    },
  ];
  const { stop } = start([
    controller(
      async (known, ref) => {
        const key = refKey(ref);
        expect(inside.has(key)).toBe(false);
        inside.add(key);
        most = Math.max(most, inside.size);
        await new Promise((resolve) => setImmediate(resolve));
        colours.push(
          known.byIndex(configMaps, namespace, ['colour', 'red']).map(({ metadata }) => metadata.name),
        );
        inside.delete(key);
        return { kind: 'done' };
      },
      { watched },
    ),
    controller(() => Promise.resolve({ kind: 'done' }), { name: 'others' }),
  ]);
  for (const [name, colour] of [
    ['a', 'red'],
    ['b', 'blue'],
    ['c', 'red'],
  ] as const)
    await client.create(configMaps, aMap(name, { colour }));
  await eventually(() => expect(colours.at(-1)?.toSorted()).toEqual(['a', 'c']));
  await stop();
  expect(most).toBeLessThanOrEqual(4);
});

it.each([
  ['that was there', true],
  ['that came later', false],
])('ends only when what it was doing is done, with an object %s', async (_name, isThere) => {
  const begun = Promise.withResolvers<undefined>();
  const gate = Promise.withResolvers<undefined>();
  let finished = false;
  if (isThere) await client.create(configMaps, aMap('slow'));
  const { stop } = start([
    controller(async (_known, _ref, signal) => {
      begun.resolve(undefined);
      await gate.promise;
      finished = signal.aborted;
      return { kind: 'done' };
    }),
  ]);
  if (!isThere) await client.create(configMaps, aMap('slow'));
  await begun.promise;
  const ended = stop();
  gate.resolve(undefined);
  await ended;
  expect(finished).toBe(true);
});

it('works one at a time with a Lease, and the next goes on when the first ends', async () => {
  const worked: string[] = [];
  const as = (name: string): Running =>
    start(
      [
        controller(async () => {
          worked.push(name);
          return { kind: 'done' };
        }),
      ],
      { leader: { namespace, name: 'kit' } },
    );
  const first = as('first');
  await eventually(() => expect(first.logged).toContain('watching'));
  const second = as('second');
  await eventually(() => expect(second.logged).toContain('waits for its turn'));
  await client.create(configMaps, aMap('one'));
  await eventually(() => expect(worked).toContain('first'));
  expect(worked).not.toContain('second');
  await first.stop();
  await eventually(() => expect(worked).toContain('second'));
});

async function aFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

it('says how it is and what it has done', async () => {
  const port = await aFreePort();
  const ask = async (path: string): Promise<string> => {
    const response = await fetch(`http://127.0.0.1:${String(port)}${path}`);
    return `${String(response.status)} ${await response.text()}`;
  };
  start(
    [
      controller(async (_known, { name }) => {
        if (name === 'bad') throw new Error('it is bad');
        return { kind: 'done' };
      }),
    ],
    { health: { host: '127.0.0.1', port } },
  );
  await client.create(configMaps, aMap('good'));
  await client.create(configMaps, aMap('bad'));
  await eventually(async () => expect(await ask('/readyz')).toBe('200 ok\n'));
  expect(await ask('/healthz')).toBe('200 ok\n');
  expect(await ask('/elsewhere')).toMatch(/^404/);
  await eventually(async () => {
    const text = await ask('/metrics');
    expect(text).toMatch(/controller_runtime_reconcile_total\{controller="maps",result="success"\} [1-9]/);
    expect(text).toMatch(/controller_runtime_reconcile_total\{controller="maps",result="error"\} [1-9]/);
    expect(text).toContain('workqueue_depth{name="maps"}');
  });
});

it('keeps an object until its operator has tidied up', async () => {
  const finalizer = 'kit.example.com/tidy';
  const tidied: string[] = [];
  start([
    controller(async (known, ref) => {
      const map = known.get(configMaps, ref);
      if (map === undefined) return { kind: 'done' };
      const leaving = map.metadata.deletionTimestamp !== undefined;
      if (leaving && map.metadata.finalizers?.includes(finalizer)) tidied.push(ref.name);
      await setFinalizer(client, configMaps, map, { finalizer, there: !leaving });
      return { kind: 'done' };
    }),
  ]);
  await client.create(configMaps, aMap('kept'));
  await eventually(async () => {
    const { metadata } = await client.get(configMaps, { namespace, name: 'kept' });
    expect(metadata.finalizers).toEqual([finalizer]);
  });
  await client.delete(configMaps, { namespace, name: 'kept' });
  await eventually(async () => {
    const { items } = await client.list(configMaps, { namespace, labelSelector: 'kit=yes' });
    expect(items).toEqual([]);
  });
  expect(tidied).toContain('kept');
});
