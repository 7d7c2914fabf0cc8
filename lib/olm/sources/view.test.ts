import { describe, expect, it } from 'vitest';
import { optional } from '../../base/loose.ts';
import type { SourceHealth } from '../api/catalog-answers.ts';
import {
  filterSources,
  intervalProblem,
  sourceAddress,
  sourceKind,
  sourceRows,
  sourceState,
} from './view.ts';
import type { CatalogSource, CatalogSourceStatus } from '../api/types.ts';

const SINCE = '2026-01-01T00:00:00Z';

function source(
  spec: Partial<CatalogSource['spec']> = {},
  status?: CatalogSourceStatus,
  annotations: Record<string, string> = {},
): CatalogSource {
  return {
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'CatalogSource',
    metadata: { name: 'hub', namespace: 'olm', annotations },
    spec: { sourceType: 'grpc', image: 'a/b:v1', ...spec },
    ...optional({ status }),
  };
}

function health(more: Partial<SourceHealth> = {}): SourceHealth {
  return {
    namespace: 'olm',
    name: 'hub',
    healthy: true,
    packages: 3,
    bundles: 9,
    warnings: [],
    readAt: 1000,
    digest: 'd',
    ...more,
  };
}

it.each([
  [{ image: 'a/b:v1' }, 'image', 'a/b:v1'],
  [{ address: 'host:50051' }, 'grpc', 'host:50051'],
  [{ image: 'a/b', address: 'host:50051' }, 'grpc', 'host:50051'],
  [{ address: 'https://a/b' }, 'http', 'https://a/b'],
  [{ address: 'directory:samples' }, 'directory', 'samples'],
  [{ sourceType: 'configmap', configMap: 'c' }, 'configmap', 'c'],
  [{ sourceType: 'internal', configMap: 'c' }, 'configmap', 'c'],
  [{ sourceType: 'configmap' }, 'unknown', ''],
  [{ image: '' }, 'unknown', ''],
  [{ sourceType: 'configmap', address: 'directory:samples' }, 'unknown', 'directory:samples'],
  [{ address: 'https://me:pw@a/b' }, 'unknown', 'https://me:pw@a/b'],
] as const)('%j is of kind %s', (spec, kind, address) => {
  const one = source(spec);
  expect([sourceKind(one), sourceAddress(one)]).toEqual([kind, address]);
});

const connection = (
  lastObservedState: 'READY' | 'CONNECTING' | 'IDLE' | 'TRANSIENT_FAILURE',
): CatalogSourceStatus => ({ connectionState: { lastObservedState, lastConnect: SINCE } });
const content = (status: 'True' | 'False' | 'Unknown', reason: string): CatalogSourceStatus => ({
  conditions: [{ type: 'ContentRead', status, reason, message: 'm', lastTransitionTime: SINCE }],
});
const problem = { kind: 'denied', message: 'no', since: 5 } as const;
const since = Date.parse(SINCE);

describe('the state', () => {
  it.each([
    ['nobody has looked', source(), undefined, { kind: 'waiting' }],
    ['ready by its connection', source({}, connection('READY')), undefined, { kind: 'ready' }],
    ['ready by its condition', source({}, content('True', 'Read')), undefined, { kind: 'ready' }],
    ['ready by the service', source(), health(), { kind: 'ready' }],
    ['connecting', source({}, connection('CONNECTING')), undefined, { kind: 'reading', first: true }],
    [
      'newer content on its way',
      source({}, connection('READY')),
      health({ fetching: true }),
      { kind: 'reading', first: false },
    ],
    ['being read', source({}, content('Unknown', 'Reading')), undefined, { kind: 'reading', first: true }],
    [
      'a broken connection',
      source({}, { ...connection('TRANSIENT_FAILURE'), reason: 'RegistryServerError', message: 'm' }),
      undefined,
      { kind: 'problem', problem: { message: 'm', since } },
    ],
    [
      'content that cannot be read',
      source({}, content('False', 'ReadFailed')),
      undefined,
      { kind: 'problem', problem: { message: 'm', since } },
    ],
    [
      'a problem with old content',
      source({}, content('False', 'ReadFailed')),
      health({ problem }),
      { kind: 'problem', problem, contentOf: 1000 },
    ],
    [
      'a problem without any',
      source({}, connection('READY')),
      health({ problem, readAt: 0, packages: 0 }),
      { kind: 'problem', problem },
    ],
    [
      'a wrong spec',
      source({}, { reason: 'SpecInvalidError', message: 'unknown sourcetype: x' }),
      health({ problem }),
      { kind: 'specWrong', message: 'unknown sourcetype: x' },
    ],
    [
      'a wrong spec that nobody has looked at',
      source({ image: '' }),
      undefined,
      {
        kind: 'specWrong',
        message: 'image and address unset: at least one must be set for sourcetype: grpc',
      },
    ],
    [
      'a ConfigMap that is missing',
      source({}, { reason: 'ConfigMapError', message: 'm' }),
      undefined,
      { kind: 'problem', problem: { message: 'm' } },
    ],
    [
      'disabled',
      source({}, connection('READY'), { 'capstan.dev/disabled': 'true' }),
      health(),
      { kind: 'disabled' },
    ],
    [
      'not quite disabled',
      source({}, connection('READY'), { 'capstan.dev/disabled': '' }),
      undefined,
      { kind: 'ready' },
    ],
  ] as const)('%s', (_name, one, known, want) => {
    expect(sourceState(one, known, true)).toEqual(want);
  });

  it('of one that is being deleted is that', () => {
    const going = source({}, connection('READY'));
    going.metadata.deletionTimestamp = SINCE;
    expect(sourceState(going, health({ problem }), true)).toEqual({ kind: 'going' });
  });

  it('knows that a real OLM obeys no annotation of ours', () => {
    const disabled = source({}, connection('READY'), { 'capstan.dev/disabled': 'true' });
    expect(sourceState(disabled, undefined, false)).toEqual({ kind: 'ready' });
  });

  it('a wrong interval stands beside it', () => {
    const one = source({}, { ...connection('READY'), reason: 'InvalidIntervalError', message: 'm' });
    expect([sourceState(one, undefined, true).kind, intervalProblem(one)]).toEqual(['ready', 'm']);
  });
});

describe('rows', () => {
  const other: CatalogSource = {
    ...source({ address: 'https://ours.example.com', displayName: 'Ours', publisher: 'Team' }),
    metadata: { name: 'a', namespace: 'shop' },
  };
  const rows = sourceRows([other, source()], [health({ checkedAt: 7 })], {
    ours: true,
    globalNamespaces: ['olm'],
  });

  it('join objects with what is known of their content, the global ones first', () => {
    expect(
      rows.map(({ key, title, global, checkedAt, health: known }) => [
        key,
        title,
        global,
        checkedAt,
        known?.packages,
      ]),
    ).toEqual([
      ['olm/hub', 'hub', true, 7, 3],
      ['shop/a', 'Ours', false, undefined, undefined],
    ]);
  });

  it.each([
    ['', ['olm/hub', 'shop/a']],
    ['TEAM', ['shop/a']],
    ['ours shop', ['shop/a']],
    ['ours olm', []],
  ])('are searched by %j', (text, keys) => {
    expect(filterSources(rows, text).map(({ key }) => key)).toEqual(keys);
  });
});
