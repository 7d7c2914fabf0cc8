/**
 * Certificates, authorities and tokens are written anew while we run: by `kubectl`, by the kubelet, by whoever signs in
 * again. What the files of a configuration say now is looked at now and then, as long as it is asked for.
 */
import { statSync } from 'node:fs';
import { originOf, type ClusterConfig } from './config.ts';

/** Whoever writes new files may have withdrawn the old ones at once; a look costs next to nothing. */
const LOOK_MS = 5_000;

interface Known {
  config: ClusterConfig;
  lookedAt: number;
  files: readonly string[];
  /** Of the files when they were read. */
  stamps: string;
}

const known = new WeakMap<ClusterConfig, Known>();

/**
 * The configuration given, or what has come of it: always the same object while nothing changes. Another server or user
 * than the one that was chosen is never taken, and what cannot be read leaves all as it was.
 */
export function currentConfig(given: ClusterConfig, now: number = performance.now()): ClusterConfig {
  const origin = originOf(given);
  if (origin === undefined) return given;
  const before = known.get(given);
  if (before === undefined) {
    const { files } = origin;
    known.set(given, { config: given, lookedAt: now, files, stamps: stampsOf(files) });
    return given;
  }
  if (now - before.lookedAt < LOOK_MS) return before.config;
  before.lookedAt = now;
  const stamps = stampsOf(before.files);
  if (stamps === before.stamps) return before.config;
  try {
    const { config, reads } = origin.load();
    // Of other files nothing is known yet, so they are read once more.
    before.stamps = reads.join() === before.files.join() ? stamps : '';
    before.files = reads;
    if (isRenewal(before.config, config)) before.config = config;
  } catch {
    // Half written, or gone for a moment: it is looked at again.
  }
  return before.config;
}

/** Whoever was refused does not wait for the next look: `currentConfig` takes it when it is asked. */
export function lookAgain(given: ClusterConfig): void {
  const before = known.get(given);
  if (before !== undefined) before.lookedAt = -Infinity;
}

function isRenewal(old: ClusterConfig, next: ClusterConfig): boolean {
  const sameIdentity = old.server === next.server && old.cluster === next.cluster && old.user === next.user;
  return sameIdentity && JSON.stringify(old) !== JSON.stringify(next);
}

function stampsOf(files: readonly string[]): string {
  return files.map(stampOf).join();
}

function stampOf(file: string): string {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats === undefined ? '' : `${String(stats.ino)}:${String(stats.mtimeMs)}:${String(stats.size)}`;
}
