import { describe, expect, it } from 'vitest';
import { convertCrdV1beta1 } from './crd-v1beta1.ts';
import type { KubeObject } from './object.ts';

function old(spec: Record<string, unknown>): KubeObject {
  return {
    apiVersion: 'apiextensions.k8s.io/v1beta1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'things.example.com' },
    spec: { group: 'example.com', names: { kind: 'Thing', plural: 'things' }, ...spec },
    status: { storedVersions: [] },
  };
}

function specOf(spec: Record<string, unknown>): unknown {
  const converted = convertCrdV1beta1(old(spec));
  return converted.ok ? converted.crd['spec'] : converted.reason;
}

const schemaOf = (openAPIV3Schema: unknown, more: Record<string, unknown> = {}): unknown => {
  const spec = specOf({
    version: 'v1',
    preserveUnknownFields: false,
    validation: { openAPIV3Schema },
    ...more,
  });
  return spec;
};

const keep = { 'x-kubernetes-preserve-unknown-fields': true };
const schemaless = { type: 'object', ...keep };

const wrap = (openAPIV3Schema: unknown): unknown =>
  expect.objectContaining({ versions: [expect.objectContaining({ schema: { openAPIV3Schema } })] });

describe('convertCrdV1beta1', () => {
  it('moves what stands at the top into each version, and drops the status', () => {
    const converted = convertCrdV1beta1(
      old({
        scope: 'Cluster',
        versions: [
          { name: 'v1', served: true, storage: true },
          {
            name: 'v1alpha1',
            served: false,
            storage: false,
            schema: { openAPIV3Schema: { type: 'object' } },
          },
        ],
        preserveUnknownFields: false,
        validation: { openAPIV3Schema: { type: 'object', properties: { a: { type: 'string' } } } },
        subresources: { status: {} },
        additionalPrinterColumns: [{ name: 'A', type: 'string', JSONPath: '.a' }],
      }),
    );
    const shared = {
      subresources: { status: {} },
      additionalPrinterColumns: [{ name: 'A', type: 'string', jsonPath: '.a' }],
    };
    expect(converted).toEqual({
      ok: true,
      crd: {
        apiVersion: 'apiextensions.k8s.io/v1',
        kind: 'CustomResourceDefinition',
        metadata: { name: 'things.example.com' },
        spec: {
          group: 'example.com',
          names: { kind: 'Thing', plural: 'things' },
          scope: 'Cluster',
          preserveUnknownFields: false,
          versions: [
            {
              name: 'v1',
              served: true,
              storage: true,
              schema: { openAPIV3Schema: { type: 'object', properties: { a: { type: 'string' } } } },
              ...shared,
            },
            {
              name: 'v1alpha1',
              served: false,
              storage: false,
              schema: { openAPIV3Schema: schemaless },
              ...shared,
            },
          ],
        },
      },
    });
  });

  it('takes the single version of old, and keeps all fields where there is no schema', () => {
    expect(specOf({ version: 'v1' })).toMatchObject({
      scope: 'Namespaced',
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schemaless } }],
    });
  });

  it('keeps unknown fields where the old one did', () => {
    const a = { type: 'object', properties: { b: { type: 'string' } } };
    const validation = { openAPIV3Schema: { type: 'object', properties: { a } } };
    expect(specOf({ version: 'v1', validation })).toEqual(
      wrap({ type: 'object', properties: { a: { ...a, ...keep } }, ...keep }),
    );
  });

  it.each([
    [
      'a node without a type but with properties',
      { properties: { a: { properties: { b: { type: 'string' } } } } },
      { type: 'object', properties: { a: { type: 'object', properties: { b: { type: 'string' } } } } },
    ],
    [
      'a node without anything',
      { properties: { a: { description: 'd' } } },
      { type: 'object', properties: { a: { description: 'd', ...keep } } },
    ],
    [
      'an object without fields',
      { properties: { a: { type: 'object' } } },
      { type: 'object', properties: { a: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } } },
    ],
    [
      'a list without items',
      { properties: { a: { type: 'array' } } },
      { type: 'object', properties: { a: { type: 'array', items: keep } } },
    ],
    [
      'number or text',
      { properties: { a: { anyOf: [{ type: 'integer' }, { type: 'string' }] } } },
      {
        type: 'object',
        properties: {
          a: { anyOf: [{ type: 'integer' }, { type: 'string' }], 'x-kubernetes-int-or-string': true },
        },
      },
    ],
    [
      'types below oneOf',
      { properties: { a: { type: 'string', oneOf: [{ type: 'string', pattern: 'x' }] } } },
      { type: 'object', properties: { a: { type: 'string', oneOf: [{ pattern: 'x' }] } } },
    ],
    [
      'rules on metadata',
      { properties: { metadata: { type: 'object', properties: { labels: { type: 'object' } } } } },
      { type: 'object', properties: { metadata: { type: 'object' } } },
    ],
    [
      'additionalProperties false',
      { properties: {}, additionalProperties: false },
      { type: 'object', properties: {} },
    ],
  ])('makes %s structural', (_name, given, want) => {
    expect(schemaOf(given)).toEqual(wrap(want));
  });

  it('moves the conversion webhook', () => {
    const clientConfig = { service: { name: 's', namespace: 'n' } };
    expect(
      specOf({ version: 'v1', conversion: { strategy: 'Webhook', webhookClientConfig: clientConfig } }),
    ).toMatchObject({
      conversion: { strategy: 'Webhook', webhook: { clientConfig, conversionReviewVersions: ['v1beta1'] } },
    });
    expect(specOf({ version: 'v1', conversion: { strategy: 'None' } })).toMatchObject({
      conversion: { strategy: 'None' },
    });
  });

  it.each([
    ['no version', {}, 'it names no version'],
    [
      '$ref',
      { version: 'v1', validation: { openAPIV3Schema: { properties: { a: { $ref: '#/b' } } } } },
      'its schema uses $ref',
    ],
    ['no names', { version: 'v1', names: null }, 'spec.group or spec.names is missing'],
  ])('refuses %s', (_name, spec, want) => {
    expect(specOf(spec)).toBe(want);
  });
});
