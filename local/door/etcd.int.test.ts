/** The etcd operator whose members are real: installed from its bundle, as processes of the runner, its keys in real etcds. */
import { beforeAll, expect, it } from 'vitest';
import { at } from '#lib/base/loose.ts';
import type { KubeObject } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { auditEvents } from '../testing/audit.ts';
import {
  anEtcdCluster,
  conditionOf,
  etcdBackups,
  etcdClusters,
  etcdRestores,
  etcdUser,
} from '../testing/samples/etcd-clusters.ts';
import type { EtcdUser } from '../testing/samples/etcd-clusters.ts';
import { eventually } from '../testing/eventually.ts';
import { heldByFile } from '../testing/held.ts';
import type { Operators } from '../testing/operators.ts';
import { startSampleWorld } from '../testing/samples/sample-world.ts';
import type { SampleWorld } from '../testing/samples/sample-world.ts';

const HOME = 'keys';
const CSV = 'etcd.v1.2.0';
const EXAMPLE = { namespace: HOME, name: 'example' };
const { pods } = resources;
/** Members join one after the other, each once it has its data. */
const PATIENCE = { timeoutMs: 110_000 };

const held = heldByFile();
let samples: SampleWorld;
let world: Operators;
let etcd: EtcdUser;

beforeAll(async () => {
  samples = held.use(await startSampleWorld());
  world = samples.operators;
  etcd = etcdUser(world.user.client, HOME, 'example-client');
  await world.user.install(REQUEST);
  await world.user.untilPhase(HOME, CSV, 'Succeeded');
  await eventually(() => world.user.client.create(etcdClusters, anEtcdCluster(EXAMPLE)));
});

const REQUEST = {
  ...{ namespace: HOME, package: 'etcd', catalog: 'samples' },
  targetNamespaces: [HOME],
  spec: { channel: 'stable' },
};

async function change(spec: Record<string, unknown>): Promise<void> {
  await world.user.client.patch(etcdClusters, EXAMPLE, { type: 'merge', body: { spec } });
}

async function members(): Promise<KubeObject[]> {
  const all = await world.user.list(pods, HOME, 'etcd_cluster=example');
  return all.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
}

/** Once it is as it is asked for: its pods, by name. */
async function running(names: readonly string[], version = '3.2.13'): Promise<Map<string, KubeObject>> {
  return eventually(async () => {
    const cluster = await world.user.client.get(etcdClusters, EXAMPLE);
    const { generation: observedGeneration } = cluster.metadata;
    expect(cluster).toMatchObject({
      status: {
        ...{ observedGeneration, phase: 'Running', size: names.length, currentVersion: version },
        members: { ready: names, unready: [] },
      },
    });
    expect(conditionOf(cluster, 'Progressing')).toMatchObject({ status: 'False' });
    const found = await members();
    expect(found.map(({ metadata }) => metadata.name).sort()).toEqual(names);
    return new Map(found.map((pod) => [pod.metadata.name, pod]));
  }, PATIENCE);
}

const numbered = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `example-${String(index)}`);

function uidsOf(found: ReadonlyMap<string, KubeObject>): Map<string, unknown> {
  return new Map([...found].map(([name, { metadata }]) => [name, metadata.uid]));
}

/** Writes one key after the other until it is told to stop; what was acknowledged. */
function writing(prefix: string): {
  /** Resolves once so many more are acknowledged. */
  more(count: number): Promise<void>;
  stop(): Promise<Record<string, string>>;
} {
  const acknowledged: Record<string, string> = {};
  let ended = false;
  const loop = (async () => {
    for (let count = 0; !ended; count += 1) {
      const key = `${prefix}/${String(count).padStart(5, '0')}`;
      try {
        await etcd.put(key, String(count));
        acknowledged[key] = String(count);
      } catch {
        // Not acknowledged: it may be there or not.
      }
    }
  })();
  return {
    more: (count) => {
      const goal = Object.keys(acknowledged).length + count;
      return eventually(() => expect(Object.keys(acknowledged).length).toBeGreaterThanOrEqual(goal));
    },
    stop: async () => {
      ended = true;
      await loop;
      return acknowledged;
    },
  };
}

it('makes three members of 3.2.13 that agree on what is written', async () => {
  const found = await running(numbered(3));
  for (const pod of found.values())
    expect(pod['spec']).toMatchObject({ containers: [{ image: 'quay.io/coreos/etcd:v3.2.13' }] });
  await etcd.put('greeting', 'hello');
  for (const name of numbered(3)) {
    const one = etcdUser(world.user.client, HOME, name);
    expect(await one.all()).toMatchObject({ greeting: 'hello' });
  }
});

it.each([
  [4, 'spec.size: 4 is even, and survives the loss of no more members than 3. Choose 3 or 5.'],
  [-1, 'spec.size: -1: a cluster has at least one member.'],
  [0, 'spec.size: 0: a cluster has at least one member.'],
])('refuses a size of %i, says why, and leaves its members alone', async (size, message) => {
  const before = uidsOf(await running(numbered(3)));
  await change({ size });
  await eventually(async () => {
    const cluster = await world.user.client.get(etcdClusters, EXAMPLE);
    expect(conditionOf(cluster, 'Accepted')).toEqual({
      ...{ status: 'False', reason: 'SpecRefused' },
      message: expect.stringContaining(message),
    });
  });
  await change({ size: 3 });
  expect(uidsOf(await running(numbered(3)))).toEqual(before);
});

it('grows from 3 to 5 and shrinks to 3 again, with all that was written', async () => {
  const before = uidsOf(await running(numbered(3)));
  await change({ size: 5 });
  const five = await running(numbered(5));
  expect([...uidsOf(five)].slice(0, 3)).toEqual([...before]);
  expect(await etcdUser(world.user.client, HOME, 'example-4').all()).toMatchObject({ greeting: 'hello' });
  await change({ size: 3 });
  expect(uidsOf(await running(numbered(3)))).toEqual(before);
  await eventually(async () => {
    const services = await world.user.list(resources.services, HOME, 'etcd_cluster=example');
    expect(services.map(({ metadata }) => metadata.name).sort()).toEqual([
      'example-0',
      'example-1',
      'example-2',
      'example-client',
    ]);
  });
  expect(await etcd.all()).toMatchObject({ greeting: 'hello' });
});

it.each(['SIGTERM', 'SIGKILL'] as const)(
  'finds its members with their keys when the runner ended by %s is started again',
  async (signal) => {
    const before = uidsOf(await running(numbered(3)));
    await etcd.put(signal, 'kept');
    const pid = samples.pidOf(`${HOME}/pod/example-0`);
    await samples.restartRunner(signal);
    await eventually(() => expect(samples.pidOf(`${HOME}/pod/example-0`)).not.toBe(pid));
    await eventually(
      async () => expect(await etcd.all()).toMatchObject({ greeting: 'hello', [signal]: 'kept' }),
      PATIENCE,
    );
    expect(uidsOf(await running(numbered(3)))).toEqual(before);
  },
);

it('brings a killed process back with its data, and replaces a deleted member, under writes that are all kept', async () => {
  const before = uidsOf(await running(numbered(3)));
  const writer = writing('under-fire');
  await writer.more(5);
  const pid = samples.pidOf(`${HOME}/pod/example-1`);
  process.kill(pid, 'SIGKILL');
  await writer.more(5);
  await eventually(() => expect(samples.pidOf(`${HOME}/pod/example-1`)).not.toBe(pid));
  await running(numbered(3));
  await world.cluster.kubectl('delete', 'pod', '--namespace', HOME, 'example-2');
  await writer.more(5);
  await eventually(async () => {
    const after = uidsOf(await running(numbered(3)));
    expect(after.get('example-2')).not.toBe(before.get('example-2'));
    expect(after.get('example-1')).toBe(before.get('example-1'));
  }, PATIENCE);
  const acknowledged = await writer.stop();
  for (const name of numbered(3))
    expect(await etcdUser(world.user.client, HOME, name).all()).toMatchObject(acknowledged);
});

it('upgrades one member after the other, each once the one before is back', async () => {
  const before = uidsOf(await running(numbered(3)));
  const from = samples.started.length;
  await change({ version: '3.3.1' });
  const after = await running(numbered(3), '3.3.1');
  expect(uidsOf(after)).toEqual(before);
  for (const pod of after.values())
    expect(pod['spec']).toMatchObject({ containers: [{ image: 'quay.io/coreos/etcd:v3.3.1' }] });
  const restarts = samples.started
    .slice(from)
    .map(({ workload, at: time }) => ({ what: `start ${workload.split('/').at(-1) ?? ''}`, time }));
  const patches = auditEvents(world.cluster.auditLog, `/namespaces/${HOME}/pods/example-`)
    .filter(
      ({ verb, stage, objectRef, user }) =>
        verb === 'patch' &&
        stage === 'ResponseComplete' &&
        objectRef?.subresource === undefined &&
        user.username?.endsWith(':etcd-operator') === true,
    )
    .map((event) => ({
      what: `patch ${event.objectRef?.name ?? ''}`,
      time: Date.parse(event.stageTimestamp ?? ''),
    }));
  const order = [...restarts, ...patches].sort((one, other) => one.time - other.time).map(({ what }) => what);
  expect(order).toEqual(numbered(3).flatMap((name) => [`patch ${name}`, `start ${name}`]));
});

it('refuses to go back to an older minor version', async () => {
  await running(numbered(3), '3.3.1');
  await change({ version: '3.2.13' });
  await eventually(async () => {
    const cluster = await world.user.client.get(etcdClusters, EXAMPLE);
    expect(conditionOf(cluster, 'Accepted').message).toContain('etcd 3.3.1 does not go back to 3.2.13');
  });
  await change({ version: '3.3.1' });
  await running(numbered(3), '3.3.1');
});

it('answers for its metrics by the Service that its bundle brings', async () => {
  const path = `/api/v1/namespaces/${HOME}/services/http:etcd-operator-metrics:metrics/proxy/metrics`;
  await eventually(async () => {
    expect(await world.cluster.kubectl('get', '--raw', path)).toMatch(
      /^controller_runtime_reconcile_total\{controller="etcdclusters",result="\w+"\} [1-9]/m,
    );
  });
});

it('has stores that are mostly free pages give them back, says so, and loses no key', async () => {
  const MIB = 1024 * 1024;
  const kept = await etcd.all();
  for (let round = 0; round < 8; round += 1) await etcd.put('filler', 'x'.repeat(MIB));
  const key = Buffer.from('filler').toString('base64');
  const revision = at(await etcd.ask('kv/deleterange', { key }), 'header', 'revision');
  await etcd.ask('kv/compaction', { revision, physical: true });
  await eventually(async () => {
    // What a compaction frees counts as free from the next write on.
    await etcd.put('tick', 'tock');
    for (const name of numbered(3)) {
      const status = await etcdUser(world.user.client, HOME, name).ask('maintenance/status', {});
      expect(Number(at(status, 'dbSize'))).toBeLessThan(4 * MIB);
    }
  }, PATIENCE);
  await running(numbered(3), '3.3.1');
  expect(await etcd.all()).toEqual({ ...kept, tick: 'tock' });
  const about = { namespace: HOME, fieldSelector: 'involvedObject.name=example,reason=Defragmenting' };
  const { items } = await world.user.client.list(resources.events, about);
  expect(items[0]).toMatchObject({
    type: 'Normal',
    message: expect.stringMatching(/^example-\d gives back/),
  });
});

it('keeps all keys in a backup, and a restore brings back the same', async () => {
  const lease = at(await etcd.ask('lease/grant', { TTL: 3600 }), 'ID');
  await etcd.put('leased', 'for an hour', String(lease));
  await etcd.put('binary \u0000 ünï', 'x'.repeat(400_000));
  const kept = await etcd.all();
  const { client } = world.user;
  const apiVersion = 'etcd.database.coreos.com/v1beta2';
  await client.create(etcdBackups, {
    ...{ apiVersion, kind: 'EtcdBackup', metadata: { name: 'nightly', namespace: HOME } },
    spec: { etcdCluster: { name: 'example' } },
  });
  await eventually(async () => {
    const backup = await client.get(etcdBackups, { namespace: HOME, name: 'nightly' });
    expect(backup['status']).toMatchObject({ succeeded: true, keys: Object.keys(kept).length });
  });
  const before = uidsOf(await running(numbered(3), '3.3.1'));
  await etcd.put('greeting', 'spoiled');
  await etcd.put('after the backup', 'gone soon');
  await client.create(etcdRestores, {
    ...{ apiVersion, kind: 'EtcdRestore', metadata: { name: 'back', namespace: HOME } },
    spec: { etcdCluster: { name: 'example' }, backup: { name: 'nightly' } },
  });
  await eventually(async () => {
    const restore = await client.get(etcdRestores, { namespace: HOME, name: 'back' });
    expect(restore['status']).toMatchObject({ phase: 'Restored', succeeded: true });
  }, PATIENCE);
  const after = uidsOf(await running(numbered(3), '3.3.1'));
  for (const [name, uid] of after) expect(uid).not.toBe(before.get(name));
  await eventually(async () => {
    expect(await etcd.all()).toEqual(kept);
  });
  expect(await etcd.ask('lease/timetolive', { ID: lease })).toMatchObject({ grantedTTL: '3600' });
});

it('takes nothing away for a backup that is not whole', async () => {
  const kept = await etcd.all();
  const { client } = world.user;
  await world.cluster.kubectl('delete', 'secret', '--namespace', HOME, 'nightly.etcd-backup-0');
  await client.create(etcdRestores, {
    ...{ apiVersion: 'etcd.database.coreos.com/v1beta2', kind: 'EtcdRestore' },
    ...{ metadata: { name: 'broken', namespace: HOME } },
    spec: { etcdCluster: { name: 'example' }, backup: { name: 'nightly' } },
  });
  await eventually(async () => {
    const restore = await client.get(etcdRestores, { namespace: HOME, name: 'broken' });
    expect(restore['status']).toMatchObject({
      phase: 'Failed',
      reason: expect.stringContaining('nightly.etcd-backup-0 is gone'),
    });
  });
  expect(await etcd.all()).toEqual(kept);
  await client.delete(etcdRestores, { namespace: HOME, name: 'broken' });
});

it('replaces a member that is lost with its node', async () => {
  const before = await running(numbered(3), '3.3.1');
  const kept = await etcd.all();
  const node = String(at(before.get('example-1'), 'spec', 'nodeName'));
  await world.cluster.kubectl('delete', 'node', node);
  await eventually(async () => {
    const after = await running(numbered(3), '3.3.1');
    for (const pod of after.values()) expect(at(pod, 'spec', 'nodeName')).not.toBe(node);
  }, PATIENCE);
  expect(await etcd.all()).toEqual(kept);
});

it('outlives its operator: a member that dies then is missing until the operator is back', async () => {
  await change({ size: 5 });
  const before = await running(numbered(5), '3.3.1');
  const kept = await etcd.all();
  await world.user.client.delete(resources.subscriptions, { namespace: HOME, name: 'etcd' });
  await world.user.client.delete(resources.clusterServiceVersions, { namespace: HOME, name: CSV });
  await eventually(async () => {
    expect(await world.user.list(resources.deployments, HOME)).toEqual([]);
  });
  await world.cluster.kubectl('delete', 'pod', '--namespace', HOME, 'example-3');
  await eventually(async () => {
    const left = await members();
    expect(left.map(({ metadata }) => metadata.name).sort()).toEqual([
      'example-0',
      'example-1',
      'example-2',
      'example-4',
    ]);
  });
  await eventually(() => etcd.put('without an operator', 'as before'));
  await world.user.subscribe(REQUEST);
  await world.user.untilPhase(HOME, CSV, 'Succeeded');
  const after = uidsOf(await running(numbered(5), '3.3.1'));
  for (const name of ['example-0', 'example-1', 'example-2', 'example-4'])
    expect(after.get(name)).toBe(before.get(name)?.metadata.uid);
  expect(await etcd.all()).toEqual({ ...kept, 'without an operator': 'as before' });
});

it('says that its data is lost when all members are, and begins nothing anew by itself', async () => {
  await change({ paused: true });
  await eventually(async () => {
    const cluster = await world.user.client.get(etcdClusters, EXAMPLE);
    expect(conditionOf(cluster, 'Progressing').reason).toBe('Paused');
  });
  await world.cluster.kubectl('delete', 'pod', '--namespace', HOME, '--selector', 'etcd_cluster=example');
  await change({ paused: false });
  await eventually(async () => {
    const cluster = await world.user.client.get(etcdClusters, EXAMPLE);
    expect(at(cluster, 'status', 'phase')).toBe('Failed');
    expect(conditionOf(cluster, 'Available')).toMatchObject({ status: 'False', reason: 'AllMembersLost' });
  });
  expect(await members()).toEqual([]);
});
