import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from './config.ts';
import type { LoadConfigOptions } from './config.ts';
import { KubeError } from './errors.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'capstan-kubeconfig-'));
});
afterEach(() => {
  rmSync(dir, { recursive: true });
});

const pem = (text: string): string => `-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----\n`;
const base64 = (text: string): string => Buffer.from(text).toString('base64');

function write(name: string, content: string | object): string {
  const file = join(dir, name);
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

const cluster = { server: 'https://one.example:6443/', 'certificate-authority-data': base64(pem('CA')) };

function aKubeconfig(user: object = { token: 'sesame' }, more: object = {}): object {
  return {
    'current-context': 'one',
    clusters: [{ name: 'c1', cluster }],
    users: [{ name: 'u1', user }],
    contexts: [
      { name: 'one', context: { cluster: 'c1', user: 'u1', namespace: 'here' } },
      { name: 'two', context: { cluster: 'c1' } },
    ],
    ...more,
  };
}

const load = (content: string | object, options: LoadConfigOptions = {}): ReturnType<typeof loadConfig> =>
  loadConfig({ kubeconfig: write('config', content), env: {}, ...options });

function problem(run: () => unknown): KubeError {
  try {
    run();
  } catch (error) {
    if (error instanceof KubeError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

describe('loadConfig', () => {
  it('takes the current context whole', () => {
    expect(load(aKubeconfig())).toEqual({
      server: 'https://one.example:6443',
      source: join(dir, 'config'),
      context: 'one',
      cluster: 'c1',
      user: 'u1',
      namespace: 'here',
      contexts: [
        { name: 'one', cluster: 'c1', user: 'u1', namespace: 'here' },
        { name: 'two', cluster: 'c1', user: '' },
      ],
      tls: { ca: pem('CA'), insecure: false },
      credential: { kind: 'token', token: 'sesame' },
    });
  });

  it('takes another context, without a user', () => {
    expect(load(aKubeconfig(), { context: 'two' })).toMatchObject({
      context: 'two',
      credential: { kind: 'none' },
    });
  });

  it('reads what clusters may say', () => {
    const full = {
      server: 'https://host/k8s/clusters/c-1/',
      'insecure-skip-tls-verify': true,
      'tls-server-name': 'inner',
      'proxy-url': 'http://proxy:3128',
    };
    expect(load(aKubeconfig({}, { clusters: [{ name: 'c1', cluster: full }] }))).toMatchObject({
      server: 'https://host/k8s/clusters/c-1',
      tls: { serverName: 'inner', insecure: true },
      proxyUrl: 'http://proxy:3128',
    });
  });

  const users = [
    { name: 'no user', given: null, want: { credential: { kind: 'none' } } },
    { name: 'empty strings', given: { token: '', username: null }, want: { credential: { kind: 'none' } } },
    {
      name: 'password',
      given: { username: 'me', password: 'pw' },
      want: { credential: { kind: 'basic', username: 'me', password: 'pw' } },
    },
    {
      name: 'certificate',
      given: { 'client-certificate-data': base64(pem('C')), 'client-key-data': base64(pem('K')) },
      want: { clientCertificate: { cert: pem('C'), key: pem('K') }, credential: { kind: 'none' } },
    },
    {
      name: 'plugin from PATH',
      given: {
        exec: { apiVersion: 'client.authentication.k8s.io/v1', command: 'aws', args: ['eks'], env: null },
      },
      want: { credential: { kind: 'exec', exec: { command: 'aws', args: ['eks'], env: [] } } },
    },
    {
      name: 'sign-in at an identity provider',
      given: { 'auth-provider': { name: 'oidc', config: { 'client-id': 'x' } } },
      want: { credential: { kind: 'oidc', config: { 'client-id': 'x' } } },
    },
    {
      name: 'impersonation',
      given: { token: 't', as: 'jane', 'as-groups': ['dev'], 'as-user-extra': { scopes: ['view'] } },
      want: { impersonate: { user: 'jane', groups: ['dev'], extra: { scopes: ['view'] } } },
    },
  ];
  it.each(users)('reads a user with $name', ({ given, want }) => {
    expect(load(aKubeconfig({}, { users: [{ name: 'u1', user: given }] }))).toMatchObject(want);
  });

  it('reads files that are named relative to the kubeconfig', () => {
    write('ca.pem', pem('CA'));
    const config = load(
      aKubeconfig(
        { tokenFile: 'sub/token' },
        { clusters: [{ name: 'c1', cluster: { server: 'https://a', 'certificate-authority': 'ca.pem' } }] },
      ),
    );
    expect(config.tls.ca).toBe(pem('CA'));
    expect(config.credential).toEqual({ kind: 'tokenFile', path: join(dir, 'sub/token') });
    const exec = { apiVersion: 'v1', command: './bin/login' };
    expect(load(aKubeconfig({ exec })).credential).toMatchObject({
      exec: { command: join(dir, 'bin/login') },
    });
  });

  it('merges the files of KUBECONFIG: the first says most, missing ones are passed over', () => {
    const first = write('first', {
      'current-context': 'one',
      contexts: [{ name: 'one', context: { cluster: 'c1' } }],
    });
    const second = write('second', aKubeconfig({}, { 'current-context': 'two' }));
    const KUBECONFIG = [join(dir, 'missing'), first, second].join(delimiter);
    const config = loadConfig({ env: { KUBECONFIG } });
    expect(config).toMatchObject({ context: 'one', user: '', server: 'https://one.example:6443' });
    expect(config.contexts.map((context) => context.name)).toEqual(['one', 'two']);
  });

  it('takes the ServiceAccount of the pod', () => {
    write('token', 'T');
    write('ca.crt', pem('CA'));
    write('namespace', 'capstan-system');
    const env = {
      KUBERNETES_SERVICE_HOST: 'fd00::1',
      KUBERNETES_SERVICE_PORT: '6443',
      HOME: join(dir, 'nobody'),
    };
    expect(loadConfig({ env, serviceAccountDir: dir })).toMatchObject({
      server: 'https://[fd00::1]:6443',
      source: 'in-cluster',
      namespace: 'capstan-system',
      tls: { ca: pem('CA') },
      credential: { kind: 'tokenFile', path: join(dir, 'token') },
    });
  });
});

describe('loadConfig without credentials', () => {
  it('takes the cluster of a pod that has no token', () => {
    write('ca.crt', pem('CA'));
    const env = { KUBERNETES_SERVICE_HOST: '10.96.0.1', HOME: join(dir, 'nobody') };
    const config = loadConfig({ env, serviceAccountDir: dir, withoutCredentials: true });
    expect(config).toMatchObject({ server: 'https://10.96.0.1:443', tls: { ca: pem('CA') } });
    expect(config.credential).toEqual({ kind: 'none' });
  });

  it('takes nothing of the user of a kubeconfig', () => {
    const user = {
      token: 'T',
      as: 'somebody',
      'client-certificate-data': Buffer.from(pem('CERTIFICATE')).toString('base64'),
      'client-key-data': Buffer.from(pem('KEY')).toString('base64'),
    };
    const kubeconfig = write('config', aKubeconfig(user));
    const config = loadConfig({ kubeconfig, env: {}, withoutCredentials: true });
    expect(config.server).toBe(loadConfig({ kubeconfig, env: {} }).server);
    expect(config).toMatchObject({ user: '', credential: { kind: 'none' } });
    expect([config.clientCertificate, config.impersonate]).toEqual([undefined, undefined]);
  });

  it('takes no token of a pod where that was not asked for', () => {
    write('ca.crt', pem('CA'));
    write('token', 'T');
    const env = { KUBERNETES_SERVICE_HOST: '10.96.0.1', HOME: join(dir, 'nobody') };
    expect(() => loadConfig({ env, serviceAccountDir: dir, inCluster: false })).toThrow('does not exist');
  });
});

describe('what loadConfig refuses, by file and field', () => {
  const rows = [
    { name: 'broken YAML', given: 'a: [1\nb: {', says: ['YAML', 'line'] },
    { name: 'a list', given: '[]', says: ['wrong type'] },
    {
      name: 'no server',
      given: aKubeconfig({}, { clusters: [{ name: 'c1', cluster: {} }] }),
      says: ['clusters[0].cluster.server is missing'],
    },
    {
      name: 'a server that is no address',
      given: aKubeconfig({}, { clusters: [{ name: 'c1', cluster: { server: 'one.example' } }] }),
      says: ['clusters[0].cluster.server is not an address'],
    },
    {
      name: 'an unknown current context',
      given: aKubeconfig({}, { 'current-context': 'x' }),
      says: ['no context "x"', 'one, two'],
    },
    {
      name: 'no current context',
      given: aKubeconfig({}, { 'current-context': null }),
      says: ['--context', 'one, two'],
    },
    {
      name: 'an unknown cluster',
      given: aKubeconfig({}, { clusters: [] }),
      says: ['contexts[0].context.cluster', '"c1"'],
    },
    {
      name: 'an unknown user',
      given: aKubeconfig({}, { users: null }),
      says: ['contexts[0].context.user', '"u1"'],
    },
    {
      name: 'half a certificate',
      given: aKubeconfig({ 'client-certificate-data': base64(pem('C')) }),
      says: ['only one of'],
    },
    {
      name: 'a certificate that is none',
      given: aKubeconfig({ 'client-key-data': 'AAAA' }),
      says: ['client-key-data', 'PEM'],
    },
    {
      name: 'a missing key file',
      given: aKubeconfig({ 'client-key': 'gone.pem' }),
      says: ['gone.pem does not exist'],
    },
    {
      name: 'a plugin without command',
      given: aKubeconfig({ exec: { apiVersion: 'v1' } }),
      says: ['users[0].user.exec.command is missing'],
    },
    {
      name: 'a plugin that asks',
      given: aKubeconfig({ exec: { apiVersion: 'v1', command: 'a', interactiveMode: 'Always' } }),
      says: ['terminal'],
    },
    {
      name: 'a removed provider',
      given: aKubeconfig({ 'auth-provider': { name: 'gcp' } }),
      says: ['"gcp"', 'exec plugin'],
    },
    {
      name: 'a wrong type',
      given: aKubeconfig({ token: 7 }),
      says: ['users[0].user.token has the wrong type'],
    },
    { name: 'groups of nobody', given: aKubeconfig({ 'as-groups': ['x'] }), says: ['as-groups'] },
  ];
  it.each(rows)('$name', ({ given, says }) => {
    const error = problem(() => load(given));
    expect(error.kind).toBe('config');
    for (const part of [dir, ...says]) expect(error.publicMessage).toContain(part);
  });

  it('a file that is not there', () => {
    const gone = join(dir, 'gone');
    for (const options of [
      { kubeconfig: gone, env: {} },
      { env: { KUBECONFIG: gone } },
      { env: { HOME: dir } },
    ]) {
      expect(problem(() => loadConfig(options)).publicMessage).toContain('does not exist');
    }
  });

  it('a pod without ServiceAccount', () => {
    const error = problem(() => loadConfig({ inCluster: true, env: {}, serviceAccountDir: dir }));
    expect(error.publicMessage).toContain('--kubeconfig');
  });

  it('never repeats a secret', () => {
    const secret = 'token: "correct horse battery staple\nb: }';
    const error = problem(() => load(secret));
    expect(`${error.message}${error.publicMessage}${String(error.cause)}`).not.toContain('horse');
    const bomb = `a: &a [${'x,'.repeat(50)}]\n${Array.from({ length: 200 }, (_, index) => `k${String(index)}: [*a,*a]`).join('\n')}`;
    expect(problem(() => load(bomb)).publicMessage).toContain('aliases');
  });
});
