import { describe, expect, it } from 'vitest';
import { optional } from '../../base/loose.ts';
import { rfc3339 } from '../../base/time.ts';
import { NOW } from '../../testing/install-facts.ts';
import { catalogSourceStatus, decideCatalogSource, unadopted, type ObservedSource } from './status.ts';
import type { KubeObject } from '../../k8s/object.ts';
import type { CatalogSource, CatalogSourceStatus } from '../api/types.ts';

interface SourceParts {
  spec: object;
  status?: CatalogSourceStatus;
  annotations?: Record<string, string>;
}

function source({ spec, status, annotations }: SourceParts): CatalogSource {
  return {
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'CatalogSource',
    metadata: {
      name: 'samples',
      namespace: 'capstan-system',
      ...optional({ annotations }),
    },
    spec: { sourceType: 'grpc', ...spec },
    ...optional({ status }),
  };
}

const decide = (parts: SourceParts, observed: ObservedSource, now = NOW): CatalogSourceStatus =>
  catalogSourceStatus(source(parts), observed, now);

const content = { packages: 3, bundles: 7, warnings: 0, digest: 'sha256:00', readAt: NOW - 1000 };
const read: ObservedSource = { content, checkedAt: NOW };
const problem = { kind: 'unreachable', message: 'quay.io does not answer', since: NOW - 500 } as const;
const image = { image: 'quay.io/a/b:latest' };
const poll = (interval: string): object => ({ ...image, updateStrategy: { registryPoll: { interval } } });
const text = '3 packages, 7 bundles, digest sha256:00';
const kept = `the content read at ${rfc3339(NOW - 1000)} is still offered: ${text}`;

describe('catalogSourceStatus', () => {
  const condition = ({ conditions }: CatalogSourceStatus): string | undefined => {
    const found = conditions?.find(({ type }) => type === 'ContentRead');
    return found === undefined ? undefined : `${found.status} ${found.reason ?? ''}: ${found.message ?? ''}`;
  };
  const rows: {
    name: string;
    parts: SourceParts;
    observed: ObservedSource;
    /** State, reason, message, condition. */
    want: (string | undefined)[];
  }[] = [
    {
      name: 'OLM 1: a fault of the spec, and nothing else',
      parts: { spec: { sourceType: 'ftp' }, status: { registryService: {}, message: 'old' } },
      observed: {},
      want: [undefined, 'SpecInvalidError', 'unknown sourcetype: ftp', undefined],
    },
    {
      name: 'OLM 7: read',
      parts: { spec: image },
      observed: read,
      want: ['READY', undefined, undefined, `True Read: ${text}`],
    },
    {
      name: 'read with parts left out',
      parts: { spec: image },
      observed: { ...read, content: { ...content, warnings: 2 } },
      want: [
        'READY',
        undefined,
        undefined,
        'True Read: 3 packages, 7 bundles, 2 parts left out, digest sha256:00',
      ],
    },
    {
      name: 'being read for the first time',
      parts: { spec: image },
      observed: {},
      want: [
        'CONNECTING',
        undefined,
        undefined,
        'Unknown Reading: the content is being read for the first time',
      ],
    },
    {
      name: 'never read',
      parts: { spec: image },
      observed: { problem },
      want: [
        'TRANSIENT_FAILURE',
        'RegistryServerError',
        problem.message,
        `False ReadFailed: ${problem.message}`,
      ],
    },
    {
      name: 'read before, and failing now',
      parts: { spec: image },
      observed: { ...read, problem },
      want: [
        'TRANSIENT_FAILURE',
        'RegistryServerError',
        problem.message,
        `False ReadFailed: ${problem.message}; ${kept}`,
      ],
    },
    {
      name: 'OLM 2: no ConfigMap',
      parts: { spec: { sourceType: 'configmap', configMap: 'operators' } },
      observed: { problem: { ...problem, kind: 'missing', message: 'configmaps "operators" not found' } },
      want: [
        'TRANSIENT_FAILURE',
        'ConfigMapError',
        'failed to get catalog config map operators: configmaps "operators" not found',
        'False ReadFailed: configmaps "operators" not found',
      ],
    },
    {
      name: 'OLM 6: an interval that is none',
      parts: { spec: poll('soon') },
      observed: read,
      want: [
        'READY',
        'InvalidIntervalError',
        'error parsing spec.updateStrategy.registryPoll.interval. Using the default value of 15m0s instead. Error: time: invalid duration "soon"',
        `True Read: ${text}`,
      ],
    },
    {
      name: 'disabled',
      parts: { spec: image, annotations: { 'capstan.dev/disabled': 'true' } },
      observed: { checkedAt: NOW, problem },
      want: ['SHUTDOWN', undefined, 'disabled by annotation capstan.dev/disabled', undefined],
    },
  ];
  it.each(rows)('$name', ({ parts, observed, want }) => {
    const status = decide(parts, observed);
    const { connectionState, reason, message } = status;
    expect([connectionState?.lastObservedState, reason, message, condition(status)]).toEqual(want);
  });

  it.each(rows)(
    'says the same of an unchanged world, however late it is asked: $name',
    ({ parts, observed }) => {
      const status = decide(parts, observed);
      const later = observed.checkedAt === undefined ? observed : { ...observed, checkedAt: NOW + 60_000 };
      expect(decide({ ...parts, status }, later, NOW + 60_000)).toBe(status);
    },
  );

  it('OLM 5: shows where it is read from, and since when that has been so', () => {
    const first = decide({ spec: { address: 'a.b:50051' } }, read);
    expect(first.registryService).toEqual({ protocol: 'grpc', createdAt: rfc3339(NOW) });
    expect(first.connectionState).toEqual({
      address: 'a.b:50051',
      lastConnect: rfc3339(NOW),
      lastObservedState: 'READY',
    });
    const moved = decide({ spec: { address: 'c.d:50051' }, status: first }, read, NOW + 5000);
    expect(moved.registryService).toEqual(first.registryService);
    expect(moved.connectionState).toMatchObject({ address: 'c.d:50051', lastConnect: rfc3339(NOW + 5000) });
  });

  it('OLM 6: tells the last poll together with what changed', () => {
    const first = decide({ spec: poll('10m') }, read);
    expect(first.latestImageRegistryPoll).toBe(rfc3339(NOW));
    const later = NOW + 600_000;
    const same = decide({ spec: poll('10m'), status: first }, { ...read, checkedAt: later }, later);
    expect(same).toBe(first);
    const newer = { content: { ...content, digest: 'sha256:11' }, checkedAt: later };
    expect(decide({ spec: poll('10m'), status: first }, newer, later).latestImageRegistryPoll).toBe(
      rfc3339(later),
    );
    expect(decide({ spec: image }, read).latestImageRegistryPoll).toBeUndefined();
  });

  it('OLM 3: names the ConfigMap that was read', () => {
    const observed = { ...read, configMap: { uid: 'u1', resourceVersion: '17' } };
    const { configMapReference } = decide(
      { spec: { sourceType: 'internal', configMap: 'operators' } },
      observed,
    );
    expect(configMapReference).toEqual({
      name: 'operators',
      namespace: 'capstan-system',
      uid: 'u1',
      resourceVersion: '17',
      lastUpdateTime: rfc3339(NOW - 1000),
    });
  });

  it('keeps the conditions of others', () => {
    const others = { type: 'ResolvedImage', status: 'True', reason: 'A', message: 'b' } as const;
    const status = decide({ spec: image, status: { conditions: [others] } }, read);
    expect(status.conditions?.map(({ type }) => type)).toEqual(['ResolvedImage', 'ContentRead']);
    expect(decide({ spec: {}, status }, read).conditions).toEqual([others]);
  });

  it.each(['READY', 'TRANSIENT_FAILURE'] as const)(
    'after a restart says %s as before until the source has been asked',
    (lastObservedState) => {
      const status = { connectionState: { address: image.image, lastObservedState } };
      expect(decide({ spec: image, status }, { content })).toBe(status);
      expect(decide({ spec: image, status }, {}).connectionState?.lastObservedState).toBe('CONNECTING');
      const other = decide({ spec: { image: 'quay.io/a/b:2' }, status }, { content });
      expect(other.connectionState?.address).toBe('quay.io/a/b:2');
    },
  );
});

describe('decideCatalogSource', () => {
  const parts = { spec: { sourceType: 'configmap', configMap: 'packages' } };
  const observed: ObservedSource = { ...read, configMap: { uid: 'uid-map', resourceVersion: '7' } };
  const configMap = (...owners: readonly string[]): KubeObject => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: {
      name: 'packages',
      ownerReferences: owners.map((name) => ({ apiVersion: 'v1', kind: 'X', name, uid: `uid-${name}` })),
    },
  });
  const ours = { ...source(parts), metadata: { ...source(parts).metadata, uid: 'uid-samples' } };

  it("makes the ConfigMap that was read the source's own, beside those it belonged to before (OLM 3)", () => {
    const { status, actions } = decideCatalogSource(
      { source: ours, observed, configMap: configMap('other') },
      NOW,
    );
    expect(status).toMatchObject({ configMapReference: { name: 'packages', uid: 'uid-map' } });
    expect(actions).toMatchObject([
      {
        kind: 'patch',
        metadata: { ownerReferences: [{ name: 'other' }, { kind: 'CatalogSource', name: 'samples' }] },
      },
    ]);
    const known = { source: ours, observed, configMap: configMap('samples') };
    expect(decideCatalogSource(known, NOW).actions).toEqual([]);
    expect(decideCatalogSource({ source: ours, observed }, NOW).actions).toEqual([]);
  });

  it('looks for the ConfigMap only while the status does not name the one that was read', () => {
    const status = decide(parts, observed);
    expect(unadopted(ours, observed)).toBe('packages');
    expect(unadopted({ ...ours, status }, observed)).toBeUndefined();
    expect(unadopted(ours, read)).toBeUndefined();
    expect(unadopted(source({ spec: image }), observed)).toBeUndefined();
  });
});
