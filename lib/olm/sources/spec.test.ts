import { describe, expect, it } from 'vitest';
import { addressOf, parseSourceSpec, type SourceSpec } from './spec.ts';
import type { CatalogSource } from '../api/types.ts';

type Spec = Record<string, unknown>;

function read(spec: Spec, annotations: Record<string, string> = {}): SourceSpec {
  return parseSourceSpec({
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'CatalogSource',
    metadata: { name: 'samples', namespace: 'capstan-system', annotations },
    spec: { sourceType: 'grpc', ...spec } satisfies Spec as CatalogSource['spec'],
  });
}

const polled = (interval: string): Spec => ({ updateStrategy: { registryPoll: { interval } } });
const intervalFault = (error: string): string =>
  `error parsing spec.updateStrategy.registryPoll.interval. Using the default value of 15m0s instead. Error: ${error}`;

describe('where a CatalogSource is read from', () => {
  it.each<{ name: string; spec: Spec; place: SourceSpec['place']; address: string }>([
    {
      name: 'a directory',
      spec: { address: 'directory:samples' },
      place: { kind: 'directory', name: 'samples' },
      address: 'directory:samples',
    },
    {
      name: 'an image with its pull secrets',
      spec: { image: 'quay.io/a/b:latest', secrets: ['one'] },
      place: { kind: 'image', image: 'quay.io/a/b:latest', secrets: ['one'] },
      address: 'image quay.io/a/b:latest',
    },
    {
      name: 'a registry server',
      spec: { address: 'catalog.team.svc:50051' },
      place: { kind: 'grpc', address: 'catalog.team.svc:50051' },
      address: 'grpc catalog.team.svc:50051',
    },
    {
      name: 'OLM 5: the address, when there is an image, too',
      spec: { address: 'catalog:50051', image: 'quay.io/a/b' },
      place: { kind: 'grpc', address: 'catalog:50051' },
      address: 'grpc catalog:50051',
    },
    {
      name: 'a web address',
      spec: { address: 'https://example.com/catalog' },
      place: { kind: 'http', url: 'https://example.com/catalog' },
      address: 'https://example.com/catalog',
    },
    {
      name: 'OLM 3: a ConfigMap',
      spec: { sourceType: 'internal', configMap: 'operators' },
      place: { kind: 'configMap', name: 'operators' },
      address: 'configmap operators',
    },
  ])('$name', ({ spec, place, address }) => {
    const { fault, place: found } = read(spec);
    expect([fault, found]).toEqual([undefined, place]);
    expect(found === undefined ? undefined : addressOf(found)).toBe(address);
  });

  it.each<[string, Spec, string]>([
    ['1: unknown type', { sourceType: 'ftp' }, 'unknown sourcetype: ftp'],
    [
      '1: configmap without a name',
      { sourceType: 'configmap' },
      'configmap name unset: must be set for sourcetype: configmap',
    ],
    [
      '1: internal without a name',
      { sourceType: 'internal', configMap: '' },
      'configmap name unset: must be set for sourcetype: internal',
    ],
    [
      '1: grpc with nothing',
      { image: '', address: '' },
      'image and address unset: at least one must be set for sourcetype: grpc',
    ],
    ['no URL', { address: 'https://' }, 'spec.address is not a valid URL: https://'],
    [
      'a password in the URL',
      { address: 'https://me:hush@example.com/' },
      'spec.address holds a user name or a password: everybody who may read the CatalogSource could read them; take them out',
    ],
  ])('%s', (_name, spec, fault) => {
    expect(read(spec)).toEqual({ fault, disabled: false });
  });
});

describe('registryPoll (OLM 6)', () => {
  it.each<[string, Spec, Pick<SourceSpec, 'pollMs' | 'intervalFault'>]>([
    ['of a tag', { image: 'a/b:1', ...polled('10m') }, { pollMs: 600_000 }],
    ['of a digest: nothing can change', { image: `a/b@sha256:${'0'.repeat(64)}`, ...polled('10m') }, {}],
    ['of an address: none', { address: 'a:1', ...polled('10m') }, {}],
    ['not asked for', { image: 'a/b:1' }, {}],
    ['strategy without a poll', { image: 'a/b:1', updateStrategy: {} }, {}],
    [
      'no duration: the default, and a fault',
      { image: 'a/b:1', ...polled('soon') },
      { pollMs: 900_000, intervalFault: intervalFault('time: invalid duration "soon"') },
    ],
    [
      'no interval: the default, and a fault',
      { image: 'a/b:1', updateStrategy: { registryPoll: {} } },
      { pollMs: 900_000, intervalFault: intervalFault('time: invalid duration ""') },
    ],
  ])('%s', (_name, spec, want) => {
    const { pollMs, intervalFault: fault } = read(spec);
    expect({ pollMs, intervalFault: fault }).toEqual({
      pollMs: undefined,
      intervalFault: undefined,
      ...want,
    });
  });
});

describe('our annotations', () => {
  it('take a catalog out of service by the word true alone', () => {
    const spec = { address: 'a:1' };
    expect(read(spec, { 'capstan.dev/disabled': 'true' }).disabled).toBe(true);
    expect(read(spec, { 'capstan.dev/disabled': 'no' }).disabled).toBe(false);
    expect(read(spec).disabled).toBe(false);
  });

  it('ask for a read', () => {
    expect(read({ address: 'a:1' }, { 'capstan.dev/refresh': '7' }).refresh).toBe('7');
  });
});
