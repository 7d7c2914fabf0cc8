/**
 * The FlightTicket operator: watches tickets, books each, reports the booking in its status. It needs no more rights
 * than its bundle asks for: get, list and watch flighttickets, patch their status, create events.
 */
import type { KubeObject, ObjectMeta, ObjectRef, Resource } from '#lib/k8s/object.ts';
import { keyOf, parseKey, refKey } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { createCache } from '#server/kube/cache.ts';
import { isKubeError } from '#server/kube/errors.ts';
import { createQueue } from '#server/kube/queue.ts';
import type { KubeClient, ReconcileOutcome, ResourceCache } from '#server/kube/types.ts';
import { decideBooking } from './booking.ts';
import type { TicketStatus } from './booking.ts';

const flightTickets: Resource = {
  group: 'flights.com',
  version: 'v1',
  plural: 'flighttickets',
  kind: 'FlightTicket',
  namespaced: true,
};

const MANAGER = 'flight-ticket-operator';

export interface OperatorOptions {
  client: KubeClient;
  /** Namespaces to watch; empty means all of them. */
  namespaces: readonly string[];
  /** The operator's own version; from 2 on it assigns gates and seats. */
  version: string;
  /** Ends the operator. */
  signal: AbortSignal;
  log: (message: string, fields?: Record<string, unknown>) => void;
}

/** Runs until the signal fires. Rejects only when it could not start at all. */
export async function run(options: OperatorOptions): Promise<void> {
  const { client, namespaces, version, signal, log } = options;
  const caches = (namespaces.length === 0 ? [undefined] : namespaces).map((namespace) =>
    createCache(client, flightTickets, namespace === undefined ? {} : { namespace }),
  );
  const queue = createQueue({
    name: MANAGER,
    concurrency: 4,
    reconcile: (key) => reconcile({ ...options, caches }, parseKey(key)),
    onError: (key, error, attempt) => {
      log('cannot book', { key, attempt, error: error instanceof Error ? error.message : String(error) });
    },
  });
  for (const cache of caches)
    cache.subscribe((event) => {
      queue.add(keyOf(event.object));
    });
  await Promise.race([Promise.all(caches.map(({ synced }) => synced)), aborted(signal)]);
  log('watching tickets', { version, namespaces: namespaces.length === 0 ? 'all' : namespaces.join(',') });
  await aborted(signal);
  for (const cache of caches) cache.stop();
  await queue.stop();
}

interface Operator extends OperatorOptions {
  caches: readonly ResourceCache[];
}

async function reconcile(
  { caches, client, version, log }: Operator,
  ref: ObjectRef,
): Promise<ReconcileOutcome> {
  const ticket = caches.map((cache) => cache.get(ref)).find((found) => found !== undefined);
  if (ticket === undefined || ticket.metadata.deletionTimestamp !== undefined) return { kind: 'done' };
  const status = decideBooking(ticket, version, new Date().toISOString());
  if (status === undefined) return { kind: 'done' };
  try {
    await writeStatus(client, ticket, status);
  } catch (error) {
    // Deleted, or deleted and made anew, since we read it: the watch brings what there is to do.
    if (isKubeError(error, 'notFound') || isKubeError(error, 'conflict')) return { kind: 'done' };
    throw error;
  }
  log('booked', { key: refKey(ref), phase: status.phase, reference: status.bookingReference });
  await tell(client, ticket, status);
  return { kind: 'done' };
}

/** The uid makes the API server refuse (409) a ticket of the same name that is not the one we decided about. */
async function writeStatus(client: KubeClient, ticket: KubeObject, status: TicketStatus): Promise<void> {
  const { name, namespace, uid } = ticket.metadata;
  const metadata: ObjectMeta = {
    ...(name && { name }),
    ...(namespace && { namespace }),
    ...(uid && { uid }),
  };
  const object = { apiVersion: 'flights.com/v1', kind: 'FlightTicket', metadata, status };
  await client.apply(flightTickets, object, { fieldManager: MANAGER, subresource: 'status' });
}

/** Named after the state of the ticket that was booked, so that telling twice tells once. */
async function tell(client: KubeClient, ticket: KubeObject, status: TicketStatus): Promise<void> {
  const { name = '', namespace = '', uid, resourceVersion = '' } = ticket.metadata;
  const news = status.conditions.at(-1);
  const now = new Date().toISOString();
  const event = {
    apiVersion: 'v1',
    kind: 'Event',
    metadata: { name: `${name}.${resourceVersion}`, namespace },
    involvedObject: { apiVersion: 'flights.com/v1', kind: 'FlightTicket', name, namespace, uid },
    type: status.phase === 'Booked' ? 'Normal' : 'Warning',
    reason: news?.reason ?? status.phase,
    message: news?.message ?? '',
    source: { component: MANAGER },
    reportingComponent: MANAGER,
    reportingInstance: MANAGER,
    firstTimestamp: now,
    lastTimestamp: now,
    count: 1,
  };
  try {
    await client.create(resources.events, event);
  } catch (error) {
    // The booking stands; an event that cannot be told is no reason to book again.
    if (!isKubeError(error)) throw error;
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  if (signal.aborted) resolve(undefined);
  else
    signal.addEventListener(
      'abort',
      () => {
        resolve(undefined);
      },
      { once: true },
    );
  return promise;
}
