import { describe, expect, it } from 'vitest';
import { aCsvObject, aPlanObject, aSubscriptionObject } from '../../testing/olm.ts';
import { csvState, operatorRows, ownedApis, targetsOf, updateView } from './operator-view.ts';
import type { StateView, UpdateView } from './operator-view.ts';
import type { CsvStatus, InstallPlan, SubscriptionStatus } from '../api/types.ts';

const V1 = 'flight-ticket.v1.0.0';
const V2 = 'flight-ticket.v2.0.0';

describe('csvState', () => {
  const rows: { name: string; given: CsvStatus; want: StateView }[] = [
    { name: 'nothing said yet', given: {}, want: { tone: 'busy', label: 'Pending' } },
    {
      name: 'running',
      given: { phase: 'Succeeded', reason: 'InstallSucceeded', message: 'ok' },
      want: { tone: 'good', label: 'Succeeded' },
    },
    {
      name: 'something missing',
      given: { phase: 'Pending', reason: 'RequirementsNotMet', message: 'one or more' },
      want: {
        tone: 'warn',
        label: 'Pending',
        detail: { code: 'reason', values: { reason: 'RequirementsNotMet', message: 'one or more' } },
      },
    },
    {
      name: 'failed for a reason we do not know',
      given: { phase: 'Failed', reason: 'FromTheFuture', message: 'no idea' },
      want: {
        tone: 'bad',
        label: 'Failed',
        detail: { code: 'reason', values: { reason: 'FromTheFuture', message: 'no idea' } },
      },
    },
    {
      name: 'installing without words',
      given: { phase: 'Installing', reason: 'InstallWaiting' },
      want: {
        tone: 'busy',
        label: 'Installing',
        detail: { code: 'reason', values: { reason: 'InstallWaiting', message: '' } },
      },
    },
  ];
  it.each(rows)('$name', ({ given, want }) => {
    expect(csvState(aCsvObject(V1, given))).toEqual(want);
  });

  it('says when it is being deleted', () => {
    const csv = aCsvObject(
      V1,
      { phase: 'Succeeded' },
      { metadata: { deletionTimestamp: '2026-01-01T00:00:00Z' } },
    );
    expect(csvState(csv).label).toBe('Deleting');
  });
});

describe('updateView', () => {
  const waiting = aPlanObject(
    'install-a',
    { approval: 'Manual', approved: false },
    { phase: 'RequiresApproval' },
  );
  const rows: {
    name: string;
    status: Partial<SubscriptionStatus>;
    annotations?: Record<string, string>;
    plans?: InstallPlan[];
    want: Partial<UpdateView>;
  }[] = [
    {
      name: 'up to date',
      status: { state: 'AtLatestKnown', installedCSV: V1, currentCSV: V1 },
      want: { kind: 'current', label: 'UpToDate' },
    },
    {
      name: 'held at the installed version',
      annotations: { 'capstan.dev/pin': V1 },
      status: { state: 'AtLatestKnown', installedCSV: V1, currentCSV: V1 },
      want: { kind: 'current', label: 'Pinned' },
    },
    {
      name: 'pinned to a version beyond',
      annotations: { 'capstan.dev/pin': V2 },
      status: { state: 'AtLatestKnown', installedCSV: V1, currentCSV: V1 },
      want: { kind: 'current', label: 'UpToDate' },
    },
    {
      name: 'a plan waits for approval',
      status: {
        state: 'UpgradePending',
        installedCSV: V1,
        currentCSV: V2,
        installPlanRef: { name: 'install-a' },
      },
      plans: [waiting],
      want: { kind: 'available', label: 'UpgradeAvailable', plan: 'install-a' },
    },
    {
      name: 'upgrading',
      status: { state: 'UpgradePending', installedCSV: V1, currentCSV: V2 },
      want: { kind: 'running', label: 'Upgrading' },
    },
    {
      name: 'cannot be resolved',
      status: {
        state: 'AtLatestKnown',
        installedCSV: V1,
        currentCSV: V1,
        conditions: [
          {
            type: 'ResolutionFailed',
            status: 'True',
            reason: 'ConstraintsNotSatisfiable',
            message: 'no x in y',
          },
        ],
      },
      want: {
        kind: 'blocked',
        label: 'ResolutionFailed',
        detail: { code: 'reason', values: { reason: 'ConstraintsNotSatisfiable', message: 'no x in y' } },
      },
    },
    {
      name: 'the catalog is broken',
      status: {
        installedCSV: V1,
        currentCSV: V1,
        conditions: [{ type: 'CatalogSourcesUnhealthy', status: 'True' }],
      },
      want: { kind: 'blocked', label: 'CatalogUnhealthy' },
    },
    {
      name: 'a condition that is False is no problem',
      status: { state: 'AtLatestKnown', conditions: [{ type: 'CatalogSourcesUnhealthy', status: 'False' }] },
      want: { kind: 'current' },
    },
  ];
  it.each(rows)('$name', ({ status, annotations = {}, plans = [], want }) => {
    const subscription = aSubscriptionObject(status);
    const pinned = { ...subscription, metadata: { ...subscription.metadata, annotations } };
    expect(updateView(pinned, plans)).toMatchObject(want);
  });

  it('knows operators without Subscription', () => {
    expect(updateView(undefined, [])).toMatchObject({ kind: 'none', label: 'NoSubscription' });
  });
});

describe('operatorRows', () => {
  it('joins CSVs with Subscriptions, keeps lone ones of either, hides copies', () => {
    const rows = operatorRows({
      csvs: [
        aCsvObject(V1, { phase: 'Succeeded' }),
        aCsvObject('alone.v1', { phase: 'Succeeded' }, { spec: { displayName: 'Alone' } }),
        aCsvObject(
          'copy.v1',
          { phase: 'Succeeded' },
          { metadata: { labels: { 'olm.copiedFrom': 'elsewhere' } } },
        ),
      ],
      subscriptions: [
        aSubscriptionObject({ installedCSV: V1, currentCSV: V1 }),
        aSubscriptionObject({}, { name: 'waiting' }),
      ],
      plans: [],
    });
    expect(
      rows.map(({ title, csv, subscription }) => [title, csv?.metadata.name, subscription?.spec.name]),
    ).toEqual([
      ['Alone', 'alone.v1', undefined],
      ['Flight tickets', V1, 'flight-ticket'],
      ['waiting', undefined, 'waiting'],
    ]);
  });

  it('leaves the Subscription with the installed version while the next one comes up', () => {
    const rows = operatorRows({
      csvs: [aCsvObject(V1, { phase: 'Replacing' }), aCsvObject(V2, { phase: 'Installing' })],
      subscriptions: [aSubscriptionObject({ installedCSV: V1, currentCSV: V2 })],
      plans: [],
    });
    expect(rows.map(({ csv, subscription }) => [csv?.metadata.name, subscription !== undefined])).toEqual([
      [V1, true],
      [V2, false],
    ]);
  });

  it('tells a waiting Subscription from a broken one', () => {
    const states = operatorRows({
      csvs: [],
      subscriptions: [
        aSubscriptionObject({ installPlanRef: { name: 'p' } }, { name: 'a' }),
        aSubscriptionObject(
          { conditions: [{ type: 'ResolutionFailed', status: 'True', message: 'x' }] },
          { name: 'b' },
        ),
        aSubscriptionObject({}, { name: 'c' }),
      ],
      plans: [aPlanObject('p', { approval: 'Manual', approved: false }, { phase: 'RequiresApproval' })],
    }).map(({ state }) => state.label);
    expect(states).toEqual(['NeedsApproval', 'ResolutionFailed', 'Installing']);
  });
});

describe('what a CSV says of itself', () => {
  it('lists its own APIs at their best version, without the internal ones', () => {
    const owned = [
      { name: 'tickets.flights.com', version: 'v1beta1', kind: 'Ticket' },
      { name: 'tickets.flights.com', version: 'v1', kind: 'Ticket' },
      { name: 'tickets.flights.com', version: 'v1alpha1', kind: 'Ticket' },
      { name: 'seats.flights.com', version: 'v1', kind: 'Seat', displayName: 'Seats' },
      { name: 'nonsense', version: 'v1', kind: 'Nonsense' },
    ];
    const csv = aCsvObject(
      V1,
      {},
      {
        spec: { customresourcedefinitions: { owned } },
        metadata: {
          annotations: { 'operators.operatorframework.io/internal-objects': '["seats.flights.com"]' },
        },
      },
    );
    expect(ownedApis(csv)).toEqual([
      { group: 'flights.com', version: 'v1', plural: 'tickets', kind: 'Ticket', displayName: 'Ticket' },
    ]);
    csv.metadata.annotations = { 'operators.operatorframework.io/internal-objects': '{broken' };
    expect(ownedApis(csv)).toHaveLength(2);
  });

  it.each([
    [undefined, []],
    ['', 'all'],
    ['a,b', ['a', 'b']],
  ])('targets %j → %j', (text, want) => {
    const annotations = text === undefined ? {} : { 'olm.targetNamespaces': text };
    expect(targetsOf(aCsvObject(V1, {}, { metadata: { annotations } }))).toEqual(want);
  });
});
