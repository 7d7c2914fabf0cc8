/** What fields are called and how they are explained. */
import type { FieldDescriptor } from './descriptors.ts';
import { exampleIn, plainText } from './plain-text.ts';
import type { FieldSchema } from './schema.ts';

const LONGEST_TITLE = 120;

/** By its descriptor, its schema's `title`, or its name. */
export function titleOfField(
  name: string,
  field: FieldSchema | undefined,
  own: FieldDescriptor | undefined,
): string {
  const title = own?.displayName ?? field?.raw['title'];
  if (typeof title !== 'string' || title.trim() === '') return titleOf(name);
  const line = title.replace(/\s+/g, ' ').trim();
  return line.length > LONGEST_TITLE ? `${line.slice(0, LONGEST_TITLE)}…` : line;
}

const helps = new WeakMap<object, string | undefined>();

/** The descriptor's words, then the schema's where they say more; plain text. */
export function helpOf(field: FieldSchema, own: FieldDescriptor | undefined): string | undefined {
  if (own?.description === undefined) return descriptionOf(field);
  if (helps.has(own)) return helps.get(own);
  const words = plainText(own.description);
  const schema = descriptionOf(field);
  const says = words !== undefined && schema?.startsWith(words.replace(/\.$/, '')) !== true;
  const help = !says
    ? schema
    : schema === undefined || words.includes(schema)
      ? words
      : `${words}\n\n${schema}`;
  helps.set(own, help);
  return help;
}

function descriptionOf(field: FieldSchema): string | undefined {
  if (field.description === undefined) return undefined;
  const known = helps.get(field.raw);
  if (known !== undefined) return known;
  const help = plainText(field.description);
  helps.set(field.raw, help);
  return help;
}

/** A value as an example: the schema's own, or one that its description quotes. */
export function exampleOf(field: FieldSchema): unknown {
  const { example, examples } = field.raw;
  if (example !== undefined) return example;
  if (Array.isArray(examples) && examples.length > 0) return examples[0] as unknown;
  const quoted = field.description === undefined ? undefined : exampleIn(field.description);
  return quoted === undefined || (field.kind !== 'string' && field.kind !== 'intOrString')
    ? undefined
    : quoted;
}

/** A field name as words for people: `minReadySeconds` → `Min Ready Seconds`, `podCIDRs` → `Pod CIDRs`. */
export function titleOf(name: string): string {
  const spaced = name
    .replace(/[-_.]+/g, ' ')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z]{2,})/g, '$1 $2')
    .trim();
  if (spaced === '') return name;
  return spaced
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => ownText(ACRONYMS, word.toLowerCase()) ?? word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}

function ownText(table: Record<string, string>, key: string): string | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

const ACRONYMS: Record<string, string> = {
  acl: 'ACL',
  acme: 'ACME',
  api: 'API',
  aws: 'AWS',
  ca: 'CA',
  cidr: 'CIDR',
  cpu: 'CPU',
  crd: 'CRD',
  csi: 'CSI',
  dns: 'DNS',
  gcp: 'GCP',
  gpu: 'GPU',
  grpc: 'gRPC',
  ha: 'HA',
  http: 'HTTP',
  https: 'HTTPS',
  iam: 'IAM',
  id: 'ID',
  ids: 'IDs',
  ip: 'IP',
  ips: 'IPs',
  json: 'JSON',
  jwt: 'JWT',
  ldap: 'LDAP',
  nfs: 'NFS',
  oauth: 'OAuth',
  oauth2: 'OAuth2',
  oidc: 'OIDC',
  os: 'OS',
  pem: 'PEM',
  pvc: 'PVC',
  rbac: 'RBAC',
  saml: 'SAML',
  sql: 'SQL',
  ssh: 'SSH',
  sso: 'SSO',
  ssl: 'SSL',
  tcp: 'TCP',
  tls: 'TLS',
  ttl: 'TTL',
  udp: 'UDP',
  uid: 'UID',
  ui: 'UI',
  uri: 'URI',
  uris: 'URIs',
  url: 'URL',
  urls: 'URLs',
  vm: 'VM',
  yaml: 'YAML',
};

/** Singular of a list's title, for "Add …" buttons: `Extra Volumes` → `extra volume`. */
export function itemTitle(title: string): string {
  const last = title.split(' ').at(-1) ?? title;
  const singular = SINGULAR_RULES.reduce<string | undefined>(
    (found, [ending, replacement]) =>
      found ?? (ending.test(last) ? last.replace(ending, replacement) : undefined),
    undefined,
  );
  const words = singular === undefined ? title : `${title.slice(0, title.length - last.length)}${singular}`;
  return words
    .split(' ')
    .map((word) => (/^[A-Z][a-z]*$/.test(word) ? word.toLowerCase() : word))
    .join(' ');
}

const SINGULAR_RULES: readonly (readonly [RegExp, string])[] = [
  [/ies$/, 'y'],
  [/(ch|sh|ss|x)es$/, '$1'],
  [/(ss|us|is)$/, '$1'],
  [/s$/, ''],
];
