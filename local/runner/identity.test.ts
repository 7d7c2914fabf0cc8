import { describe, expect, it } from 'vitest';
import { kubeconfigOf, renewalDelay } from './identity.ts';

const ACCOUNT = { namespace: 'travel', serviceAccount: 'operator' };
const SERVER = 'https://127.0.0.1:6443';

describe('kubeconfigOf', () => {
  it('names where the token lies and holds none', () => {
    const cluster = { server: SERVER, tls: { ca: 'PEM', insecure: false } };
    expect(kubeconfigOf(ACCOUNT, cluster, '/private/token')).toEqual({
      apiVersion: 'v1',
      kind: 'Config',
      'current-context': 'runner',
      clusters: [{ name: 'local', cluster: { server: SERVER, 'certificate-authority-data': 'UEVN' } }],
      users: [{ name: 'travel-operator', user: { tokenFile: '/private/token' } }],
      contexts: [
        { name: 'runner', context: { cluster: 'local', user: 'travel-operator', namespace: 'travel' } },
      ],
    });
  });

  it.each([
    { name: 'nothing', tls: { insecure: false }, want: {} },
    {
      name: 'a server name',
      tls: { insecure: false, serverName: 'kube' },
      want: { 'tls-server-name': 'kube' },
    },
    { name: 'no verification', tls: { insecure: true }, want: { 'insecure-skip-tls-verify': true } },
  ])('takes over $name from the cluster', ({ tls, want }) => {
    expect(kubeconfigOf(ACCOUNT, { server: SERVER, tls }, '/t')).toMatchObject({
      clusters: [{ cluster: { server: SERVER, ...want } }],
    });
  });
});

describe('renewalDelay', () => {
  it.each([
    { name: 'an hour', leftMs: 3_600_000, want: 2_520_000 },
    { name: 'a few seconds', leftMs: 5_000, want: 10_000 },
    { name: 'nothing', leftMs: 0, want: 10_000 },
    { name: 'less than nothing (clocks differ)', leftMs: -60_000, want: 10_000 },
  ])('for $name of life', ({ leftMs, want }) => {
    expect(renewalDelay(1_000_000 + leftMs, 1_000_000)).toBe(want);
  });
});
