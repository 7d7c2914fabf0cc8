/**
 * The empty folders that a pod mounts (`emptyDir`), for its process to write to: all that it may write to on this machine.
 * They outlive the process, as a pod's outlive its containers, and go with the pod.
 */
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { folderPrefix } from './leftovers.ts';

export interface Scratch {
  /** Puts the folders where a process finds them, below what stands for its `/`; the places. Rejects as files do. */
  place(root: string): Promise<string[]>;
  /** Removes them with what is in them. */
  close(): Promise<void>;
}

/** @param paths below the pod's `/`; each leads to a folder of its own */
export function createScratch(paths: readonly string[]): Scratch {
  let base: string | undefined;
  return {
    place: async (root) => {
      if (paths.length === 0) return [];
      base ??= await mkdtemp(folderPrefix());
      const places: string[] = [];
      for (const [index, path] of paths.entries()) {
        const folder = join(base, String(index));
        const place = join(root, path);
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await mkdir(dirname(place), { recursive: true, mode: 0o700 });
        await symlink(folder, place);
        places.push(place);
      }
      return places;
    },
    close: async () => {
      if (base !== undefined) await rm(base, { recursive: true, force: true });
    },
  };
}
