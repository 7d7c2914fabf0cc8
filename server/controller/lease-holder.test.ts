import { spawnSync } from 'node:child_process';
import { hostname } from 'node:os';
import { expect, it } from 'vitest';
import { isDeadHere, ownIdentity } from './lease-holder.ts';

/** Of a process that has ended. */
const gonePid = spawnSync(process.execPath, ['--version']).pid;
const withPart = (index: number, value: string): string =>
  ownIdentity()
    .split('_')
    .map((part, at) => (at === index ? value : part))
    .join('_');

it.skipIf(process.platform !== 'linux').each([
  { name: 'an ended process of this machine', identity: withPart(1, String(gonePid)), dead: true },
  { name: 'an earlier process of our number', identity: ownIdentity(), dead: true },
  { name: 'a living process', identity: withPart(1, String(process.ppid)), dead: false },
  { name: 'a replica that shares host name and number', identity: withPart(2, '0a1b2c3d'), dead: false },
  { name: 'one that tells no place', identity: `${hostname()}_${String(process.pid)}_0a1b2c3d`, dead: false },
  { name: 'another host', identity: withPart(0, 'elsewhere'), dead: false },
  { name: 'nobody', identity: '', dead: false },
])('knows whether $name is dead', ({ identity, dead }) => {
  expect(isDeadHere(identity)).toBe(dead);
});
