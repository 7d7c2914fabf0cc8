/** The Role that would let somebody do what they may not do yet: text for an administrator to look at and apply. */
import type { AccessCheck } from './access.ts';
import { leadsToAdmin } from './access-risk.ts';
import { shortHash } from './base/hash.ts';

/** Who is signed in, as the API server calls them. */
export interface RoleSubject {
  name: string;
}

interface Rule {
  group: string;
  resource: string;
  verbs: string[];
  names: string[];
}

/** RBAC knows no names for these. `list` and `watch` have one where a single object is asked for by its field. */
const nameless: ReadonlySet<string> = new Set(['create', 'deletecollection']);

const warning = '# Leads to every right in the cluster: grant it as you would cluster-admin.\n';

/**
 * YAML of the least that grants all checks: for each namespace a Role and its binding; a ClusterRole and its binding
 * for what has no namespace. Every text from outside is quoted. Empty without checks.
 */
export function roleFor(checks: readonly AccessCheck[], subject: RoleSubject): string {
  const namespaces = [...new Set(checks.map(({ namespace }) => namespace ?? ''))].sort();
  return namespaces
    .map((namespace) => {
      const here = checks.filter((check) => (check.namespace ?? '') === namespace);
      return `${leadsToAdmin(here) ? warning : ''}${documents(rulesOf(here), namespace, subject)}`;
    })
    .join('---\n');
}

function rulesOf(checks: readonly AccessCheck[]): Rule[] {
  const rules = new Map<string, Rule>();
  for (const { verb, group, resource: plural, subresource, name } of checks) {
    const resource = subresource === undefined ? plural : `${plural}/${subresource}`;
    const names = name === undefined || nameless.has(verb) ? [] : [name];
    const key = JSON.stringify([group, resource, names]);
    const rule = rules.get(key) ?? { group, resource, verbs: [], names };
    if (!rule.verbs.includes(verb)) rule.verbs.push(verb);
    rules.set(key, rule);
  }
  return [...rules.values()];
}

function documents(rules: readonly Rule[], namespace: string, subject: RoleSubject): string {
  const cluster = namespace === '' ? 'Cluster' : '';
  const [first] = rules;
  const hash = shortHash([rules, subject.name], 8);
  // The hash keeps the role of one right from replacing that of another.
  const name = `capstan-${first?.verbs[0] ?? ''}-${(first?.resource ?? '').replace('/', '-')}-${hash}`;
  const head = (kind: string): string[] => [
    'apiVersion: rbac.authorization.k8s.io/v1',
    `kind: ${cluster}${kind}`,
    'metadata:',
    `  name: ${JSON.stringify(name)}`,
    ...(namespace === '' ? [] : [`  namespace: ${JSON.stringify(namespace)}`]),
  ];
  return [
    ...head('Role'),
    'rules:',
    ...rules.flatMap(ruleLines),
    '---',
    ...head('RoleBinding'),
    'roleRef:',
    '  apiGroup: rbac.authorization.k8s.io',
    `  kind: ${cluster}Role`,
    `  name: ${JSON.stringify(name)}`,
    'subjects:',
    ...subjectLines(subject),
    '',
  ].join('\n');
}

function ruleLines({ group, resource, verbs, names }: Rule): string[] {
  return [
    `  - apiGroups: [${JSON.stringify(group)}]`,
    `    resources: [${JSON.stringify(resource)}]`,
    ...(names.length === 0
      ? []
      : ['    # Without this line: for all of them.', `    resourceNames: ${flow(names)}`]),
    `    verbs: ${flow(verbs)}`,
  ];
}

function flow(texts: readonly string[]): string {
  return `[${texts.map((text) => JSON.stringify(text)).join(', ')}]`;
}

/** ServiceAccounts have a name of their own kind. Source: `apiserver/pkg/authentication/serviceaccount`. */
function subjectLines({ name }: RoleSubject): string[] {
  const account = /^system:serviceaccount:([^:]+):([^:]+)$/.exec(name);
  if (account !== null) {
    return [
      '  - kind: ServiceAccount',
      `    name: ${JSON.stringify(account[2])}`,
      `    namespace: ${JSON.stringify(account[1])}`,
    ];
  }
  return ['  - apiGroup: rbac.authorization.k8s.io', '    kind: User', `    name: ${JSON.stringify(name)}`];
}
