import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it, test } from 'vitest';
import { parseHints } from '../schema/descriptor-hints.ts';
import { isDictionary } from '../schema/path.ts';
import {
  type FieldSchema,
  fieldOf,
  itemField,
  propertyNames,
  propertyOf,
  valueField,
} from '../schema/schema.ts';
import type { Widget } from './widget-types.ts';
import { shapeWidget } from './widget-shapes.ts';

const text = { type: 'string' };
const texts = { type: 'array', items: text };

function object(...names: string[]): object {
  return { type: 'object', properties: Object.fromEntries(names.map((name) => [name, text])) };
}

function shown(schema: unknown, name: string, value?: unknown, hint?: string): Widget | undefined {
  const descriptor = hint === undefined ? undefined : parseHints([hint]);
  return shapeWidget({ field: fieldOf(schema), descriptor, name, value });
}

describe('names of objects', () => {
  test.each<[string, string | undefined, string | undefined]>([
    ['secretName', undefined, 'Secret'],
    ['tlsSecretName', undefined, 'Secret'],
    ['storageClassName', undefined, 'StorageClass'],
    ['claimName', undefined, 'PersistentVolumeClaim'],
    ['namespace', undefined, undefined],
    ['name', undefined, undefined],
    ['secretKey', undefined, undefined],
    ['secretPrefix', undefined, undefined],
    ['storageClass', undefined, undefined],
    ['anything', 'urn:alm:descriptor:io.kubernetes:Secret', 'Secret'],
    ['anything', 'urn:alm:descriptor:io.kubernetes:core:v1:ConfigMap', 'ConfigMap'],
    ['anything', 'urn:alm:descriptor:com.tectonic.ui:text', undefined],
    ['secretName', 'urn:alm:descriptor:com.tectonic.ui:text', undefined],
  ])('%s with %s: %s', (name, hint, kind) => {
    const widget = shown(text, name, undefined, hint);
    expect(widget?.kind === 'objectPicker' ? widget.resource.kind : undefined).toBe(kind);
  });

  test.each([[8080], [true], [{}], [['a']]])('step aside for %j', (value) => {
    expect(shown(text, 'secretName', value)).toBeUndefined();
  });

  it('steps aside for values that the schema lists', () => {
    expect(shown({ type: 'string', enum: ['a', 'b'] }, 'secretName')).toBeUndefined();
  });
});

describe('references', () => {
  const issuer = object('name', 'kind', 'group');

  test.each<[string, object, string, unknown, string | undefined]>([
    ['by its own name', object('name'), 'imagePullSecrets', undefined, 'Secret'],
    ['with an entry', object('key', 'name'), 'passwordSecretRef', undefined, 'Secret/key'],
    ['named otherwise', object('key', 'secretName'), 'tokenRef', undefined, 'Secret/key'],
    ['a ConfigMap', object('name', 'key', 'optional'), 'configMapKeyRef', undefined, 'ConfigMap/key'],
    ['says its kind', issuer, 'issuerRef', { kind: 'ClusterIssuer' }, 'ClusterIssuer.cert-manager.io'],
    ['has a usual kind', issuer, 'issuerRef', undefined, 'Issuer.cert-manager.io'],
    ['says its group', issuer, 'issuerRef', { kind: 'Other', group: 'a.b' }, 'Other.a.b'],
    ['says an odd kind', issuer, 'issuerRef', { kind: 7 }, 'Issuer.cert-manager.io'],
    ['says nothing', object('name', 'kind'), 'someRef', undefined, undefined],
    ['a list of targets is none', object('name', 'kind', 'group'), 'resources', { kind: 'Pod' }, undefined],
    ['either of two', object('secretName', 'configMapName', 'key'), 'ca', undefined, undefined],
    ['something else beside the name', object('name', 'image'), 'secret', undefined, undefined],
    ['a named thing', object('name', 'value'), 'secretHeader', undefined, undefined],
  ])('%s', (_, schema, name, value, want) => {
    const widget = shown(schema, name, value);
    const reference = widget?.kind === 'objectReference' ? widget.reference : undefined;
    const { kind, group = '' } = reference?.resource ?? {};
    const said = kind === undefined ? undefined : `${kind}${group === '' ? '' : `.${group}`}`;
    expect(said === undefined ? undefined : said + (reference?.entryKey === undefined ? '' : '/key')).toBe(
      want,
    );
  });

  it('takes the kind of a key selector from its help', () => {
    const of = (description: string): unknown =>
      shown({ ...object('key', 'name'), description }, 'credentials')?.kind;
    expect(of('The key of the secret to select from.')).toBe('objectReference');
    expect(of('Selects a key of a ConfigMap.')).toBe('objectReference');
    expect(of('Of a Secret or a ConfigMap.')).toBeUndefined();
    expect(of('Whatever.')).toBeUndefined();
  });

  it('believes a descriptor', () => {
    const widget = shown(object('name'), 'database', undefined, 'io.kubernetes:db.example:v1:Database');
    expect(widget).toMatchObject({
      kind: 'objectReference',
      reference: { resource: { kind: 'Database', group: 'db.example', version: 'v1' } },
    });
  });
});

describe('shapes', () => {
  const quantities = { type: 'object', additionalProperties: { 'x-kubernetes-int-or-string': true } };
  const resources = { type: 'object', properties: { limits: quantities, requests: quantities } };
  const toleration = object('key', 'operator', 'value', 'effect');
  const selector = {
    type: 'object',
    properties: {
      matchLabels: quantities,
      matchExpressions: { type: 'array', items: object('key', 'operator') },
    },
  };

  test.each<[string, unknown, string, unknown, string | undefined]>([
    ['resources', resources, 'resources', undefined, 'resources'],
    ['resources with something odd in it', resources, 'resources', { limits: 3, more: null }, 'resources'],
    ['limits of other things', object('limits', 'requests'), 'rates', undefined, undefined],
    ['a text in the place of resources', resources, 'resources', 'big', undefined],
    ['a list in the place of resources', resources, 'resources', [], undefined],
    ['null in the place of resources', resources, 'resources', null, 'resources'],
    ['tolerations', { type: 'array', items: toleration }, 'tolerations', undefined, 'table'],
    [
      'one toleration in the place of a list',
      { type: 'array', items: toleration },
      'tolerations',
      {},
      undefined,
    ],
    ['a selector', selector, 'selector', undefined, 'labelSelector'],
    ['environment', { type: 'array', items: object('name', 'value') }, 'env', undefined, 'envList'],
    ['headers', { type: 'array', items: object('name', 'value') }, 'httpHeaders', undefined, undefined],
    [
      'pairs with more',
      { type: 'array', items: object('name', 'value', 'code') },
      'env',
      undefined,
      undefined,
    ],
    ['names', texts, 'names', undefined, undefined],
    ['anything', {}, 'resources', undefined, undefined],
    ['a free object', { type: 'object' }, 'resources', undefined, undefined],
  ])('%s', (_, schema, name, value, want) => {
    expect(shown(schema, name, value)?.kind).toBe(want);
  });

  test.each([
    ['resourceRequirements', 'resources'],
    ['nodeAffinity', 'nodeAffinity'],
    ['podAffinity', 'podAffinity'],
    ['podAntiAffinity', 'podAffinity'],
    ['updateStrategy', 'updateStrategy'],
  ])('%s of a descriptor on free data', (hint, want) => {
    const open = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
    expect(shown(open, 'any', undefined, `com.tectonic.ui:${hint}`)?.kind).toBe(want);
    expect(shown(open, 'any', 'text', `com.tectonic.ui:${hint}`)).toBeUndefined();
    expect(shown(object('a', 'b'), 'any', undefined, `com.tectonic.ui:${hint}`)).toBeUndefined();
  });
});

/** Everything that is recognised in the schemas of real operators, by the names of its fields. */
const RECOGNISED: Readonly<Record<string, string>> = {
  affinity: 'affinity',
  'entry of ConfigMap': 'caRef configMap configMapKeyRef configMapRef',
  'entry of Secret':
    'accessID accessKey accessKeyIDSecretRef accessKeySecretSecretRef accessToken ' +
    'accessTokenRef accessTokenSecretRef accessType accessTypeParam accountSecretRef ' +
    'additionalAlertManagerConfigs additionalAlertRelabelConfigs additionalScrapeConfigs ' +
    'adminPassword adminUser apiKey apiKeyRef apiKeySecretRef apiSecret apiTokenSecretRef ' +
    'apiURL appPasswordRef authPassword authRef authSecret authorizedKeySecretRef bearerToken ' +
    'bearerTokenSecret caBundleSecretRef certSecretRef clientCert clientCertSecretRef ' +
    'clientCertificate clientId clientKey clientKeySecretRef clientSecret ' +
    'clientSecretSecretRef clientTokenSecretRef connectTokenSecretRef credentials ' +
    'dopplerToken fingerprint keySecret keySecretRef objectStorageConfig passcodeRef password ' +
    'passwordRef passwordSecret passwordSecretRef privateKey privateKeySecretRef privatekey ' +
    'roleRef routingKey secret secretAccessKeySecretRef secretApiKeySecretRef secretKey ' +
    'secretKeyRef secretRef serviceAccountSecretRef serviceKey sessionTokenSecretRef tenantId ' +
    'token tokenRef tokenSecretRef tracingConfig tsigSecretSecretRef urlSecret userKey ' +
    'userRef username usernameSecret',
  envList: 'env envs',
  expressions: 'matchExpressions matchFields',
  'groups of container': 'containers ephemeralContainers initContainers sidecarContainers',
  'groups of podSpec': 'spec',
  'groups of securityContext': 'containerSecurityContext securityContext sidecarSecurityContext',
  labelSelector:
    'alertmanagerConfigNamespaceSelector alertmanagerConfigSelector instanceSelector ' +
    'labelSelector libraryLabelSelector namespaceSelector podMonitorNamespaceSelector ' +
    'podMonitorSelector podSelector probeNamespaceSelector probeSelector ' +
    'ruleNamespaceSelector ruleSelector selector serviceMonitorNamespaceSelector ' +
    'serviceMonitorSelector',
  'name of ConfigMap': 'configMapName configMaps',
  'name of IngressClass': 'ingressClassName',
  'name of Node': 'nodeName',
  'name of PersistentVolumeClaim': 'claimName',
  'name of PriorityClass': 'priorityClassName',
  'name of RuntimeClass': 'runtimeClassName',
  'name of Secret':
    'appSecretName authorizationSecretName caSecretName configSecret kafkaSecretName ' +
    'nextPrivateKeySecretName pullSecret pushSecret rootCASecretName secretName secrets ' +
    'tlsSecret',
  'name of ServiceAccount': 'defaultServiceAccount serviceAccount serviceAccountName',
  'name of StorageClass': 'storageClassName',
  namespaceSelector: 'namespaceSelector',
  nodeAffinity: 'nodeAffinity',
  nodeSelectorTerm: 'nodeSelectorTerms preference',
  'object of ConfigMap': 'configMap configMapRef configMaps',
  'object of Gateway': 'parentRefs',
  'object of Issuer': 'issuerRef',
  'object of Secret':
    'certSecretRef imagePullSecrets nodePublishSecretRef pullSecretRef secret secretRef ' + 'secrets',
  'object of Service': 'backendRef',
  'object of ServiceAccount': 'serviceAccount serviceAccountRef',
  podAffinity: 'podAffinity podAntiAffinity',
  'resources of compute': 'proxyResources resources',
  'resources of storage': 'resources',
  'table of key': 'tolerations',
  'table of name': 'ports volumeMounts',
  'table of port': 'endpoints podMetricsEndpoints',
  'table of topologyKey': 'topologySpreadConstraints',
  'updateStrategy of deployment': 'strategy',
};

const file = fileURLToPath(new URL('../../../../shared/data/forms-visible.jsonl.gz', import.meta.url));
const present = existsSync(file);
if (!present) console.warn(`SKIPPED: schemas of real operators are not here (${file})`);

describe.skipIf(!present)('real operators', () => {
  it('are recognised as listed, and nowhere else', () => {
    const found = new Map<string, Set<string>>();
    const note = (field: FieldSchema, name: string): void => {
      const widget = shapeWidget({ field, descriptor: undefined, name, value: undefined });
      if (widget === undefined) return;
      const as = labelOf(widget);
      found.set(as, (found.get(as) ?? new Set()).add(name));
    };
    const lines = gunzipSync(readFileSync(file)).toString('utf8').split('\n');
    for (const line of lines.filter((one) => one !== '')) {
      const form: unknown = JSON.parse(line);
      if (isDictionary(form)) visit(fieldOf(form['schema']), '', note);
    }
    const listed = [...found].map(([as, names]) => [as, [...names].sort().join(' ')] as const);
    expect(Object.fromEntries(listed)).toEqual(RECOGNISED);
  });
});

function labelOf(widget: Widget): string {
  switch (widget.kind) {
    case 'objectPicker':
      return `name of ${widget.resource.kind}`;
    case 'objectReference': {
      const { resource, entryKey } = widget.reference;
      return `${entryKey === undefined ? 'object' : 'entry'} of ${resource.kind}`;
    }
    case 'table':
      return `table of ${widget.columns[0] ?? ''}`;
    case 'resources':
    case 'groups':
    case 'updateStrategy':
      return `${widget.kind} of ${widget.of}`;
    default:
      return widget.kind;
  }
}

/** Schemas that contain themselves are cut at a depth that no form reaches. */
function visit(
  field: FieldSchema,
  name: string,
  note: (field: FieldSchema, name: string) => void,
  depth = 14,
): void {
  if (depth < 0) return;
  note(field, name);
  for (const key of propertyNames(field)) {
    const property = propertyOf(field, key);
    if (property !== undefined) visit(property, key, note, depth - 1);
  }
  if (field.kind === 'array') visit(itemField(field), name, note, depth - 1);
  const values = valueField(field);
  if (values !== undefined) visit(values, name, note, depth - 1);
}
