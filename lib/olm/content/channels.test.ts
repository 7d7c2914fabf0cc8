import { describe, expect, it } from 'vitest';
import { channelsInOrder, orderChannel, strandedEntries, type ChannelOrder } from './channels.ts';

const where = { package: 'p', channel: 'c' };

function summary(order: ChannelOrder): string {
  return order.ok ? order.chain.map(({ name }) => name).join(' ') : order.message;
}

describe('orderChannel', () => {
  it.each([
    { name: 'one entry', given: [{ name: 'a' }], want: 'a' },
    {
      name: 'OLM 32: from head to tail along replaces',
      given: [{ name: 'a' }, { name: 'c', replaces: 'b' }, { name: 'b', replaces: 'a' }],
      want: 'c b a',
    },
    {
      name: 'OLM 12: the tail may replace what does not exist',
      given: [
        { name: 'b', replaces: 'a' },
        { name: 'a', replaces: 'gone' },
      ],
      want: 'b a',
    },
    {
      name: 'OLM 32: skipped entries are left out',
      given: [{ name: 'c', replaces: 'a', skips: ['b'] }, { name: 'b', replaces: 'a' }, { name: 'a' }],
      want: 'c a',
    },
    {
      name: 'OLM 32: an entry both replaced and skipped is left out',
      given: [{ name: 'a', replaces: 'b', skips: ['b'] }, { name: 'b' }],
      want: 'a',
    },
    {
      name: 'OLM 42: no head',
      given: [
        { name: 'a', replaces: 'b' },
        { name: 'b', replaces: 'a' },
      ],
      want: 'no channel heads (entries not replaced by another entry) found in channel "c" of package "p"',
    },
    {
      name: 'OLM 42: a cycle under a head',
      given: [
        { name: 'a', replaces: 'b' },
        { name: 'b', replaces: 'c' },
        { name: 'c', replaces: 'b' },
      ],
      want: 'a cycle exists in the chain of replacement beginning with "a" in channel "c" of package "p"',
    },
    {
      name: 'OLM 42: an entry that replaces itself',
      given: [{ name: 'a', replaces: 'a' }],
      want: 'no channel heads (entries not replaced by another entry) found in channel "c" of package "p"',
    },
    {
      name: 'OLM 42: two heads',
      given: [{ name: 'd', replaces: 'a' }, { name: 'b' }, { name: 'a' }],
      want: 'a unique replacement chain within a channel is required to determine the relative order between channel entries, but 2 replacement chains were found in channel "c" of package "p": d...a, b',
    },
    { name: 'nothing', given: [], want: 'no entries found in channel "c" of package "p"' },
  ])('$name', ({ given, want }) => {
    expect(summary(orderChannel(where, given))).toBe(want);
  });
});

describe('strandedEntries', () => {
  it('OLM 12: names entries that the chain from the head does not reach and nothing skips', () => {
    const head = { name: 'd', replaces: 'a', skips: ['c'] };
    const entries = [head, { name: 'c', replaces: 'b' }, { name: 'b' }, { name: 'a' }];
    expect(strandedEntries(entries, head).map(({ name }) => name)).toEqual(['b']);
  });

  it('finds none in a plain chain with a skipped entry', () => {
    const head = { name: 'c', replaces: 'a', skips: ['b'] };
    expect(strandedEntries([head, { name: 'b', replaces: 'a' }, { name: 'a' }], head)).toEqual([]);
  });
});

describe('channelsInOrder', () => {
  it('OLM 32: puts the default channel first and the others by name', () => {
    const channel = (name: string): { name: string; head: string; entries: [] } => ({
      name,
      head: '',
      entries: [],
    });
    const pkg = { defaultChannel: 'stable', channels: [channel('z'), channel('stable'), channel('alpha')] };
    expect(channelsInOrder(pkg).map(({ name }) => name)).toEqual(['stable', 'alpha', 'z']);
  });
});
