import { expect, it } from 'vitest';
import { aCsvObject, aPlanObject, aSubscriptionObject } from '../../testing/olm.ts';
import type { KubeObject } from '../../k8s/object.ts';
import type { CsvReason } from '../api/vocabulary.ts';
import type { Link, WhyVerdict, WhyFacts } from './finding.ts';
import type { WhyReason } from './reasons.ts';
import { why } from './walk.ts';

type Row = readonly [world: string, facts: WhyFacts, link: Link, reason: WhyReason, fix: string];

const CSV = 'flight-ticket.v1.0.0';
const labels = { app: 'tickets' };

function object(kind: string, name: string, more: object, namespace = 'team-a'): KubeObject {
  return { apiVersion: 'v1', kind, metadata: { name, namespace, labels }, ...more };
}

const catalog = (status?: object): KubeObject =>
  object('CatalogSource', 'samples', { status }, 'capstan-system');
const READY = { connectionState: { lastObservedState: 'READY' } };

function deployment(
  status: object = { readyReplicas: 0, unavailableReplicas: 1 },
  spec: object = {},
): KubeObject {
  return object('Deployment', 'tickets', {
    spec: { replicas: 1, selector: { matchLabels: labels }, ...spec },
    status,
  });
}

const running = deployment({ readyReplicas: 1 });
const install = { strategy: 'deployment', spec: { deployments: [{ name: 'tickets', spec: {} }] } };
const csv = (status: Parameters<typeof aCsvObject>[1]): KubeObject =>
  aCsvObject(CSV, status, { spec: { install } });
const healthy = { phase: 'Succeeded', reason: 'InstallSucceeded' } as const;
const condition = (type: string, reason = '', message = '') =>
  ({ type, status: 'True', reason, message }) as const;
const subscription = (...conditions: ReturnType<typeof condition>[]): KubeObject =>
  aSubscriptionObject({
    ...{ currentCSV: CSV, installedCSV: CSV, installPlanRef: { name: 'install-aaaaa' } },
    conditions: [{ type: 'CatalogSourcesUnhealthy', status: 'False' }, ...conditions],
  });

/** An operator that runs, but for the lists that are given. */
function world(lists: WhyFacts['lists'] = {}): WhyFacts {
  return {
    subject: { kind: 'Subscription', namespace: 'team-a', name: 'flight-ticket' },
    lists: {
      ...{ subscriptions: [subscription()], catalogSources: [catalog(READY)], installPlans: [] },
      ...{ clusterServiceVersions: [csv(healthy)], deployments: [running], pods: [], events: [] },
      ...lists,
    },
  };
}

const saying = (...conditions: ReturnType<typeof condition>[]): WhyFacts =>
  world({ subscriptions: [subscription(...conditions)] });
const failedPlan = (message: string): WhyFacts => ({
  ...saying(condition('InstallPlanFailed', 'InstallComponentFailed')),
  lists: {
    ...saying(condition('InstallPlanFailed', 'InstallComponentFailed')).lists,
    installPlans: [aPlanObject('install-aaaaa', {}, { phase: 'Failed', message })],
  },
});
const csvSays = (reason: CsvReason, message = '', more: object = {}): WhyFacts =>
  world({ clusterServiceVersions: [csv({ phase: 'Failed', reason, message, ...more })] });
const requires = (kind: string, name: string, status: string, more: object = {}): WhyFacts =>
  csvSays('RequirementsNotMet', '', {
    phase: 'Pending',
    requirementStatus: [{ group: '', version: 'v1', kind, name, status, message: '', ...more }],
  });
const refusing = (message: string): WhyFacts =>
  world({ deployments: [deployment({ conditions: [{ type: 'ReplicaFailure', status: 'True', message }] })] });
const event = (reason: string, message: string): KubeObject =>
  object('Event', reason.toLowerCase(), {
    reason,
    message,
    involvedObject: { kind: 'Pod', name: 'tickets-0' },
  });
const pod = (status: object, ...events: KubeObject[]): WhyFacts =>
  world({ deployments: [deployment()], pods: [object('Pod', 'tickets-0', { status })], events });
const unscheduled = (message: string, reason = 'Unschedulable'): WhyFacts =>
  pod({ phase: 'Pending', conditions: [{ type: 'PodScheduled', status: 'False', reason, message }] });
const waits = (reason: string, message = '', ...events: KubeObject[]): WhyFacts =>
  pod(
    { phase: 'Pending', containerStatuses: [{ name: 'manager', state: { waiting: { reason, message } } }] },
    ...events,
  );
const ends = (terminated: object, ...events: KubeObject[]): WhyFacts =>
  pod(
    {
      phase: 'Running',
      containerStatuses: [
        { name: 'manager', state: { waiting: { reason: 'CrashLoopBackOff' } }, lastState: { terminated } },
      ],
    },
    ...events,
  );
const unready = (reason: string, ...events: KubeObject[]): WhyFacts =>
  pod({ phase: 'Running', conditions: [{ type: 'Ready', status: 'False', reason }] }, ...events);
const pull = (answer: string): WhyFacts =>
  waits(
    'ImagePullBackOff',
    'Back-off pulling image "x"',
    event('Failed', `Failed to pull image "x": ${answer}`),
  );

const ROWS: readonly Row[] = [
  ['no Subscription', world({ subscriptions: [] }), 'subscription', 'subscriptionMissing', 'createSubject'],
  [
    'nobody looked',
    world({ subscriptions: [aSubscriptionObject()] }),
    'subscription',
    'notLookedAt',
    'installController',
  ],
  ['no catalog', world({ catalogSources: [] }), 'catalog', 'catalogMissing', 'addCatalog'],
  [
    'dead catalog',
    world({ catalogSources: [catalog({ message: 'no route' })] }),
    'catalog',
    'catalogUnhealthy',
    'readCatalog',
  ],
  ['unseen catalog', world({ catalogSources: [catalog()] }), 'catalog', 'notLookedAt', 'installController'],
  [
    'no solution',
    saying(condition('ResolutionFailed', 'ConstraintsNotSatisfiable', 'no such channel')),
    'resolution',
    'unresolvable',
    'changeRequest',
  ],
  [
    'no group to resolve',
    saying(condition('ResolutionFailed', '', 'no OperatorGroup found')),
    'resolution',
    'groupMissing',
    'addGroup',
  ],
  [
    'two groups to resolve',
    saying(condition('ResolutionFailed', '', 'multiple OperatorGroups found')),
    'resolution',
    'groupsMany',
    'oneGroup',
  ],
  [
    'no bundle',
    saying(condition('BundleUnpackFailed', '', 'DeadlineExceeded')),
    'resolution',
    'bundleUnpackFailed',
    'readCatalog',
  ],
  [
    'plan unapproved',
    saying(condition('InstallPlanPending', 'RequiresApproval')),
    'plan',
    'approvalNeeded',
    'approval',
  ],
  ['plan removed', saying(condition('InstallPlanMissing')), 'plan', 'planMissing', 'mend'],
  ['plan failed', failedPlan('something'), 'plan', 'planFailed', 'mend'],
  [
    'plan without rights',
    failedPlan('User "a" cannot create resource "roles"'),
    'plan',
    'rightsMissing',
    'giveRights',
  ],
  ['plan of unknown kind', failedPlan('no matches for kind "Thing"'), 'plan', 'apiMissing', 'createApi'],
  [
    'plan denied',
    failedPlan('admission webhook "w" denied the request'),
    'plan',
    'webhookDenied',
    'allowPod',
  ],
  [
    'plan in a dying namespace',
    failedPlan('namespace team-a is being terminated'),
    'plan',
    'namespaceTerminating',
    'wait',
  ],
  ['no CSV', world({ clusterServiceVersions: [] }), 'csv', 'csvMissing', 'createSubject'],
  ['CSV unseen', world({ clusterServiceVersions: [csv({})] }), 'csv', 'notLookedAt', 'installController'],
  ['no group', csvSays('NoOperatorGroup'), 'csv', 'groupMissing', 'addGroup'],
  ['two groups', csvSays('TooManyOperatorGroups'), 'csv', 'groupsMany', 'oneGroup'],
  ['wrong group', csvSays('UnsupportedOperatorGroup'), 'csv', 'groupUnsupported', 'fitGroup'],
  ['no targets', csvSays('NoTargetNamespaces'), 'csv', 'groupUnsupported', 'fitGroup'],
  ['two owners', csvSays('OwnerConflict'), 'csv', 'ownerConflict', 'oneProvider'],
  ['owner elsewhere', csvSays('InterOperatorGroupOwnerConflict'), 'csv', 'ownerConflict', 'oneProvider'],
  ['bad strategy', csvSays('InvalidInstallStrategy'), 'csv', 'strategyInvalid', 'changeRequest'],
  ['bad webhook', csvSays('InvalidWebhookDescription'), 'csv', 'strategyInvalid', 'changeRequest'],
  ['not upgradeable', csvSays('OperatorConditionNotUpgradeable'), 'csv', 'notUpgradeable', 'wait'],
  ['refused', csvSays('InstallComponentFailed', 'oh'), 'csv', 'componentsRefused', 'mend'],
  [
    'forbidden',
    csvSays('InstallComponentFailedNoRetry', 'User "a" cannot create resource'),
    'csv',
    'rightsMissing',
    'giveRights',
  ],
  [
    'invalid',
    csvSays('InstallComponentFailed', 'Deployment "x" is invalid: spec'),
    'csv',
    'objectInvalid',
    'mend',
  ],
  [
    'API service',
    csvSays('ComponentUnhealthy', 'APIService v1.x not available'),
    'csv',
    'apiServiceDown',
    'repairApiService',
  ],
  ['failed otherwise', csvSays('InstallCheckFailed', 'timeout'), 'csv', 'csvFailed', 'mend'],
  [
    'no definition',
    requires('CustomResourceDefinition', 'a.b', 'NotPresent'),
    'requirement',
    'crdMissing',
    'createApi',
  ],
  [
    'no account',
    requires('ServiceAccount', 'a', 'NotPresent'),
    'requirement',
    'serviceAccountMissing',
    'createServiceAccount',
  ],
  [
    'lost rights',
    requires('ServiceAccount', 'a', 'PresentNotSatisfied', {
      dependents: [{ group: '', version: '', kind: 'PolicyRule', status: 'NotSatisfied', message: 'rule' }],
    }),
    'requirement',
    'rightsMissing',
    'giveRights',
  ],
  [
    'API required',
    requires('APIService', 'v1.a', 'NotPresent'),
    'requirement',
    'apiServiceDown',
    'repairApiService',
  ],
  [
    'old Kubernetes',
    requires('ClusterServiceVersion', CSV, 'NotPresent'),
    'requirement',
    'kubeVersion',
    'upgradeCluster',
  ],
  ['no Deployment', world({ deployments: [] }), 'deployment', 'deploymentMissing', 'installController'],
  [
    'scaled down',
    world({ deployments: [deployment({}, { replicas: 0 })] }),
    'deployment',
    'scaledToZero',
    'scaleUp',
  ],
  ['paused', world({ deployments: [deployment({}, { paused: true })] }), 'deployment', 'paused', 'resume'],
  [
    'no progress',
    world({
      deployments: [
        deployment({
          conditions: [{ type: 'Progressing', status: 'False', reason: 'ProgressDeadlineExceeded' }],
        }),
      ],
    }),
    'deployment',
    'noProgress',
    'mend',
  ],
  [
    'quota',
    refusing('pods "x" is forbidden: exceeded quota: q'),
    'replicaSet',
    'quotaExceeded',
    'changeQuota',
  ],
  [
    'quota by value',
    refusing('failed quota: q: must specify limits.cpu'),
    'replicaSet',
    'quotaNeedsValues',
    'allowPod',
  ],
  [
    'PodSecurity',
    refusing('violates PodSecurity "restricted:latest"'),
    'replicaSet',
    'podSecurity',
    'allowPod',
  ],
  [
    'PriorityClass',
    refusing('no PriorityClass with name p was found'),
    'replicaSet',
    'priorityClassMissing',
    'createPriorityClass',
  ],
  [
    'account of pods',
    refusing('error looking up service account team-a/a: not found'),
    'replicaSet',
    'serviceAccountMissing',
    'createServiceAccount',
  ],
  ['LimitRange', refusing('maximum cpu usage per Container is 1'), 'replicaSet', 'limitRange', 'allowPod'],
  [
    'webhook denies',
    refusing('admission webhook "w" denied the request'),
    'replicaSet',
    'webhookDenied',
    'allowPod',
  ],
  [
    'webhook silent',
    refusing('failed calling webhook "w": connection refused'),
    'replicaSet',
    'webhookSilent',
    'repairWebhook',
  ],
  [
    'policy',
    refusing("ValidatingAdmissionPolicy 'p' denied request"),
    'replicaSet',
    'policyDenied',
    'allowPod',
  ],
  [
    'SCC',
    refusing('unable to validate against any security context constraint'),
    'replicaSet',
    'securityContext',
    'allowPod',
  ],
  [
    'RuntimeClass',
    refusing('pod rejected: RuntimeClass "r" not found'),
    'replicaSet',
    'runtimeClassMissing',
    'createRuntimeClass',
  ],
  ['refused otherwise', refusing('no'), 'replicaSet', 'refused', 'mend'],
  [
    'no room',
    unscheduled('0/2 nodes are available: 2 Insufficient cpu.'),
    'pod',
    'unschedulableCapacity',
    'moreCapacity',
  ],
  ['taints', unscheduled('1 node(s) had untolerated taint {a: b}'), 'pod', 'unschedulableTaint', 'fitNode'],
  [
    'affinity',
    unscheduled("didn't match Pod's node affinity/selector"),
    'pod',
    'unschedulableAffinity',
    'fitNode',
  ],
  [
    'volume unbound',
    unscheduled('pod has unbound immediate PersistentVolumeClaims'),
    'pod',
    'unschedulableVolume',
    'fixVolume',
  ],
  ['no nodes', unscheduled('no nodes available to schedule pods'), 'pod', 'unschedulable', 'fitNode'],
  ['gate', unscheduled('', 'SchedulingGated'), 'pod', 'schedulingGated', 'wait'],
  ['image denied', pull('401 Unauthorized'), 'container', 'imageDenied', 'pullSecret'],
  ['image missing', pull('manifest unknown'), 'container', 'imageMissing', 'changeImage'],
  ['no such registry', pull('lookup r: no such host'), 'container', 'registryUnresolved', 'fixRegistry'],
  ['registry untrusted', pull('x509: unknown authority'), 'container', 'registryCertificate', 'fixRegistry'],
  ['registry limits', pull('toomanyrequests'), 'container', 'registryLimited', 'pullSecret'],
  ['registry silent', pull('i/o timeout'), 'container', 'registryUnreachable', 'fixRegistry'],
  ['other platform', pull('no match for platform in manifest'), 'container', 'imagePlatform', 'changeImage'],
  ['image without answer', waits('ErrImagePull', 'oh'), 'container', 'imagePullFailed', 'fixRegistry'],
  ['image name', waits('InvalidImageName'), 'container', 'imageNameInvalid', 'changeImage'],
  ['never pulled', waits('ErrImageNeverPull'), 'container', 'imageMissing', 'changeImage'],
  [
    'no Secret',
    waits('CreateContainerConfigError', 'secret "s" not found'),
    'container',
    'secretMissing',
    'createSecret',
  ],
  [
    'no ConfigMap',
    waits('CreateContainerConfigError', 'configmap "c" not found'),
    'container',
    'configMapMissing',
    'createConfigMap',
  ],
  [
    'named alike',
    waits('CreateContainerConfigError', 'configmap "secret-x" not found'),
    'container',
    'configMapMissing',
    'createConfigMap',
  ],
  [
    'no key',
    waits('CreateContainerConfigError', "couldn't find key k in Secret a/b"),
    'container',
    'secretMissing',
    'createSecret',
  ],
  [
    'root',
    waits('CreateContainerConfigError', 'container has runAsNonRoot'),
    'container',
    'configWrong',
    'allowPod',
  ],
  [
    'no program',
    waits('RunContainerError', 'executable file not found'),
    'container',
    'programMissing',
    'changeImage',
  ],
  ['crash', ends({ exitCode: 3 }), 'container', 'crashed', 'lookAtLogs'],
  ['memory', ends({ exitCode: 137, reason: 'OOMKilled' }), 'container', 'outOfMemory', 'moreMemory'],
  [
    'liveness',
    ends({ exitCode: 143 }, event('Unhealthy', 'Liveness probe failed: 500')),
    'container',
    'livenessFailing',
    'lookAtLogs',
  ],
  [
    'startup',
    ends({ exitCode: 143 }, event('Unhealthy', 'Startup probe failed: 500')),
    'container',
    'startupFailing',
    'lookAtLogs',
  ],
  [
    'readiness',
    unready('ContainersNotReady', event('Unhealthy', 'Readiness probe failed: 500')),
    'pod',
    'readinessFailing',
    'lookAtLogs',
  ],
  ['gate of readiness', unready('ReadinessGatesNotReady'), 'pod', 'readinessGate', 'wait'],
  [
    'Secret to mount',
    waits('ContainerCreating', '', event('FailedMount', 'secret "s" not found')),
    'pod',
    'secretMissing',
    'createSecret',
  ],
  [
    'ConfigMap to mount',
    waits('ContainerCreating', '', event('FailedMount', 'configmap "c" not found')),
    'pod',
    'configMapMissing',
    'createConfigMap',
  ],
  [
    'volume',
    waits('ContainerCreating', '', event('FailedAttachVolume', 'multi-attach')),
    'pod',
    'volumeFailed',
    'fixVolume',
  ],
  [
    'network',
    waits('ContainerCreating', '', event('FailedCreatePodSandBox', 'cni')),
    'pod',
    'networkFailed',
    'repairNetwork',
  ],
  [
    'node lost',
    pod({ phase: 'Running', conditions: [{ type: 'Ready', status: 'Unknown' }] }),
    'pod',
    'nodeLost',
    'repairNode',
  ],
  ['evicted', pod({ phase: 'Failed', reason: 'Evicted' }), 'pod', 'evicted', 'moreCapacity'],
];

it.each(ROWS)('%s', (_, facts, link, reason, fix) => {
  const [first] = why(facts).findings;
  expect({ link: first?.link, reason: first?.reason, fix: first?.fix }).toEqual({ link, reason, fix });
});

it('calls an operator healthy that runs, and only where everything could be read', () => {
  const { deployments: _, ...rest } = world().lists;
  expect(why(world())).toEqual({ health: 'healthy', findings: [], notJudged: [] } satisfies WhyVerdict);
  expect(why({ ...world(), lists: rest })).toEqual({
    health: 'unknown',
    findings: [],
    notJudged: ['deployments'],
  });
  const { installPlans: _plans, ...others } = world().lists;
  expect(why({ ...world(), lists: others })).toMatchObject({
    health: 'unknown',
    notJudged: ['installPlans'],
  });
  expect(why({ ...world(), lists: {} })).toEqual({
    health: 'unknown',
    findings: [],
    notJudged: ['subscriptions'],
  });
});

it('says which webhook has no Deployment, while the operator waits for it', () => {
  const webhookdefinitions = [
    { type: 'ValidatingAdmissionWebhook' as const, generateName: 'v.b.c', deploymentName: 'nowhere' },
  ];
  const waiting = (phase: 'Installing' | 'Succeeded'): WhyFacts =>
    world({
      clusterServiceVersions: [
        aCsvObject(
          CSV,
          { phase, message: 'webhooks not installed' },
          { spec: { install, webhookdefinitions } },
        ),
      ],
    });
  expect(why(waiting('Installing')).findings).toMatchObject([
    { link: 'csv', reason: 'strategyInvalid', fix: 'changeRequest', detail: 'v.b.c: deploymentName nowhere' },
  ]);
  expect(why(waiting('Succeeded')).findings).toEqual([]);
});

it('says of an operator that is being deleted what it runs on for', () => {
  const going = csv({ ...healthy, message: 'being deleted, runs until instances are gone: 1 of a.b' });
  const deleted = { ...going, metadata: { ...going.metadata, deletionTimestamp: '2026-03-01T10:00:00Z' } };
  expect(why(world({ clusterServiceVersions: [deleted] }))).toMatchObject({
    health: 'progressing',
    findings: [{ link: 'csv', reason: 'finalizersHeld', detail: expect.stringContaining('1 of a.b') }],
  });
});

it('knows what is only at work, and gives the exit code of what crashed', () => {
  expect(why(waits('ContainerCreating')).health).toBe('progressing');
  // Without the event of a probe that fails: its containers have only just begun.
  expect(why(unready('ContainersNotReady')).health).toBe('progressing');
  expect(why(ends({ exitCode: 3 })).findings[0]?.exitCode).toBe(3);
});

it.each([
  ['of a pod before it by the same name', { uid: 'older' }, '2026-03-01T10:00:30Z'],
  ['from before its containers began', { uid: 'now' }, '2026-03-01T09:59:59Z'],
])('takes no event %s for what is wrong now', (_, about, lastTimestamp) => {
  const facts = (uid: string, time: string): WhyFacts => {
    const said = {
      ...event('FailedMount', 'secret "s" not found'),
      ...{ lastTimestamp: time, involvedObject: { kind: 'Pod', name: 'tickets-0', uid } },
    };
    const status = {
      phase: 'Running',
      conditions: [{ type: 'Ready', status: 'False', reason: 'ContainersNotReady' }],
      containerStatuses: [{ name: 'manager', state: { running: { startedAt: '2026-03-01T10:00:00Z' } } }],
    };
    const { lists } = pod(status, said);
    const pods = lists.pods?.map((each) => ({ ...each, metadata: { ...each.metadata, uid: 'now' } })) ?? [];
    return world({ ...lists, pods });
  };
  expect(why(facts('now', '2026-03-01T10:00:30Z')).findings[0]?.reason).toBe('secretMissing');
  expect(why(facts(about.uid, lastTimestamp)).findings[0]?.reason).toBe('starting');
});

it('takes the newest of several events, in whatever order they are listed', () => {
  const failedAt = (time: string, answer: string): KubeObject => ({
    ...event('Failed', `Failed to pull image "x": ${answer}`),
    eventTime: time,
  });
  const events = [
    failedAt('2026-03-01T10:00:05.000000Z', 'manifest unknown'),
    failedAt('2026-03-01T10:00:00.000000Z', 'i/o timeout'),
  ];
  expect(why(waits('ImagePullBackOff', '', ...events)).findings[0]?.reason).toBe('imageMissing');
});

it('does not lay a crash to a probe that failed in an earlier run of the container', () => {
  const probe = (lastTimestamp: string): KubeObject => ({
    ...event('Unhealthy', 'Liveness probe failed: 500'),
    lastTimestamp,
  });
  const run = {
    exitCode: 2,
    ...{ startedAt: '2026-03-01T10:00:00Z', finishedAt: '2026-03-01T10:01:00Z' },
  };
  expect(why(ends(run, probe('2026-03-01T10:00:50Z'))).findings[0]?.reason).toBe('livenessFailing');
  expect(why(ends(run, probe('2026-03-01T09:50:00Z'))).findings[0]?.reason).toBe('crashed');
});

it('is made of enough worlds', () => {
  expect(ROWS.length).toBeGreaterThanOrEqual(60);
});
