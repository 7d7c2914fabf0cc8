import { beforeAll, describe, expect, it } from 'vitest';
import { stopCluster } from '../cluster/cluster.ts';
import { startTestCluster } from './cluster.ts';
import type { TestCluster } from './cluster.ts';
import { eventually } from './eventually.ts';
import { heldByFile } from './held.ts';
import { sharedTestCluster } from './shared-cluster.ts';

it('shares one cluster with three ready nodes and real access rules', async () => {
  const cluster = sharedTestCluster();
  await eventually(async () => {
    const ready = await cluster.kubectl(
      'get',
      'nodes',
      '-o',
      'jsonpath={.items[*].status.conditions[?(@.type=="Ready")].status}',
    );
    expect(ready).toBe('True True True');
  });
  const refused = cluster.kubectl('get', 'secrets', '-A', '--as', 'somebody');
  await expect(refused).rejects.toThrow('forbidden');
});

it('brings a Deployment to life', async () => {
  const cluster = sharedTestCluster();
  await cluster.kubectl('create', 'namespace', 'alive');
  await cluster.kubectl('create', 'deployment', 'web', '-n', 'alive', '--image', 'none', '--replicas', '2');
  await cluster.kubectl(
    'wait',
    'deployment/web',
    '-n',
    'alive',
    '--for',
    'condition=Available',
    '--timeout',
    '60s',
  );
});

describe('one of its own', () => {
  const held = heldByFile();
  let cluster: TestCluster;

  beforeAll(async () => {
    cluster = held.use(await startTestCluster());
  });

  it('runs new pods at once after all of it was stopped and started', async () => {
    await stopCluster(cluster.name);
    await cluster.restart();
    await cluster.kubectl('create', 'deployment', 'web', '--image', 'none');
    // KWOK's Leases last 200 s: waiting for its own old ones would outlast this.
    await cluster.kubectl('wait', 'deployment/web', '--for', 'condition=Available', '--timeout', '60s');
  });

  it('survives the death of its API server and answers 410 after a compaction', async () => {
    const version = 'jsonpath={.metadata.resourceVersion}';
    const before = await cluster.kubectl('get', 'namespace', 'default', '-o', version);
    await cluster.kubectl('create', 'namespace', 'kept');
    await cluster.compact();
    await cluster.kill('kube-apiserver');
    await expect(cluster.kubectl('get', 'namespaces')).rejects.toThrow('refused');
    await cluster.restart();
    await expect(cluster.kubectl('get', 'namespace', 'kept')).resolves.toContain('Active');
    const watch = `/api/v1/namespaces?watch=1&timeoutSeconds=1&resourceVersion=${before}`;
    await expect(cluster.kubectl('get', '--raw', watch)).resolves.toContain('"code":410');
  });
});
