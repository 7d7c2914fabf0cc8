/** The logs that kwokctl lets the control plane write, which nobody else ever shortens. */
import { closeSync, openSync, readSync, readdirSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Of one component: some days of ordinary life. */
const USUAL_BYTES = 16 * 1024 * 1024;
/** What stays to be read of it, as `NAME.log.1`. */
const KEPT_BYTES = 1024 * 1024;
/** Shortened by whoever writes them. */
const OTHERS = /^(capstan-|audit)/;

/**
 * Empties the logs that have become too long while their components go on writing. One that does not write at the end
 * goes on where it was, behind a hole that takes no room: so the size is what the disk holds.
 */
export function trimLogs(folder: string, maxBytes = USUAL_BYTES): void {
  for (const name of readdirSync(folder)) {
    if (!name.endsWith('.log') || OTHERS.test(name)) continue;
    const path = join(folder, name);
    if (heldBytes(path) <= maxBytes) continue;
    writeFileSync(`${path}.1`, tailOf(path, Math.min(KEPT_BYTES, maxBytes)), { mode: 0o600 });
    truncateSync(path);
  }
}

function heldBytes(path: string): number {
  const { size, blocks } = statSync(path);
  // Some file systems do not tell how much they hold.
  return blocks === 0 ? size : Math.min(size, blocks * 512);
}

function tailOf(path: string, bytes: number): Buffer {
  const { size } = statSync(path);
  const tail = Buffer.alloc(Math.min(bytes, size));
  const descriptor = openSync(path, 'r');
  try {
    return tail.subarray(0, readSync(descriptor, tail, 0, tail.length, size - tail.length));
  } finally {
    closeSync(descriptor);
  }
}
