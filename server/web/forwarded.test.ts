import { describe, expect, it } from 'vitest';
import { senderOf } from './forwarded.ts';

const peer = '10.0.0.9';
const rules = (trustedProxies: number) => ({ trustedProxies, secureHosts: new Set(['capstan.example']) });

describe('senderOf', () => {
  it.each([
    ['believes nobody when no proxy is trusted', 0, '1.1.1.1', 'https', peer, 'http'],
    ['believes the one proxy', 1, '1.1.1.1', 'https', '1.1.1.1', 'https'],
    [
      'does not believe what stood there before the proxy',
      1,
      '6.6.6.6, 1.1.1.1',
      'https, http',
      '1.1.1.1',
      'http',
    ],
    [
      'goes as far back as there are proxies',
      2,
      '6.6.6.6, 1.1.1.1, 2.2.2.2',
      'http, https, http',
      '1.1.1.1',
      'https',
    ],
    ['takes the oldest when there are fewer', 3, '1.1.1.1, 2.2.2.2', 'https', '1.1.1.1', 'https'],
    ['takes the peer when a proxy says nothing', 1, '', '', peer, 'http'],
    ['takes no scheme but two', 1, '1.1.1.1', 'wss', '1.1.1.1', 'http'],
    ['reads schemes in any case', 1, '1.1.1.1', 'HTTPS', '1.1.1.1', 'https'],
  ])('%s', (_what, proxies, forwardedFor, proto, client, scheme) => {
    const headers = { host: 'x', 'x-forwarded-for': forwardedFor, 'x-forwarded-proto': proto };
    expect(senderOf(headers, peer, rules(proxies))).toEqual({ client, scheme });
  });

  it('knows the address that has TLS, whatever the proxies say', () => {
    expect(senderOf({ host: 'Capstan.example' }, peer, rules(0)).scheme).toBe('https');
    expect(senderOf({ host: 'capstan.example:80' }, peer, rules(0)).scheme).toBe('http');
  });
});
