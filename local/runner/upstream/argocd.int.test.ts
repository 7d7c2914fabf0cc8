/**
 * The operator of Argo CD itself, installed from its bundle and upgraded while it runs, with no rights but those of its CSV.
 * From its version 0.17 where that is built; else from 0.18 to a bundle of the test that names the same program otherwise.
 */
import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import type { KubeObject, Resource } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { eventually } from '../../testing/eventually.ts';
import { heldByFile } from '../../testing/held.ts';
import { at } from '../../testing/installs.ts';
import type { Operators } from '../../testing/operators.ts';
import { extract, sharedData } from '../../testing/shared-data.ts';
import { whyNotRun } from '../../testing/upstream/programs.ts';
import { requestsOf, startWithRunner } from '../../testing/upstream/with-runner.ts';

const HOME = 'argocd';
const LONG = { timeoutMs: 110_000 };
const argocds: Resource = {
  ...{ group: 'argoproj.io', version: 'v1beta1', plural: 'argocds', kind: 'ArgoCD', namespaced: true },
};
const MADE = {
  deployments: ['example-redis', 'example-repo-server', 'example-server'],
  statefulSets: ['example-application-controller'],
};

const archive = sharedData('bundles-visible.tar.gz');
const reason = archive === undefined ? 'there is no bundle' : await whyNotRun(['argocd-operator 0.18.0']);
const skips = reason !== undefined;
const hasOlder = !skips && (await whyNotRun(['argocd-operator 0.17.0'])) === undefined;
const [FROM, TO] = hasOlder ? ['0.17.0', '0.18.0'] : ['0.18.0', '0.18.1'];

const held = heldByFile();
let lines: readonly string[];
let operators: Operators;

beforeAll(async () => {
  if (skips || archive === undefined) return;
  const bundles = held.use(await extract(archive));
  const folder = join(bundles.path, 'bundles-visible');
  ({ operators, lines } = await startWithRunner(held, {
    community: hasOlder ? folder : await withNext(folder),
  }));
});

/** A catalog with the newest bundle and a next one, which differs from it in no more than its names. */
async function withNext(bundles: string): Promise<string> {
  const catalog = join(bundles, '..', 'with-next');
  const next = join(catalog, 'argocd-operator', TO, 'manifests');
  for (const version of [FROM, TO])
    await cp(join(bundles, 'argocd-operator', FROM), join(catalog, 'argocd-operator', version), {
      recursive: true,
    });
  const name = (await readdir(next)).find((file) => file.includes('clusterserviceversion')) ?? '';
  const text = await readFile(join(next, name), 'utf8');
  const changed = text
    .replaceAll(/argocd-operator@sha256:[0-9a-f]{64}/g, `argocd-operator:v${FROM}`)
    .replace(/^ {2}name: argocd-operator\.v\S+$/m, `  name: argocd-operator.v${TO}`)
    .replace(/^ {2}replaces: \S+$/m, `  replaces: argocd-operator.v${FROM}`)
    .replace(/^ {2}version: \S+$/m, `  version: ${TO}`);
  await writeFile(join(next, name), changed);
  return catalog;
}

function anArgoCd(spec: Record<string, unknown>): KubeObject {
  const metadata = { name: 'example', namespace: HOME };
  return { apiVersion: 'argoproj.io/v1beta1', kind: 'ArgoCD', metadata, spec };
}

async function setting(key: string): Promise<unknown> {
  const found = await operators.user.client.get(resources.configMaps, { namespace: HOME, name: 'argocd-cm' });
  return z.object({ data: z.record(z.string(), z.string()) }).parse(found).data[key];
}

async function approveWaiting(): Promise<void> {
  await eventually(async () => {
    const plans = await operators.user.list(resources.installPlans, HOME);
    const waiting = plans.find((plan) => at(plan, 'spec.approved') === false);
    if (waiting === undefined) throw new Error('no plan waits');
    await operators.user.approve(HOME, waiting.metadata.name);
  }, LONG);
}

/** Each process says its version once, as it begins. */
const begun = (): string[] => lines.filter((line) => line.includes('Version of argocd-operator: '));

it.skipIf(skips)('makes what an ArgoCD asks for', async () => {
  await operators.user.install({
    ...{ namespace: HOME, package: 'argocd-operator', catalog: 'community' },
    spec: { channel: 'alpha', startingCSV: `argocd-operator.v${FROM}`, installPlanApproval: 'Manual' },
  });
  await approveWaiting();
  await operators.user.untilPhase(HOME, `argocd-operator.v${FROM}`, 'Succeeded', LONG.timeoutMs);
  await eventually(() => {
    expect(begun()).toHaveLength(1);
  }, LONG);
  await operators.user.client.create(argocds, anArgoCd({ usersAnonymousEnabled: true }));
  await eventually(async () => {
    expect(await setting('users.anonymous.enabled')).toBe('true');
    for (const [plural, names] of [
      ['deployments', MADE.deployments],
      ['statefulSets', MADE.statefulSets],
    ] as const) {
      const all = await operators.user.list(resources[plural], HOME, 'app.kubernetes.io/part-of=argocd');
      expect(all.map(({ metadata }) => metadata.name).sort()).toEqual(names);
      expect(all.map((one) => at(one, 'status.readyReplicas'))).toEqual(names.map(() => 1));
    }
  }, LONG);
});

it.skipIf(skips)('converts by its webhook, which the API server reaches', async () => {
  await eventually(async () => {
    const found = await operators.user.client.get(
      { ...argocds, version: 'v1alpha1' },
      { namespace: HOME, name: 'example' },
    );
    expect(found).toMatchObject({
      apiVersion: 'argoproj.io/v1alpha1',
      spec: { usersAnonymousEnabled: true },
    });
  }, LONG);
});

it.skipIf(skips)('is upgraded while it runs: the next version takes over', async () => {
  await approveWaiting();
  await operators.user.untilPhase(HOME, `argocd-operator.v${TO}`, 'Succeeded', LONG.timeoutMs);
  await eventually(() => {
    expect(begun()).toHaveLength(2);
  }, LONG);
  const body = { spec: { usersAnonymousEnabled: false } };
  await operators.user.client.patch(argocds, { namespace: HOME, name: 'example' }, { type: 'merge', body });
  await eventually(async () => {
    expect(await setting('users.anonymous.enabled')).toBe('false');
  }, LONG);
  const v1alpha1 = { ...argocds, version: 'v1alpha1' };
  const found = await operators.user.client.get(v1alpha1, { namespace: HOME, name: 'example' });
  // Go leaves out what is false.
  expect(found).toMatchObject({ apiVersion: 'argoproj.io/v1alpha1' });
  expect(at(found, 'spec.usersAnonymousEnabled')).not.toBe(true);
});

it.skipIf(skips)('was refused nothing', () => {
  const { count, refused } = requestsOf(operators, HOME, 'argocd-operator-controller-manager');
  expect(count).toBeGreaterThan(50);
  expect(refused).toEqual([]);
});
