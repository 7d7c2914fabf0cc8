import { describe, expect, it } from 'vitest';
import type { KubeObject } from '#lib/k8s/object.ts';
import { loginFor, readPullSecrets } from './credentials.ts';
import { parseImageName } from './reference.ts';

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const login = (username: string): { auth: string } => ({ auth: base64(`${username}:pass:word`) });

function secret(name: string, auths: unknown, old = false): KubeObject {
  const data = old
    ? { '.dockercfg': base64(JSON.stringify(auths)) }
    : { '.dockerconfigjson': base64(JSON.stringify({ auths })) };
  return { apiVersion: 'v1', kind: 'Secret', metadata: { name }, data };
}

function userFor(image: string, ...secrets: KubeObject[]): string | undefined {
  return loginFor(readPullSecrets(secrets).credentials, parseImageName(image))?.username;
}

describe('credentials of pull secrets', () => {
  const hosts = secret('hosts', {
    'https://index.docker.io/v1/': login('hub'),
    'quay.io': login('quay'),
    'quay.io/team': login('team'),
    'quay.io/team/secret': { username: 'secret', password: 'x' },
    'registry.example:5000': login('port'),
    '*.example.com': login('star'),
  });

  it.each([
    ['busybox', 'hub'],
    ['registry-1.docker.io/a/b', 'hub'],
    ['quay.io/other/a', 'quay'],
    ['quay.io/team/a', 'team'],
    ['quay.io/teammates/a', 'quay'],
    ['quay.io/team/secret', 'secret'],
    ['registry.example:5000/a', 'port'],
    ['registry.example/a', undefined],
    ['a.example.com/a', 'star'],
    ['a.b.example.com/a', undefined],
    ['evil-quay.io/a', undefined],
  ])('%s is pulled by %s', (image, user) => {
    expect(userFor(image, hosts)).toBe(user);
  });

  it('reads the older form', () => {
    expect(userFor('quay.io/a/b', secret('old', { 'quay.io': login('old') }, true))).toBe('old');
  });

  it('keeps what follows the first colon as the password', () => {
    const { credentials } = readPullSecrets([hosts]);
    expect(credentials.auths.get('quay.io')).toEqual({ username: 'quay', password: 'pass:word' });
  });

  it('takes the first secret that knows a registry, and names those that are none', () => {
    const empty: KubeObject = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'empty' } };
    const broken: KubeObject = {
      ...empty,
      metadata: { name: 'broken' },
      data: { '.dockercfg': base64('{') },
    };
    const { credentials, problems } = readPullSecrets([
      empty,
      broken,
      secret('a', { 'quay.io': login('first') }),
      secret('b', { 'quay.io': login('second') }),
    ]);
    expect(credentials.auths.get('quay.io')?.username).toBe('first');
    expect(problems).toEqual([
      'Secret empty: it has neither .dockerconfigjson nor .dockercfg',
      'Secret broken: it holds no JSON',
    ]);
  });

  it('takes hostile names for plain data', () => {
    const hostile = secret('hostile', JSON.parse('{"__proto__":{"auth":"YTpi"},"quay.io":{"auth":5}}'));
    expect(userFor('quay.io/a/b', hostile)).toBeUndefined();
  });
});
