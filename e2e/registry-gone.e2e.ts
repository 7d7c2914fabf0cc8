import { resources } from '#lib/k8s/resources.ts';
import { pushImage } from '../local/testing/registry/images.ts';
import { startRegistry } from '../local/testing/registry/registry.ts';
import { expect, test } from './fixtures/capstan.ts';

const GLOBAL = 'capstan-system';
const NAME = 'harbour';

function content(packages: readonly string[]): string {
  return packages
    .flatMap((name) => [
      { schema: 'olm.package', name, defaultChannel: 'stable' },
      { schema: 'olm.channel', name: 'stable', package: name, entries: [{ name: `${name}.v1.0.0` }] },
      {
        schema: 'olm.bundle',
        name: `${name}.v1.0.0`,
        package: name,
        image: `registry.example.com/${name}:v1`,
        properties: [{ type: 'olm.package', value: { packageName: name, version: '1.0.0' } }],
      },
    ])
    .map((entry) => JSON.stringify(entry))
    .join('\n');
}

test('while a registry is gone its catalog stays, says so, and recovers by itself', async ({
  page,
  capstan,
}) => {
  const started = await startRegistry();
  test.skip(started === undefined, 'there is no registry program');
  if (started === undefined) return;
  await using registry = started;
  const image = `${registry.host}/catalogs/${NAME}:latest`;
  const push = async (packages: readonly string[]): Promise<unknown> =>
    pushImage(image, {
      layers: [{ files: { 'configs/all.json': content(packages) } }],
      labels: { 'operators.operatorframework.io.index.configs.v1': '/configs' },
    });
  const tile = (name: string) => page.getByRole('main').getByRole('link', { name });
  const address = `/catalogs/${GLOBAL}/${NAME}`;
  await push(['crane']);
  await capstan.kube.create(resources.catalogSources, {
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'CatalogSource',
    metadata: { name: NAME, namespace: GLOBAL },
    spec: { sourceType: 'grpc', image, updateStrategy: { registryPoll: { interval: '5s' } } },
  });

  await test.step('it is read from the registry', async () => {
    await page.goto('/catalog');
    await expect(tile('crane')).toBeVisible();
  });

  await test.step('without the registry it stays, and both pages say what is wrong', async () => {
    await registry.stop();
    await page.goto(address);
    await expect(page.getByText('Not reachable').first()).toBeVisible();
    await page.goto('/catalog');
    await expect(tile('crane')).toBeVisible();
    await page.getByRole('button', { name: /catalogs/ }).click();
    const sources = page.getByRole('dialog', { name: 'Catalog sources' });
    await expect(sources.getByRole('listitem').filter({ hasText: /^harbour/ })).toContainText('Stale');
    await page.keyboard.press('Escape');
  });

  await test.step('it is back with newer content, and nobody restarted anything', async () => {
    await registry.restart();
    await push(['crane', 'winch']);
    await page.goto(address);
    await page.getByRole('button', { name: 'Check now' }).click();
    await expect(page.getByText('Not reachable')).toHaveCount(0);
    await page.goto('/catalog');
    await expect(tile('winch')).toBeVisible();
    await expect(tile('crane')).toBeVisible();
  });
  await capstan.kube.delete(resources.catalogSources, { namespace: GLOBAL, name: NAME });
});
