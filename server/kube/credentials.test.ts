import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { simulatedClock } from '#local/testing/simulated-clock.ts';
import type { ClusterConfig, CredentialSource } from './config.ts';
import { configCredentials, tokenCredentials } from './credentials.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'capstan-credentials-'));
});
afterEach(() => {
  rmSync(dir, { recursive: true });
});

function aConfig(credential: CredentialSource, more: Partial<ClusterConfig> = {}): ClusterConfig {
  return {
    server: 'https://one.example:6443',
    source: 'test',
    context: 'one',
    cluster: 'c1',
    user: 'u1',
    contexts: [],
    tls: { insecure: false },
    credential,
    ...more,
  };
}

/** A credential plugin: counts its runs, keeps what it was told, answers `status` or fails. */
function aPlugin(status: object | undefined, failure = 'please log in first'): CredentialSource {
  const command = join(dir, 'plugin');
  const answer = { kind: 'ExecCredential', apiVersion: 'client.authentication.k8s.io/v1', status };
  const script =
    status === undefined
      ? `echo run >> '${dir}/runs'; echo "${failure}" >&2; exit 1`
      : `echo run >> '${dir}/runs'; printf %s "$KUBERNETES_EXEC_INFO" > '${dir}/info'; cat <<'END'\n${JSON.stringify(answer)}\nEND`;
  writeFileSync(command, `#!/bin/sh\n${script}\n`);
  chmodSync(command, 0o755);
  const exec = {
    apiVersion: 'client.authentication.k8s.io/v1',
    command,
    args: [],
    env: [],
    installHint: undefined,
  };
  return { kind: 'exec', exec: { ...exec, provideClusterInfo: true, interactiveMode: undefined } };
}

const runs = (): number =>
  existsSync(join(dir, 'runs')) ? readFileSync(join(dir, 'runs'), 'utf8').split('\n').length - 1 : 0;

describe('configCredentials', () => {
  it('gives what the kubeconfig holds', async () => {
    const cert = { cert: 'C', key: 'K' };
    const impersonate = { user: 'jane', groups: ['a', 'b'], extra: { 'example.com/Scope': ['x'] } };
    const provider = configCredentials(
      aConfig({ kind: 'token', token: 'T' }, { clientCertificate: cert, impersonate }),
    );
    await expect(provider.get()).resolves.toEqual({
      clientCertificate: cert,
      headers: {
        authorization: 'Bearer T',
        'impersonate-user': 'jane',
        'impersonate-group': ['a', 'b'],
        'impersonate-extra-example.com%2Fscope': ['x'],
      },
    });
    expect(provider.invalidate(await provider.get())).toBe(false);
  });

  it('encodes a password', async () => {
    const provider = configCredentials(aConfig({ kind: 'basic', username: 'me', password: 'p:w' }));
    expect((await provider.get()).headers['authorization']).toBe(
      `Basic ${Buffer.from('me:p:w').toString('base64')}`,
    );
  });

  it('reads a token file again after a minute, and at once when refused', async () => {
    const path = join(dir, 'token');
    const clock = simulatedClock();
    const provider = configCredentials(aConfig({ kind: 'tokenFile', path }), clock);
    const header = async (): Promise<unknown> => (await provider.get()).headers['authorization'];
    writeFileSync(path, 'one\n');
    expect(await header()).toBe('Bearer one');
    writeFileSync(path, 'two\n');
    expect(await header()).toBe('Bearer one');
    await clock.advance(61_000);
    expect(await header()).toBe('Bearer two');
    writeFileSync(path, 'three');
    expect(provider.invalidate(await provider.get())).toBe(true);
    expect(await header()).toBe('Bearer three');
    rmSync(path);
    await clock.advance(61_000);
    await expect(header()).rejects.toMatchObject({ kind: 'unauthorized' });
  });

  it('runs a plugin once for many requests, tells it of the cluster, runs it again when refused', async () => {
    const provider = configCredentials(aConfig(aPlugin({ token: 'T' })));
    const all = await Promise.all([provider.get(), provider.get(), provider.get()]);
    expect(all.map(({ headers }) => headers['authorization'])).toEqual(['Bearer T', 'Bearer T', 'Bearer T']);
    expect(runs()).toBe(1);
    expect(JSON.parse(readFileSync(join(dir, 'info'), 'utf8'))).toMatchObject({
      kind: 'ExecCredential',
      spec: { interactive: false, cluster: { server: 'https://one.example:6443' } },
    });
    provider.invalidate(await provider.get());
    await provider.get();
    expect(runs()).toBe(2);
  });

  it('runs a plugin that fails eight times in an hour of requests, then four, and again once it is quiet', async () => {
    const clock = simulatedClock();
    const provider = configCredentials(aConfig(aPlugin(undefined)), clock);
    const refusals = async (minutes: number): Promise<void> => {
      for (let second = 0; second < minutes * 60; second += 5) {
        await expect(provider.get()).rejects.toMatchObject({ publicMessage: /please log in first/ });
        await clock.advance(5_000);
      }
    };
    await refusals(1);
    expect(runs()).toBe(2);
    await refusals(59);
    expect(runs()).toBe(8);
    await refusals(60);
    expect(runs()).toBe(12);
    aPlugin({ token: 'T' });
    await clock.advance(15 * 60_000);
    expect((await provider.get()).headers['authorization']).toBe('Bearer T');
    expect(runs()).toBe(13);
  });

  it('does not run a plugin without end whose credentials are refused', async () => {
    const clock = simulatedClock();
    const provider = configCredentials(aConfig(aPlugin({ token: 'T' })), clock);
    const refuse = async (seconds: number): Promise<void> => {
      for (let second = 0; second < seconds; second += 1) {
        const refused = await provider.get();
        await clock.advance(1_000);
        provider.invalidate(refused);
      }
    };
    await refuse(3_600);
    expect(runs()).toBeLessThan(10);
    // They were good for a while: what is refused then is the first time.
    await clock.advance(10 * 60_000);
    const before = runs();
    await refuse(3);
    await provider.get();
    expect(runs()).toBe(before + 1);
  });

  it('runs a plugin again when its answer has expired', async () => {
    const clock = simulatedClock();
    const expirationTimestamp = new Date(0).toISOString();
    const provider = configCredentials(aConfig(aPlugin({ token: 'T', expirationTimestamp })), clock);
    await provider.get();
    await clock.advance(10_000);
    await provider.get();
    expect(runs()).toBe(2);
  });

  it('takes a certificate from a plugin', async () => {
    const provider = configCredentials(aConfig(aPlugin({ clientCertificateData: 'C', clientKeyData: 'K' })));
    await expect(provider.get()).resolves.toEqual({
      headers: {},
      clientCertificate: { cert: 'C', key: 'K' },
    });
  });

  it('says what a plugin said, and when there is none', async () => {
    const failing = configCredentials(aConfig(aPlugin(undefined)));
    await expect(failing.get()).rejects.toMatchObject({
      kind: 'unauthorized',
      publicMessage: /please log in first/,
    });
    const talkative = configCredentials(aConfig(aPlugin(undefined, 'got Bearer abcdefghijklmn')));
    await expect(talkative.get()).rejects.toMatchObject({
      publicMessage: expect.not.stringContaining('abcdefgh'),
    });
    const exec = {
      apiVersion: 'v1',
      command: join(dir, 'nowhere'),
      args: [],
      env: [],
      installHint: 'Get it at X.',
    };
    const missing = configCredentials(
      aConfig({ kind: 'exec', exec: { ...exec, provideClusterInfo: false, interactiveMode: undefined } }),
    );
    await expect(missing.get()).rejects.toMatchObject({
      publicMessage: /not installed here\. Get it at X\./,
    });
  });

  it('uses an unexpired sign-in of an identity provider and says when it cannot be renewed', async () => {
    const jwt = (exp: number): string =>
      `e30.${Buffer.from(JSON.stringify({ exp })).toString('base64url')}.c2ln`;
    const valid = jwt(Math.floor(Date.now() / 1000) + 3600);
    const provider = configCredentials(aConfig({ kind: 'oidc', config: { 'id-token': valid } }));
    expect((await provider.get()).headers['authorization']).toBe(`Bearer ${valid}`);
    const expired = configCredentials(aConfig({ kind: 'oidc', config: { 'id-token': jwt(1) } }));
    await expect(expired.get()).rejects.toMatchObject({
      kind: 'unauthorized',
      publicMessage: /Sign in again/,
    });
  });
});

it('gives a user their token and nothing of the kubeconfig', async () => {
  await expect(tokenCredentials('U').get()).resolves.toEqual({ headers: { authorization: 'Bearer U' } });
});
