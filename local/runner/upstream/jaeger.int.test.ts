/**
 * Jaeger's own operator, from the bundle in its module: three webhooks that the API server reaches, one of them for the
 * Deployments of everybody.
 */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import type { KubeObject, Resource } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { eventually } from '../../testing/eventually.ts';
import { heldByFile } from '../../testing/held.ts';
import { at } from '../../testing/installs.ts';
import type { Operators } from '../../testing/operators.ts';
import { rowOf, whyNotRun } from '../../testing/upstream/programs.ts';
import { requestsOf, startWithRunner } from '../../testing/upstream/with-runner.ts';
import { fetchSources } from './build.ts';

const HOME = 'observability';
const LONG = { timeoutMs: 110_000 };
const PROGRAM = 'jaeger-operator 1.65.0';
const CSV = 'jaeger-operator.v1.65.0';
const jaegers: Resource = {
  ...{ group: 'jaegertracing.io', version: 'v1', plural: 'jaegers', kind: 'Jaeger', namespaced: true },
};

const skips = (await whyNotRun([PROGRAM])) !== undefined;
const held = heldByFile();
let operators: Operators;

beforeAll(async () => {
  if (skips) return;
  const catalog = held.adopt(await mkdtemp(join(tmpdir(), 'capstan-jaeger-')), (folder) =>
    rm(folder, { recursive: true, force: true }),
  );
  const { source } = rowOf(PROGRAM);
  const sources = await fetchSources(source, catalog, { env: process.env });
  for (const part of ['manifests', 'metadata'])
    await cp(join(sources, 'bundle', part), join(catalog, 'jaeger', '1.65.0', part), { recursive: true });
  ({ operators } = await startWithRunner(held, { community: catalog }));
  await operators.user.client.create(resources.namespaces, {
    ...{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: HOME } },
  });
  await operators.user.client.create(resources.operatorGroups, {
    apiVersion: 'operators.coreos.com/v1',
    kind: 'OperatorGroup',
    metadata: { namespace: HOME, name: 'everywhere' },
    spec: {},
  });
});

it.skipIf(skips)('comes up with its webhooks, and makes what a Jaeger asks for', async () => {
  await operators.user.subscribe({ namespace: HOME, package: 'jaeger', catalog: 'community' });
  await operators.user.untilPhase(HOME, CSV, 'Succeeded', LONG.timeoutMs);
  const made = await eventually(
    () =>
      operators.user.client.create(jaegers, {
        apiVersion: 'jaegertracing.io/v1',
        kind: 'Jaeger',
        metadata: { namespace: HOME, name: 'my-jaeger' },
        spec: { strategy: 'allInOne' },
      }),
    LONG,
  );
  // Nobody but its webhook fills that in.
  expect(at(made, 'spec.storage.elasticsearch.name')).toBe('elasticsearch');
  await eventually(async () => {
    const all = await operators.user.list(
      resources.deployments,
      HOME,
      'app.kubernetes.io/managed-by=jaeger-operator',
    );
    expect(all.map((one) => [one.metadata.name, at(one, 'status.readyReplicas')])).toEqual([
      ['my-jaeger', 1],
    ]);
  }, LONG);
});

it.skipIf(skips)('puts its sidecar into a Deployment of somebody who asks for one', async () => {
  const made = await operators.user.client.create(resources.deployments, aDeployment());
  const containers = z.array(z.object({ name: z.string() })).parse(at(made, 'spec.template.spec.containers'));
  expect(containers.map(({ name }) => name)).toEqual(['web', 'jaeger-agent']);
});

function aDeployment(): KubeObject {
  const labels = { app: 'web' };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { namespace: HOME, name: 'web', annotations: { 'sidecar.jaegertracing.io/inject': 'true' } },
    spec: {
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: { containers: [{ name: 'web', image: 'example.invalid/web' }] },
      },
    },
  };
}

it.skipIf(skips)('was refused nothing', () => {
  const { count, refused } = requestsOf(operators, HOME, 'jaeger-operator');
  expect(count).toBeGreaterThan(20);
  expect(refused).toEqual([]);
});
