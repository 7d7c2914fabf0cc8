import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { startTestCluster, type TestCluster } from '#local/testing/cluster.ts';
import { isDeep } from '#local/testing/effort.ts';
import { heldByFile } from '#local/testing/held.ts';
import { run } from '../cluster/run.ts';
import { ensureHelm, findHelm } from './helm.ts';
import { chartFolder, goldenFolder, rendered, renderings } from './render.ts';

const PATIENCE_MS = 120_000;
const BUILD_MS = 60 * 60_000;
const root = join(import.meta.dirname, '..', '..');
// To build it takes minutes, which `npm run deep` spends.
const found = isDeep ? await ensureHelm() : await findHelm();
if (found === undefined) {
  console.warn(
    'skipped: nothing with Helm, which is not built here; npm run manifests or npm run deep builds it',
  );
}
const helm = found ?? '';

describe.skipIf(found === undefined)('the chart', () => {
  it(
    'is what the files were made from',
    async () => {
      for (const rendering of renderings()) {
        const text = readFileSync(rendering.file, 'utf8');
        expect(text, relative(root, rendering.file)).toBe(await rendered(helm, rendering));
      }
    },
    BUILD_MS,
  );

  it.each([
    ['an unknown value', { wbe: { replicas: 1 } }, /additional properties 'wbe' not allowed/],
    ['an unknown value of a part', { web: { replica: 1 } }, /replica/],
    ['no replicas at all', { web: { replicas: 0 } }, /minimum/],
    ['a word for a number', { service: { port: 'http' } }, /got string, want integer/],
    ['a digest that is none', { image: { digest: 'latest' } }, /pattern/],
    ['an Ingress without a host', { ingress: { enabled: true } }, /minLength/],
    [
      'plans of authors without the rights for them',
      { controller: { scope: 'namespaces', kudo: true } },
      /controller\.kudo needs controller\.scope cluster/,
    ],
    ['rights that it has not', { controller: { scope: 'namespace' } }, /scope/],
  ])('refuses %s', async (_title, values, why) => {
    const given = Object.entries(values).map(
      ([name, value]) => `--set-json=${name}=${JSON.stringify(value)}`,
    );
    const { ok, output } = await run(helm, ['template', 'capstan', chartFolder, ...given], { check: false });
    expect(ok).toBe(false);
    expect(output).toMatch(why);
  });

  describe('on a cluster', () => {
    const held = heldByFile();
    let cluster: TestCluster;
    const inCluster = (...args: readonly string[]): Promise<string> =>
      run(helm, [...args, '--kubeconfig', cluster.kubeconfig, '--namespace', 'tools']).then(
        ({ stdout }) => stdout,
      );
    const ours = async (): Promise<string> => {
      const kinds =
        'clusterroles,clusterrolebindings,roles,rolebindings,serviceaccounts,services,deployments,pdb,netpol,pods';
      const selector = ['--selector', 'app.kubernetes.io/part-of=capstan'];
      return cluster.kubectl('get', kinds, '--all-namespaces', ...selector, '--output', 'name');
    };

    beforeAll(async () => {
      cluster = held.use(await startTestCluster());
    }, PATIENCE_MS);

    it(
      'is installed in any namespace, upgraded, and leaves nothing when it is removed',
      async () => {
        const notes = await inCluster('install', 'capstan', chartFolder, '--create-namespace');
        expect(notes).toContain('kubectl port-forward --namespace tools svc/capstan 9000:9000');
        expect(notes).toContain('kubectl create token --namespace tools');
        expect(await ours()).toContain('deployment.apps/capstan-controller');
        await inCluster(
          'upgrade',
          'capstan',
          chartFolder,
          '--values',
          join(goldenFolder, 'console-only.values.yaml'),
        );
        const left = await ours();
        expect(left).toContain('deployment.apps/capstan-web');
        expect(left).not.toContain('capstan-controller');
        await inCluster('rollback', 'capstan', '1');
        expect(await ours()).toContain('deployment.apps/capstan-controller');
        await inCluster('uninstall', 'capstan', '--wait');
        expect(await ours()).toBe('');
        const kept = ['secrets,configmaps', '--namespace', 'tools', '--output', 'name'];
        expect(await cluster.kubectl('get', ...kept)).toBe('configmap/kube-root-ca.crt\n');
      },
      PATIENCE_MS,
    );
  });
});

it('has a version that Helm takes', () => {
  const chart: unknown = parse(readFileSync(join(chartFolder, 'Chart.yaml'), 'utf8'));
  expect(chart).toMatchObject({
    apiVersion: 'v2',
    name: 'capstan',
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
  });
});
