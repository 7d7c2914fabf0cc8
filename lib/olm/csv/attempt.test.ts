import { expect, it } from 'vitest';
import type { CsvPhase, CsvStatus } from '../api/types.ts';
import { endedInstall } from './attempt.ts';

/** A status after these phases, each entered at a second of one minute. */
function after(...history: [phase: CsvPhase, second: number][]): CsvStatus {
  const conditions = history.map(([phase, second]) => ({
    phase,
    lastTransitionTime: `2026-11-22T10:00:${String(second).padStart(2, '0')}Z`,
  }));
  return { ...conditions.at(-1), conditions };
}

const installed = [
  ['Pending', 1],
  ['InstallReady', 3],
  ['Installing', 4],
] as const satisfies [CsvPhase, number][];

const ends: [string, CsvStatus, ReturnType<typeof endedInstall>][] = [
  ['Succeeded', after(...installed, ['Succeeded', 9]), { result: 'succeeded', seconds: 8 }],
  ['Failed', after(...installed, ['Failed', 20]), { result: 'failed', seconds: 19 }],
  [
    'a repair, from where it began',
    after(
      ...installed,
      ['Succeeded', 9],
      ['Failed', 10],
      ['Pending', 30],
      ['Installing', 31],
      ['Succeeded', 33],
    ),
    { result: 'succeeded', seconds: 3 },
  ],
  [
    'two reasons of one end',
    after(...installed, ['Succeeded', 9], ['Succeeded', 9]),
    { result: 'succeeded', seconds: 8 },
  ],
  ['a fault of what runs', after(...installed, ['Succeeded', 9], ['Failed', 40]), undefined],
  ['a failure before anything began', after(['Failed', 2]), undefined],
  ['on its way', after(...installed), undefined],
];

it.each(ends)('measures an install until its end: %s', (_, status, expected) => {
  expect(endedInstall({ phase: 'Installing' }, status)).toEqual(expected);
});

it('counts an end once', () => {
  const status = after(...installed, ['Succeeded', 9]);
  expect(endedInstall(status, { ...status, message: 'another' })).toBeUndefined();
});
