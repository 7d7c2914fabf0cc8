import { describe, expect, it } from 'vitest';
import { NOW } from '../testing/install-facts.ts';
import { decideCatalogSource, type DirectoryState } from './catalog-source-status.ts';
import type { CatalogSource } from './types.ts';

function source(spec: Record<string, string>, status?: CatalogSource['status']): CatalogSource {
  return {
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'CatalogSource',
    metadata: { name: 'samples', namespace: 'capstan-system' },
    spec: { sourceType: 'grpc', ...spec },
    ...(status === undefined ? {} : { status }),
  };
}

const readable: DirectoryState = { kind: 'readable', packages: 3 };
const directory = { address: 'directory:samples' };

describe('decideCatalogSource', () => {
  const rows: {
    name: string;
    spec: Record<string, string>;
    state?: DirectoryState;
    want: (string | undefined)[];
  }[] = [
    {
      name: '1: unknown type',
      spec: { sourceType: 'ftp' },
      want: [undefined, 'SpecInvalidError', 'unknown sourcetype: ftp'],
    },
    {
      name: '1: configmap without a name',
      spec: { sourceType: 'configmap' },
      want: [undefined, 'SpecInvalidError', 'configmap name unset: must be set for sourcetype: configmap'],
    },
    {
      name: '1: grpc without anything',
      spec: {},
      want: [
        undefined,
        'SpecInvalidError',
        'image and address unset: at least one must be set for sourcetype: grpc',
      ],
    },
    {
      name: '7: a readable directory',
      spec: directory,
      state: readable,
      want: ['READY', undefined, undefined],
    },
    {
      name: 'an unreadable directory',
      spec: directory,
      state: { kind: 'unreadable', why: 'a/b.yaml: broken' },
      want: [
        'TRANSIENT_FAILURE',
        'RegistryServerError',
        'catalog directory samples cannot be read: a/b.yaml: broken',
      ],
    },
    {
      name: 'a directory that nobody gave',
      spec: directory,
      state: { kind: 'unknown' },
      want: [
        'TRANSIENT_FAILURE',
        'RegistryServerError',
        'no directory is registered as samples: start the controller with --catalog samples=DIR',
      ],
    },
    {
      name: 'an image',
      spec: { image: 'example.com/catalog:1' },
      want: [
        undefined,
        'RegistryServerError',
        'Capstan does not read catalogs by image yet; catalogs from a directory (address directory:NAME) are supported',
      ],
    },
  ];
  it.each(rows)('$name', ({ spec, state, want }) => {
    const status = decideCatalogSource(source(spec), state, NOW);
    expect([status.connectionState?.lastObservedState, status.reason, status.message]).toEqual(want);
  });

  it('says the same of an unchanged world, however late it is asked', () => {
    const first = decideCatalogSource(source(directory), readable, NOW);
    expect(decideCatalogSource(source(directory, first), readable, NOW + 60_000)).toEqual(first);
  });
});
