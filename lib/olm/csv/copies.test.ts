import { describe, expect, it } from 'vitest';
import { anInstallableCsv, NOW } from '../../testing/install-facts.ts';
import { COPIED_FROM_LABEL, COPY_ANNOTATION } from '../api/labels.ts';
import type { ClusterServiceVersion } from '../api/types.ts';
import { decideCsvCopies, staleCopies, wantedCopies, type CsvCopyFacts } from './copies.ts';

const csv = anInstallableCsv('tickets.v1.0.0', {
  metadata: {
    ...{ namespace: 'home', generation: 3 },
    labels: { 'operators.coreos.com/tickets.home': '', team: 'a' },
    annotations: { 'olm.targetNamespaces': '', 'olm.operatorGroup': 'group' },
  },
  status: { phase: 'Succeeded', reason: 'InstallSucceeded', lastUpdateTime: '2026-01-01T00:00:00Z' },
});

function facts(more: Partial<CsvCopyFacts> = {}): CsvCopyFacts {
  const copies = more.copies ?? [];
  return {
    ...{ home: 'home', csv, copying: 'on', groups: [{ name: 'group', targets: [''] }] },
    namespaces: ['home', 'a', 'b'].map((name) => ({ name, labels: {} })),
    taken: new Set(copies.map(({ metadata }) => metadata.namespace ?? '')),
    ...more,
    copies,
  };
}

/** As the API server has it once it was made as we want it. */
function made(namespace: string, given = facts()): ClusterServiceVersion {
  const [action] = decideCsvCopies({ ...given, whole: csv, copies: [], taken: new Set() }, NOW).actions;
  if (action?.kind !== 'apply') throw new Error('no copy');
  const { metadata, ...rest } = action.object as ClusterServiceVersion;
  return { ...rest, metadata: { ...metadata, namespace, uid: `u-${namespace}` } };
}

const settled = (namespace: string): ClusterServiceVersion => ({
  ...made(namespace),
  status: {
    ...{ phase: 'Succeeded', reason: 'Copied', lastUpdateTime: '2026-01-01T00:00:00Z' },
    message: 'The operator is running in home but is managing this namespace',
  },
});

const foreign = (namespace: string): ClusterServiceVersion => {
  const { annotations: _none, ...metadata } = settled(namespace).metadata;
  return { ...settled(namespace), metadata };
};

/** `apply a`, `status a`, `delete a u-a`, `event`. */
const deeds = (given: CsvCopyFacts): string[] =>
  decideCsvCopies(given, NOW).actions.map((action) => {
    if (action.kind === 'delete') return `delete ${action.ref.namespace ?? ''} ${action.uid}`;
    if (action.kind === 'apply' || action.kind === 'status')
      return `${action.kind} ${action.object.metadata.namespace ?? ''}`;
    return action.kind;
  });

describe('1f.6 copies of a CSV', () => {
  it.each<{ name: string; more: Partial<CsvCopyFacts>; want: string[] }>([
    { name: 'all namespaces but its own', more: {}, want: ['a', 'b'] },
    {
      name: 'those that are named',
      more: { groups: [{ name: 'g', targets: ['a', 'home', 'x'] }] },
      want: ['a'],
    },
    { name: 'none without an OperatorGroup', more: { groups: [] }, want: [] },
    {
      name: 'none under two OperatorGroups',
      more: {
        groups: [
          { name: 'g', targets: [''] },
          { name: 'h', targets: [''] },
        ],
      },
      want: [],
    },
    {
      name: 'none in a namespace that goes',
      more: { namespaces: [{ name: 'a', labels: {}, goes: true }] },
      want: [],
    },
    { name: 'none where nobody asks for them', more: { copying: 'unsaid' }, want: [] },
    { name: 'none where they are switched off', more: { copying: 'off' }, want: [] },
    {
      name: 'none of one that is going',
      more: { csv: { ...csv, metadata: { ...csv.metadata, deletionTimestamp: '2026-01-01T00:00:00Z' } } },
      want: [],
    },
    { name: 'none of one that has no phase yet', more: { csv: { ...csv, status: {} } }, want: [] },
    {
      name: 'none of one whose APIs another group provides',
      more: { csv: { ...csv, status: { phase: 'Failed', reason: 'InterOperatorGroupOwnerConflict' } } },
      want: [],
    },
  ])('are in $name', ({ more, want }) => {
    expect([...wantedCopies(facts(more))]).toEqual(want);
  });

  it('are made of all that it says but where it watches, and say where it runs', () => {
    const copy = made('a');
    expect(copy.metadata.labels).toEqual({ team: 'a', [COPIED_FROM_LABEL]: 'home' });
    expect(Object.keys(copy.metadata.annotations ?? {})).toEqual(['olm.operatorGroup', COPY_ANNOTATION]);
    expect(copy.spec).toEqual(csv.spec);
    const [said] = decideCsvCopies(facts({ copies: [copy], taken: new Set(['a', 'b']) }), NOW).actions;
    expect(said).toMatchObject({
      kind: 'status',
      status: {
        ...{ phase: 'Succeeded', reason: 'Copied' },
        message: 'The operator is running in home but is managing this namespace',
      },
    });
  });

  it('are left alone as long as it says the same', () => {
    expect(deeds(facts({ copies: [settled('a'), settled('b')] }))).toEqual([]);
  });

  it.each<{ name: string; more: Partial<CsvCopyFacts>; want: string[] }>([
    { name: 'is missing', more: { copies: [settled('a')], whole: csv }, want: ['apply b'] },
    { name: 'cannot be read for copying', more: { copies: [settled('a')] }, want: [] },
    {
      name: 'is of another state',
      more: {
        ...{ csv: { ...csv, metadata: { ...csv.metadata, generation: 4 } }, whole: csv },
        copies: [settled('a'), settled('b')],
      },
      want: ['apply a', 'apply b'],
    },
    {
      name: 'says what was once',
      more: {
        csv: { ...csv, status: { phase: 'Failed', reason: 'ComponentUnhealthy', lastUpdateTime: 'later' } },
        copies: [settled('a'), settled('b')],
      },
      want: ['status a', 'status b'],
    },
    {
      name: 'is a CSV of somebody else',
      more: { copies: [settled('a')], taken: new Set(['a', 'b']), whole: csv },
      want: [],
    },
    {
      name: 'is where it does not belong',
      more: { namespaces: [], copies: [settled('a')] },
      want: ['delete a u-a'],
    },
    { name: 'outlives it', more: { csv: undefined, copies: [foreign('a')] }, want: ['delete a u-a'] },
    {
      name: 'is no longer asked for',
      more: { copying: 'unsaid', copies: [settled('a'), foreign('b')] },
      want: ['delete a u-a'],
    },
    {
      name: 'is switched off',
      more: { copying: 'off', copies: [settled('a'), foreign('b')] },
      want: ['delete a u-a', 'delete b u-b', 'event'],
    },
  ])('one that $name: $want', ({ more, want }) => {
    expect(deeds(facts(more))).toEqual(want);
  });

  it('that go by the switch are told of, in the words of upstream', () => {
    expect(decideCsvCopies(facts({ copying: 'off', copies: [settled('a')] }), NOW).actions).toContainEqual(
      expect.objectContaining({
        ...{ kind: 'event', type: 'Warning', reason: 'DisabledCopiedCSVs' },
        message: 'CSV copying disabled for home/tickets.v1.0.0',
      }),
    );
  });

  it('are not written over a CSV that somebody else has there', () => {
    expect(staleCopies(facts({ taken: new Set(['b']) }))).toEqual(['a']);
  });
});
