import { join } from 'node:path';
import type { KubeObject, Resource } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { extract, sharedData } from '#local/testing/shared-data.ts';
import { createArgoCd, openArgoCdOperator } from './fixtures/argocd.ts';
import { expect, test as base } from './fixtures/capstan.ts';
import type { Capstan } from './fixtures/capstan.ts';
import { createNamespace, install, openPackage } from './fixtures/steps.ts';

const archive = sharedData('bundles-visible.tar.gz');

const test = base.extend<object, { catalogs: readonly { name: string; folder: string }[] }>({
  catalogs: [
    async ({}, use) => {
      if (archive === undefined) return use([]);
      await using bundles = await extract(archive);
      await use([{ name: 'community', folder: join(bundles.path, 'bundles-visible') }]);
    },
    { scope: 'worker' },
  ],
});

const argocds: Resource = {
  group: 'argoproj.io',
  version: 'v1beta1',
  plural: 'argocds',
  kind: 'ArgoCD',
  namespaced: true,
};

test('the ArgoCD walk-through on the real bundle', async ({ page, capstan }) => {
  test.skip(archive === undefined, 'shared/data/bundles-visible.tar.gz is absent');

  await test.step('create the namespace in the console', async () => {
    await createNamespace(page, 'argocd');
    const namespace = await capstan.kube.get(resources.namespaces, { name: 'argocd' });
    expect(namespace.metadata.name).toBe('argocd');
  });

  await test.step('install it there; it watches all namespaces, so the OperatorGroup is global', async () => {
    await openPackage(page, 'argocd', /Argo CD/);
    await install(page, { namespace: 'argocd' });
    const { items } = await capstan.kube.list(resources.operatorGroups, { namespace: 'argocd' });
    expect(items.map((group) => group['spec'] ?? {})).toEqual([{}]);
  });

  await test.step('it is listed as succeeded', async () => {
    await openArgoCdOperator(page);
  });

  await test.step('create an ArgoCD with one advanced field switched on', async () => {
    await createArgoCd(page);
  });

  await test.step('the cluster holds the example with that field and nothing else', async () => {
    const example = await exampleOf(capstan);
    const stored = await capstan.kube.get(argocds, { namespace: 'argocd', name: 'argocd-sample' });
    expect(stored['spec']).toEqual({ ...specOf(example), usersAnonymousEnabled: true });
    expect(stored.metadata.labels).toEqual(example.metadata.labels);
    expect(stored.metadata.annotations).toEqual(example.metadata.annotations);
  });
});

/** What the provider offers as a start, as the installed CSV carries it. */
async function exampleOf({ kube }: Capstan): Promise<KubeObject> {
  const { items } = await kube.list(resources.clusterServiceVersions, { namespace: 'argocd' });
  const text = items[0]?.metadata.annotations?.['alm-examples'] ?? '[]';
  const examples: KubeObject[] = JSON.parse(text);
  const example = examples.find(
    ({ apiVersion, kind }) => apiVersion === 'argoproj.io/v1beta1' && kind === 'ArgoCD',
  );
  if (example === undefined) throw new Error('the CSV has no example of ArgoCD v1beta1');
  return example;
}

function specOf(object: KubeObject): object {
  const { spec } = object;
  if (typeof spec !== 'object' || spec === null) throw new Error(`${object.kind} has no spec`);
  return spec;
}
