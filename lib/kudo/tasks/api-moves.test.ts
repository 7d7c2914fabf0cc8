import { expect, it } from 'vitest';
import type { KubeObject } from '../../k8s/object.ts';
import { MOVED } from '../../testing/removed-apis.ts';
import { movedObject } from './api-moves.ts';

it.each(MOVED)('KUDO 64: $name', ({ from, to }) => {
  expect(movedObject(from)).toEqual({
    object: to,
    warning: `${from.kind} ${from.metadata.name}: ${from.apiVersion} is not served any more, applied as ${to.apiVersion}`,
  });
});

const old = (apiVersion: string, kind: string, body: object): KubeObject => ({
  apiVersion,
  kind,
  metadata: { name: 'o' },
  ...body,
});
it.each([
  {
    name: 'webhooks that say nothing of their side effects',
    object: old('admissionregistration.k8s.io/v1beta1', 'MutatingWebhookConfiguration', {
      webhooks: [{ name: 'w' }],
    }),
    problem: 'webhooks[0].sideEffects has to be None or NoneOnDryRun',
  },
  {
    name: 'webhooks that may have some',
    object: old('admissionregistration.k8s.io/v1beta1', 'ValidatingWebhookConfiguration', {
      webhooks: [{ sideEffects: 'None' }, { sideEffects: 'Some' }],
    }),
    problem: 'webhooks[1].sideEffects has to be None or NoneOnDryRun',
  },
  {
    name: 'requests to nobody in particular',
    object: old('certificates.k8s.io/v1beta1', 'CertificateSigningRequest', {
      spec: { usages: ['client auth'] },
    }),
    problem: 'spec.signerName is missing',
  },
  {
    name: 'requests for nothing in particular',
    object: old('certificates.k8s.io/v1beta1', 'CertificateSigningRequest', {
      spec: { signerName: 'a.example/b' },
    }),
    problem: 'spec.usages is missing',
  },
  {
    name: 'definitions that cannot be converted',
    object: old('apiextensions.k8s.io/v1beta1', 'CustomResourceDefinition', {
      spec: { group: 'a.example', names: {} },
    }),
    problem: 'it names no version',
  },
])('KUDO 64: told why not: $name', ({ object, problem }) => {
  const moved = movedObject(object);
  expect(moved?.problem).toMatch(/^\w+ o: .* is not served any more, and as .*\/v1 /);
  expect(moved?.problem).toContain(`/v1 ${problem}`);
  expect(moved?.object.metadata.name).toBe('o');
});

it('KUDO 64: a definition of a kind, by the rules of its own', () => {
  const spec = { group: 'a.example', version: 'v1', scope: 'Cluster', names: { kind: 'A', plural: 'as' } };
  const moved = movedObject(old('apiextensions.k8s.io/v1beta1', 'CustomResourceDefinition', { spec }));
  expect(moved).not.toHaveProperty('problem');
  expect(moved?.object).toMatchObject({
    apiVersion: 'apiextensions.k8s.io/v1',
    spec: { versions: [{ name: 'v1', served: true, storage: true }] },
  });
});

it('KUDO 64: where nobody knows a way there is none', () => {
  expect(movedObject(old('policy/v1beta1', 'PodSecurityPolicy', {}))).toBeUndefined();
  expect(movedObject(old('apps/v1', 'Deployment', {}))).toBeUndefined();
});
