import { describe, expect, it } from 'vitest';
import { answer, ticketAs, V1, V2 } from './webhooks.ts';

const metadata = { name: 'holiday', namespace: 'travel', uid: 'u1' };
const status = { phase: 'Booked' };
const v1 = {
  apiVersion: V1,
  kind: 'FlightTicket',
  metadata,
  spec: { from: 'Lisbon', to: 'Oslo', number: 2, class: 'business' },
  status,
};
const v2 = {
  apiVersion: V2,
  kind: 'FlightTicket',
  metadata,
  spec: { route: { from: 'Lisbon', to: 'Oslo' }, travellers: 2, class: 'business' },
  status,
};

function asked(path: string, spec: Record<string, unknown>): unknown {
  return answer(path, { request: { uid: 'r1', object: { ...v1, spec } } });
}

describe('a ticket', () => {
  it('to another city is let in', () => {
    expect(asked('/validate', v1.spec)).toMatchObject({ response: { uid: 'r1', allowed: true } });
  });

  it('to where it leaves from is refused, however that is written', () => {
    expect(asked('/validate', { from: 'Lisbon', to: 'LISBON', number: 1 })).toMatchObject({
      response: {
        uid: 'r1',
        allowed: false,
        status: { message: 'spec.to: LISBON is where the flight leaves from: choose another city' },
      },
    });
  });

  it('without a class gets economy', () => {
    const { response } = Object(asked('/default', { from: 'Lisbon', to: 'Oslo', number: 1 }));
    expect(response).toMatchObject({ uid: 'r1', allowed: true, patchType: 'JSONPatch' });
    expect(JSON.parse(Buffer.from(response.patch, 'base64').toString())).toEqual([
      { op: 'add', path: '/spec/class', value: 'economy' },
    ]);
  });

  it('with a class keeps it', () => {
    expect(Object(asked('/default', v1.spec)).response).toEqual({ uid: 'r1', allowed: true });
  });

  it.each([
    ['of version 1 is read as version 2', v1, v2],
    ['of version 2 is stored as version 1', v2, v1],
    ['of the version that is asked for stays', v2, v2],
  ])('%s', (_, from, to) => {
    const request = { uid: 'r1', desiredAPIVersion: to.apiVersion, objects: [from] };
    expect(answer('/convert', { request })).toEqual({
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'ConversionReview',
      response: { uid: 'r1', convertedObjects: [to], result: { status: 'Success' } },
    });
  });

  it.each([
    ['without a class', { ...v1, spec: { from: 'Lisbon', to: 'Oslo', number: 2 } }],
    ['with a field of tomorrow', { ...v1, spec: { ...v1.spec, meal: 'none' } }],
  ])('%s comes back as it went', (_, ticket) => {
    const there = ticketAs(V2, ticket);
    expect(ticketAs(V1, there as typeof ticket)).toEqual(ticket);
  });
});

it('answers nothing elsewhere', () => {
  expect(answer('/', {})).toBeUndefined();
});
