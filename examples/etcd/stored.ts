/** Backups as they are kept: in Secrets that the EtcdBackup owns. */
import { at } from '#lib/base/loose.ts';
import type { KubeObject } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { undefinedIf } from '#server/kube/errors.ts';
import type { KubeClient } from '#server/kube/types.ts';
import { controlledBy, controllerOf } from '../kit/owned.ts';
import type { Packed } from './archive.ts';
import { EtcdBackup, etcdBackups } from './kinds.ts';

const { secrets } = resources;
const KEY = 'part';

/** The Secrets that a backup is to have, in their order. */
export function secretsFor({ metadata }: KubeObject, { parts }: Packed): KubeObject[] {
  const { name, namespace = '' } = metadata;
  return parts.map((part, index) => ({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: {
      name: `${name}.etcd-backup-${String(index)}`,
      namespace,
      ownerReferences: [controlledBy(etcdBackups, { metadata })],
    },
    type: 'etcd.database.coreos.com/backup',
    data: { [KEY]: part.toString('base64') },
  }));
}

/** What the Secrets of a backup hold; the reason, for people, where that is not all. */
export async function storedParts(client: KubeClient, object: KubeObject): Promise<Packed | string> {
  const { metadata, status } = EtcdBackup.parse(object);
  if (status?.succeeded !== true || status.sha256 === undefined) return 'it is not whole';
  const parts: Buffer[] = [];
  for (const name of status.secrets ?? []) {
    const part = await partOf(client, { namespace: metadata.namespace, name, uid: metadata.uid });
    if (part === undefined) return `Secret ${name} is gone, or not its own`;
    parts.push(part);
  }
  return { parts, sha256: status.sha256 };
}

interface PartPlace {
  readonly namespace: string;
  readonly name: string;
  /** Of the backup. */
  readonly uid: string;
}

/** Only what the backup owns: its status could name a Secret that is none of ours. */
async function partOf(client: KubeClient, { namespace, name, uid }: PartPlace): Promise<Buffer | undefined> {
  const secret = await undefinedIf(client.get(secrets, { namespace, name }), 'notFound');
  if (secret === undefined || controllerOf(secret) !== uid) return undefined;
  const data = at(secret, 'data', KEY);
  return typeof data === 'string' ? Buffer.from(data, 'base64') : undefined;
}
