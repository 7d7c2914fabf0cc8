import { describe, expect, it } from 'vitest';
import { providerKey } from './provider-names.ts';

const same: readonly (readonly string[])[] = [
  ['Red Hat', 'Red Hat, Inc.', 'Red Hat Inc.', 'Red Hat, Inc', 'red hat', ' Red  Hat '],
  ['John Snow LABS', 'JohnSnowLABS', 'JohnSnowLabs'],
  ['Apache Software Foundation', 'The Apache Software Foundation'],
  ['Oracle', 'Oracle Corporation'],
  ['NetApp', 'NetApp, Inc.'],
  ['LightWell', 'LightWell Co., Ltd.'],
  ['dapr.io', 'Dapr.IO'],
  ['株式会社 例', '株式会社例'],
];

const other: readonly (readonly [string, string])[] = [
  ['Red Hat', 'Red Hat Community of Practice'],
  ['Dell EMC', 'Dell Technologies'],
  ['IBM', 'IBM Quantum'],
  ['Company', 'Co'],
  ['Inc', 'LLC'],
  ['The', 'The The Band'],
  ['Weights & Biases', 'Weights Biases'],
];

describe('the name of a provider', () => {
  it.each(same)('%s: however it is spelled', (name, ...spellings) => {
    expect(spellings.map(providerKey)).toEqual(spellings.map(() => providerKey(name)));
    expect(providerKey(name)).not.toBe('');
  });

  it.each(other)('%s is not %s', (left, right) => {
    expect(providerKey(left)).not.toBe(providerKey(right));
  });

  it('keeps what is no word at all', () => {
    expect(providerKey(' *** ')).toBe('***');
  });
});
