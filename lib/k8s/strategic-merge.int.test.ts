/** Our merge keys beside those that the API server publishes, and our patches as it takes them. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RawApi, rawApi } from '#local/testing/raw-api.ts';
import { sharedTestCluster } from '#local/testing/shared-cluster.ts';
import { type MergeFields, mergeFieldsOf } from './merge-keys.ts';
import type { KubeObject } from './object.ts';
import { strategicPatch } from './strategic-merge.ts';

const NAMESPACE = 'strategic-merge';

let api: RawApi;
beforeAll(async () => {
  api = rawApi(sharedTestCluster());
  await api.request('POST', '/api/v1/namespaces', { metadata: { name: NAMESPACE } });
});
afterAll(async () => {
  await api[Symbol.asyncDispose]();
});

function pathOf({ apiVersion, kind }: KubeObject): string {
  const root = apiVersion === 'v1' ? '/api/v1' : `/apis/${apiVersion}`;
  const plural = `${kind.toLowerCase()}${kind === 'Endpoints' ? '' : 's'}`;
  return kind.endsWith('Configuration') ? `${root}/${plural}` : `${root}/namespaces/${NAMESPACE}/${plural}`;
}

const container = { name: 'a', image: 'a' };
const pods = (spec: object, apiVersion = 'apps/v1', kind = 'DaemonSet'): KubeObject => ({
  apiVersion,
  kind,
  metadata: { name: 'pods' },
  spec: {
    selector: { matchLabels: { app: 'a' } },
    template: { metadata: { labels: { app: 'a' } }, spec: { containers: [container], ...spec } },
  },
});
const budget = (matchLabels: object): KubeObject => ({
  apiVersion: 'policy/v1',
  kind: 'PodDisruptionBudget',
  metadata: { name: 'budget' },
  spec: { minAvailable: 1, selector: { matchLabels } },
});
const deployment = (strategy: object): KubeObject => ({
  ...pods({}, 'apps/v1', 'Deployment'),
  spec: { ...(pods({})['spec'] as object), strategy },
});
const account = (...names: string[]): KubeObject => ({
  apiVersion: 'v1',
  kind: 'ServiceAccount',
  metadata: { name: 'account' },
  imagePullSecrets: names.map((name) => ({ name })),
});
const slice = (...addresses: string[]): KubeObject => ({
  apiVersion: 'discovery.k8s.io/v1',
  kind: 'EndpointSlice',
  metadata: { name: 'slice' },
  ...{ addressType: 'IPv4', endpoints: [{ addresses }] },
});
const endpoints = (...ips: string[]): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Endpoints',
  metadata: { name: 'endpoints' },
  subsets: [{ addresses: ips.map((ip) => ({ ip })), ports: [{ port: 80, protocol: 'TCP' }] }],
});
const webhooks = (...expressions: string[]): KubeObject => ({
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind: 'ValidatingWebhookConfiguration',
  metadata: { name: 'strategic-merge' },
  webhooks: [
    {
      name: 'a.example.com',
      clientConfig: { url: 'https://localhost' },
      sideEffects: 'None',
      admissionReviewVersions: ['v1'],
      matchConditions: expressions.map((expression, at) => ({ name: `c${String(at)}`, expression })),
    },
  ],
});

const images = (...names: string[]): object[] => names.map((name) => ({ name, image: name }));
const patches: { name: string; from: KubeObject; to: KubeObject }[] = [
  {
    name: 'a label of a selector that is one value',
    from: budget({ app: 'a', tier: 'b' }),
    to: budget({ app: 'a', tier: 'c' }),
  },
  { name: 'a label less in it', from: budget({ app: 'a', tier: 'b' }), to: budget({ app: 'a' }) },
  { name: 'a secret less of an account', from: account('one', 'two'), to: account('two') },
  { name: 'another address', from: slice('10.0.0.1'), to: slice('10.0.0.2') },
  { name: 'another address, in old form', from: endpoints('10.0.0.1'), to: endpoints('10.0.0.2') },
  {
    name: 'the order of containers',
    from: pods({ initContainers: images('b', 'c', 'd') }),
    to: pods({ initContainers: images('d', 'b', 'c') }),
  },
  {
    name: 'a condition of a webhook less',
    from: webhooks('true', 'false'),
    to: webhooks('false'),
  },
  {
    name: 'another source of a volume',
    from: pods({ volumes: [{ name: 'v', emptyDir: {} }] }),
    to: pods({ volumes: [{ name: 'v', configMap: { name: 'c' } }] }),
  },
  {
    name: 'a toleration less, a port more, another variable',
    from: pods({
      tolerations: [{ key: 'a', operator: 'Exists' }, { operator: 'Exists' }],
      containers: [{ ...container, env: [{ name: 'A', value: '1' }], ports: [{ containerPort: 80 }] }],
    }),
    to: pods({
      tolerations: [{ operator: 'Exists' }],
      containers: [
        {
          ...container,
          env: [{ name: 'A', value: '2' }],
          ports: [{ containerPort: 80 }, { containerPort: 80, protocol: 'UDP' }],
        },
      ],
    }),
  },
  {
    name: 'another strategy',
    from: deployment({ type: 'RollingUpdate' }),
    to: deployment({ type: 'Recreate' }),
  },
];

async function made(path: string, object: KubeObject): Promise<KubeObject> {
  const { status, body } = await api.request('POST', path, object);
  expect(status, JSON.stringify(body)).toBe(201);
  return body as KubeObject;
}

async function patched(path: string, patch: object): Promise<KubeObject> {
  const { status, body } = await api.request('PATCH', path, patch, 'strategic-merge');
  expect(status, JSON.stringify(body)).toBe(200);
  return body as KubeObject;
}

it.each(patches)('the API server takes it: $name', async ({ from, to }) => {
  const path = pathOf(from);
  const live = await made(path, from);
  const own = `${path}/${from.metadata.name}`;
  const after = await patched(own, strategicPatch(from, to, live));
  await api.request('DELETE', own);
  // What the API server fills in is more than what was applied; lists are as long as they were applied.
  expect(after).toMatchObject(to);
});

it('what the API server gave a port stays', async () => {
  const service = (port: object): KubeObject => ({
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'service' },
    spec: { type: 'NodePort', selector: { app: 'a' }, ports: [port] },
  });
  const from = service({ name: 'a', port: 80 });
  const live = await made(pathOf(from), from);
  const patch = strategicPatch(from, service({ name: 'b', port: 80 }), live);
  const after = await patched(`${pathOf(from)}/service`, patch);
  const portsOf = (object: KubeObject): object[] => (object['spec'] as { ports: object[] }).ports;
  expect(portsOf(after)).toEqual([{ ...portsOf(live)[0], name: 'b' }]);
});

interface Schema {
  $ref?: string;
  allOf?: readonly Schema[];
  type?: string;
  items?: Schema;
  properties?: Readonly<Record<string, Schema>>;
  'x-kubernetes-patch-merge-key'?: string;
  'x-kubernetes-patch-strategy'?: string;
  'x-kubernetes-group-version-kind'?: readonly { group: string; version: string; kind: string }[];
}
type Definitions = Readonly<Record<string, Schema>>;

/** Lines such as `spec.ports by port`: what is published of the fields of one definition. Lists without a key end the way. */
function published(all: Definitions, definition: Schema | undefined, path: readonly string[] = []): string[] {
  return Object.entries(definition?.properties ?? {}).flatMap(([field, schema]) => {
    const here = [...path, field];
    if (here.join('.') === 'status') return [];
    const said = ruleText({
      key: schema['x-kubernetes-patch-merge-key'],
      strategy: schema['x-kubernetes-patch-strategy'],
    });
    const isKeyed = schema['x-kubernetes-patch-merge-key'] !== undefined;
    const next = schema.type === 'array' ? (isKeyed ? schema.items : undefined) : schema;
    const name = (next?.$ref ?? next?.allOf?.[0]?.$ref)?.slice('#/definitions/'.length);
    // Schemas of custom kinds hold themselves.
    const inner = name === undefined || name.endsWith('JSONSchemaProps') ? undefined : all[name];
    return [...(said === '' ? [] : [`${here.join('.')} ${said}`]), ...published(all, inner, here)];
  });
}

function ruleText({ key, strategy = '' }: { key: string | undefined; strategy: string | undefined }): string {
  const merge = strategy.includes('merge') ? `by ${key ?? 'itself'}` : '';
  return [merge, ...['retainKeys', 'replace'].filter((word) => strategy.includes(word))].join(' ').trim();
}

/** The same lines from our tables. */
function ours(fields: MergeFields, path: readonly string[] = []): string[] {
  return Object.entries(fields).flatMap(([field, rule]) => {
    const here = [...path, field];
    const words = [
      ...(rule.key === undefined ? [] : ['merge']),
      ...(rule.isUnion === true ? ['retainKeys'] : []),
      ...(rule.isWhole === true ? ['replace'] : []),
    ];
    const said = ruleText({ key: rule.key === '' ? undefined : rule.key, strategy: words.join(',') });
    const inner = rule.fields === undefined ? [] : ours(rule.fields, here);
    return [...(said === '' ? [] : [`${here.join('.')} ${said}`]), ...inner];
  });
}

/** Those that have metadata and are no options of requests; definitions of kinds and of API services take JSON merges. */
function builtInKinds(all: Definitions): { object: { apiVersion: string; kind: string }; schema: Schema }[] {
  return Object.entries(all).flatMap(([name, schema]) => {
    const metadata = schema.properties?.['metadata'];
    const type = metadata?.$ref ?? metadata?.allOf?.[0]?.$ref ?? '';
    if (!name.startsWith('io.k8s.api.') || !type.endsWith('.ObjectMeta')) return [];
    return (schema['x-kubernetes-group-version-kind'] ?? []).map(({ group, version, kind }) => ({
      object: { apiVersion: group === '' ? version : `${group}/${version}`, kind },
      schema,
    }));
  });
}

it('our merge keys are those that the API server publishes, of all built-in kinds', async () => {
  const { body } = await api.request('GET', '/openapi/v2');
  const { definitions } = body as { definitions: Definitions };
  const kinds = builtInKinds(definitions);
  expect(kinds.length).toBeGreaterThan(60);
  for (const { object, schema } of kinds) {
    const fields = mergeFieldsOf(object);
    const lines = fields === undefined ? undefined : ours(fields).sort();
    expect(lines, `${object.apiVersion} ${object.kind}`).toEqual(published(definitions, schema).sort());
  }
});
