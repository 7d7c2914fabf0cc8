import { expect, it } from 'vitest';
import { aCsvObject, aPlanObject } from '../../testing/olm.ts';
import type { KubeObject } from '../../k8s/object.ts';
import { ownerLabels } from '../api/labels.ts';
import type { Link, WhyFacts } from './finding.ts';
import type { WhyReason } from './reasons.ts';
import { namespacesBehind } from './silent-webhook.ts';
import { why } from './walk.ts';

const POST = 'Post "https://hooks.team-b.svc:443/validate?timeout=10s"';
const silent = (why = 'dial tcp 10.0.0.1:443: connect: connection refused'): string =>
  `Internal error occurred: failed calling webhook "v.example.com": failed to call webhook: ${POST}: ${why}`;

const OWNER = { name: 'hooks.v1.0.0', namespace: 'team-b' };
const labels = { app: 'hooks' };

function object(kind: string, name: string, more: object = {}, namespace?: string): KubeObject {
  return {
    apiVersion: 'v1',
    kind,
    metadata: { name, ...(namespace === undefined ? {} : { namespace }) },
    ...more,
  };
}

function configuration(
  name: string,
  of: { labels?: Record<string, string>; service?: string; url?: string } = {},
) {
  const made = object('ValidatingWebhookConfiguration', name);
  const service = { namespace: 'team-b', name: of.service ?? 'hooks' };
  const clientConfig = of.url === undefined ? { service } : { url: of.url };
  return {
    ...{ ...made, metadata: { ...made.metadata, labels: of.labels ?? ownerLabels(OWNER) } },
    webhooks: [{ name: 'other.example.com' }, { name: 'v.example.com', clientConfig }],
  };
}

const service = object('Service', 'hooks', { spec: { selector: labels } }, 'team-b');
const slice = (ready?: boolean, of = 'hooks'): KubeObject => ({
  ...object('EndpointSlice', `${of}-1`, {}, 'team-b'),
  metadata: { name: `${of}-1`, namespace: 'team-b', labels: { 'kubernetes.io/service-name': of } },
  endpoints: [{ addresses: ['10.0.0.1'], conditions: ready === undefined ? {} : { ready } }],
});
const deployment = (status: object, name = 'hooks', podLabels: object = labels): KubeObject =>
  object(
    'Deployment',
    name,
    {
      spec: { replicas: 1, selector: { matchLabels: labels }, template: { metadata: { labels: podLabels } } },
      status,
    },
    'team-b',
  );
const owner = aCsvObject(OWNER.name, { phase: 'Succeeded' }, { metadata: { namespace: 'team-b' } });

const STARTING = deployment({ unavailableReplicas: 1 });
const crashing = object(
  'Pod',
  'hooks-0',
  {
    status: {
      phase: 'Running',
      containerStatuses: [
        {
          name: 'm',
          state: { waiting: { reason: 'CrashLoopBackOff' } },
          lastState: { terminated: { exitCode: 9 } },
        },
      ],
    },
  },
  'team-b',
);
const crashingHook = { ...crashing, metadata: { ...crashing.metadata, labels } };

/** All is well, but for what is given; a list that is `undefined` may not be read. */
function behind(
  lists: { [list in keyof WhyFacts['lists']]: KubeObject[] | undefined } = {},
): WhyFacts['lists'] {
  const all = {
    ...{ services: [service], endpointSlices: [slice(true)], clusterServiceVersions: [owner] },
    ...{ deployments: [deployment({ readyReplicas: 1 })], pods: [], events: [], ...lists },
  };
  return Object.fromEntries(Object.entries(all).filter(([, list]) => list !== undefined));
}

interface World {
  message?: string;
  hooks?: KubeObject[] | undefined;
  lists?: Parameters<typeof behind>[0];
}

/** A plan that a webhook kept from a step. */
function world({ message = silent(), lists, ...more }: World = {}): WhyFacts {
  const hooks = 'hooks' in more ? more.hooks : [configuration('hooks')];
  return {
    subject: { kind: 'InstallPlan', namespace: 'team-a', name: 'install-aaaaa' },
    lists: {
      installPlans: [aPlanObject('install-aaaaa', {}, { phase: 'Failed', message })],
      clusterServiceVersions: [],
      ...(hooks === undefined ? {} : { validatingWebhookConfigurations: hooks }),
      mutatingWebhookConfigurations: [],
    },
    behind: { 'team-b': behind(lists) },
  };
}

type Row = readonly [world: string, facts: WhyFacts, link: Link, reason: WhyReason, on: string];

const NO_POD = { deployments: [STARTING], endpointSlices: [slice(false)] };
const ROWS: readonly Row[] = [
  ['Service absent', world({ lists: { services: [] } }), 'webhook', 'webhookServiceMissing', 'hooks'],
  [
    'no slice',
    world({ lists: { ...NO_POD, endpointSlices: [] } }),
    'webhook',
    'webhookWithoutEndpoints',
    'hooks',
  ],
  ['no ready endpoint', world({ lists: NO_POD }), 'webhook', 'webhookWithoutEndpoints', 'hooks'],
  [
    'endpoints of another Service',
    world({ lists: { ...NO_POD, endpointSlices: [slice(true, 'others')] } }),
    'webhook',
    'webhookWithoutEndpoints',
    'hooks',
  ],
  [
    'endpoints that nobody judged',
    world({ lists: { endpointSlices: [slice()] } }),
    'webhook',
    'webhookSilent',
    'hooks',
  ],
  [
    'certificate ended',
    world({
      message: silent('tls: failed to verify certificate: x509: certificate has expired or is not yet valid'),
    }),
    'webhook',
    'webhookCertificateEnded',
    'hooks',
  ],
  [
    'another authority',
    world({
      message: silent('tls: failed to verify certificate: x509: certificate signed by unknown authority'),
    }),
    'webhook',
    'webhookUntrusted',
    'hooks',
  ],
  ['too late', world({ message: silent('context deadline exceeded') }), 'webhook', 'webhookSilent', 'hooks'],
  ['owner gone', world({ lists: { clusterServiceVersions: [] } }), 'webhook', 'webhookOrphaned', 'hooks'],
  [
    'owner not known',
    world({
      hooks: [configuration('mine', { labels: {} })],
      lists: { clusterServiceVersions: [], services: [] },
    }),
    'webhook',
    'webhookServiceMissing',
    'mine',
  ],
  [
    'owner not readable',
    world({ lists: { clusterServiceVersions: undefined, services: [] } }),
    'webhook',
    'webhookServiceMissing',
    'hooks',
  ],
  [
    'its own pods refused',
    world({
      lists: {
        endpointSlices: [],
        deployments: [
          deployment({ conditions: [{ type: 'ReplicaFailure', status: 'True', message: silent() }] }),
        ],
      },
    }),
    'webhook',
    'webhookBlocksItself',
    'hooks',
  ],
  [
    'outside of the cluster',
    world({
      message: 'failed calling webhook "v.example.com": Post "https://hooks.example.com/": EOF',
      hooks: [configuration('far', { url: 'https://hooks.example.com/' })],
    }),
    'webhook',
    'webhookSilent',
    'far',
  ],
  [
    'two of one name',
    world({
      hooks: [configuration('others', { service: 'others' }), configuration('meant')],
      lists: { services: [] },
    }),
    'webhook',
    'webhookServiceMissing',
    'meant',
  ],
  [
    'conversion',
    world({
      message: `conversion webhook for example.com/v1, Kind=Thing failed: ${POST}: service "hooks" not found`,
      lists: { services: [] },
    }),
    'webhook',
    'webhookServiceMissing',
    'hooks',
  ],
  [
    'configurations unreadable',
    world({ hooks: undefined, lists: { services: [] } }),
    'webhook',
    'webhookServiceMissing',
    'hooks',
  ],
  [
    'no configuration, no Service',
    world({ message: 'failed calling webhook "v"', hooks: [] }),
    'plan',
    'webhookSilent',
    'install-aaaaa',
  ],
];

it.each(ROWS)('%s', (_, facts, link, reason, on) => {
  const [first] = why(facts).findings;
  expect({ link: first?.link, reason: first?.reason, on: first?.on.name }).toEqual({ link, reason, on });
});

it('names the owner, keeps the words of the API server, and goes on down to the process', () => {
  const { findings } = why(world({ lists: { ...NO_POD, pods: [crashingHook] } }));
  expect(findings).toMatchObject([
    {
      on: { kind: 'ValidatingWebhookConfiguration', name: 'hooks' },
      owner: OWNER,
      detail: silent(),
      fix: 'startWebhook',
    },
    { link: 'container', on: { kind: 'Pod', name: 'hooks-0' }, reason: 'crashed', exitCode: 9 },
  ]);
});

it('takes no other Deployment for what stands behind the Service', () => {
  const other = deployment({ unavailableReplicas: 1 }, 'other', { app: 'other' });
  const { findings } = why(world({ lists: { endpointSlices: [], deployments: [other] } }));
  expect(findings.map(({ reason }) => reason)).toEqual(['webhookWithoutEndpoints']);
});

it('names what may not be read', () => {
  const unread = (lists: World['lists']): unknown => why(world({ lists })).notJudged;
  expect(unread({ services: undefined })).toEqual(['services']);
  expect(unread({ endpointSlices: undefined })).toEqual(['endpointSlices']);
  expect(unread({ endpointSlices: [], deployments: undefined })).toEqual(['deployments']);
  expect(why(world({ hooks: undefined })).notJudged).toEqual(['validatingWebhookConfigurations']);
});

it.each([
  ['its status', { status: { conditions: [{ type: 'Ready', status: 'False', message: silent() }] } }, []],
  [
    'an event, while it never wrote a status',
    {},
    [
      {
        ...object('Event', 'e', { message: silent(), reason: 'ReconcileError' }, 'team-a'),
        involvedObject: { kind: 'Database', name: 'orders' },
      },
    ],
  ],
])('is found where the operator of an instance tells of it in %s', (_, more, events) => {
  const api = {
    group: 'db.example.com',
    version: 'v1',
    plural: 'databases',
    kind: 'Database',
    namespaced: true,
  };
  const { lists, behind } = world({ lists: { services: [] } });
  const facts: WhyFacts = {
    subject: { kind: 'Instance', namespace: 'team-a', name: 'orders' },
    api,
    instance: object('Database', 'orders', more, 'team-a'),
    lists: { ...lists, events },
    ...(behind === undefined ? {} : { behind }),
  };
  expect(why(facts).findings[0]).toMatchObject({ link: 'webhook', reason: 'webhookServiceMissing' });
  const well = { ...object('Database', 'orders', {}, 'team-a'), status: { phase: 'Ready' } };
  expect(why({ ...facts, instance: well }).findings).toEqual([]);
  // What it reports now comes before what was told of once.
  const sad = {
    ...object('Database', 'orders', {}, 'team-a'),
    status: { phase: 'Failed', message: 'disk full' },
  };
  if (events.length > 0)
    expect(why({ ...facts, instance: sad }).findings.map(({ reason }) => reason)).toEqual([
      'instanceFailing',
      'webhookServiceMissing',
    ]);
});

it('asks for the namespaces of Services and owners, each once', () => {
  const met = why({
    ...world(),
    lists: { ...world().lists, validatingWebhookConfigurations: [] },
    behind: {},
  });
  const elsewhere = configuration('hooks', { labels: ownerLabels({ name: 'x', namespace: 'team-c' }) });
  const silentOnes = met.findings.map((found) => ({ ...found, reason: 'webhookSilent' as const }));
  expect(namespacesBehind(silentOnes, [elsewhere])).toEqual(['team-b', 'team-c']);
  expect(namespacesBehind(silentOnes, [])).toEqual(['team-b']);
  expect(namespacesBehind([], [elsewhere])).toEqual([]);
});
