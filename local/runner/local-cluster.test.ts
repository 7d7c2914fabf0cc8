import { describe, expect, it } from 'vitest';
import { refusalReason } from './local-cluster.ts';

const OURS = { server: 'https://127.0.0.1:6443', mark: 'capstan', expected: 'capstan' };

describe('refusalReason', () => {
  it.each([
    { name: 'our cluster', given: OURS },
    { name: 'our cluster by name', given: { ...OURS, server: 'https://localhost:6443' } },
    { name: 'our cluster over IPv6', given: { ...OURS, server: 'https://[::1]:6443' } },
  ])('accepts $name', ({ given }) => {
    expect(refusalReason(given)).toBeUndefined();
  });

  it.each([
    {
      name: 'another machine',
      given: { ...OURS, server: 'https://10.0.0.1:6443' },
      want: 'not on this machine',
    },
    {
      name: 'a name that starts like loopback',
      given: { ...OURS, server: 'https://127.0.0.1.example.com' },
      want: 'not on this machine',
    },
    {
      name: 'a name that starts like localhost',
      given: { ...OURS, server: 'https://localhost.example.com' },
      want: 'not on this machine',
    },
    {
      name: 'all interfaces',
      given: { ...OURS, server: 'https://0.0.0.0:6443' },
      want: 'not on this machine',
    },
    { name: 'no address', given: { ...OURS, server: 'nonsense' }, want: 'not on this machine' },
    { name: 'a proxy', given: { ...OURS, proxyUrl: 'http://127.0.0.1:3128' }, want: 'through a proxy' },
    {
      name: 'a cluster without the mark',
      given: { ...OURS, mark: undefined },
      want: 'there is no ConfigMap kube-system/capstan-local',
    },
    {
      name: 'another local cluster',
      given: { ...OURS, mark: 'other' },
      want: 'it is "other", not "capstan"',
    },
    { name: 'an empty mark', given: { ...OURS, mark: '' }, want: 'it is "", not "capstan"' },
  ])('refuses $name', ({ given, want }) => {
    expect(refusalReason(given)).toContain(want);
  });
});
