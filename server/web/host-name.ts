/**
 * The name that the console is opened by, for example `capstan-0f9a….localhost`. Browsers send cookies to every port of
 * a name: under `localhost` each server of this machine that its user visits would be sent the session. A name that
 * nobody else can guess is sent it nowhere else.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

import { isLoopbackName } from '#lib/host-name.ts';

/** In the user's state folder for Capstan. */
export function hostNameFile(env: Readonly<Record<string, string | undefined>>): string {
  const given = env['XDG_STATE_HOME'];
  // The XDG rules say that a relative path is to be ignored.
  const folder = given?.startsWith('/') === true ? given : join(homedir(), '.local', 'state');
  return join(folder, 'capstan', 'host-name');
}

/**
 * The same at each start, because drafts, theme and language are kept by browsers under it. Made at the first one, and
 * anew when the file holds something else.
 * @throws what the file system says when it can be neither read nor written
 */
export function keptHostName(file: string): string {
  const kept = read(file);
  if (kept !== undefined && isOwn(kept)) return kept;
  const name = newHostName();
  mkdirSync(join(file, '..'), { recursive: true });
  const draft = `${file}.${randomUUID()}`;
  writeFileSync(draft, `${name}\n`, { mode: 0o600 });
  try {
    if (kept !== undefined) {
      renameSync(draft, file);
      return name;
    }
    linkSync(draft, file);
    return name;
  } catch (error) {
    // Another console has just made one.
    const other = read(file);
    if (other !== undefined && isOwn(other)) return other;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** 64 bits: nobody tries all of them. */
export function newHostName(): string {
  return `capstan-${randomBytes(8).toString('hex')}.localhost`;
}

function isOwn(name: string): boolean {
  return isLoopbackName(name) && /^capstan-[0-9a-f]{16}\./.test(name);
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
