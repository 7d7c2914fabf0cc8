import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from './config.ts';
import { currentConfig, lookAgain } from './current-config.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'capstan-config-'));
});
afterEach(() => {
  rmSync(dir, { recursive: true });
});

const pem = (text: string): string => `-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----\n`;

function write(name: string, content: string | object): string {
  const file = join(dir, name);
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

function aKubeconfig(token: string, server = 'https://one.example:6443'): string {
  return write('config', {
    'current-context': 'one',
    clusters: [{ name: 'c1', cluster: { server, 'certificate-authority': 'ca.pem' } }],
    users: [{ name: 'u1', user: { token } }],
    contexts: [{ name: 'one', context: { cluster: 'c1', user: 'u1' } }],
  });
}

describe('currentConfig', () => {
  it('takes what is written anew, in the kubeconfig and in the files that it names', () => {
    write('ca.pem', pem('first'));
    const given = loadConfig({ kubeconfig: aKubeconfig('one'), env: {} });
    expect(currentConfig(given, 0)).toBe(given);
    expect(currentConfig(given, 60_000)).toBe(given);
    aKubeconfig('second');
    expect(currentConfig(given, 64_000)).toBe(given);
    const second = currentConfig(given, 120_000);
    expect(second.credential).toEqual({ kind: 'token', token: 'second' });
    expect(currentConfig(given, 180_000)).toBe(second);
    write('ca.pem', pem('renewed'));
    expect(currentConfig(given, 240_000).tls.ca).toBe(pem('renewed'));
  });

  it('looks at once when what it gave was refused', () => {
    write('ca.pem', pem('first'));
    const given = loadConfig({ kubeconfig: aKubeconfig('one'), env: {} });
    expect(currentConfig(given, 0)).toBe(given);
    aKubeconfig('second');
    expect(currentConfig(given, 1)).toBe(given);
    lookAgain(given);
    expect(currentConfig(given, 2).credential).toEqual({ kind: 'token', token: 'second' });
  });

  it('takes neither another server nor half a file', () => {
    write('ca.pem', pem('first'));
    const given = loadConfig({ kubeconfig: aKubeconfig('one'), env: {} });
    expect(currentConfig(given, 0)).toBe(given);
    aKubeconfig('other', 'https://two.example:6443');
    expect(currentConfig(given, 60_000)).toBe(given);
    write('config', '{"clusters": [');
    expect(currentConfig(given, 120_000)).toBe(given);
    aKubeconfig('again');
    expect(currentConfig(given, 180_000).credential).toEqual({ kind: 'token', token: 'again' });
  });

  it('takes a new authority of the cluster that the process runs in', () => {
    const serviceAccountDir = join(dir, 'account');
    mkdirSync(serviceAccountDir);
    write('account/token', 'T');
    write('account/ca.crt', pem('first'));
    const env = { KUBERNETES_SERVICE_HOST: '10.0.0.1' };
    const given = loadConfig({ inCluster: true, env, serviceAccountDir });
    expect(currentConfig(given, 0).tls.ca).toBe(pem('first'));
    write('account/ca.crt', pem('renewed'));
    expect(currentConfig(given, 60_000).tls.ca).toBe(pem('renewed'));
  });
});
