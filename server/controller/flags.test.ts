import { describe, expect, it } from 'vitest';
import { commandLine } from '#local/testing/deploy/account.ts';
import { parseFlags } from './flags.ts';

describe('parseFlags', () => {
  it('has defaults', () => {
    expect(parseFlags([])).toEqual({
      'in-cluster': false,
      catalog: [],
      'package-manifests-port': 0,
      'allow-loopback-sources': false,
      'allow-private-sources': false,
      'no-private-sources': false,
      'catalog-namespace': [],
      'source-host': [],
      'insecure-registry': [],
      'ignore-other-olm': false,
      'whole-namespace-resolution': false,
      'leave-out-unserved': false,
      'served-image': [],
      kudo: false,
      'kudo-trust-authors': false,
      'kudo-webhook-port': 0,
      scope: 'cluster',
      host: '127.0.0.1',
      'console-secrets': false,
      port: 0,
      'catalog-service-port': 9010,
      'stall-limit': 30,
      help: false,
    });
  });

  it('takes several catalogs; a folder may contain an equals sign', () => {
    const { catalog } = parseFlags(['--catalog', 'a=/x', '--catalog', 'b=y=z']);
    expect(catalog).toEqual([
      { name: 'a', directory: '/x' },
      { name: 'b', directory: 'y=z' },
    ]);
  });

  it.each([
    ['512Mi', 512 * 1024 ** 2],
    ['8Gi', 8 * 1024 ** 3],
  ])('takes %s for the cache', (text, bytes) => {
    expect(parseFlags(['--cache-limit', text])['cache-limit']).toBe(bytes);
  });

  it.each(['8', '8G', '0Gi', '-1Gi', '1.5Gi', ''])('takes no cache of %s', (text) => {
    expect(() => parseFlags([`--cache-limit=${text}`])).toThrow('--cache-limit: is not a size such as 8Gi');
  });

  it.each([
    {
      name: 'declarative operators of anybody',
      given: ['--kudo'],
      want: "--kudo: plans run with the controller's rights",
    },
    {
      name: 'declarative operators without the rights for them',
      given: ['--kudo', '--kudo-webhook', 'localhost', '--scope', 'namespaces'],
      want: "--kudo: plans run with the controller's rights, of which it has few with --scope namespaces",
    },
    { name: 'no folder', given: ['--catalog', 'a'], want: '--catalog: must look like NAME=DIR' },
    { name: 'a bad name', given: ['--catalog', 'A_b=/x'], want: '--catalog: is not a valid Kubernetes name' },
    {
      name: 'a name twice',
      given: ['--catalog', 'a=/x', '--catalog', 'a=/y'],
      want: '--catalog: a is given twice',
    },
    { name: 'no number', given: ['--port', 'x'], want: '--port: is not a port' },
    {
      name: 'too high',
      given: ['--catalog-service-port', '70000'],
      want: '--catalog-service-port: is not a port',
    },
    {
      name: 'no time',
      given: ['--stall-limit', 'soon'],
      want: '--stall-limit: is not a number of seconds',
    },
    { name: 'unknown', given: ['--nope'], want: "'--nope'" },
    { name: 'without its value', given: ['--kubeconfig'], want: "'--kubeconfig <value>' argument missing" },
  ])('refuses $name, naming the flag', ({ given, want }) => {
    expect(() => parseFlags(given)).toThrow(want);
  });
});

it('takes the command line that the manifests give', () => {
  const flags = parseFlags(commandLine('capstan-controller'));
  expect(flags).toMatchObject({ 'in-cluster': true, 'cache-dir': '/var/cache/capstan' });
});
