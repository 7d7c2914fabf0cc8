/**
 * By which field items of a list are the same item, in built-in kinds. Source: Kubernetes API reference, "patch strategy
 * merge on key" (`patchMergeKey` of k8s.io/api). What is not named here is replaced as a whole.
 */

/** By the field that holds the list, wherever it stands. */
const KEYS: Readonly<Record<string, string>> = {
  // Pods and what they are made of.
  containers: 'name',
  initContainers: 'name',
  ephemeralContainers: 'name',
  env: 'name',
  volumes: 'name',
  volumeMounts: 'mountPath',
  volumeDevices: 'devicePath',
  imagePullSecrets: 'name',
  hostAliases: 'ip',
  topologySpreadConstraints: 'topologyKey',
  resourceClaims: 'name',
  schedulingGates: 'name',
  // ServiceAccounts.
  secrets: 'name',
  // Metadata, and conditions of every kind that has them.
  ownerReferences: 'uid',
  conditions: 'type',
  // Addresses of nodes.
  addresses: 'type',
  // Webhook configurations.
  webhooks: 'name',
};
/** `ports` has a key of its own in containers and in Services; elsewhere it is one value. */
const PORTS: Readonly<Record<string, string>> = {
  containers: 'containerPort',
  initContainers: 'containerPort',
  ephemeralContainers: 'containerPort',
  spec: 'port',
};
/** Fields that are merged as lists of texts. */
const TEXTS = new Set(['finalizers']);
/** The same words, meant otherwise: below these the list is one value. */
const PLAIN_PARENTS = new Set(['data', 'stringData', 'labels', 'annotations', 'matchLabels']);

/**
 * The merge key of the list at this place: empty for lists of texts that are merged, undefined for lists that are one value.
 * @param path names of fields from the root; items of lists have none
 */
export function mergeKeyOf(path: readonly string[]): string | undefined {
  const field = path.at(-1) ?? '';
  const parent = path.at(-2) ?? '';
  if (PLAIN_PARENTS.has(parent)) return undefined;
  if (TEXTS.has(field)) return '';
  if (field === 'ports') return own(PORTS, parent);
  return own(KEYS, field);
}

function own(table: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
