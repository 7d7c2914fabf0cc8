import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from './config.ts';
import { ownNamespace } from './own-namespace.ts';

describe('the namespace of Capstan', () => {
  let dir = '';
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'capstan-account-'));
    mkdirSync(join(dir, 'account'));
    writeFileSync(join(dir, 'account', 'token'), 'T');
    writeFileSync(join(dir, 'account', 'ca.crt'), 'C');
  });
  afterEach(() => {
    rmSync(dir, { recursive: true });
  });

  it.each([
    ['tools\n', undefined, 'tools'],
    ['tools\n', 'given', 'given'],
    [undefined, undefined, 'capstan-system'],
    [undefined, 'given', 'given'],
    ['\n', undefined, 'capstan-system'],
  ])('in a pod that mounts %j, given %s: %s', (mounted, given, want) => {
    if (mounted !== undefined) writeFileSync(join(dir, 'account', 'namespace'), mounted);
    const env = { KUBERNETES_SERVICE_HOST: '10.0.0.1' };
    for (const who of [{}, { withoutCredentials: true }]) {
      const config = loadConfig({ inCluster: true, env, serviceAccountDir: join(dir, 'account'), ...who });
      expect(ownNamespace(config, given)).toBe(want);
    }
  });

  it('is not where the user of a kubeconfig works', () => {
    const file = join(dir, 'config');
    const named = { clusters: 'cluster', users: 'user', contexts: 'context' };
    const lists = Object.entries(named).map(([list, one]) => {
      const content = { cluster: { server: 'https://one.example' }, user: { token: 'T' } }[one];
      return [
        list,
        [{ name: 'a', [one]: content ?? { cluster: 'a', user: 'a', namespace: 'flights' } }],
      ] as const;
    });
    writeFileSync(file, JSON.stringify({ ...Object.fromEntries(lists), 'current-context': 'a' }));
    const config = loadConfig({ kubeconfig: file, env: {} });
    expect([config.namespace, ownNamespace(config, undefined)]).toEqual(['flights', 'capstan-system']);
  });
});
