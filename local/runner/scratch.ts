/**
 * The empty folders that a pod mounts (`emptyDir`), for its process to write to: all that it may write to on this machine.
 * They outlive the process, as a pod's outlive its containers, and go with the pod. Those of a single pod outlive the runner,
 * too, as a node keeps them when it is started anew: an etcd is to find its keys again when a local cluster is resumed.
 */
import { mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { KubeObject } from '#lib/k8s/object.ts';
import { folderPrefix } from './leftovers.ts';
import type { Job } from './job.ts';

export interface Scratch {
  /** Puts the folders where a process finds them, below what stands for its `/`; the places. Rejects as files do. */
  place(root: string): Promise<string[]>;
  /** The runner ends: what it does not keep goes. */
  leave(): Promise<void>;
  /** The pod is gone: removes them with what is in them. */
  close(): Promise<void>;
}

/** @param volumes where folders of pods are kept; nothing is when absent */
export function createScratch(
  { scratch: paths, podUid }: Pick<Job, 'podUid' | 'scratch'>,
  volumes: string | undefined,
): Scratch {
  const kept = podUid === undefined || volumes === undefined ? undefined : join(volumes, podUid);
  let base = kept;
  const remove = async (folder: string | undefined): Promise<void> => {
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  };
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
    leave: async () => {
      if (kept === undefined) await remove(base);
    },
    close: () => remove(base),
  };
}

/** What is kept of pods that are gone: they went while no runner ran. @param pods asked for after what is kept was listed */
export async function removeForsaken(
  volumes: string | undefined,
  pods: () => readonly KubeObject[],
): Promise<void> {
  if (volumes === undefined) return;
  await mkdir(volumes, { recursive: true, mode: 0o700 });
  const kept = await readdir(volumes);
  const uids = new Set(pods().map(({ metadata }) => metadata.uid));
  const left = kept.filter((podUid) => !uids.has(podUid));
  await Promise.allSettled(left.map((podUid) => rm(join(volumes, podUid), { recursive: true, force: true })));
}
