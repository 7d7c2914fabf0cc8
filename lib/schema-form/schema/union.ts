/**
 * Objects of which one property at a time is in use: a provider, a volume's source, a handler. CRDs say so in several
 * ways, or only in words, so what is recognised here is a way of showing them, never a rule: every property that the
 * object has is shown, whatever the choice says.
 */
import { type Dictionary, isDictionary, isList, ownValue } from './path.ts';
import { type FieldSchema, propertyNames, propertyOf } from './schema.ts';

/** A choice among properties; there are at least two. */
export interface Union {
  /** Properties that exclude each other, in the schema's order. */
  readonly branches: readonly string[];
}

const cache = new WeakMap<Dictionary, { readonly union: Union | undefined }>();

/** How the object's properties exclude each other; undefined when they do not. Remembered per schema. */
export function unionOf(field: FieldSchema): Union | undefined {
  const known = cache.get(field.raw);
  if (known !== undefined) return known.union;
  const union = field.kind === 'object' ? recognise(field) : undefined;
  cache.set(field.raw, { union });
  return union;
}

function recognise(field: FieldSchema): Union | undefined {
  const names = propertyNames(field);
  if (names.length < 2) return undefined;
  const found =
    byKeyword(field) ??
    byCount(field, names) ??
    byRule(field) ??
    byFamily(field, names) ??
    byWords(field, names);
  if (found === undefined) return undefined;
  const branches = names.filter((name) => found.has(name) && !field.required.has(name));
  return branches.length < 2 ? undefined : { branches };
}

/** `oneOf` whose branches each require one property, or one that lists the properties. */
function byKeyword({ raw }: FieldSchema): ReadonlySet<string> | undefined {
  const options = raw['oneOf'];
  if (!isList(options) || options.length === 0) return undefined;
  const names = options.map((option) => (isDictionary(option) ? branchNames(option) : []));
  if (options.length === 1) return (names[0] ?? []).length > 1 ? new Set(names[0]) : undefined;
  // One branch may be `{}` or `not`: none of them.
  const single = names.filter((list) => list.length === 1);
  return single.length >= 2 && names.every((list) => list.length <= 1) ? new Set(single.flat()) : undefined;
}

function branchNames(option: Dictionary): readonly string[] {
  const required = option['required'];
  if (isList(required)) return required.filter((name) => typeof name === 'string');
  const properties = option['properties'];
  return isDictionary(properties) ? Object.keys(properties) : [];
}

/** `maxProperties: 1`. */
function byCount({ raw }: FieldSchema, names: readonly string[]): ReadonlySet<string> | undefined {
  return raw['maxProperties'] === 1 ? new Set(names) : undefined;
}

/** CEL rules that forbid two together, or say "exactly one" and name them. */
function byRule({ raw }: FieldSchema): ReadonlySet<string> | undefined {
  const rules = raw['x-kubernetes-validations'];
  if (!isList(rules)) return undefined;
  for (const rule of rules) {
    const text = isDictionary(rule) ? ownValue(rule, 'rule') : undefined;
    if (typeof text !== 'string' || text.length > 2_000) continue;
    const pair =
      /^!\(has\(self\.(\w+)\) && has\(self\.(\w+)\)\)$|^has\(self\.(\w+)\) != has\(self\.(\w+)\)$/.exec(text);
    if (pair !== null) return new Set(pair.slice(1).filter(Boolean));
    const counted =
      /^\[(has\(self\.\w+\)(?:,\s*has\(self\.\w+\))+)\](?:\.filter\(\w+,\s*\w+(?:\s*==\s*true)?\)\.size\(\)\s*(?:==|<=)\s*1|\.exists_one\()/.exec(
        text,
      );
    const list = counted?.[1];
    if (list !== undefined) return new Set([...list.matchAll(/self\.(\w+)/g)].map(([, name]) => name ?? ''));
  }
  return undefined;
}

const ONE_OF_THEM =
  /\b(?:only|exactly|at most) one\b(?: of (?:these|the following|its members|the fields|them))?[^.]{0,60}\b(?:set|specified|provided|configured|defined|used)\b/i;

/** "Only one provider may be set", on an object of nothing but objects. */
function byWords(field: FieldSchema, names: readonly string[]): ReadonlySet<string> | undefined {
  const objects = names.filter((name) => isGroup(propertyOf(field, name)));
  if (objects.length < names.length) return undefined;
  return ONE_OF_THEM.test((field.description ?? '').slice(0, 2_000)) ? new Set(names) : undefined;
}

function isGroup(field: FieldSchema | undefined): boolean {
  return field?.kind === 'object' || field?.kind === 'any' || field?.kind === 'map';
}

interface Family {
  readonly names: readonly string[];
  /** How many of them an object must have to be one of the family. */
  readonly least: number;
}

/** Unions of Kubernetes and of well-known operators that say so nowhere in their schemas. */
const FAMILIES: readonly Family[] = [
  {
    names: [
      ...[
        'awsElasticBlockStore',
        'azureDisk',
        'azureFile',
        'cephfs',
        'cinder',
        'configMap',
        'csi',
        'downwardAPI',
      ],
      ...[
        'emptyDir',
        'ephemeral',
        'fc',
        'flexVolume',
        'flocker',
        'gcePersistentDisk',
        'gitRepo',
        'glusterfs',
      ],
      ...[
        'hostPath',
        'image',
        'iscsi',
        'nfs',
        'persistentVolumeClaim',
        'photonPersistentDisk',
        'portworxVolume',
      ],
      ...['projected', 'quobyte', 'rbd', 'scaleIO', 'secret', 'storageos', 'vsphereVolume'],
    ],
    least: 6,
  },
  {
    names: [
      'clusterTrustBundle',
      'configMap',
      'downwardAPI',
      'podCertificate',
      'secret',
      'serviceAccountToken',
    ],
    least: 4,
  },
  { names: ['exec', 'grpc', 'httpGet', 'sleep', 'tcpSocket'], least: 3 },
  { names: ['configMapKeyRef', 'fieldRef', 'fileKeyRef', 'resourceFieldRef', 'secretKeyRef'], least: 3 },
  { names: ['acme', 'ca', 'selfSigned', 'vault', 'venafi'], least: 4 },
  { names: ['dns01', 'http01'], least: 2 },
  { names: ['gatewayHTTPRoute', 'ingress'], least: 2 },
  {
    names: [
      ...['acmeDNS', 'akamai', 'azureDNS', 'cloudDNS', 'cloudflare', 'digitalocean', 'rfc1236', 'rfc2136'],
      ...['route53', 'webhook'],
    ],
    least: 5,
  },
];

function byFamily(field: FieldSchema, names: readonly string[]): ReadonlySet<string> | undefined {
  for (const family of FAMILIES) {
    const members = family.names.filter((name) => names.includes(name) && isGroup(propertyOf(field, name)));
    if (members.length >= family.least) return new Set(members);
  }
  return undefined;
}

/** Branches that the object has, in the schema's order. */
export function branchesIn(union: Union, value: unknown): readonly string[] {
  return isDictionary(value) ? union.branches.filter((name) => Object.hasOwn(value, name)) : [];
}

/**
 * What a branch starts with when the user changes to it: what it has in common with the branch that is left, whose value
 * is `old`; undefined for a value that has to be typed first.
 */
export function branchValue(
  field: FieldSchema,
  { to, from, old }: { readonly to: string; readonly from: string | undefined; readonly old: unknown },
): unknown {
  const next = propertyOf(field, to);
  if (next === undefined || !isGroup(next)) return next?.kind === 'array' ? [] : undefined;
  const last = from === undefined ? undefined : propertyOf(field, from);
  if (last === undefined || !isDictionary(old)) return {};
  const kept = Object.entries(old).filter(([name]) =>
    sameField(propertyOf(last, name), propertyOf(next, name)),
  );
  return Object.fromEntries(kept);
}

/** Fields that take the same values, as far as their schemas say. */
function sameField(left: FieldSchema | undefined, right: FieldSchema | undefined): boolean {
  if (left === undefined || right === undefined || left.kind !== right.kind) return false;
  if (left.raw === right.raw) return true;
  return JSON.stringify(left.raw, withoutWords) === JSON.stringify(right.raw, withoutWords);
}

function withoutWords(key: string, part: unknown): unknown {
  return key === 'description' && typeof part === 'string' ? undefined : part;
}
