import { describe, expect, it } from 'vitest';
import { parseStart } from './options.ts';

const around = { env: {}, cwd: '/srv' };
const local = {
  ...{ kind: 'local', name: 'capstan', port: 9000, catalogs: [], verbose: false, restrictions: [] },
  upstream: true,
};

describe('parseStart', () => {
  const rows = [
    { name: 'nothing', argv: [], env: {}, want: local },
    { name: 'PORT', argv: [], env: { PORT: '9100' }, want: { ...local, port: 9100 } },
    {
      name: '--port before PORT',
      argv: ['--port', '9200'],
      env: { PORT: '9100' },
      want: { ...local, port: 9200 },
    },
    {
      name: 'catalogs, relative to where the user is',
      argv: ['--catalog', 'mine=bundles', '--catalog', 'more=/abs=olute'],
      env: {},
      want: {
        ...local,
        catalogs: [
          { name: 'mine', folder: '/srv/bundles' },
          { name: 'more', folder: '/abs=olute' },
        ],
      },
    },
    {
      name: 'a cluster of one’s own',
      argv: ['--context', 'prod', '--kubeconfig', 'kc'],
      env: {},
      want: {
        kind: 'remote',
        port: 9000,
        verbose: false,
        restrictions: [],
        context: 'prod',
        kubeconfig: '/srv/kc',
      },
    },
    {
      name: 'a name to open the console by',
      argv: ['--host-name', 'localhost'],
      env: {},
      want: { ...local, hostName: 'localhost' },
    },
    {
      name: 'such a name, of the console of a cluster of one’s own',
      argv: ['--context', 'prod', '--host-name', 'mine.localhost'],
      env: {},
      want: {
        kind: 'remote',
        port: 9000,
        verbose: false,
        restrictions: [],
        context: 'prod',
        hostName: 'mine.localhost',
      },
    },
    {
      name: 'operators of others stay simulated',
      argv: ['--no-upstream'],
      env: {},
      want: { ...local, upstream: false },
    },
    { name: 'GitOps', argv: ['--gitops'], env: {}, want: { ...local, restrictions: ['--gitops'] } },
    { name: 'help', argv: ['--help', '--port', 'x'], env: {}, want: { kind: 'help' } },
  ];
  it.each(rows)('$name', ({ argv, env, want }) => {
    expect(parseStart(argv, { ...around, env })).toEqual(want);
  });

  const refused = [
    { argv: ['--port', 'http'], says: '"http" is not a port' },
    { argv: ['--port', '70000'], says: '"70000" is not a port' },
    { argv: ['--catalog', 'bundles'], says: 'NAME=DIR' },
    { argv: ['--catalog', 'Mine=bundles'], says: 'NAME=DIR' },
    { argv: ['--context', 'prod', '--catalog', 'a=b'], says: 'do not go with' },
    { argv: ['--context', 'prod', '--no-upstream'], says: 'do not go with' },
    { argv: ['--name', '../x'], says: 'cannot name a cluster' },
    { argv: ['--host-name', 'capstan.example'], says: 'NAME.localhost' },
    { argv: ['--nonsense'], says: '--nonsense' },
  ];
  it.each(refused)('refuses $argv', ({ argv, says }) => {
    expect(() => parseStart(argv, around)).toThrow(says);
  });
});
