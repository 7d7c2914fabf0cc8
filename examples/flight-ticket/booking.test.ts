import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { optional } from '#lib/base/loose.ts';
import { decideBooking } from './booking.ts';

const NOW = '2026-01-02T03:04:05.000Z';
const LATER = '2026-01-02T04:00:00.000Z';
const UID = '7d6c4a52-9a0e-4c43-8f86-0a7f9f6f0d11';

interface Given {
  spec?: Record<string, unknown>;
  generation?: number;
  uid?: string;
  status?: unknown;
}

function aTicket({ spec = {}, generation = 1, uid = UID, status }: Given = {}): unknown {
  return {
    apiVersion: 'flights.com/v1',
    kind: 'FlightTicket',
    metadata: { name: 'holiday', namespace: 'travel', uid, generation },
    spec: { from: 'Lisbon', to: 'Oslo', number: 2, ...spec },
    ...optional({ status }),
  };
}

const first = decideBooking(aTicket(), '1.0.0', NOW);
const second = decideBooking(aTicket(), '2.0.0', NOW);

describe('decideBooking', () => {
  it('books a new ticket', () => {
    expect(first).toEqual({
      observedGeneration: 1,
      phase: 'Booked',
      bookingReference: expect.stringMatching(/^[A-HJ-NP-Z2-9]{6}$/),
      flight: expect.stringMatching(/^CP [1-9]\d\d$/),
      price: { amount: expect.any(Number), currency: 'EUR' },
      conditions: [
        expect.objectContaining({
          type: 'Booked',
          status: 'True',
          reason: 'SeatsReserved',
          lastTransitionTime: NOW,
        }),
        expect.objectContaining({
          type: 'Ready',
          status: 'True',
          reason: 'TicketIssued',
          lastTransitionTime: NOW,
        }),
      ],
    });
  });

  it('assigns gate and seats from version 2 on and keeps the booking', () => {
    expect(second).toMatchObject({
      bookingReference: first?.bookingReference,
      flight: first?.flight,
      price: first?.price,
    });
    expect(second?.gate).toMatch(/^[A-D][1-9]\d?$/);
    expect(second?.seats).toHaveLength(2);
    expect(second?.conditions.map(({ type }) => type)).toEqual(['Booked', 'Ready', 'Boarding']);
  });

  it.each([
    { name: 'its own booking', status: first, version: '1.0.0' },
    { name: 'its own booking, fields in another order', status: reversed(first), version: '1.3.0' },
    { name: 'its own booking of version 2', status: second, version: '2.0.0' },
    { name: 'a condition and a field of somebody else', status: withForeign(first), version: '1.0.0' },
  ])('leaves alone $name', ({ status, version }) => {
    expect(decideBooking(aTicket({ status }), version, LATER)).toBeUndefined();
  });

  it.each([
    {
      name: 'the journey changed',
      given: { generation: 2, spec: { number: 3 }, status: first },
      version: '1.0.0',
    },
    { name: 'the operator was upgraded', given: { status: first }, version: '2.0.0' },
    { name: 'the operator was downgraded', given: { status: second }, version: '1.0.0' },
    { name: 'the status was damaged', given: { status: { conditions: 'none' } }, version: '1.0.0' },
  ])('writes again when $name', ({ given, version }) => {
    expect(decideBooking(aTicket(given), version, LATER)).toBeDefined();
  });

  it('keeps the time of conditions that stay true, and issues a new reference for a changed journey', () => {
    const again = decideBooking(
      aTicket({ generation: 2, spec: { to: 'Bergen' }, status: first }),
      '1.0.0',
      LATER,
    );
    expect(again?.bookingReference).not.toBe(first?.bookingReference);
    expect(again?.conditions.map(({ lastTransitionTime }) => lastTransitionTime)).toEqual([NOW, NOW]);
  });

  it('charges more for business, only in version 2', () => {
    const business = aTicket({ spec: { class: 'business' } });
    expect(decideBooking(business, '2.0.0', NOW)?.price?.amount).toBe((second?.price?.amount ?? 0) * 3);
  });

  it.each([
    { name: 'no spec', ticket: { metadata: { uid: UID, generation: 1 } }, field: 'spec' },
    { name: 'eleven seats', ticket: aTicket({ spec: { number: 11 } }), field: 'spec.number' },
    { name: 'an empty city', ticket: aTicket({ spec: { from: '' } }), field: 'spec.from' },
  ])('refuses $name and names the field', ({ ticket, field }) => {
    const status = decideBooking(ticket, '1.0.0', NOW);
    expect(status).toMatchObject({
      phase: 'Rejected',
      conditions: [{ type: 'Ready', status: 'False', reason: 'InvalidSpec' }],
    });
    expect(status?.conditions[0]?.message).toContain(`${field}:`);
  });

  it('decides once: what it wrote never makes it write again', () => {
    const spec = fc.record({
      from: fc.string({ minLength: 1 }),
      to: fc.string({ minLength: 1 }),
      number: fc.integer({ min: 1, max: 10 }),
      class: fc.constantFrom('economy', 'business'),
    });
    fc.assert(
      fc.property(spec, fc.uuid(), fc.constantFrom('1.0.0', '2.0.0'), (wish, uid, version) => {
        const status = decideBooking(aTicket({ spec: wish, uid }), version, NOW);
        expect(new Set(status?.seats).size).toBe(status?.seats?.length ?? 0);
        expect(decideBooking(aTicket({ spec: wish, uid, status }), version, LATER)).toBeUndefined();
      }),
    );
  });
});

function reversed(status: object | undefined): unknown {
  return Object.fromEntries(Object.entries(status ?? {}).reverse());
}

function withForeign(status: typeof first): unknown {
  return {
    ...status,
    note: 'mine',
    conditions: [...(status?.conditions ?? []), { type: 'Paid', status: 'True' }],
  };
}
