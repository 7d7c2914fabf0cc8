import { describe, expect, it } from 'vitest';
import { mergePatch } from '../../k8s/merge-patch.ts';
import {
  sourceDraftOf,
  emptyDraft,
  fieldOfPath,
  hasDigest,
  objectOf,
  OPERATOR_HUB,
  patchOf,
} from './draft.ts';
import type { CatalogSourceDraft } from './draft.ts';
import { suggestName } from './name.ts';
import { draftProblems } from './problems.ts';
import { parseSourceSpec } from './spec.ts';
import type { CatalogSource } from '../api/types.ts';

const DIGEST = `sha256:${'0123456789abcdef'.repeat(4)}`;
const blank = emptyDraft('olm');

const complete: Readonly<Record<string, CatalogSourceDraft>> = {
  image: { ...blank, name: 'hub', image: 'quay.io/a/catalog:v1', secrets: ['pull'], priority: '5' },
  digest: { ...blank, name: 'hub', image: `quay.io/a/catalog@${DIGEST}` },
  unpolled: { ...blank, name: 'hub', image: 'quay.io/a/catalog:v1', interval: '' },
  grpc: { ...blank, kind: 'grpc', name: 'hub', address: 'catalog.olm.svc:50051', displayName: 'Hub' },
  http: { ...blank, kind: 'http', name: 'hub', url: 'https://example.com/all', publisher: 'Us' },
  configmap: { ...blank, kind: 'configmap', name: 'hub', configMap: 'catalog' },
  internal: { ...blank, kind: 'configmap', name: 'hub', configMap: 'catalog', internal: true },
};

describe.each(Object.entries(complete))('a draft of kind %s', (_name, draft) => {
  it('has nothing wrong', () => {
    expect(draftProblems(draft)).toEqual({});
  });

  it('becomes an object that upstream accepts', () => {
    expect(parseSourceSpec(objectOf(draft))).not.toHaveProperty('fault');
  });

  it('is read back from its object', () => {
    const again = sourceDraftOf(objectOf(draft));
    expect(again).toBeDefined();
    expect(again === undefined ? undefined : objectOf(again)).toEqual(objectOf(draft));
  });
});

it('writes nothing that was left empty', () => {
  expect(objectOf({ ...blank, name: 'hub', image: 'a/b', interval: '', secrets: [''] }).spec).toEqual({
    sourceType: 'grpc',
    image: 'a/b',
  });
});

it('polls tags and never digests', () => {
  expect(objectOf({ ...blank, image: 'a/b:v1' }).spec.updateStrategy).toEqual({
    registryPoll: { interval: '15m' },
  });
  expect(objectOf({ ...blank, image: `a/b@${DIGEST}` }).spec.updateStrategy).toBe(undefined);
  expect([hasDigest('a/b:v1'), hasDigest(`a/b:v1@${DIGEST}`), hasDigest('a b')]).toEqual([
    false,
    true,
    false,
  ]);
});

describe('what is wrong', () => {
  it.each([
    [{ name: '' }, 'name', { kind: 'name', why: { code: 'empty' } }],
    [{ name: 'Hub' }, 'name', { kind: 'name', why: { code: 'subdomainLetters' } }],
    [{ name: 'a'.repeat(64) }, 'name', { kind: 'nameLong', length: 64 }],
    [{ name: 'there' }, 'name', { kind: 'nameTaken' }],
    [{ namespace: '' }, 'namespace', { kind: 'unset' }],
    [{ image: '' }, 'image', { kind: 'unset' }],
    [{ image: 'https://quay.io/a' }, 'image', { kind: 'image', problem: 'scheme' }],
    [{ interval: '15' }, 'interval', { kind: 'interval' }],
    [{ interval: '1d' }, 'interval', { kind: 'interval' }],
    [{ interval: '10ms' }, 'interval', { kind: 'intervalShort' }],
    [{ interval: '-15m' }, 'interval', { kind: 'intervalShort' }],
    [{ kind: 'grpc', address: '' }, 'address', { kind: 'unset' }],
    [{ kind: 'grpc', address: 'http://a:1' }, 'address', { kind: 'isUrl' }],
    [{ kind: 'grpc', address: 'catalog' }, 'address', { kind: 'hostPort' }],
    [{ kind: 'grpc', address: 'a b:1' }, 'address', { kind: 'hostPort' }],
    [{ kind: 'grpc', address: 'a:0' }, 'address', { kind: 'port' }],
    [{ kind: 'grpc', address: 'a:65536' }, 'address', { kind: 'port' }],
    [{ kind: 'http', url: '' }, 'url', { kind: 'unset' }],
    [{ kind: 'http', url: 'example.com' }, 'url', { kind: 'url' }],
    [{ kind: 'http', url: 'ftp://example.com' }, 'url', { kind: 'urlScheme' }],
    [{ kind: 'http', url: 'https://me:pw@example.com' }, 'url', { kind: 'urlUser' }],
    [{ kind: 'configmap', configMap: '' }, 'configMap', { kind: 'unset' }],
    [{ priority: '1.5' }, 'priority', { kind: 'priority' }],
    [{ priority: '3000000000' }, 'priority', { kind: 'priority' }],
    [{ priority: 'high' }, 'priority', { kind: 'priority' }],
  ] as const)('%j: %s', (change, field, problem) => {
    const draft = { ...blank, name: 'hub', image: 'a/b:v1', ...change };
    expect(draftProblems(draft, ['there'])).toEqual({ [field]: problem });
  });

  it('leaves the fields of other kinds alone', () => {
    const draft = {
      ...blank,
      kind: 'http' as const,
      name: 'hub',
      url: 'http://a',
      image: 'A B',
      interval: 'x',
    };
    expect(draftProblems(draft)).toEqual({});
  });

  it('says nothing of the poll of a digest', () => {
    expect(draftProblems({ ...blank, name: 'hub', image: `a/b@${DIGEST}`, interval: 'x' })).toEqual({});
  });
});

describe('an edit', () => {
  const source: CatalogSource = {
    ...objectOf({ ...blank, name: 'hub', image: 'a/b:v1', displayName: 'Hub' }),
    spec: {
      sourceType: 'grpc',
      image: 'a/b:v1',
      displayName: 'Hub',
      description: 'kept',
      updateStrategy: { registryPoll: { interval: '15m' } },
      ...{ grpcPodConfig: { memoryTarget: '128Mi' } },
    },
  };
  const before = sourceDraftOf(source) ?? blank;
  const specAfter = (change: Partial<CatalogSourceDraft>): unknown => {
    const patch = patchOf(before, { ...before, ...change });
    return patch === undefined ? undefined : mergePatch(source, patch)['spec'];
  };

  it('of nothing writes nothing', () => {
    expect(patchOf(before, { ...before })).toBe(undefined);
    expect(patchOf(before, { ...before, priority: '0' })).toBe(undefined);
  });

  it('writes only what was changed', () => {
    expect(patchOf(before, { ...before, priority: '-5' })).toEqual({ spec: { priority: -5 } });
    expect(patchOf(before, { ...before, interval: '1h' })).toEqual({
      spec: { updateStrategy: { registryPoll: { interval: '1h' } } },
    });
  });

  it('keeps what the form does not know', () => {
    expect(specAfter({ displayName: '', priority: '7' })).toEqual({
      sourceType: 'grpc',
      image: 'a/b:v1',
      description: 'kept',
      priority: 7,
      updateStrategy: { registryPoll: { interval: '15m' } },
      grpcPodConfig: { memoryTarget: '128Mi' },
    });
  });

  it('leaves no empty poll, which upstream reads as 15 minutes', () => {
    expect(specAfter({ interval: '' })).toMatchObject({ updateStrategy: {} });
    expect(patchOf(before, { ...before, interval: '' })).toEqual({
      spec: { updateStrategy: { registryPoll: null } },
    });
  });

  it('of the kind takes the old content away', () => {
    expect(specAfter({ kind: 'http', url: 'https://example.com' })).toEqual({
      sourceType: 'grpc',
      address: 'https://example.com',
      displayName: 'Hub',
      description: 'kept',
      updateStrategy: {},
      grpcPodConfig: { memoryTarget: '128Mi' },
    });
  });

  it('is not offered for directories and for what upstream refuses', () => {
    const of = (spec: Partial<CatalogSource['spec']>): unknown =>
      sourceDraftOf({ ...source, spec: { sourceType: 'grpc', ...spec } });
    expect([
      of({ address: 'directory:samples' }),
      of({ image: '' }),
      of({ sourceType: 'configmap' }),
    ]).toEqual([undefined, undefined, undefined]);
  });
});

it.each([
  ['metadata.name', 'image', 'name'],
  ['spec.priority', 'image', 'priority'],
  ['spec.updateStrategy.registryPoll.interval', 'image', 'interval'],
  ['spec.secrets[0]', 'image', 'secrets'],
  ['spec.address', 'http', 'url'],
  ['spec.address', 'grpc', 'address'],
  ['spec.icon', 'image', undefined],
  ['spec.priorityClass', 'image', undefined],
] as const)('finds the field of %s (%s)', (path, kind, field) => {
  expect(fieldOfPath(path, kind)).toBe(field);
});

it.each([
  [{ image: 'quay.io/operatorhubio/catalog:latest' }, 'operatorhubio-catalog'],
  [{ image: 'registry.example.com/team/my_operators:v1' }, 'my-operators'],
  [{ image: 'https://' }, ''],
  [{ kind: 'grpc', address: 'Catalog.olm.svc:50051' }, 'catalog'],
  [{ kind: 'grpc', address: 'catalog' }, ''],
  [{ kind: 'http', url: 'https://catalogs.example.com/all' }, 'catalogs-example-com'],
  [{ kind: 'http', url: 'x' }, ''],
  [{ kind: 'configmap', configMap: 'our.operators' }, 'our-operators'],
] as const)('suggests a name for %j', (change, name) => {
  expect(suggestName({ ...blank, ...change })).toBe(name);
});

it('offers OperatorHub.io as it describes itself', () => {
  const draft = { ...blank, ...OPERATOR_HUB };
  expect(draftProblems(draft)).toEqual({});
  expect(objectOf(draft)).toMatchInlineSnapshot(`
    {
      "apiVersion": "operators.coreos.com/v1alpha1",
      "kind": "CatalogSource",
      "metadata": {
        "name": "operatorhubio-catalog",
        "namespace": "olm",
      },
      "spec": {
        "displayName": "Community Operators",
        "image": "quay.io/operatorhubio/catalog:latest",
        "publisher": "OperatorHub.io",
        "sourceType": "grpc",
        "updateStrategy": {
          "registryPoll": {
            "interval": "60m",
          },
        },
      },
    }
  `);
});
