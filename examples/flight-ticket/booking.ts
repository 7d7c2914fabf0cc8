/**
 * What the FlightTicket operator decides: from a ticket and the operator's own version to the status the ticket should
 * have. Pure: the same ticket always gets the same booking, so deciding twice never books twice.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Condition } from '#lib/k8s/object.ts';
import { ownConditions, saysTheSame, settle, specProblem } from '../kit/conditions.ts';
import { majorOf } from '../kit/version.ts';
import { TicketSpec } from './kind.ts';

const OWN_CONDITIONS: readonly string[] = ['Booked', 'Ready', 'Boarding'];

/** Our own part of the status, so that what others write there never makes us write again. */
const StatusBefore = z.object({
  observedGeneration: z.unknown().optional(),
  phase: z.unknown().optional(),
  bookingReference: z.unknown().optional(),
  flight: z.unknown().optional(),
  price: z.unknown().optional(),
  gate: z.unknown().optional(),
  seats: z.unknown().optional(),
  conditions: ownConditions(OWN_CONDITIONS),
});

const Ticket = z.object({
  metadata: z.object({ uid: z.string(), generation: z.int() }),
  spec: z.unknown().optional(),
  status: StatusBefore.optional().catch(undefined),
});

export interface TicketStatus {
  observedGeneration: number;
  phase: 'Booked' | 'Rejected';
  /** Six characters, as airlines print it; a changed spec gets a new one. */
  bookingReference?: string;
  flight?: string;
  price?: { amount: number; currency: 'EUR' };
  /** From operator version 2 on. */
  gate?: string;
  seats?: string[];
  conditions: Condition[];
}

interface Trip {
  spec: TicketSpec;
  /** 32 bytes that stand for this ticket at this generation of its spec. */
  dice: Buffer;
}

// Without 0, 1, I and O: a reference is read aloud at a counter.
const REFERENCE_LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const PRICE_MIN = 49;
const PRICE_SPAN = 400;
const BUSINESS_FACTOR = 3;
const ROWS = 30;

/**
 * The status to write, or undefined when the ticket already has it.
 * `ticket` is the object as the API server gave it; `now` is an RFC 3339 time for conditions that change.
 */
export function decideBooking(
  ticket: unknown,
  operatorVersion: string,
  now: string,
): TicketStatus | undefined {
  const { metadata, spec, status } = Ticket.parse(ticket);
  const parsed = TicketSpec.safeParse(spec);
  const wanted = parsed.success
    ? booked(parsed.data, metadata, majorOf(operatorVersion))
    : rejected(parsed.error, metadata.generation);
  const before = status?.conditions ?? [];
  const next = { ...wanted, conditions: settle(wanted.conditions, before, now) };
  return status !== undefined && saysTheSame(status, next) ? undefined : next;
}

function booked(
  spec: TicketSpec,
  { uid, generation }: { uid: string; generation: number },
  major: number,
): TicketStatus {
  const trip: Trip = { spec, dice: hash(`${uid}/${String(generation)}`) };
  const base = {
    observedGeneration: generation,
    phase: 'Booked' as const,
    bookingReference: referenceOf(trip),
    flight: flightOf(spec),
    price: priceOf(spec),
  };
  const conditions: Condition[] = [
    condition(
      'Booked',
      generation,
      'SeatsReserved',
      `${seatCount(spec)} from ${spec.from} to ${spec.to} reserved as ${base.bookingReference}.`,
    ),
    condition(
      'Ready',
      generation,
      'TicketIssued',
      `Ticket ${base.bookingReference} is ready for travel on ${base.flight}.`,
    ),
  ];
  if (major < 2) return { ...base, conditions };
  const gate = gateOf(spec);
  const seats = seatsOf(trip);
  const boarding = condition(
    'Boarding',
    generation,
    'GateAssigned',
    `Boarding at gate ${gate}, ${seats.length === 1 ? 'seat' : 'seats'} ${seats.join(', ')}.`,
  );
  return { ...base, gate, seats, conditions: [...conditions, boarding] };
}

function rejected(error: z.ZodError, generation: number): TicketStatus {
  const message = `Cannot book: ${specProblem(error)}.`;
  return {
    observedGeneration: generation,
    phase: 'Rejected',
    conditions: [
      { type: 'Ready', status: 'False', reason: 'InvalidSpec', message, observedGeneration: generation },
    ],
  };
}

function condition(type: string, observedGeneration: number, reason: string, message: string): Condition {
  return { type, status: 'True', reason, message, observedGeneration };
}

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function byteOf(bytes: Buffer, index: number): number {
  return bytes.readUInt8(index);
}

function referenceOf({ dice }: Trip): string {
  const letters = Array.from({ length: 6 }, (_, index) =>
    REFERENCE_LETTERS.charAt(byteOf(dice, index) % REFERENCE_LETTERS.length),
  );
  return letters.join('');
}

/** A route always has the same flight, price and gate, whoever travels. */
function routeOf({ from, to }: TicketSpec): Buffer {
  return hash(`${from.toLowerCase()}→${to.toLowerCase()}`);
}

function flightOf(spec: TicketSpec): string {
  return `CP ${String(100 + (routeOf(spec).readUInt16BE(0) % 900))}`;
}

function priceOf(spec: TicketSpec): { amount: number; currency: 'EUR' } {
  const perSeat = PRICE_MIN + (routeOf(spec).readUInt16BE(2) % PRICE_SPAN);
  const factor = spec.class === 'business' ? BUSINESS_FACTOR : 1;
  return { amount: perSeat * spec.number * factor, currency: 'EUR' };
}

function gateOf(spec: TicketSpec): string {
  const route = routeOf(spec);
  return `${'ABCD'.charAt(byteOf(route, 4) % 4)}${String(1 + (byteOf(route, 5) % 40))}`;
}

/** Neighbouring seats: six to a row in economy, behind the four to a row in business. */
function seatsOf({ spec, dice }: Trip): string[] {
  const business = spec.class === 'business';
  const letters = business ? 'ACDF' : 'ABCDEF';
  const firstRow = (business ? 1 : 6) + (byteOf(dice, 6) % (business ? 3 : ROWS - 6));
  return Array.from({ length: spec.number }, (_, index) => {
    const row = firstRow + Math.floor(index / letters.length);
    return `${String(row)}${letters.charAt(index % letters.length)}`;
  });
}

function seatCount({ number }: TicketSpec): string {
  return number === 1 ? '1 seat' : `${String(number)} seats`;
}
