/** Small worlds around an operator `flights.v1` that provides Tickets, for tests of its removal. */
import { optional } from '../../../base/loose.ts';
import type { LoneDependency, LeavingKind, UninstallFacts, Standing } from '../facts.ts';
import type { RemovalPicks } from '../record.ts';

/** UIDs differ from their first digits on, as those of the API server do. */
export function standing(name: string, change: Partial<Standing> = {}): Standing {
  const digits = [...name].map((letter) => letter.charCodeAt(0).toString(16)).join('');
  return {
    namespace: 'ns',
    name,
    uid: `${digits.padEnd(8, '0').slice(-8)}-${name}`,
    finalizers: [],
    ...change,
  };
}

/** Tickets as a kind that the operator provides. */
export function kindOf(instances: readonly Standing[], change: Partial<LeavingKind> = {}): LeavingKind {
  const crd = 'tickets.example.com';
  const { namespace: _none, ...definition } = standing(crd, { uid: 'crd' });
  return {
    crd,
    resource: { group: 'example.com', version: 'v1', plural: 'tickets', kind: 'Ticket', namespaced: true },
    definition,
    others: [],
    instances,
    ...change,
  };
}

/** An operator that was brought for `flights.v1`, with its Subscription. */
export function dependency(csv: string): LoneDependency {
  return { csv: standing(csv), title: csv, subscriptions: [standing(csv.split('.')[0] ?? csv)] };
}

/** What a world has otherwise than the usual one, which has two Tickets and a group. */
export interface WorldChange extends Partial<Omit<UninstallFacts, 'csv' | 'operator'>> {
  tickets?: readonly Standing[];
  csv?: false;
  csvUid?: string;
  csvDeletedAt?: string;
  phase?: string;
}

/** The usual world, changed. */
export function worldOf(change: WorldChange = {}): UninstallFacts {
  const { tickets, csv, csvUid, csvDeletedAt, phase, ...facts } = change;
  const instances = tickets ?? [standing('a'), standing('b')];
  return {
    operator: { namespace: 'ns', name: 'flights.v1' },
    ...(csv === false
      ? {}
      : {
          csv: {
            ...standing('flights.v1', { uid: csvUid ?? 'csv', ...optional({ deletedAt: csvDeletedAt }) }),
            title: 'Flights',
            phase: phase ?? 'Succeeded',
          },
        }),
    subscriptions: [standing('flights')],
    made: [{ kind: 'Deployment', namespace: 'ns', name: 'flights' }],
    kinds: [kindOf(instances)],
    groups: [standing('group')],
    neighbors: [],
    dependencies: [],
    unread: [],
    ...facts,
  };
}

/** Nothing but the operator itself. */
export const nothing: RemovalPicks = {
  instances: new Set(),
  definitions: new Set(),
  groups: new Set(),
  dependencies: new Set(),
};

/** Everything that the usual world offers. */
export function picks(): RemovalPicks {
  const crds = new Set(['tickets.example.com']);
  return { instances: crds, definitions: crds, groups: new Set(['group']), dependencies: new Set() };
}
