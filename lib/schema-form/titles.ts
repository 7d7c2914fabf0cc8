/** A field name as words for people: `minReadySeconds` → `Min Ready Seconds`, `podCIDRs` → `Pod CIDRs`. */
export function titleOf(name: string): string {
  const spaced = name
    .replace(/[-_.]+/g, ' ')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z]{2,})/g, '$1 $2')
    .trim();
  if (spaced === '') return name;
  return spaced
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => ACRONYMS[word.toLowerCase()] ?? word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}

const ACRONYMS: Record<string, string> = {
  api: 'API',
  ca: 'CA',
  cidr: 'CIDR',
  cpu: 'CPU',
  dns: 'DNS',
  ha: 'HA',
  http: 'HTTP',
  https: 'HTTPS',
  id: 'ID',
  ip: 'IP',
  json: 'JSON',
  oidc: 'OIDC',
  pvc: 'PVC',
  rbac: 'RBAC',
  sso: 'SSO',
  ssl: 'SSL',
  tls: 'TLS',
  ttl: 'TTL',
  uid: 'UID',
  uri: 'URI',
  url: 'URL',
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
