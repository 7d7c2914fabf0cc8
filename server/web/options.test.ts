import { describe, expect, it } from 'vitest';
import { commandLine } from '#local/testing/deploy/account.ts';
import { parseOptions } from './options.ts';

describe('parseOptions', () => {
  it('has defaults for everything', () => {
    expect(parseOptions([], {})).toEqual({
      kind: 'options',
      options: {
        host: '127.0.0.1',
        port: 9000,
        catalogService: 'http://127.0.0.1:9010',
        mode: 'kubeconfig',
        changes: 'apply',
        stallLimitMs: 30_000,
        shutdownDelayMs: 0,
        dev: false,
      },
    });
  });

  it.each([
    { argv: ['--port', '1'], env: { PORT: '2' }, want: 1 },
    { argv: [], env: { PORT: '2' }, want: 2 },
    { argv: ['--port', '0'], env: {}, want: 0 },
  ])('takes the port from $argv and $env', ({ argv, env, want }) => {
    expect(parseOptions(argv, env)).toMatchObject({ options: { port: want } });
  });

  it.each(['0.0.0.0', '192.168.1.1', '::', 'example.com', '127.0.0.1.evil.example'])(
    'refuses to listen on %s',
    (host) => {
      expect(parseOptions(['--host', host], {})).toMatchObject({ kind: 'problems' });
    },
  );

  it('takes a name to be opened by that leads to this machine', () => {
    const hostName = 'localhost';
    expect(parseOptions(['--host-name', hostName], {})).toMatchObject({ options: { hostName } });
    expect(parseOptions(['--host-name', 'evil.example'], {})).toMatchObject({
      kind: 'problems',
      problems: [expect.stringContaining('NAME.localhost')],
    });
  });

  it.each([
    { argv: ['--gitops'], env: undefined, want: 'gitops' },
    { argv: ['--read-only'], env: undefined, want: 'readOnly' },
    { argv: ['--read-only', '--gitops'], env: undefined, want: 'readOnly' },
    { argv: [], env: 'gitops', want: 'gitops' },
    { argv: [], env: '', want: 'apply' },
    { argv: ['--gitops'], env: 'apply', want: 'gitops' },
    { argv: ['--gitops'], env: 'read-only', want: 'readOnly' },
  ])('takes the stricter of $argv and $env', ({ argv, env, want }) => {
    expect(parseOptions(argv, { CAPSTAN_CHANGES: env })).toMatchObject({ options: { changes: want } });
  });

  it('refuses to guess what an unknown CAPSTAN_CHANGES means', () => {
    expect(parseOptions([], { CAPSTAN_CHANGES: 'readonly' })).toMatchObject({ kind: 'problems' });
  });

  describe('signing in', () => {
    const pod = { KUBERNETES_SERVICE_HOST: '10.96.0.1' };
    const login = {
      externalUrls: [],
      basePath: '',
      trustedProxies: 0,
      idleSeconds: 3_600,
      maxSeconds: 43_200,
    };

    it.each([
      [[], {}, undefined],
      [[], pod, login],
      [['--auth', 'kubeconfig'], pod, undefined],
      [['--kubeconfig', 'f'], pod, undefined],
      [[], { ...pod, KUBECONFIG: 'f' }, undefined],
      [['--auth', 'token'], {}, login],
      [[], { CAPSTAN_AUTH: 'token' }, login],
      [['--auth', 'kubeconfig'], { CAPSTAN_AUTH: 'token' }, undefined],
    ] as const)('by %o in %o', (argv, env, want) => {
      const parsed = parseOptions(argv, env);
      expect(parsed.kind === 'options' ? parsed.options.login : parsed).toEqual(want);
    });

    it('may listen anywhere by token, and nowhere but here by kubeconfig', () => {
      expect(parseOptions(['--host', '0.0.0.0', '--auth', 'token'], {}).kind).toBe('options');
      expect(parseOptions(['--host', '0.0.0.0', '--auth', 'kubeconfig'], pod).kind).toBe('problems');
    });

    it('takes everything from flags and environment, flags first', () => {
      const env = {
        CAPSTAN_EXTERNAL_URL: 'https://a.example, http://10.0.0.1:30900',
        CAPSTAN_SESSION_KEYS: '/keys',
        CAPSTAN_TRUSTED_PROXIES: '2',
        CAPSTAN_CLUSTER_NAME: 'north',
        CAPSTAN_SESSION_IDLE: '',
      };
      expect(
        parseOptions(['--auth', 'token', '--cluster-name', 'south', '--session-max', '1'], env),
      ).toMatchObject({
        options: {
          login: {
            externalUrls: [new URL('https://a.example'), new URL('http://10.0.0.1:30900')],
            sessionKeys: '/keys',
            trustedProxies: 2,
            clusterName: 'south',
            idleSeconds: 3_600,
            maxSeconds: 3_600,
          },
        },
      });
    });

    it.each([
      [['--auth', 'none'], '--auth must be'],
      [['--auth', 'token', '--trusted-proxies', '11'], '--trusted-proxies must be'],
      [['--auth', 'token', '--session-idle', '0'], '--session-idle must be'],
      [['--auth', 'token', '--session-max', '1.5'], '--session-max must be'],
      [
        ['--auth', 'token', '--external-url', 'https://a.example/console'],
        '--external-url https://a.example/console',
      ],
      [['--auth', 'token', '--external-url', 'ftp://a.example'], '--external-url ftp://a.example'],
      [['--auth', 'token', '--base-path', 'tools'], '--base-path tools must be a path'],
      [['--auth', 'token', '--base-path', '/x', '--dev'], '--base-path is not for --dev'],
      [['--session-keys', 'x'], '--session-keys is for --auth token'],
      [['--base-path', '/x'], '--base-path is for --auth token'],
    ])('refuses %o', (argv, said) => {
      expect(parseOptions(argv, {})).toMatchObject({ problems: [expect.stringContaining(said)] });
    });
  });

  it('names all problems at once', () => {
    const parsed = parseOptions(
      ['--port', 'x', '--host', '0.0.0.0', '--catalog-service', 'ftp://x', '--mode', 'y'],
      {},
    );
    expect(parsed.kind === 'problems' ? parsed.problems.length : 0).toBe(4);
  });

  it('refuses an option that it does not know', () => {
    expect(parseOptions(['--prot', '1'], {})).toMatchObject({
      kind: 'problems',
      problems: [expect.stringContaining('--prot')],
    });
  });

  it('shows help', () => {
    expect(parseOptions(['--help'], {})).toEqual({ kind: 'help' });
  });
});

it('takes the command line that the manifests give', () => {
  const parsed = parseOptions(commandLine('capstan-web'), {});
  expect(parsed).toMatchObject({ kind: 'options', options: { host: '0.0.0.0', port: 9000 } });
});
