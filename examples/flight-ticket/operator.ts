/**
 * The FlightTicket operator: watches tickets, books each, reports the booking in its status. It needs no more rights
 * than its bundle asks for: get, list and watch flighttickets, patch their status, create events.
 */
import type { ObjectRef } from '#lib/k8s/object.ts';
import { keyOf, refKey } from '#lib/k8s/object.ts';
import type { ReconcileOutcome } from '#server/kube/types.ts';
import { tell, writeStatus } from '../kit/report.ts';
import { operate } from '../kit/run.ts';
import type { Known } from '../kit/known.ts';
import type { OperatorSettings } from '../kit/settings.ts';
import { decideBooking } from './booking.ts';
import { flightTickets } from './kind.ts';

const MANAGER = 'flight-ticket-operator';

/** Runs until the signal fires. Rejects only when it could not start at all. */
export async function run(settings: OperatorSettings): Promise<void> {
  await operate({
    ...settings,
    name: MANAGER,
    controllers: [
      {
        name: 'flighttickets',
        watched: [{ resource: flightTickets, concerns: (ticket) => [keyOf(ticket)] }],
        reconcile: (known, ref) => reconcile(settings, known, ref),
      },
    ],
  });
}

async function reconcile(
  { client, version, log }: OperatorSettings,
  known: Known,
  ref: ObjectRef,
): Promise<ReconcileOutcome> {
  const ticket = known.get(flightTickets, ref);
  if (ticket === undefined || ticket.metadata.deletionTimestamp !== undefined) return { kind: 'done' };
  const status = decideBooking(ticket, version, new Date().toISOString());
  if (status === undefined) return { kind: 'done' };
  const reporter = { client, manager: MANAGER, resource: flightTickets, object: ticket };
  if (!(await writeStatus(reporter, status))) return { kind: 'done' };
  log('booked', { key: refKey(ref), phase: status.phase, reference: status.bookingReference });
  const news = status.conditions.at(-1);
  await tell(reporter, {
    type: status.phase === 'Booked' ? 'Normal' : 'Warning',
    reason: news?.reason ?? status.phase,
    message: news?.message ?? '',
  });
  return { kind: 'done' };
}
