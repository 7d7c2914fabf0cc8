/** What the sample operator is about. */
import type { Resource } from '#lib/k8s/object.ts';

export const flightTickets: Resource = {
  group: 'flights.com',
  version: 'v1',
  plural: 'flighttickets',
  kind: 'FlightTicket',
  namespaced: true,
};
