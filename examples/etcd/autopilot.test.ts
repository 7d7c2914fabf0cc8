import { expect, it } from 'vitest';
import { nextToDefragment } from './autopilot.ts';
import type { SeenMember } from './scene.ts';

const MIB = 1024 * 1024;

function member(name: string, store?: [size: number, inUse: number], leads = false): SeenMember {
  const seen = { id: name, name, learner: false, healthy: true };
  if (store === undefined) return seen;
  return { ...seen, store: { size: store[0] * MIB, inUse: store[1] * MIB, leads } };
}

it.each<[string, SeenMember[], string | undefined]>([
  ['nobody', [], undefined],
  ['nobody whose store is not known', [member('a')], undefined],
  ['nobody whose store is in use', [member('a', [100, 51])], undefined],
  ['nobody who has little to give back', [member('a', [4, 0.5])], undefined],
  ['who has as much as it takes', [member('a', [8, 4])], 'a'],
  ['the first of several', [member('a', [3, 3]), member('b', [10, 1]), member('c', [99, 1])], 'b'],
  ['the leader after the others', [member('a', [10, 1], true), member('b', [10, 1])], 'b'],
  ['the leader when it is the only one', [member('a', [10, 1], true), member('b', [2, 1])], 'a'],
])('it tunes %s', (_who, members, want) => {
  expect(nextToDefragment(members)?.member.name).toBe(want);
});

it('says why', () => {
  expect(nextToDefragment([member('a', [10, 1])])?.message).toBe(
    'a gives back 9 of 10 MiB of its store, which are free.',
  );
});
