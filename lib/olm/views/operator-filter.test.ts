import { expect, it } from 'vitest';
import { aCsvObject, aPlanObject, aSubscriptionObject } from '../../testing/olm.ts';
import { filterOperators } from './operator-filter.ts';
import { operatorRows } from './operator-view.ts';

const owned = [{ name: 'tickets.flights.com', version: 'v1', kind: 'Ticket' }];
const rows = operatorRows({
  csvs: [
    aCsvObject(
      'good.v1',
      { phase: 'Succeeded' },
      { spec: { displayName: 'Good', customresourcedefinitions: { owned } } },
    ),
    aCsvObject('bad.v1', { phase: 'Failed' }, { spec: { displayName: 'Bad', provider: { name: 'Acme' } } }),
    aCsvObject('new.v1', { phase: 'Installing' }, { spec: { displayName: 'New' } }),
    aCsvObject('old.v1', { phase: 'Succeeded' }, { spec: { displayName: 'Old' } }),
  ],
  subscriptions: [
    aSubscriptionObject(
      { installedCSV: 'old.v1', currentCSV: 'old.v2', installPlanRef: { name: 'p' } },
      { name: 'old' },
    ),
  ],
  plans: [aPlanObject('p', { approval: 'Manual', approved: false }, { phase: 'RequiresApproval' })],
});

it.each([
  ['', '', ['Bad', 'Good', 'New', 'Old']],
  ['ticket good', '', ['Good']],
  ['ACME', '', ['Bad']],
  ['nothing', '', []],
  ['', 'good', ['Good', 'Old']],
  ['', 'moving', ['New']],
  ['', 'trouble', ['Bad']],
  ['', 'upgrade', ['Old']],
  ['', 'nonsense', ['Bad', 'Good', 'New', 'Old']],
] as const)('%j with status %j', (text, state, want) => {
  expect(filterOperators(rows, { text, state }).map(({ title }) => title)).toEqual(want);
});
