/** The command as people and scripts call it: what it prints, and with which exit code it ends. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { resources } from '#lib/k8s/resources.ts';
import type { ClusterServiceVersion } from '#lib/olm/api/types.ts';
import { anInstallableCsv } from '#lib/testing/install-facts.ts';
import { heldByFile } from '#local/testing/held.ts';
import { sharedTestCluster } from '#local/testing/shared-cluster.ts';
import { installWorld, type InstallWorld } from '#local/testing/worlds/install-world.ts';

const MAIN = join(import.meta.dirname, 'main.ts');

const held = heldByFile();
let at: InstallWorld;

interface Ended {
  code: number;
  out: string;
  errors: string;
}

function why(...args: readonly string[]): Promise<Ended> {
  const all = [MAIN, '--kubeconfig', sharedTestCluster().kubeconfig, ...args];
  return new Promise((resolve) => {
    const child = execFile(process.execPath, all, (_error, out, errors) => {
      resolve({ code: child.exitCode ?? -1, out, errors });
    });
  });
}

type Status = NonNullable<ClusterServiceVersion['status']>;

async function aCsv(name: string, status?: Status): Promise<string> {
  const { status: _none, ...csv } = anInstallableCsv(name, {
    metadata: { namespace: at.namespace, finalizers: [], annotations: {} },
    spec: { install: { strategy: 'deployment', spec: { deployments: [] } }, customresourcedefinitions: {} },
  });
  await at.make(resources.clusterServiceVersions, { ...csv, ...(status === undefined ? {} : { status }) });
  return `${at.namespace}/${name}`;
}

beforeAll(async () => {
  at = await installWorld(held);
});

it('ends with 0 where all is well', async () => {
  const place = await aCsv('well.v1', { phase: 'Succeeded', reason: 'InstallSucceeded' });
  expect(await why(place)).toEqual({ code: 0, out: 'healthy\n', errors: '' });
});

it('ends with 1 where something is broken, and says what, why and what helps, also for programs', async () => {
  const message = 'no group here';
  const place = await aCsv('broken.v1', { phase: 'Failed', reason: 'NoOperatorGroup', message });
  const { code, out } = await why(place);
  expect(code).toBe(1);
  expect(out).toContain(`broken\nClusterServiceVersion ${place}: `);
  expect(out).toContain('(groupMissing)');
  expect(out).toContain('Create one OperatorGroup in the namespace.');
  const json = await why('-o', 'json', '--kind', 'ClusterServiceVersion', place);
  expect(json.code).toBe(1);
  expect(JSON.parse(json.out)).toMatchObject({
    subject: { kind: 'ClusterServiceVersion', namespace: at.namespace, name: 'broken.v1' },
    health: 'broken',
    findings: [
      {
        ...{ link: 'csv', reason: 'groupMissing', fix: 'addGroup', detail: message },
        on: { kind: 'ClusterServiceVersion', namespace: at.namespace, name: 'broken.v1' },
      },
    ],
    notJudged: [],
  });
});

it('ends with 1 where what was asked about is not there', async () => {
  const { code, out } = await why(`${at.namespace}/nowhere`);
  expect({ code, out }).toEqual({ code: 1, out: expect.stringContaining('(subscriptionMissing)') });
});

it('ends with 2 where nobody has looked yet', async () => {
  const { code, out } = await why(await aCsv('new.v1'));
  expect({ code, out }).toEqual({ code: 2, out: expect.stringContaining('unknown\n') });
});

it.each([
  ['no name', [], 'Give one NAMESPACE/NAME'],
  ['half a name', ['only'], 'Give one NAMESPACE/NAME'],
  ['another output', ['-o', 'yaml', 'a/b'], '--output takes json.'],
  ['a kind that is not served', ['--kind', 'NoSuchKind', 'a/b'], 'The cluster serves no kind "NoSuchKind".'],
  ['an unknown option', ['--loud', 'a/b'], '--loud'],
])('ends with 2, and says why, where it is given %s', async (_, args, said) => {
  const { code, out, errors } = await why(...args);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(errors).toContain(said);
});

it('looks at an instance of a kind by any of its names', async () => {
  await at.make(resources.configMaps, {
    ...{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'orders', namespace: at.namespace } },
  });
  for (const kind of ['ConfigMap', 'configmaps']) {
    const { code, out } = await why('--kind', kind, `${at.namespace}/orders`);
    expect({ code, out }).toEqual({ code: 2, out: expect.stringContaining('(notReported)') });
  }
});
