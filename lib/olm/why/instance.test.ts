import { expect, it } from 'vitest';
import { aCsvObject } from '../../testing/olm.ts';
import type { KubeObject } from '../../k8s/object.ts';
import type { Link, WhyFacts, WhyHealth } from './finding.ts';
import type { WhyReason } from './reasons.ts';
import { troubles } from './troubles.ts';
import { why } from './walk.ts';

const NS = 'team-a';
const api = {
  group: 'db.example.com',
  version: 'v1',
  plural: 'databases',
  kind: 'Database',
  namespaced: true,
};
const CSV = 'databases.v1.0.0';
const labels = { app: 'db' };
const none = { deployments: [], statefulSets: [], daemonSets: [], jobs: [], pods: [] };

function object(kind: string, name: string, more: object = {}, owner?: string): KubeObject {
  const ownerReferences =
    owner === undefined ? [] : [{ apiVersion: 'v1', kind: 'X', name: 'x', uid: owner, controller: true }];
  return {
    apiVersion: 'v1',
    kind,
    metadata: { name, namespace: NS, uid: `uid-${name}`, labels, ownerReferences },
    ...more,
  };
}

const database = (status?: object, metadata: object = {}): KubeObject => {
  const made = object('Database', 'orders', { status });
  return { ...made, metadata: { ...made.metadata, ...metadata } };
};
const OWNER = 'uid-orders';
const selects = { selector: { matchLabels: labels } };
const event = (about: KubeObject, reason: string, message: string): KubeObject =>
  object('Event', `${reason.toLowerCase()}-1`, {
    reason,
    message,
    involvedObject: { kind: about.kind, name: about.metadata.name, uid: about.metadata.uid },
  });
const owned = {
  customresourcedefinitions: {
    owned: [{ name: 'databases.db.example.com', version: 'v1', kind: 'Database' }],
  },
};
const operator = (phase: 'Failed' | 'Succeeded', namespace = NS): KubeObject =>
  aCsvObject(
    CSV,
    { phase, reason: phase === 'Failed' ? 'NoOperatorGroup' : 'InstallSucceeded' },
    {
      metadata: { namespace },
      spec: owned,
    },
  );

function world(instance: KubeObject | undefined, lists: WhyFacts['lists'] = {}): WhyFacts {
  return {
    subject: { kind: 'Instance', namespace: NS, name: 'orders' },
    api,
    ...(instance === undefined ? {} : { instance }),
    lists: {
      ...{ clusterServiceVersions: [operator('Succeeded')], ...none },
      ...{ events: [], persistentVolumeClaims: [], ...lists },
    },
  };
}

const PENDING = { conditions: [{ type: 'Ready', status: 'False', reason: 'Creating', message: '0 of 3' }] };
const SAD = { phase: 'Failed', message: 'no such storage' };
const set = object('StatefulSet', 'orders', { spec: { replicas: 3, ...selects }, status: {} }, OWNER);
const crashing = object('Pod', 'orders-0', {
  status: {
    phase: 'Running',
    containerStatuses: [
      {
        name: 'db',
        state: { waiting: { reason: 'CrashLoopBackOff' } },
        lastState: { terminated: { exitCode: 1 } },
      },
    ],
  },
});
const claim = object('PersistentVolumeClaim', 'data', { status: { phase: 'Pending' } }, OWNER);
const job = (type: string): KubeObject =>
  object(
    'Job',
    'backup',
    { spec: selects, status: { conditions: [{ type, status: 'True', message: 'BackoffLimitExceeded' }] } },
    OWNER,
  );

type Row = readonly [name: string, facts: WhyFacts, health: WhyHealth, link?: Link, reason?: WhyReason];

const ROWS: readonly Row[] = [
  ['all is well', world(database({ phase: 'Running' })), 'healthy'],
  ['is not there', world(undefined), 'broken', 'instance', 'instanceMissing'],
  ['nothing reported', world(database()), 'unknown', 'instance', 'notReported'],
  ['reported, neither good nor bad', world(database({ seen: 1 })), 'healthy'],
  ['in progress', world(database(PENDING)), 'progressing', 'instance', 'starting'],
  ['a problem in its own words', world(database(SAD)), 'broken', 'instance', 'instanceFailing'],
  [
    'good as a whole, whatever its pods do',
    world(database({ phase: 'Running' }), { statefulSets: [set], pods: [crashing] }),
    'healthy',
  ],
  [
    'pods that crash',
    world(database(PENDING), { statefulSets: [set], pods: [crashing] }),
    'broken',
    'container',
    'crashed',
  ],
  [
    'what it reports comes first',
    world(database(SAD), { statefulSets: [set], pods: [crashing] }),
    'broken',
    'instance',
    'instanceFailing',
  ],
  [
    'pods of others crash',
    world(database(PENDING), {
      statefulSets: [
        object('StatefulSet', 'other', { spec: { replicas: 1, ...selects }, status: {} }, 'uid-else'),
      ],
      pods: [crashing],
    }),
    'progressing',
    'instance',
    'starting',
  ],
  [
    'pods of a set are refused',
    world(database(PENDING), {
      statefulSets: [set],
      events: [event(set, 'FailedCreate', 'create Pod orders-0 failed: exceeded quota: small')],
    }),
    'broken',
    'replicaSet',
    'quotaExceeded',
  ],
  [
    'a set that was refused once and is ready now',
    world(database(PENDING), {
      statefulSets: [{ ...set, status: { readyReplicas: 3 } }],
      events: [event(set, 'FailedCreate', 'exceeded quota: small')],
    }),
    'progressing',
    'instance',
    'starting',
  ],
  [
    'scaled to zero',
    world(database(PENDING), {
      statefulSets: [object('StatefulSet', 'orders', { spec: { replicas: 0 } }, OWNER)],
    }),
    'broken',
    'deployment',
    'scaledToZero',
  ],
  [
    'a DaemonSet whose pods are late',
    world(database(), {
      daemonSets: [
        object('DaemonSet', 'orders', { status: { desiredNumberScheduled: 2, numberReady: 1 } }, OWNER),
      ],
    }),
    'unknown',
    'instance',
    'notReported',
  ],
  [
    'a claim without a volume',
    world(database(PENDING), {
      persistentVolumeClaims: [claim],
      events: [event(claim, 'ProvisioningFailed', 'storageclass "fast" not found')],
    }),
    'broken',
    'volume',
    'claimUnbound',
  ],
  [
    'a claim that waits for its pod',
    world(database(PENDING), {
      persistentVolumeClaims: [claim],
      events: [event(claim, 'WaitForFirstConsumer', 'waiting for first consumer')],
    }),
    'progressing',
    'instance',
    'starting',
  ],
  [
    'a claim whose volume is gone',
    world(database(PENDING), {
      persistentVolumeClaims: [{ ...claim, status: { phase: 'Lost' } }],
    }),
    'broken',
    'volume',
    'volumeLost',
  ],
  ['a failed Job', world(database(PENDING), { jobs: [job('Failed')] }), 'broken', 'deployment', 'jobFailed'],
  [
    'a complete Job',
    world(database(PENDING), { jobs: [job('Complete')] }),
    'progressing',
    'instance',
    'starting',
  ],
  [
    'a pod of its own',
    world(database(PENDING), {
      pods: [
        {
          ...crashing,
          metadata: {
            ...crashing.metadata,
            ownerReferences: object('Pod', 'x', {}, OWNER).metadata.ownerReferences ?? [],
          },
        },
      ],
    }),
    'broken',
    'container',
    'crashed',
  ],
  [
    'what something that it owns owns',
    world(database(PENDING), {
      deployments: [
        object('Deployment', 'middle', { spec: { replicas: 1 }, status: { readyReplicas: 1 } }, OWNER),
      ],
      statefulSets: [object('StatefulSet', 'orders', { spec: { replicas: 0 } }, 'uid-middle')],
    }),
    'broken',
    'deployment',
    'scaledToZero',
  ],
  [
    'its operator does not run',
    world(database(), { clusterServiceVersions: [operator('Failed')] }),
    'broken',
    'csv',
    'groupMissing',
  ],
  [
    'one of two operators runs',
    world(database(), { clusterServiceVersions: [operator('Failed'), operator('Succeeded', 'other')] }),
    'unknown',
    'instance',
    'notReported',
  ],
  [
    'held by finalizers',
    world(database(SAD, { deletionTimestamp: '2026-03-01T10:00:00Z', finalizers: ['db/clean'] })),
    'progressing',
    'instance',
    'finalizersHeld',
  ],
  [
    'held by finalizers of an operator that does not run',
    world(database({}, { deletionTimestamp: '2026-03-01T10:00:00Z', finalizers: ['db/clean'] }), {
      clusterServiceVersions: [operator('Failed')],
    }),
    'broken',
    'instance',
    'finalizersHeld',
  ],
];

it.for(ROWS)('of an instance: %s', ([, facts, health, link, reason]) => {
  const verdict = why(facts);
  const [first] = verdict.findings;
  expect({ health: verdict.health, link: first?.link, reason: first?.reason }).toEqual({
    health,
    link,
    reason,
  });
});

it('does not say that nothing is there where it may not look', () => {
  const facts = world(database(PENDING));
  const { pods: _pods, jobs: _jobs, ...lists } = facts.lists;
  expect(why({ ...facts, lists })).toMatchObject({ health: 'unknown', notJudged: ['jobs', 'pods'] });
  const install = { strategy: 'deployment', spec: { deployments: [{ name: 'db', spec: {} }] } };
  const elsewhere = aCsvObject(
    CSV,
    { phase: 'Failed', reason: 'InstallCheckFailed' },
    {
      metadata: { namespace: 'operators' },
      spec: { ...owned, install },
    },
  );
  const unseen = { ...world(database(), { clusterServiceVersions: [elsewhere] }), unseen: ['operators'] };
  expect(why(unseen).findings.map(({ reason }) => reason)).toEqual(['csvFailed', 'notReported']);
  expect(why({ ...unseen, unseen: [] }).findings[0]?.reason).toBe('deploymentMissing');
});

const plan = (phase: string | undefined, message = ''): WhyFacts => ({
  subject: { kind: 'InstallPlan', namespace: NS, name: 'install-1' },
  lists: {
    ...none,
    clusterServiceVersions: [operator('Failed')],
    installPlans: [
      object('InstallPlan', 'install-1', {
        spec: { clusterServiceVersionNames: [CSV, 'gone.v1'], approval: 'Manual', approved: false },
        ...(phase === undefined
          ? {}
          : { status: { phase, conditions: [{ type: 'Installed', status: 'False', message }] } }),
      }),
    ],
  },
});

const PLANS: readonly (readonly [string, WhyFacts, WhyHealth, WhyReason | undefined])[] = [
  ['nobody looked', plan(undefined), 'unknown', 'notLookedAt'],
  ['approval', plan('RequiresApproval'), 'broken', 'approvalNeeded'],
  ['at work', plan('Installing'), 'progressing', 'starting'],
  ['refused', plan('Failed', 'roles is forbidden: user "x" cannot create'), 'broken', 'rightsMissing'],
  ['failed', plan('Failed', 'no idea'), 'broken', 'planFailed'],
  ['done, and what it brought is broken', plan('Complete'), 'broken', 'groupMissing'],
  ['gone', { ...plan('Complete'), lists: { ...none, installPlans: [] } }, 'broken', 'planMissing'],
  ['not readable', { ...plan('Complete'), lists: none }, 'unknown', undefined],
];

it.each(PLANS)('of an install plan: %s', (_name, facts, health, reason) => {
  const verdict = why(facts);
  expect({ health: verdict.health, reason: verdict.findings[0]?.reason }).toEqual({ health, reason });
});

it('lists what is broken in a namespace, and nothing else', () => {
  const lists = {
    ...none,
    clusterServiceVersions: [
      operator('Failed'),
      operator('Failed', 'other'),
      aCsvObject('fine.v1', { phase: 'Succeeded' }),
    ],
    subscriptions: [],
  };
  expect(troubles({ subject: { kind: 'Subscription', namespace: NS, name: '' }, lists })).toMatchObject([
    { kind: 'ClusterServiceVersion', namespace: NS, name: CSV, finding: { reason: 'groupMissing' } },
  ]);
});
