/**
 * The Secrets that a pod mounts, as files of its process: below one folder, each where the pod would have it. They follow
 * the Secret, all files of one at once, as a kubelet does it.
 */
import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { KubeObject } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { createCache } from '#server/kube/cache.ts';
import { undefinedIf } from '#server/kube/errors.ts';
import type { KubeClient } from '#server/kube/types.ts';
import { staysInside } from './job.ts';
import type { SecretMount } from './job.ts';

export interface Mounts {
  /** Stands for the pod's `/`. */
  readonly folder: string;
  /** They follow their Secrets no longer. */
  close(): void;
}

export interface MountsOptions {
  readonly client: Pick<KubeClient, 'get' | 'list' | 'watch'>;
  readonly namespace: string;
  readonly mounts: readonly SecretMount[];
  /** Private, and gone with the process. */
  readonly folder: string;
  readonly onError: (error: unknown) => void;
}

/** Rejects when a Secret is not there that the pod could not start without. */
export async function openMounts(options: MountsOptions): Promise<Mounts> {
  const { client, namespace, mounts, folder, onError } = options;
  const root = join(folder, 'mounts');
  const followed = await Promise.all(
    mounts.map(async (mount, index) => {
      const lay = layer(mount, { root, versions: join(folder, 'versions', String(index)) });
      await lay(await secretOf(client, namespace, mount));
      return { mount, lay };
    }),
  );
  const caches = followed.map(({ mount, lay }) => {
    const fieldSelector = `metadata.name=${mount.secretName}`;
    const cache = createCache(client, resources.secrets, { namespace, fieldSelector });
    // One that is removed stays as it was, as on a kubelet.
    cache.subscribe(({ type, object }) => {
      if (type !== 'deleted') lay(object).catch(onError);
    });
    return cache;
  });
  return {
    folder: root,
    close: () => {
      for (const cache of caches) cache.stop();
    },
  };
}

async function secretOf(
  client: MountsOptions['client'],
  namespace: string,
  { secretName, optional }: SecretMount,
): Promise<KubeObject | undefined> {
  const asked = client.get(resources.secrets, { namespace, name: secretName });
  return optional ? undefinedIf(asked, 'notFound') : asked;
}

interface Places {
  readonly root: string;
  readonly versions: string;
}

/** Lays out one Secret after another; a later one waits for those before. */
function layer(
  mount: SecretMount,
  { root, versions }: Places,
): (secret: KubeObject | undefined) => Promise<void> {
  const place = join(root, mount.mountPath);
  let count = 0;
  let laid = Promise.resolve();
  let current: string | undefined;
  const lay = async (files: ReadonlyMap<string, Buffer>): Promise<void> => {
    count += 1;
    const version = join(versions, String(count));
    await mkdir(version, { recursive: true, mode: 0o700 });
    for (const [path, content] of files) {
      await mkdir(dirname(join(version, path)), { recursive: true, mode: 0o700 });
      await writeFile(join(version, path), content, { mode: 0o600 });
    }
    await mkdir(dirname(place), { recursive: true, mode: 0o700 });
    await symlink(version, `${version}.link`);
    // In one step: nobody sees the certificate of one version with the key of another.
    await rename(`${version}.link`, place);
    if (current !== undefined) await rm(current, { recursive: true, force: true });
    current = version;
  };
  return (secret) => {
    const next = laid.then(() => lay(filesOf(mount, secret)));
    laid = next.catch(() => undefined);
    return next;
  };
}

const Secret = z.object({ data: z.record(z.string(), z.string()).default({}) });

/** What a mount has of a Secret, by relative path. */
export function filesOf({ items }: SecretMount, secret: KubeObject | undefined): Map<string, Buffer> {
  const data = Secret.safeParse(secret).data?.data ?? {};
  const wanted = items ?? Object.keys(data).map((key) => ({ key, path: key }));
  return new Map(
    wanted.flatMap(({ key, path }): [string, Buffer][] => {
      const value = Object.hasOwn(data, key) ? data[key] : undefined;
      return value === undefined || !staysInside(path) ? [] : [[path, Buffer.from(value, 'base64')]];
    }),
  );
}
