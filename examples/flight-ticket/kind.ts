/** The kind FlightTicket as its first two versions have it: what is asked of it, what it says, and its definition. Pure. */
import { z } from 'zod';
import type { Resource } from '#lib/k8s/object.ts';
import { conditionsSchema, resourceOf } from '../kit/definition.ts';
import type { Column, KindDefinition, KindVersion } from '../kit/definition.ts';

const about = (description: string): { description: string } => ({ description });

const city = (description: string): z.ZodString =>
  z
    .string()
    .min(1)
    .max(64)
    .regex(/^\S(.*\S)?$/)
    .meta(about(description));

const FirstSpec = z.object({
  from: city('City the flight leaves from, for example Lisbon.'),
  to: city('City the flight goes to, for example Oslo.'),
  number: z.int().min(1).max(10).meta({ description: 'How many seats to book, 1 to 10.', format: 'int32' }),
});

export const TicketSpec = FirstSpec.extend({
  /** From version 2 of the operator on. */
  class: z.enum(['economy', 'business']).meta(about('Cabin class. Economy when absent.')).optional(),
});
export type TicketSpec = z.infer<typeof TicketSpec>;

const price = z.object({
  amount: z.int().min(0).meta({ description: 'Whole units of the currency.', format: 'int32' }),
  currency: z.string().max(3).meta(about('ISO 4217 code.')),
});

const FirstStatus = z.object({
  observedGeneration: z
    .int()
    .meta({ description: 'Generation of the spec that this status answers.', format: 'int64' })
    .optional(),
  phase: z.enum(['Booked', 'Rejected']).meta(about('How far the booking is.')).optional(),
  bookingReference: z
    .string()
    .max(16)
    .meta(about('The reference to show at the counter. A changed journey gets a new one.'))
    .optional(),
  flight: z.string().max(16).meta(about('Flight number.')).optional(),
  price: price.meta(about('Price of all seats together.')).optional(),
  conditions: conditionsSchema('Booked, Ready.', 'What is true of the booking now.').optional(),
});

const SecondStatus = FirstStatus.extend({
  gate: z.string().max(8).meta(about('Gate at which the flight boards.')).optional(),
  seats: z
    .array(z.string().max(4))
    .max(10)
    .meta(about('Seats assigned to the travellers, such as 14A.'))
    .optional(),
  conditions: conditionsSchema('Booked, Ready or Boarding.', 'What is true of the booking now.').optional(),
});

/** The same journey with its cities under one name; both versions of a ticket say the same. */
const RoutedSpec = z.object({
  route: TicketSpec.pick({ from: true, to: true }).meta(about('From where to where.')),
  travellers: TicketSpec.shape.number.meta({ description: 'How many travel, 1 to 10.', format: 'int32' }),
  class: TicketSpec.shape.class,
});

/** What differs between the versions of the API: the spec, and where the journey stands in it. */
interface Shape {
  readonly name: string;
  readonly spec: z.ZodType;
  /** Path in the spec. */
  readonly route: string;
  /** For how many. */
  readonly size: Column;
}

const V1: Shape = {
  ...{ name: 'v1', spec: TicketSpec, route: '' },
  size: { name: 'Number', type: 'integer', description: 'How many seats to book.', jsonPath: '.spec.number' },
};
const V2: Shape = {
  ...{ name: 'v2', spec: RoutedSpec, route: '.route' },
  size: {
    name: 'Travellers',
    type: 'integer',
    description: 'How many travel.',
    jsonPath: '.spec.travellers',
  },
};

/** By version of the operator, 1 to 3: 2 brought classes, gates and seats, 3 another version of the API. */
export function ticketKind(major: number): KindDefinition {
  return {
    ...{ group: 'flights.com', kind: 'FlightTicket', plural: 'flighttickets', shortNames: ['ft'] },
    versions: [
      major < 2 ? versionOf({ ...V1, spec: FirstSpec }, 1) : versionOf(V1, major),
      ...(major < 3 ? [] : [versionOf(V2, major)]),
    ],
  };
}

function versionOf(shape: Shape, major: number): KindVersion {
  const { name, spec } = shape;
  return {
    name,
    description: 'A ticket for one or more seats on a flight between two cities.',
    descriptions: {
      spec: 'The journey to book. A changed journey is booked again.',
      status: 'The booking as the operator reports it.',
    },
    spec: spec.meta({ 'x-kubernetes-validations': [rule(shape)] }),
    status: major < 2 ? FirstStatus : SecondStatus,
    columns: columnsOf(shape).filter((column) => major >= 2 || column.name !== 'Gate'),
  };
}

/** What the API server itself refuses, in CEL. */
function rule({ route }: Shape): unknown {
  return {
    rule: `self${route}.from != self${route}.to`,
    message: 'The flight has to go to another city than the one it leaves from.',
    fieldPath: `${route}.to`,
  };
}

function columnsOf({ route, size }: Shape): readonly Column[] {
  const spec = `.spec${route}`;
  return [
    { name: 'From', type: 'string', description: 'City the flight leaves from.', jsonPath: `${spec}.from` },
    { name: 'To', type: 'string', description: 'City the flight goes to.', jsonPath: `${spec}.to` },
    size,
    { name: 'Status', type: 'string', description: 'How far the booking is.', jsonPath: '.status.phase' },
    {
      name: 'Gate',
      type: 'string',
      description: 'Gate at which the flight boards.',
      jsonPath: '.status.gate',
    },
    { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
  ];
}

export const flightTickets: Resource = resourceOf(ticketKind(2));
