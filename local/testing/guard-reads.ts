/**
 * vitest loads this before each file of tests. The result of a test of the servers is kept while pages change, so such a
 * test must not read a page: what it reads with Node's own functions is refused there. (The processes it starts are ours.)
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { PAGE_ROOMS, SERVER_ROOMS } from '../test/reach.ts';

const root = join(import.meta.dirname, '..', '..');

function fromRoot(path: string): string {
  return `${relative(root, path).split(sep).join('/')}/`;
}

function check(path: unknown): void {
  if (typeof path !== 'string' && !(path instanceof URL)) return;
  const wanted = fromRoot(typeof path === 'string' ? resolve(path) : fileURLToPath(path));
  if (!PAGE_ROOMS.some((room) => wanted.startsWith(room))) return;
  throw new Error(`A test of the servers must not read ${wanted}: see local/test/reach.ts`);
}

type Reader = (path: never, ...more: never[]) => unknown;

function guarded<F extends Reader>(read: F): F {
  return new Proxy(read, {
    apply: (target, self, args: unknown[]): unknown => {
      check(args[0]);
      return Reflect.apply(target, self, args);
    },
  });
}

const { testPath = '' } = expect.getState();
if (SERVER_ROOMS.some((room) => fromRoot(testPath).startsWith(room))) {
  fs.readFileSync = guarded(fs.readFileSync);
  fs.readdirSync = guarded(fs.readdirSync);
  fs.createReadStream = guarded(fs.createReadStream);
  fs.openSync = guarded(fs.openSync);
  fs.promises.readFile = guarded(fs.promises.readFile);
  fs.promises.readdir = guarded(fs.promises.readdir);
  fs.promises.open = guarded(fs.promises.open);
  syncBuiltinESMExports();
}
