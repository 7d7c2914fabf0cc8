import { expect, it } from 'vitest';
import { aBundle } from '../../testing/catalog.ts';
import { COPIED_FROM_LABEL, TARGET_NAMESPACES_ANNOTATION } from '../api/labels.ts';
import type { ClusterServiceVersion } from '../api/types.ts';
import { rivalOf } from './rival.ts';

const ticket = {
  group: 'flights.com',
  version: 'v1',
  kind: 'FlightTicket',
  name: 'flighttickets.flights.com',
};
const bundle = aBundle('flight-ticket', '2.0.0', { providedApis: [ticket] });

interface Installed {
  readonly namespace?: string;
  /** Of the annotation; absent: it does not say. */
  readonly targets?: string;
  readonly crd?: string;
  readonly labels?: Record<string, string>;
}

function installed({
  namespace = 'travel',
  targets,
  crd = ticket.name,
  labels,
}: Installed): ClusterServiceVersion {
  return {
    ...{ apiVersion: 'operators.coreos.com/v1alpha1', kind: 'ClusterServiceVersion' },
    metadata: {
      ...{ name: 'flight-ticket.v1.0.0', namespace },
      ...(targets === undefined ? {} : { annotations: { [TARGET_NAMESPACES_ANNOTATION]: targets } }),
      ...(labels === undefined ? {} : { labels }),
    },
    spec: {
      displayName: 'Flight Ticket',
      customresourcedefinitions: { owned: [{ name: crd, version: 'v1', kind: 'FlightTicket' }] },
      install: { strategy: 'deployment' },
    },
  };
}

const ALL = [''];

it.each<{ name: string; there: Installed; watched: readonly string[]; want: boolean }>([
  { name: 'all beside one namespace', there: { targets: 'travel' }, watched: ALL, want: true },
  { name: 'one namespace beside all', there: { targets: '' }, watched: ['new'], want: true },
  { name: 'the same namespace among several', there: { targets: 'a,b' }, watched: ['b', 'c'], want: true },
  { name: 'other namespaces', there: { targets: 'travel' }, watched: ['new'], want: false },
  { name: 'one that does not say what it watches', there: {}, watched: ['new'], want: true },
  {
    name: 'where it runs itself, whatever both watch',
    there: { namespace: 'new', targets: 'a' },
    watched: ['b'],
    want: true,
  },
  { name: 'another API', there: { targets: '', crd: 'loggers.example.com' }, watched: ALL, want: false },
  { name: 'a copy', there: { targets: '', labels: { [COPIED_FROM_LABEL]: 'a' } }, watched: ALL, want: false },
])('$name', ({ there, watched, want }) => {
  const csv = installed(there);
  expect(rivalOf({ bundle, namespace: 'new', watched }, [csv])).toEqual(
    want ? { csv, kinds: ['FlightTicket'] } : undefined,
  );
});
