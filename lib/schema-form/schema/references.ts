/**
 * Fields that name another object: by the descriptor, by the shape that Kubernetes gives to references, and by names
 * that its API has made common. With care: a wrong guess offers the wrong names, though it never refuses any.
 */
import { optional } from '../../base/loose.ts';
import type { ResourceHint } from './descriptor-hints.ts';
import { isDictionary, ownValue } from './path.ts';
import { type FieldSchema, propertyNames, propertyOf } from './schema.ts';

/** What an object points at. `nameKey` is its property with the name. */
export interface Reference {
  readonly resource: ResourceHint;
  readonly nameKey: string;
  /** The property that names one entry of a Secret or ConfigMap. */
  readonly entryKey?: string;
}

const CORE = { group: '' } as const;

const SECRET: ResourceHint = { kind: 'Secret', ...CORE };
const CONFIG_MAP: ResourceHint = { kind: 'ConfigMap', ...CORE };
const SERVICE_ACCOUNT: ResourceHint = { kind: 'ServiceAccount', ...CORE };

/** Names of texts that are the name of an object. */
const TEXT_NAMES: readonly (readonly [RegExp, ResourceHint])[] = [
  [/(?:^s|S)ecretName$|^(?:image)?[pP]ullSecrets?$|^secrets$|^(?:push|tls|config)Secret$/, SECRET],
  [/(?:^c|C)onfigMapName$|^configMaps$/, CONFIG_MAP],
  [/(?:^s|S)erviceAccount(?:Name)?$/, SERVICE_ACCOUNT],
  [/(?:^s|S)torageClassName$/, { kind: 'StorageClass', group: 'storage.k8s.io' }],
  [/(?:^p|P)riorityClassName$/, { kind: 'PriorityClass', group: 'scheduling.k8s.io' }],
  [
    /^claimName$|(?:^e|E)xistingClaim$|^(?:pvc|persistentVolumeClaim)Name$/,
    { kind: 'PersistentVolumeClaim', ...CORE },
  ],
  [/^nodeName$/, { kind: 'Node', ...CORE }],
  [/^ingressClassName$/, { kind: 'IngressClass', group: 'networking.k8s.io' }],
  [/^runtimeClassName$/, { kind: 'RuntimeClass', group: 'node.k8s.io' }],
];

/** Names of objects that point at another by its `name`. */
const OBJECT_NAMES: readonly (readonly [RegExp, ResourceHint])[] = [
  [/(?:^s|S)ecrets?(?:Key)?(?:Ref|Refs|Reference|Selector)?$|^imagePullSecrets$/, SECRET],
  [/(?:^c|C)onfigMaps?(?:Key)?(?:Ref|Refs|Reference|Selector)?$/, CONFIG_MAP],
  [/(?:^s|S)erviceAccount(?:Ref)?$/, SERVICE_ACCOUNT],
];

const ISSUER: ResourceHint = { kind: 'Issuer', group: 'cert-manager.io' };

/** The kind of objects that a text names; undefined when its name does not say so. */
export function namedByText(name: string): ResourceHint | undefined {
  return TEXT_NAMES.find(([pattern]) => pattern.test(name))?.[1];
}

/** Besides the name: what references of Kubernetes and of volumes carry. */
const BESIDE_NAME: ReadonlySet<string> = new Set([
  ...['name', 'namespace', 'kind', 'group', 'apiGroup', 'apiVersion', 'version', 'uid', 'resourceVersion'],
  ...['fieldPath', 'key', 'optional', 'items', 'defaultMode', 'audiences', 'port', 'sectionName'],
  ...['secretName', 'configMapName', 'type'],
]);

const NAME_KEYS = ['name', 'secretName', 'configMapName'] as const;

/** What an object of this shape points at, as its value is now. */
export function referenceOf(
  field: FieldSchema,
  name: string,
  value: unknown,
  hint: ResourceHint | undefined,
): Reference | undefined {
  if (field.kind !== 'object') return undefined;
  const nameKey = nameKeyOf(field);
  if (nameKey === undefined) return undefined;
  const entryKey = propertyOf(field, 'key')?.kind === 'string' ? 'key' : undefined;
  // A lone `secretName` is a field like others: its own control knows what to offer.
  if (nameKey !== 'name' && entryKey === undefined) return undefined;
  const resource = hint ?? pointedAt(field, { name, nameKey, hasKey: entryKey !== undefined }, value);
  if (resource === undefined) return undefined;
  const hasEntries = resource.kind === 'Secret' || resource.kind === 'ConfigMap';
  return { resource, nameKey, ...(entryKey === undefined || !hasEntries ? {} : { entryKey }) };
}

/** The one property with the name; undefined for what is no reference, or one of two ways to be one. */
function nameKeyOf(field: FieldSchema): (typeof NAME_KEYS)[number] | undefined {
  const nameKeys = NAME_KEYS.filter((key) => propertyOf(field, key)?.kind === 'string');
  const isReference = nameKeys.length === 1 && propertyNames(field).every((key) => BESIDE_NAME.has(key));
  return isReference ? nameKeys[0] : undefined;
}

interface Named {
  readonly name: string;
  readonly nameKey: string;
  readonly hasKey: boolean;
}

function pointedAt(
  field: FieldSchema,
  { name, nameKey, hasKey }: Named,
  value: unknown,
): ResourceHint | undefined {
  if (nameKey === 'secretName') return SECRET;
  if (nameKey === 'configMapName') return CONFIG_MAP;
  if (propertyOf(field, 'kind')?.kind === 'string')
    return /Refs?$|^dataSource$/.test(name) ? saidKind(field, name, value) : undefined;
  const byName = OBJECT_NAMES.find(([pattern]) => pattern.test(name))?.[1];
  return byName ?? (hasKey ? fromDescription(field) : undefined);
}

/** References of several kinds say theirs themselves. */
function saidKind(field: FieldSchema, name: string, value: unknown): ResourceHint | undefined {
  const said = (key: string): string | undefined => {
    const own = isDictionary(value) ? ownValue(value, key) : undefined;
    const part = own ?? propertyOf(field, key)?.defaultValue;
    return typeof part === 'string' && part !== '' ? part : undefined;
  };
  const kind = said('kind');
  if (kind === undefined) return name === 'issuerRef' ? ISSUER : undefined;
  const apiVersion = said('apiVersion')?.split('/');
  const group = said('group') ?? said('apiGroup') ?? (apiVersion?.length === 2 ? apiVersion[0] : undefined);
  if (group === undefined && /^(?:Cluster)?Issuer$/.test(kind)) return { ...ISSUER, kind };
  return { kind, ...optional({ group }) };
}

/** `SecretKeySelector` under any name: only its help says which of the two it is. */
function fromDescription(field: FieldSchema): ResourceHint | undefined {
  const help = [field, propertyOf(field, 'name'), propertyOf(field, 'key')]
    .map((part) => part?.description ?? '')
    .join(' ');
  if (/config\s?map/i.test(help)) return /secret/i.test(help) ? undefined : CONFIG_MAP;
  return /\bsecret\b/i.test(help) ? SECRET : undefined;
}
