import { expect, it } from 'vitest';
import { ranked } from './palette-rank.ts';

const entries = [
  { id: '1', group: 'pages', label: 'Catalog' },
  { id: '2', group: 'operators', label: 'Flight Ticket', hint: 'travel' },
  { id: '3', group: 'kinds', label: 'FlightTicket', hint: 'flights.com' },
  { id: '4', group: 'instances', label: 'to-oslo', hint: 'FlightTicket in travel' },
];

it.each([
  ['', ['1', '2', '3', '4']],
  ['cat', ['1']],
  ['flight', ['3', '2', '4']],
  ['ticket', ['2', '3', '4']],
  ['oslo', ['4']],
  ['travel to', ['4']],
  ['fltk', ['3', '2', '4']],
  ['FLIGHT TICKET', ['2', '3', '4']],
  ['zz', []],
  ['cat zz', []],
])('%j finds %j', (query, want) => {
  expect(ranked(entries, query, 10).map(({ id }) => id)).toEqual(want);
});

it('keeps to its limit', () => {
  expect(ranked(entries, '', 2)).toHaveLength(2);
});
