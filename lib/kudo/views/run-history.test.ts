import { expect, it } from 'vitest';
import { runsOf } from './run-history.ts';

const run = { plan: 'deploy', uid: 'u', status: 'COMPLETE', started: '2026-01-01T00:00:00Z' };

it.each<[string, unknown, unknown[]]>([
  ['a run of an older controller', [run], [run]],
  [
    'what changed in it',
    [{ ...run, version: 'web-2', versionBefore: 'web-1', changed: [{ name: 'SIZE', was: '1', is: '' }] }],
    [{ ...run, version: 'web-2', versionBefore: 'web-1', changed: [{ name: 'SIZE', was: '1', is: '' }] }],
  ],
  [
    'no password, whoever wrote one there',
    [
      {
        ...run,
        changed: [
          { name: 'ROOT_PASSWORD', was: 'a', is: 'b' },
          { name: 'KEY', was: 'a', hidden: true },
        ],
      },
    ],
    [
      {
        ...run,
        changed: [
          { name: 'ROOT_PASSWORD', hidden: true },
          { name: 'KEY', hidden: true },
        ],
      },
    ],
  ],
  [
    'nothing of what is no run, and no change without a name',
    [1, {}, { ...run, changed: [{ was: '1' }, 2] }],
    [{ ...run, changed: [] }],
  ],
  ['none where there is no list', {}, []],
])('tells %s', (_what, kept, told) => {
  expect(runsOf(JSON.stringify(kept))).toEqual(told);
});

it('tells none of what is no JSON', () => {
  expect([runsOf(undefined), runsOf('{')]).toEqual([[], []]);
});
