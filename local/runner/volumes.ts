/**
 * The volumes of the local cluster: a StorageClass for claims that name none, and a volume for each claim of it, as
 * other clusters of one machine have. Nothing of the machine stands behind them: KWOK's pods read and write nothing.
 * Source: the contract of external provisioners, https://kubernetes.io/docs/concepts/storage/dynamic-provisioning
 */
import { at, items } from '#lib/base/loose.ts';
import { keyOf, parseKey, type KubeObject } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { createCache } from '#server/kube/cache.ts';
import { isKubeError } from '#server/kube/errors.ts';
import { createQueue } from '#server/kube/queue.ts';
import type { KubeClient } from '#server/kube/types.ts';

export const PROVISIONER = 'capstan.dev/runner';
/** The controller of volumes writes it on a claim, for whom it names. */
const ASKED = 'volume.kubernetes.io/storage-provisioner';
/** On a volume; whoever it names removes it. */
const PROVISIONED_BY = 'pv.kubernetes.io/provisioned-by';

const STORAGE_CLASS: KubeObject = {
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  metadata: {
    name: 'standard',
    annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' },
  },
  ...{ provisioner: PROVISIONER, reclaimPolicy: 'Delete', volumeBindingMode: 'Immediate' },
};

/** The volume that a claim waits for; undefined where it waits for none of ours. */
export function volumeFor({ metadata, spec }: KubeObject): KubeObject | undefined {
  const { namespace, name, uid, annotations, deletionTimestamp } = metadata;
  const waits = annotations?.[ASKED] === PROVISIONER && deletionTimestamp === undefined;
  if (!waits || uid === undefined || (at(spec, 'volumeName') ?? '') !== '') return undefined;
  const volume = `pvc-${uid}`;
  return {
    ...{ apiVersion: 'v1', kind: 'PersistentVolume' },
    metadata: { name: volume, annotations: { [PROVISIONED_BY]: PROVISIONER } },
    spec: {
      capacity: { storage: at(spec, 'resources', 'requests', 'storage') },
      accessModes: items(at(spec, 'accessModes')),
      volumeMode: at(spec, 'volumeMode') ?? 'Filesystem',
      storageClassName: at(spec, 'storageClassName'),
      persistentVolumeReclaimPolicy: 'Delete',
      claimRef: { ...{ apiVersion: 'v1', kind: 'PersistentVolumeClaim' }, namespace, name, uid },
      hostPath: { path: `/var/empty/${volume}` },
    },
  };
}

/** A volume of ours whose claim is gone. */
export function isLeft({ metadata, spec, status }: KubeObject): boolean {
  return (
    metadata.annotations?.[PROVISIONED_BY] === PROVISIONER &&
    metadata.deletionTimestamp === undefined &&
    at(spec, 'persistentVolumeReclaimPolicy') === 'Delete' &&
    at(status, 'phase') === 'Released'
  );
}

export interface Volumes {
  stop(): Promise<void>;
}

export interface VolumesOptions {
  readonly client: KubeClient;
  readonly log: (message: string, fields?: Record<string, unknown>) => void;
}

/** Resolves when claims and volumes are known and watched. A cluster that has a StorageClass keeps those that it has. */
export async function provideVolumes({ client, log }: VolumesOptions): Promise<Volumes> {
  const { items: classes } = await client.list(resources.storageClasses);
  if (classes.length === 0)
    await unless('alreadyExists', client.create(resources.storageClasses, STORAGE_CLASS));
  const claims = createCache(client, resources.persistentVolumeClaims);
  const volumes = createCache(client, resources.persistentVolumes);
  const queue = createQueue({
    name: 'volumes',
    concurrency: 2,
    reconcile: async (key) => {
      const ref = parseKey(key);
      const [claim, left] = ref.namespace === undefined ? [undefined, volumes.get(ref)] : [claims.get(ref)];
      const wanted = claim === undefined ? undefined : volumeFor(claim);
      if (wanted !== undefined)
        await unless('alreadyExists', client.create(resources.persistentVolumes, wanted));
      if (left !== undefined && isLeft(left))
        await unless('notFound', client.delete(resources.persistentVolumes, ref));
      return { kind: 'done' };
    },
    onError: (key, error) => {
      log('cannot provide a volume', { claim: key, error: String(error) });
    },
  });
  for (const [cache, concerns] of [
    [claims, (object: KubeObject) => volumeFor(object) !== undefined],
    [volumes, isLeft],
  ] as const) {
    cache.subscribe(({ object }) => {
      if (concerns(object)) queue.add(keyOf(object));
    });
  }
  await Promise.all([claims.synced, volumes.synced]);
  return {
    stop: async () => {
      claims.stop();
      volumes.stop();
      await queue.stop();
    },
  };
}

/** Somebody else was quicker: what was wished is so. */
async function unless(kind: 'alreadyExists' | 'notFound', writing: Promise<unknown>): Promise<void> {
  try {
    await writing;
  } catch (error) {
    if (!isKubeError(error, kind)) throw error;
  }
}
