import { describe, expect, it } from 'vitest';
import type { JsonSchema } from '../../../k8s/crd.ts';
import { MANAGED_BY, MANAGED_BY_LABEL, olmCrds } from './index.ts';

/** Paths of nodes that a structural schema forbids: no type, and nothing that stands for one. */
function untyped(schema: JsonSchema, path: string): string[] {
  const here =
    schema.type === undefined &&
    schema['x-kubernetes-preserve-unknown-fields'] !== true &&
    schema['x-kubernetes-int-or-string'] !== true
      ? [path]
      : [];
  return [...here, ...children(schema, path).flatMap(([child, at]) => untyped(child, at))];
}

function children(schema: JsonSchema, path: string): [JsonSchema, string][] {
  const properties = Object.entries(schema.properties ?? {}).map(([key, child]): [JsonSchema, string] => [
    child,
    `${path}.${key}`,
  ]);
  const more = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined;
  return [
    ...properties,
    ...(schema.items === undefined ? [] : [[schema.items, `${path}[]`] satisfies [JsonSchema, string]]),
    ...(more === undefined ? [] : [[more, `${path}{}`] satisfies [JsonSchema, string]]),
  ];
}

function collect(schema: JsonSchema, path: string, find: (schema: JsonSchema) => boolean): string[] {
  return [
    ...(find(schema) ? [path] : []),
    ...children(schema, path).flatMap(([child, at]) => collect(child, at, find)),
  ];
}

const versions = olmCrds.flatMap((crd) =>
  crd.spec.versions.map((version) => ({
    name: `${crd.spec.names.kind} ${version.name}`,
    schema: version.schema.openAPIV3Schema,
  })),
);

describe('our CRDs', () => {
  it('are the eight kinds with their names, scopes and versions', () => {
    const facts = olmCrds.map(({ spec }) => [
      spec.names.kind,
      spec.scope,
      (spec.names.shortNames ?? []).join(','),
      spec.versions.map((v) => `${v.name}${v.storage ? '*' : ''}`).join(','),
      (spec.versions[0]?.additionalPrinterColumns ?? []).map((c) => c.name).join(','),
    ]);
    expect(facts).toEqual([
      ['CatalogSource', 'Namespaced', 'catsrc', 'v1alpha1*', 'Display,Type,Publisher,Age'],
      ['Subscription', 'Namespaced', 'sub,subs', 'v1alpha1*', 'Package,Source,Channel'],
      ['InstallPlan', 'Namespaced', 'ip', 'v1alpha1*', 'CSV,Approval,Approved'],
      [
        'ClusterServiceVersion',
        'Namespaced',
        'csv,csvs',
        'v1alpha1*',
        'Display,Version,Release,Replaces,Phase',
      ],
      ['OperatorGroup', 'Namespaced', 'og', 'v1*,v1alpha2', ''],
      ['OperatorCondition', 'Namespaced', 'condition', 'v1,v2*', ''],
      ['OLMConfig', 'Cluster', '', 'v1*', ''],
      ['Operator', 'Cluster', '', 'v1*', ''],
    ]);
  });

  it('carry the label by which we know them as ours, one storage version and the category olm', () => {
    for (const crd of olmCrds) {
      expect(crd.metadata.labels).toEqual({ [MANAGED_BY_LABEL]: MANAGED_BY });
      expect(crd.metadata.name).toBe(`${crd.spec.names.plural}.${crd.spec.group}`);
      expect(crd.spec.names.categories).toEqual(['olm']);
      expect(crd.spec.versions.filter((v) => v.storage)).toHaveLength(1);
      expect(crd.spec.versions.every((v) => v.served && v.subresources?.status !== undefined)).toBe(true);
    }
  });

  it.each(versions)(
    '$name is structural: every node has a type or keeps what it does not know',
    ({ schema }) => {
      expect(untyped(schema, '')).toEqual([]);
    },
  );

  it.each(versions)('$name sets no defaults: an object is stored as it was written', ({ schema }) => {
    expect(collect(schema, '', (node) => node.default !== undefined)).toEqual([]);
  });

  it.each(versions)('$name describes every field', ({ schema }) => {
    const silent = collect(schema, '', (node) => node.type !== undefined && (node.description ?? '') === '');
    // Items of plain lists and values of plain maps are described by the list or map; metadata by Kubernetes.
    expect(
      silent.filter((path) => !path.endsWith('[]') && !path.endsWith('{}') && path !== '.metadata'),
    ).toEqual([]);
  });

  it.each(versions)('$name requires only fields that it has', ({ schema }) => {
    const wrong = collect(schema, '', (node) =>
      (node.required ?? []).some((key) => node.properties?.[key] === undefined),
    );
    expect(wrong).toEqual([]);
  });
});
