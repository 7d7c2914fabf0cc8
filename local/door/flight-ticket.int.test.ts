/** FlightTicket as local mode runs it: its webhooks are installed, since a process stands behind them, and answer. */
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { KubeObject, Resource } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { markLocalCluster } from '../runner/local-cluster.ts';
import { startChild } from '../start/child.ts';
import type { Child } from '../start/child.ts';
import { eventually } from '../testing/eventually.ts';
import { flightTickets } from '../testing/flight-ticket.ts';
import { heldByFile } from '../testing/held.ts';
import { startOperators } from '../testing/operators.ts';
import type { Operators } from '../testing/operators.ts';

const SAMPLES = join(import.meta.dirname, '../../examples/catalog');
const HOME = 'travel';
const CSV = 'flight-ticket.v3.0.0';
const DEFINITION = { name: 'flighttickets.flights.com' };
const asVersion2: Resource = { ...flightTickets, version: 'v2' };

const held = heldByFile();
let at: Operators;
let runner: Child;

beforeAll(async () => {
  at = held.use(await startOperators({ catalogs: { samples: SAMPLES }, flags: ['--leave-out-unserved'] }));
  await markLocalCluster(at.user.client, at.cluster.name);
  await startRunner();
  await at.user.install({ namespace: HOME, package: 'flight-ticket', catalog: 'samples' });
  await at.user.untilPhase(HOME, 'flight-ticket.v2.0.0', 'Succeeded');
  // A definition that was just made may be taken up anew.
  await eventually(async () => {
    await at.user.client.create(flightTickets, aTicket('early', 'Rome'));
  });
  await at.user.client.patch(
    resources.subscriptions,
    { namespace: HOME, name: 'flight-ticket' },
    { type: 'merge', body: { spec: { channel: 'with-webhooks' } } },
  );
  await at.user.untilPhase(HOME, CSV, 'Succeeded');
});

/** As a process of its own, as `npm start` does it. */
async function startRunner(): Promise<void> {
  const { name, kubeconfig } = at.cluster;
  const child = startChild({
    name: 'runner',
    module: 'local/runner/main.ts',
    args: ['--kubeconfig', kubeconfig, '--cluster-name', name, '--door'],
    log: join(kubeconfig, '..', 'logs', 'capstan-runner.log'),
  });
  held.defer(() => child.stop());
  await child.line(/^capstan-runner ready/);
  runner = child;
}

function aTicket(name: string, to: string): KubeObject {
  const metadata = { name, namespace: HOME };
  const spec = { from: 'Lisbon', to, number: 2 };
  return { apiVersion: 'flights.com/v1', kind: 'FlightTicket', metadata, spec };
}

describe('a ticket', () => {
  it('gets what it lacks, and is refused where it makes no sense', async () => {
    // The process may come a moment after its pod.
    await eventually(async () => {
      await at.user.client.create(flightTickets, aTicket('holiday', 'Oslo'));
    });
    expect(await at.user.client.get(flightTickets, { namespace: HOME, name: 'holiday' })).toMatchObject({
      spec: { from: 'Lisbon', to: 'Oslo', number: 2, class: 'economy' },
    });
    await expect(at.user.client.create(flightTickets, aTicket('round', 'LISBON'))).rejects.toThrow(
      'LISBON is where the flight leaves from',
    );
  });

  it('of version 1 is read as version 2, and the other way round', async () => {
    expect(await at.user.client.get(asVersion2, { namespace: HOME, name: 'holiday' })).toMatchObject({
      apiVersion: 'flights.com/v2',
      spec: { route: { from: 'Lisbon', to: 'Oslo' }, travellers: 2, class: 'economy' },
    });
    await at.user.client.create(asVersion2, {
      apiVersion: 'flights.com/v2',
      kind: 'FlightTicket',
      metadata: { name: 'work', namespace: HOME },
      spec: { route: { from: 'Oslo', to: 'Tokyo' }, travellers: 1, class: 'business' },
    });
    expect(await at.user.client.get(flightTickets, { namespace: HOME, name: 'work' })).toMatchObject({
      spec: { from: 'Oslo', to: 'Tokyo', number: 1, class: 'business' },
    });
    await eventually(async () => {
      expect(await at.user.client.get(asVersion2, { namespace: HOME, name: 'work' })).toMatchObject({
        status: { phase: 'Booked' },
      });
    });
  });

  it('of before the upgrade is read as version 2', async () => {
    expect(await at.user.client.get(asVersion2, { namespace: HOME, name: 'early' })).toMatchObject({
      spec: { route: { from: 'Lisbon', to: 'Rome' }, travellers: 2 },
    });
  });

  it('is refused again after the runner was killed, and another one took its place', async () => {
    await runner.stop('SIGKILL');
    await expect(at.user.client.create(flightTickets, aTicket('round', 'LISBON'))).rejects.toThrow(
      'failed calling webhook',
    );
    await startRunner();
    await eventually(async () => {
      await expect(at.user.client.create(flightTickets, aTicket('round', 'LISBON'))).rejects.toThrow(
        'LISBON is where the flight leaves from',
      );
    });
  });

  it('can be written after the operator has gone: nothing is asked any more', async () => {
    await at.user.client.delete(resources.subscriptions, { namespace: HOME, name: 'flight-ticket' });
    await at.user.client.delete(resources.clusterServiceVersions, { namespace: HOME, name: CSV });
    await eventually(async () => {
      expect(await at.user.list(resources.clusterServiceVersions, HOME)).toEqual([]);
    });
    const definition = await at.user.client.get(resources.customResourceDefinitions, DEFINITION);
    expect(definition['spec']).toMatchObject({ conversion: { strategy: 'None' } });
    await at.user.client.create(flightTickets, aTicket('round', 'LISBON'));
  });
});
