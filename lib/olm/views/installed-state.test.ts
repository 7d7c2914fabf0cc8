import { expect, it } from 'vitest';
import { aCsvObject, aSubscriptionObject } from '../../testing/olm.ts';
import type { TileState } from '../search/facets.ts';
import { installedPackages, tileState } from './installed-state.ts';
import type { ClusterServiceVersion, Subscription } from '../api/types.ts';

const V1 = 'flight-ticket.v1.0.0';
const key = { catalogNamespace: 'capstan-system', catalog: 'samples', package: 'flight-ticket' };

interface Row {
  name: string;
  subscriptions: Subscription[];
  csvs: ClusterServiceVersion[];
  namespace?: string;
  want: TileState;
}

const running = aSubscriptionObject({ installedCSV: V1 });
const watching = (text: string): ClusterServiceVersion =>
  aCsvObject(V1, { phase: 'Succeeded' }, { metadata: { annotations: { 'olm.targetNamespaces': text } } });

const rows: Row[] = [
  { name: 'no Subscription', subscriptions: [], csvs: [], want: 'available' },
  { name: 'no CSV yet', subscriptions: [aSubscriptionObject()], csvs: [], want: 'installing' },
  { name: 'running', subscriptions: [running], csvs: [watching('')], want: 'installed' },
  {
    name: 'failed',
    subscriptions: [running],
    csvs: [aCsvObject(V1, { phase: 'Failed' })],
    want: 'installing',
  },
  {
    name: 'seen from its own namespace',
    subscriptions: [running],
    csvs: [],
    namespace: 'team-a',
    want: 'installing',
  },
  {
    name: 'seen from another',
    subscriptions: [running],
    csvs: [watching('team-a')],
    namespace: 'team-b',
    want: 'available',
  },
  {
    name: 'watching all',
    subscriptions: [running],
    csvs: [watching('')],
    namespace: 'team-b',
    want: 'installed',
  },
  {
    name: 'watching some',
    subscriptions: [running],
    csvs: [watching('team-b,team-c')],
    namespace: 'team-b',
    want: 'installed',
  },
  {
    name: 'of another catalog',
    subscriptions: [aSubscriptionObject({}, { source: 'others' })],
    csvs: [],
    want: 'available',
  },
];

it.each(rows)('$name', ({ subscriptions, csvs, namespace, want }) => {
  expect(tileState(installedPackages(subscriptions, csvs, namespace), key)).toBe(want);
});
