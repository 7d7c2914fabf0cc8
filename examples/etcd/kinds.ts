/** The kinds of the etcd operator: what is asked of them, what they say, and their definitions. Pure. */
import { z } from 'zod';
import type { Resource } from '#lib/k8s/object.ts';
import { ownConditions } from '../kit/conditions.ts';
import { conditionsSchema, resourceOf } from '../kit/definition.ts';
import type { KindDefinition } from '../kit/definition.ts';

const GROUP = 'etcd.database.coreos.com';

/** Who looks after a cluster: operators of all namespaces take those with the value `clusterwide`, others those without. */
export const SCOPE_ANNOTATION = `${GROUP}/scope`;
/** `simulated`: its members are pods that run nothing and are only counted. */
const MEMBERS_ANNOTATION = `${GROUP}/members`;
/** `NAME.UID` of the EtcdRestore whose data the cluster is to have. */
export const RESTORE_ANNOTATION = `${GROUP}/restore`;

const about = (description: string): { description: string } => ({ description });
const counted = (description: string): { description: string; format: string } => ({
  description,
  format: 'int64',
});

export const EtcdClusterSpec = z.object({
  size: z.int().meta({ ...about('How many members there are: 1, 3, 5, 7 or 9.'), format: 'int32' }),
  version: z
    .string()
    .regex(/^\d+\.\d+\.\d+$/)
    .max(32)
    .meta(about('Of etcd, for example 3.2.13. A higher one upgrades the members one by one.'))
    .default('3.2.13'),
  repository: z
    .string()
    .min(1)
    .max(256)
    .meta(about('Where images of etcd are; the version is their tag.'))
    .default('quay.io/coreos/etcd'),
  paused: z.boolean().meta(about('Whether the operator leaves the members as they are.')).optional(),
});
export type EtcdClusterSpec = z.infer<typeof EtcdClusterSpec>;

const Names = z.array(z.string().max(253)).max(99);
const EtcdClusterStatusShape = z.object({
  observedGeneration: z.int().meta(counted('Generation of the spec that this status answers.')).optional(),
  phase: z
    .enum(['Creating', 'Running', 'Failed'])
    .meta(about('Creating until it answers for the first time; Failed when its data is lost.')),
  size: z.int().meta({ ...about('Members there are.'), format: 'int32' }),
  members: z
    .object({
      ready: Names.meta(about('Those that answer.')),
      unready: Names.meta(about('Those that do not.')),
    })
    .meta(about('By the names of their pods.')),
  currentVersion: z.string().meta(about('That all members have.')).optional(),
  targetVersion: z.string().meta(about('That members are being upgraded to.')).optional(),
  serviceName: z.string().meta(about('The Service for clients.')).optional(),
  clientPort: z
    .int()
    .meta({ ...about('Its port.'), format: 'int32' })
    .optional(),
  epoch: z.string().meta(about('What its data began with: first, or the uid of an EtcdRestore.')).optional(),
  conditions: conditionsSchema('Available, Progressing or Accepted.', 'What is true of the cluster now.'),
});

export const EtcdBackupSpec = z.object({
  etcdCluster: z
    .object({ name: z.string().min(1).max(253) })
    .meta(about('The EtcdCluster whose keys are kept, in the same namespace.')),
  storageType: z
    .enum(['Secret'])
    .meta(about('Where they are kept: in Secrets that the backup owns.'))
    .default('Secret'),
});

const EtcdBackupStatusShape = z.object({
  succeeded: z.boolean().meta(about('Whether the backup is whole.')),
  reason: z.string().max(1024).meta(about('What keeps it from being made.')).optional(),
  etcdVersion: z.string().meta(about('Of the member that was read.')).optional(),
  etcdRevision: z.string().max(32).meta(about('Of all that was read.')).optional(),
  keys: z.int().meta(counted('How many there are in it.')).optional(),
  secrets: Names.meta(about('That hold it, in their order.')).optional(),
  sha256: z.string().max(64).meta(about('Of what they hold together.')).optional(),
  lastSuccessDate: z
    .string()
    .meta({ ...about('When it was whole.'), format: 'date-time' })
    .optional(),
});

export const EtcdRestoreSpec = z.object({
  etcdCluster: z
    .object({ name: z.string().min(1).max(253) })
    .meta(about('The EtcdCluster that gets the keys. All that it has is lost.')),
  backup: z
    .object({ name: z.string().min(1).max(253) })
    .meta(about('The EtcdBackup that they come from, in the same namespace.')),
});

const EtcdRestoreStatusShape = z.object({
  phase: z.enum(['Restoring', 'Restored', 'Failed']).meta(about('How far it is.')),
  succeeded: z.boolean().meta(about('Whether the cluster has the keys.')),
  reason: z.string().max(1024).meta(about('What keeps it from going on.')).optional(),
});

const NAME_COLUMNS = [{ name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' }] as const;

const clusterKind: KindDefinition = {
  group: GROUP,
  kind: 'EtcdCluster',
  plural: 'etcdclusters',
  shortNames: ['etcd'],
  versions: [
    {
      name: 'v1beta2',
      description: 'An etcd cluster, whose members the operator makes, replaces and upgrades.',
      descriptions: { spec: 'What the cluster is to be.', status: 'What it is, as the operator reports it.' },
      spec: EtcdClusterSpec,
      status: EtcdClusterStatusShape,
      columns: [
        {
          name: 'Size',
          type: 'integer',
          description: 'How many members are asked for.',
          jsonPath: '.spec.size',
        },
        { name: 'Members', type: 'integer', description: 'How many there are.', jsonPath: '.status.size' },
        {
          name: 'Version',
          type: 'string',
          description: 'That all have.',
          jsonPath: '.status.currentVersion',
        },
        { name: 'Phase', type: 'string', jsonPath: '.status.phase' },
        ...NAME_COLUMNS,
      ],
    },
  ],
};

const backupKind: KindDefinition = {
  group: GROUP,
  kind: 'EtcdBackup',
  plural: 'etcdbackups',
  versions: [
    {
      name: 'v1beta2',
      description: 'The keys of an EtcdCluster at one moment.',
      descriptions: { spec: 'What is kept, and where.', status: 'What was kept.' },
      spec: EtcdBackupSpec,
      status: EtcdBackupStatusShape,
      columns: [
        { name: 'Cluster', type: 'string', jsonPath: '.spec.etcdCluster.name' },
        { name: 'Succeeded', type: 'boolean', jsonPath: '.status.succeeded' },
        { name: 'Keys', type: 'integer', jsonPath: '.status.keys' },
        ...NAME_COLUMNS,
      ],
    },
  ],
};

const restoreKind: KindDefinition = {
  group: GROUP,
  kind: 'EtcdRestore',
  plural: 'etcdrestores',
  versions: [
    {
      name: 'v1beta2',
      description: 'Gives an EtcdCluster the keys of an EtcdBackup, instead of all that it has.',
      descriptions: { spec: 'Which keys, and where to.', status: 'How far it is.' },
      spec: EtcdRestoreSpec,
      status: EtcdRestoreStatusShape,
      columns: [
        { name: 'Cluster', type: 'string', jsonPath: '.spec.etcdCluster.name' },
        { name: 'Backup', type: 'string', jsonPath: '.spec.backup.name' },
        { name: 'Phase', type: 'string', jsonPath: '.status.phase' },
        ...NAME_COLUMNS,
      ],
    },
  ],
};

export const definitions: readonly KindDefinition[] = [clusterKind, backupKind, restoreKind];

export const etcdClusters: Resource = resourceOf(clusterKind);
export const etcdBackups: Resource = resourceOf(backupKind);
export const etcdRestores: Resource = resourceOf(restoreKind);

const Metadata = z.object({
  name: z.string(),
  namespace: z.string(),
  uid: z.string(),
  generation: z.int(),
  annotations: z.record(z.string(), z.string()).default({}),
});

/** As the API server gave it; a status that makes no sense counts as none. */
export const EtcdCluster = z.object({
  metadata: Metadata,
  spec: z.unknown().optional(),
  status: EtcdClusterStatusShape.extend({
    conditions: ownConditions(['Available', 'Progressing', 'Accepted']),
  })
    .optional()
    .catch(undefined),
});
export type EtcdCluster = z.infer<typeof EtcdCluster>;
export type EtcdClusterStatus = Omit<z.infer<typeof EtcdClusterStatusShape>, 'conditions'>;

export const EtcdBackup = z.object({
  metadata: Metadata,
  spec: z.unknown().optional(),
  status: EtcdBackupStatusShape.optional().catch(undefined),
});
export type EtcdBackup = z.infer<typeof EtcdBackup>;
export type EtcdBackupStatus = z.infer<typeof EtcdBackupStatusShape>;

export const EtcdRestore = z.object({
  metadata: Metadata,
  spec: z.unknown().optional(),
  status: EtcdRestoreStatusShape.optional().catch(undefined),
});
export type EtcdRestoreStatus = z.infer<typeof EtcdRestoreStatusShape>;

/** What the data of a cluster is to begin with. */
export function epochOf({ metadata }: Pick<EtcdCluster, 'metadata'>): string {
  return metadata.annotations[RESTORE_ANNOTATION]?.split('.').at(-1) ?? 'first';
}

/** Whether an operator of these namespaces looks after it; none: all namespaces. */
export function isOurs({ metadata }: Pick<EtcdCluster, 'metadata'>, namespaces: readonly string[]): boolean {
  return (metadata.annotations[SCOPE_ANNOTATION] === 'clusterwide') === (namespaces.length === 0);
}

/** Whether a cluster is there that an operator of these namespaces leaves to another. */
export function isOfOthers(object: unknown, namespaces: readonly string[]): boolean {
  return object !== undefined && !isOurs(EtcdCluster.parse(object), namespaces);
}

export function isSimulated({ metadata }: Pick<EtcdCluster, 'metadata'>): boolean {
  return metadata.annotations[MEMBERS_ANNOTATION] === 'simulated';
}

/** Why a size is refused; undefined for one that is not. */
export function sizeProblem(size: number): string | undefined {
  if (size < 1)
    return `spec.size: ${String(size)}: a cluster has at least one member. Choose 1, 3, 5, 7 or 9`;
  if (size > 9)
    return `spec.size: ${String(size)}: more members make a cluster slower, not safer. Choose 9 at most`;
  if (size % 2 === 1) return undefined;
  const less = String(size - 1);
  return `spec.size: ${String(size)} is even, and survives the loss of no more members than ${less}. Choose ${less} or ${String(size + 1)}`;
}
