import fc from 'fast-check';
import { expect, it } from 'vitest';
import { labelProblem } from '../../k8s/names.ts';
import { freeName, nameWith, suffixLength, suffixOf } from './proposed-name.ts';

it.each([
  ['FlightTicket', 'flight-ticket-x7k2p'],
  ['PerconaServerMongoDB', 'percona-server-mongo-db-x7k2p'],
  ['my.db', 'my-db-x7k2p'],
  ['7', 'new-x7k2p'],
  ['', 'new-x7k2p'],
])('%s → %s', (stem, want) => {
  expect(nameWith(stem, 'x7k2p')).toBe(want);
});

it('is always a valid label', () => {
  const random = fc.array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), {
    minLength: suffixLength,
    maxLength: suffixLength,
  });
  fc.assert(
    fc.property(fc.string(), random, (stem, numbers) => {
      expect(labelProblem(nameWith(stem, suffixOf(numbers)))).toBeUndefined();
    }),
  );
});

it('takes the first that is free', () => {
  expect(freeName(['a', 'b', 'c'], new Set(['a']))).toBe('b');
  expect(freeName(['a'], new Set(['a']))).toBe('a');
});
