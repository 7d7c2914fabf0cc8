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
        controllerNamespace: 'capstan-system',
        mode: 'kubeconfig',
        changes: 'apply',
        stallLimitMs: 30_000,
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
