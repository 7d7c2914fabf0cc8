// Plain JavaScript for Node 18: the bootstrap runs before the pinned Node is there.
import { linkSync, mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { processIdentity } from './process-identity.mjs';

/** How often a holder shows that it lives, and how long others on other hosts believe it without. */
const HEARTBEAT_MS = 10_000;
const FOREIGN_STALE_MS = 90_000;
/** Locks appear whole and takeovers last microseconds: what is half done for so long was cut short. */
const UNREADABLE_STALE_MS = 10_000;
const TAKEOVER_STALE_MS = 10_000;

/** Names apart the attempts of one process. */
let count = 0;

/**
 * Who holds a lock.
 * @typedef {{ pid: number, identity: string, host: string }} Holder
 */

/**
 * Decides whether a lock may be taken from its holder.
 * @param {Holder | undefined} holder undefined when there is no file (any more), or nothing readable in it
 * @param {{ ageMs: number, host: string, identityOf: (pid: number) => string | undefined }} facts
 * @returns {boolean}
 */
export function isStale(holder, facts) {
  if (holder === undefined) return facts.ageMs > UNREADABLE_STALE_MS;
  // Processes of another host (or container sharing the folder) cannot be seen from here: only their heartbeat can.
  if (holder.host !== facts.host) return facts.ageMs > FOREIGN_STALE_MS;
  return facts.identityOf(holder.pid) !== holder.identity;
}

/**
 * Runs `work` while holding the lock file; waits for whoever holds it, and takes it over when that process is gone.
 * @template T
 * @param {string} path
 * @param {(pid: number) => void} onWait called once, when another process holds the lock
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(path, onWait, work) {
  let told = false;
  while (!tryTake(path)) {
    const holder = readHolder(path);
    if (isStale(holder, { ageMs: ageOf(path), host: hostname(), identityOf: processIdentity })) {
      takeOver(path);
    } else {
      if (!told && holder !== undefined) onWait(holder.pid);
      told = true;
      await delay(100);
    }
  }
  const heartbeat = setInterval(() => touch(path), HEARTBEAT_MS);
  heartbeat.unref();
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    rmSync(path, { force: true });
  }
}

/**
 * The file appears under its name with its content already in it, so nobody reads half a lock.
 * @param {string} path
 */
function tryTake(path) {
  const own = `${path}.${process.pid}-${(count += 1)}`;
  const holder = { pid: process.pid, identity: processIdentity(process.pid) ?? '', host: hostname() };
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(own, JSON.stringify(holder));
    linkSync(own, path);
    return true;
  } catch (error) {
    // The folder may go with the last thing in it, just when it was made: then the next round makes it again.
    if (codeOf(error) === 'EEXIST' || codeOf(error) === 'ENOENT') return false;
    throw error;
  } finally {
    rmSync(own, { force: true });
  }
}

/**
 * Removes a stale lock. Of several that want to, one at a time looks again and removes it: without that, the second
 * would remove the lock which the first has just taken.
 * @param {string} path
 */
function takeOver(path) {
  const guard = `${path}.takeover`;
  try {
    mkdirSync(guard);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return;
    if (codeOf(error) !== 'EEXIST') throw error;
    if (ageOf(guard) > TAKEOVER_STALE_MS) rmSync(guard, { recursive: true, force: true });
    return;
  }
  try {
    const facts = { ageMs: ageOf(path), host: hostname(), identityOf: processIdentity };
    if (isStale(readHolder(path), facts)) rmSync(path, { force: true });
  } finally {
    rmSync(guard, { recursive: true, force: true });
  }
}

/**
 * @param {string} path
 * @returns {Holder | undefined}
 */
function readHolder(path) {
  try {
    /** @type {unknown} */
    const holder = JSON.parse(readFileSync(path, 'utf8'));
    const { pid, identity, host } = /** @type {Record<string, unknown>} */ (holder);
    return typeof pid === 'number' && typeof identity === 'string' && typeof host === 'string'
      ? { pid, identity, host }
      : undefined;
  } catch {
    return undefined;
  }
}

/** @param {string} path */
function ageOf(path) {
  try {
    return Date.now() - statSync(path).mtimeMs;
  } catch {
    return 0;
  }
}

/** @param {string} path */
function touch(path) {
  try {
    utimesSync(path, new Date(), new Date());
  } catch {
    // Gone: whoever removed it also decides what happens next.
  }
}

/** @param {unknown} error */
function codeOf(error) {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
