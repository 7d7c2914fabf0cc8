/** Files that are there whole or not at all, whatever ends this process or the power. */
import { randomBytes } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Ends the names of files that are not whole yet. */
const PARTIAL = '.partial';

/** A new name beside the file, which clean-ups know as unfinished. */
export function partialName(file: string): string {
  return `${file}.${randomBytes(6).toString('hex')}${PARTIAL}`;
}

/** The folder is made when it is not there. */
export async function writeWhole(file: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const partial = partialName(file);
  try {
    const handle = await open(partial, 'wx');
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(partial, file);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}
