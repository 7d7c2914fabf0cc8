/** Removes what runners left behind that were killed before they could: folders with tokens that are still good. */
import { readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const FOLDER = /^capstan-runner-(\d+)-/;

/** Prefix for `mkdtemp`; names the process, so that another one can tell whether it still lives. */
export function folderPrefix(): string {
  return join(tmpdir(), `capstan-runner-${String(process.pid)}-`);
}

/** Never rejects: a folder of somebody else's stays, and that is right. */
export async function removeLeftovers(): Promise<void> {
  const names = await readdir(tmpdir());
  const left = names.filter((name) => {
    const pid = FOLDER.exec(name)?.[1];
    return pid !== undefined && !isAlive(Number(pid));
  });
  await Promise.allSettled(left.map((name) => rm(join(tmpdir(), name), { recursive: true, force: true })));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it lives and is somebody else's.
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}
