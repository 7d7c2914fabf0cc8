import { expect, it } from 'vitest';
import { buildArguments, ENGINES } from './engine.ts';

const order = {
  ...{ tag: 'capstan:1', version: '1', revision: 'abc' },
  ...{ base: undefined, npmrc: undefined, authorities: undefined },
};

it.each(ENGINES)('%s builds this folder by the Dockerfile, whatever the day', (engine) => {
  const args = buildArguments(engine, order);
  expect(args.at(-1)).toBe('.');
  expect(args.join(' ')).toContain('--file Dockerfile --tag capstan:1');
  expect(args.join(' ')).toContain('--build-arg VERSION=1 --build-arg REVISION=abc');
  expect(args.join(' ')).toMatch(/315532800/);
  expect(args.join(' ')).not.toMatch(/NODE=|secret/);
});

it('takes another base and the configuration of npm where they are given', () => {
  const given = { base: 'mirror/node:1', npmrc: '/home/a/.npmrc', authorities: '/etc/ca.pem' };
  const args = buildArguments('buildah', { ...order, ...given });
  expect(args.join(' ')).toContain('--build-arg NODE=mirror/node:1');
  expect(args.join(' ')).toContain(
    '--secret id=npmrc,src=/home/a/.npmrc --secret id=authorities,src=/etc/ca.pem',
  );
});
