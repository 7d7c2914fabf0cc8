import { expect, it } from 'vitest';
import { aPackage } from '#lib/testing/catalog.ts';
import { aBundleOf } from '#lib/testing/resolver.ts';
import { decodeSlim, encodeSlim } from './slim-package.ts';

it('keeps all that a resolver looks at, and nothing of what only people read', () => {
  const needs = {
    provides: ['A', 'B'],
    requires: ['C'],
    packages: ['q >=1.0.0'],
    constraints: [{ cel: { rule: 'true' } }],
  };
  const big = { type: 'olm.bundle.object', value: { data: 'x'.repeat(10_000) } };
  const bundleList = ['1.0.0', '2.0.0'].map((version) => {
    const bundle = aBundleOf('p', version, needs);
    return { ...bundle, digest: `sha256:${version}`, properties: [...bundle.properties, big] };
  });
  const pkg = aPackage('p', { stable: [{ name: 'p.v1.0.0' }] }, { bundleList, deprecation: 'old' });
  const record: unknown = JSON.parse(JSON.stringify(encodeSlim(pkg)));
  expect(JSON.stringify(record).length).toBeLessThan(2_000);
  const { bundles, ...rest } = pkg;
  expect(decodeSlim(record)).toEqual({
    ...rest,
    bundles: Object.fromEntries(
      Object.entries(bundles).map(([name, { csv: _csv, providedApis, properties, ...bundle }]) => [
        name,
        {
          ...bundle,
          properties: properties.filter(({ type }) => type !== 'olm.bundle.object'),
          providedApis: providedApis.map(({ group, version, kind }) => ({ group, version, kind })),
        },
      ]),
    ),
  });
});
