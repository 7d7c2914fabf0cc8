import { describe, expect, it } from 'vitest';
import { isListed, parseHostPort, parseTarget } from './target.ts';

describe('parseTarget', () => {
  it.each([
    ['https://Quay.IO/x', 'quay.io', 443],
    ['http://catalog.ns.svc:8080/all', 'catalog.ns.svc', 8080],
    ['http://localhost./', 'localhost', 80],
    ['http://2130706433/', '127.0.0.1', 80],
    ['http://0x7f000001/', '127.0.0.1', 80],
    ['http://0177.0.0.1/', '127.0.0.1', 80],
    ['http://127.1/', '127.0.0.1', 80],
    ['http://127.0.0.1./', '127.0.0.1', 80],
    ['http://[::1]:81/', '::1', 81],
    ['http://[::FFFF:127.0.0.1]/', '::ffff:7f00:1', 80],
    ['http://１２７.0.0.1/', '127.0.0.1', 80],
    ['http://quay.io\\@169.254.169.254/', 'quay.io', 80],
    ['http://quay.io#@169.254.169.254/', 'quay.io', 80],
  ])('%s leads to %s:%i', (text, host, port) => {
    expect(parseTarget(text)).toMatchObject({ host, port });
  });

  it.each([
    'ftp://quay.io/',
    'file:///etc/passwd',
    'gopher://x/',
    'quay.io',
    '',
    'http://',
    'https://user:pass@quay.io/',
    'https://quay.io@169.254.169.254/',
  ])('refuses %s', (text) => {
    expect(() => parseTarget(text)).toThrow(expect.objectContaining({ kind: 'refused' }));
  });

  it('repeats no password', () => {
    expect(() => parseTarget('ftp://user:hunter2@quay.io/')).toThrow(/^(?!.*hunter2)/);
    expect(() => parseTarget('https://user:hunter2@quay.io/')).toThrow(/^(?!.*hunter2)/);
  });
});

describe('parseHostPort', () => {
  it.each([
    ['catalog.olm.svc:50051', 'catalog.olm.svc', 50051],
    ['catalog:80', 'catalog', 80],
    ['[::1]:50051', '::1', 50051],
    ['0x7f.1:1', '127.0.0.1', 1],
  ])('%s', (text, host, port) => {
    expect(parseHostPort(text)).toEqual({ host, port });
  });

  it.each([
    'catalog',
    'catalog:',
    'catalog:0',
    'catalog:x',
    'catalog:70000',
    'a@b:1',
    'a:1/x',
    'a:1?x:1',
    'dns:///a:1',
    '',
  ])('refuses %s', (text) => {
    expect(() => parseHostPort(text)).toThrow(expect.objectContaining({ kind: 'refused' }));
  });
});

describe('isListed', () => {
  const target = { host: 'cdn.quay.io', port: 443 };
  it.each([
    { list: ['cdn.quay.io'], want: true },
    { list: ['CDN.Quay.io:443'], want: true },
    { list: ['*.quay.io'], want: true },
    { list: ['cdn.quay.io:5000'], want: false },
    { list: ['quay.io'], want: false },
    { list: ['*.cdn.quay.io'], want: false },
    { list: ['*.ay.io'], want: false },
    { list: ['cdn.quay.io.evil.example'], want: false },
    { list: [], want: false },
  ])('$list: $want', ({ list, want }) => {
    expect(isListed(list, target)).toBe(want);
  });

  it('knows addresses in any spelling', () => {
    expect(isListed(['127.1'], { host: '127.0.0.1', port: 1 })).toBe(true);
    expect(isListed(['[::1]:5000'], { host: '::1', port: 5000 })).toBe(true);
    expect(isListed(['[::1]:5000'], { host: '::1', port: 5001 })).toBe(false);
  });
});
