import { describe, expect, it } from 'vitest';
import { proxyFor } from './environment-proxy.ts';
import type { Judged } from './outbound.ts';

const env = { HTTPS_PROXY: 'http://proxy.example:3128', HTTP_PROXY: 'plain.example:80' };
const quay: Judged = { host: 'quay.io', port: 443, addresses: ['203.0.113.7'], scope: 'public' };
const inside: Judged = {
  host: 'catalog.a.svc',
  port: 443,
  addresses: ['10.96.0.7', 'fd00::7'],
  scope: 'private',
};

describe('proxyFor', () => {
  it.each([
    ['https://quay.io', env, 'http://proxy.example:3128/'],
    ['http://quay.io', env, 'http://plain.example/'],
    ['https://quay.io', { https_proxy: 'http://a.example' }, 'http://a.example/'],
    ['https://quay.io', { HTTP_PROXY: 'http://a.example' }, undefined],
    ['https://quay.io', { HTTPS_PROXY: '' }, undefined],
    ['https://quay.io', { HTTPS_PROXY: 'socks5://a.example' }, undefined],
  ])('%s in %o', (origin, environment, want) => {
    expect(proxyFor(origin, quay, environment)?.href).toBe(want);
  });

  it.each([
    ['*', quay, true],
    ['quay.io', quay, true],
    [' QUAY.io ', quay, true],
    ['quay.io:443', quay, true],
    ['quay.io:8443', quay, false],
    ['.quay.io', quay, false],
    ['uay.io', quay, false],
    ['io', quay, true],
    ['.svc,.cluster.local', inside, true],
    ['*.svc', inside, true],
    ['203.0.113.7', quay, true],
    ['203.0.113.0/24', quay, true],
    ['203.0.114.0/24', quay, false],
    ['10.0.0.0/8', inside, false],
    ['fd00::/8', inside, false],
    ['203.0.113.0/99', quay, false],
    [',', quay, false],
  ])('NO_PROXY=%s', (list, judged, isExempt) => {
    expect(proxyFor('https://x', judged, { ...env, NO_PROXY: list }) === undefined).toBe(isExempt);
  });

  it('never sends anything of this machine to a proxy', () => {
    const here: Judged = { host: 'localhost', port: 443, addresses: ['127.0.0.1'], scope: 'loopback' };
    expect(proxyFor('https://localhost', here, env)).toBeUndefined();
  });
});
