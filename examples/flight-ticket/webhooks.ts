/**
 * What the API server asks the FlightTicket operator: whether a ticket is good, what it lacks, and how it looks in
 * another version. Pure.
 */
import { z } from 'zod';

const GROUP = 'flights.com';
export const V1 = `${GROUP}/v1`;
export const V2 = `${GROUP}/v2`;

const Journey = z.looseObject({ from: z.string(), to: z.string(), class: z.string().optional() });

const AdmissionReview = z.object({
  request: z.object({ uid: z.string(), object: z.looseObject({ spec: Journey }) }),
});

const Ticket = z.looseObject({ apiVersion: z.string() });

const TicketV1 = z.looseObject({
  spec: z.looseObject({ from: z.unknown(), to: z.unknown(), number: z.unknown() }),
});
const TicketV2 = z.looseObject({
  spec: z.looseObject({ route: z.looseObject({}).default({}), travellers: z.unknown() }),
});

const ConversionReview = z.object({
  request: z.object({ uid: z.string(), desiredAPIVersion: z.enum([V1, V2]), objects: z.array(Ticket) }),
});

/** Answers what came to a path; undefined where there is nothing. Throws when it cannot be read. */
export function answer(path: string, review: unknown): unknown {
  if (path === '/validate') return validated(review);
  if (path === '/default') return defaulted(review);
  if (path === '/convert') return converted(review);
  return undefined;
}

/** Cities are compared as people read them, which no rule of the schema does. */
function validated(review: unknown): unknown {
  const { uid, object } = AdmissionReview.parse(review).request;
  const { from, to } = object.spec;
  if (from.toLowerCase() !== to.toLowerCase()) return admission({ uid, allowed: true });
  const message = `spec.to: ${to} is where the flight leaves from: choose another city`;
  return admission({ uid, allowed: false, status: { code: 422, reason: 'Invalid', message } });
}

function defaulted(review: unknown): unknown {
  const { uid, object } = AdmissionReview.parse(review).request;
  if (object.spec.class !== undefined) return admission({ uid, allowed: true });
  const patch = [{ op: 'add', path: '/spec/class', value: 'economy' }];
  const text = Buffer.from(JSON.stringify(patch)).toString('base64');
  return admission({ uid, allowed: true, patchType: 'JSONPatch', patch: text });
}

function admission(response: object): unknown {
  return { apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview', response };
}

function converted(review: unknown): unknown {
  const { uid, desiredAPIVersion, objects } = ConversionReview.parse(review).request;
  const convertedObjects = objects.map((object) => ticketAs(desiredAPIVersion, object));
  const response = { uid, convertedObjects, result: { status: 'Success' } };
  return { apiVersion: 'apiextensions.k8s.io/v1', kind: 'ConversionReview', response };
}

/** Nothing is lost on the way, so that a ticket comes back as it went. */
export function ticketAs(apiVersion: string, ticket: z.infer<typeof Ticket>): unknown {
  if (ticket.apiVersion === apiVersion) return ticket;
  if (apiVersion === V2) {
    const { from, to, number: travellers, ...more } = TicketV1.parse(ticket).spec;
    return { ...ticket, apiVersion, spec: { route: { from, to }, travellers, ...more } };
  }
  const { route, travellers: number, ...more } = TicketV2.parse(ticket).spec;
  return { ...ticket, apiVersion, spec: { ...route, number, ...more } };
}
