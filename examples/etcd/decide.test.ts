import { describe, expect, it } from 'vitest';
import { optional } from '#lib/base/loose.ts';
import type { KubeObject } from '#lib/k8s/object.ts';
import { decideCluster } from './decide.ts';
import type { ClusterAction, ClusterDecision } from './decide.ts';
import { EtcdCluster, EtcdClusterSpec, isOurs, SCOPE_ANNOTATION, sizeProblem } from './kinds.ts';
import { clientService, memberName, memberPod, memberService } from './members.ts';
import type { EtcdView, SeenMember } from './scene.ts';

const NOW = '2026-01-02T03:04:05Z';

interface Given {
  size?: number;
  version?: string;
  spec?: Record<string, unknown>;
  status?: unknown;
  annotations?: Record<string, string>;
}

const RUNS = {
  phase: 'Running',
  size: 3,
  members: { ready: [], unready: [] },
  epoch: 'first',
  conditions: [],
};

function aCluster({
  size = 3,
  version = '3.2.13',
  spec = {},
  status,
  annotations = {},
}: Given = {}): unknown {
  return {
    ...{ apiVersion: 'etcd.database.coreos.com/v1beta2', kind: 'EtcdCluster' },
    metadata: { name: 'example', namespace: 'ns', uid: 'u1', generation: 1, annotations },
    spec: { size, version, ...spec },
    ...optional({ status }),
  };
}

const address = (index: number): string => `10.0.0.${String(index)}`;

function aService(index: number, given: Given = {}): KubeObject {
  const made = memberService(EtcdCluster.parse(aCluster(given)), index);
  return { ...made, spec: { ...Object(made['spec']), clusterIP: address(index) } };
}

const services = (count: number): KubeObject[] =>
  Array.from({ length: count }, (_, index) => aService(index));
const client = (epoch = 'first'): KubeObject => clientService(EtcdCluster.parse(aCluster()), epoch);

function aPod(index: number, given: Given = {}, state: 'new' | 'existing' = 'new'): KubeObject {
  const cluster = EtcdCluster.parse(aCluster(given));
  const spec = EtcdClusterSpec.parse(cluster.spec);
  const peers = new Map(Array.from({ length: 3 }, (_, one) => [memberName('example', one), address(one)]));
  const pod = memberPod(cluster, spec, { index, peers, state });
  const image = `${spec.repository}:v${spec.version}`;
  const status = { phase: 'Running', containerStatuses: [{ name: 'etcd', image }] };
  return { ...pod, metadata: { ...pod.metadata, uid: `p${String(index)}` }, status };
}

const podsOf = (count: number, given: Given = {}): KubeObject[] =>
  Array.from({ length: count }, (_, index) => aPod(index, given));

function member(index: number, more: Partial<SeenMember> = {}): SeenMember {
  return {
    id: `id${String(index)}`,
    name: memberName('example', index),
    learner: false,
    healthy: true,
    ...more,
  };
}

const answers = (...members: readonly SeenMember[]): Extract<EtcdView, { kind: 'answers' }> => ({
  ...{ kind: 'answers', members },
  pods: new Set(podsOf(5).map(({ metadata }) => metadata.name)),
});
const three = answers(member(0), member(1), member(2));
const silent: EtcdView = { kind: 'silent', reason: 'Nobody.' };

interface World {
  given?: Given;
  pods?: readonly KubeObject[];
  there?: readonly KubeObject[];
  etcd?: EtcdView;
  loaded?: boolean;
}

function decide({
  given = { status: RUNS },
  pods = podsOf(3),
  there,
  etcd = three,
  loaded = false,
}: World): ClusterDecision {
  const facts = {
    cluster: aCluster(given),
    pods,
    services: there ?? [...services(3), client()],
    etcd,
    loaded,
  };
  return decideCluster(facts, NOW);
}

function briefly(actions: readonly ClusterAction[]): string[] {
  return actions.map((action) => {
    if (action.kind === 'load') return `load ${action.epoch}`;
    if ('member' in action) return `${action.kind} ${action.member.id}`;
    const object = 'pod' in action ? action.pod : action.service;
    return `${action.kind} ${object.metadata.name}`;
  });
}

const leavingSince = (pod: KubeObject, deletionTimestamp: string): KubeObject => ({
  ...pod,
  metadata: { ...pod.metadata, deletionTimestamp },
});
const RESTORE = { 'etcd.database.coreos.com/restore': 'back.u9' };
const RESTORING = { status: RUNS, annotations: RESTORE };

describe('the next step', () => {
  it.each<World & { name: string; actions: string[] }>([
    {
      ...{ name: 'gives addresses first', given: {}, pods: [], there: [], etcd: silent },
      actions: ['createService example-0', 'createService example-1', 'createService example-2'],
    },
    {
      ...{ name: 'makes all members at once', given: {}, pods: [], there: services(3), etcd: silent },
      actions: ['createPod example-0', 'createPod example-1', 'createPod example-2'],
    },
    {
      ...{
        name: 'goes on with those that it began with',
        given: { size: 5 },
        pods: [aPod(1)],
        there: services(3),
        etcd: silent,
      },
      actions: ['createPod example-0', 'createPod example-2'],
    },
    {
      ...{
        name: 'waits for addresses',
        given: {},
        pods: [],
        there: services(3).map((one) => ({ ...one, spec: {} })),
        etcd: silent,
      },
      actions: [],
    },
    {
      name: 'leads clients to it once it answers',
      given: {},
      there: services(3),
      actions: ['createService example-client'],
    },
    { name: 'is none when all is as asked for', actions: [] },
    { name: 'is none without a majority', pods: podsOf(1), etcd: silent, actions: [] },
    { name: 'is none when all are lost', pods: [], etcd: silent, actions: [] },
    {
      name: 'is none while paused',
      given: { status: RUNS, spec: { paused: true } },
      pods: podsOf(2),
      actions: [],
    },
    { name: 'is none for an even size', given: { status: RUNS, size: 4 }, pods: podsOf(2), actions: [] },
    {
      ...{ name: 'is none for an older version', pods: podsOf(2) },
      ...{ given: { status: { ...RUNS, currentVersion: '3.3.0' } }, actions: [] },
    },
    { name: 'lets a lost member leave', pods: podsOf(2), actions: ['removeMember id2'] },
    {
      ...{ name: 'waits while its pod is leaving', actions: [] },
      pods: [...podsOf(2), leavingSince(aPod(2), '2026-01-02T03:04:00Z')],
    },
    {
      ...{ name: 'does not wait for a node that does not answer', actions: ['removeMember id2'] },
      pods: [...podsOf(2), leavingSince(aPod(2), '2026-01-02T03:03:00Z')],
    },
    {
      ...{
        name: 'gives another number to what replaces a pod on such a node',
        actions: ['createService example-3'],
      },
      pods: [...podsOf(2), leavingSince(aPod(2), '2026-01-02T03:03:00Z')],
      etcd: answers(member(0), member(1)),
    },
    {
      ...{ name: 'takes away a pod that has ended', actions: ['deletePod example-1'] },
      pods: [aPod(0), { ...aPod(1), status: { phase: 'Failed' } }, aPod(2)],
    },
    {
      ...{ name: 'takes away a pod that is no member', actions: ['deletePod example-2'] },
      etcd: answers(member(0), member(1)),
    },
    {
      ...{ name: 'waits for what it made since members were asked', actions: [] },
      etcd: { ...answers(member(0), member(1)), pods: new Set(['example-0', 'example-1']) },
    },
    {
      name: 'adds a member where one is missing',
      pods: podsOf(2),
      etcd: answers(member(0), member(1)),
      actions: ['addMember example-2'],
    },
    {
      ...{ name: 'gives a vote to one that has caught up', actions: ['promoteMember id2'] },
      etcd: answers(member(0), member(1), member(2, { learner: true, healthy: false })),
    },
    {
      ...{ name: 'waits for a member that does not answer', given: { status: RUNS, size: 5 }, actions: [] },
      etcd: answers(member(0), member(1, { healthy: false }), member(2)),
    },
    { name: 'grows by an address', given: { status: RUNS, size: 5 }, actions: ['createService example-3'] },
    {
      name: 'grows by one',
      given: { status: RUNS, size: 5 },
      there: [...services(4), client()],
      actions: ['addMember example-3'],
    },
    { name: 'shrinks by the last', given: { status: RUNS, size: 1 }, actions: ['removeMember id2'] },
    {
      name: 'takes back an address',
      there: [...services(4), client()],
      actions: ['deleteService example-3'],
    },
    {
      name: 'upgrades the first',
      given: { status: RUNS, version: '3.3.0' },
      actions: ['setImage example-0'],
    },
    {
      ...{ name: 'upgrades the second once the first runs', given: { status: RUNS, version: '3.3.0' } },
      ...{ pods: [aPod(0, { version: '3.3.0' }), aPod(1), aPod(2)], actions: ['setImage example-1'] },
    },
    {
      ...{ name: 'is whole before it upgrades', given: { status: RUNS, version: '3.3.0' }, pods: podsOf(2) },
      ...{ etcd: answers(member(0), member(1)), actions: ['addMember example-2'] },
    },
    {
      ...{ name: 'waits until the first runs', given: { status: RUNS, version: '3.3.0' }, actions: [] },
      pods: [{ ...aPod(0, { version: '3.3.0' }), status: aPod(0)['status'] }, aPod(1), aPod(2)],
    },
    {
      ...{ name: 'makes way for a restore', given: RESTORING },
      actions: ['deletePod example-0', 'deletePod example-1', 'deletePod example-2'],
    },
    {
      ...{ name: 'begins anew for it', given: RESTORING, pods: [], etcd: silent },
      actions: ['createPod example-0', 'createPod example-1', 'createPod example-2'],
    },
    { name: 'puts its keys in', given: RESTORING, pods: podsOf(3, RESTORING), actions: ['load u9'] },
    {
      ...{ name: 'leads clients to it then', given: RESTORING, pods: podsOf(3, RESTORING), loaded: true },
      actions: ['moveService example-client'],
    },
    {
      ...{
        name: 'never touches what is not its own',
        etcd: answers(member(0), member(1)),
        actions: ['createService example-3'],
      },
      pods: [
        ...podsOf(2),
        { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'example-2', namespace: 'ns', uid: 'f' } },
      ],
    },
  ])('$name', ({ actions, ...world }) => {
    expect(briefly(decide(world).actions)).toEqual(actions);
  });

  it('has a new member know all others by their addresses', () => {
    const [action] = decide({ pods: podsOf(2), etcd: answers(member(0), member(1)) }).actions;
    expect(JSON.stringify(action)).toContain(
      'example-0=http://10.0.0.0:2380,example-1=http://10.0.0.1:2380,example-2=http://10.0.0.2:2380',
    );
    expect(action).toMatchObject({ kind: 'addMember', peerUrl: 'http://10.0.0.2:2380' });
  });
});

describe('a store that is mostly free pages', () => {
  const MIB = 1024 * 1024;
  const wasteful = { store: { size: 10 * MIB, inUse: MIB, leads: false } };
  const etcd = answers(member(0), member(1, wasteful), member(2, wasteful));

  it('is tuned when nothing else is to be done, one member at a time, and that is said', () => {
    const { actions, status, news, lookAgainMs } = decide({ etcd });
    expect(briefly(actions)).toEqual(['defragment id1']);
    expect(status?.conditions).toContainEqual(
      expect.objectContaining({ type: 'Progressing', status: 'True', reason: 'Defragmenting' }),
    );
    expect(status?.conditions).toContainEqual(expect.objectContaining({ type: 'Available', status: 'True' }));
    expect(
      decide({ etcd, given: { status: { ...RUNS, conditions: decide({}).status?.conditions } } }).news,
    ).toEqual({
      ...{ type: 'Normal', reason: 'Defragmenting' },
      message: 'example-1 gives back 9 of 10 MiB of its store, which are free.',
    });
    expect(news?.type).toBe('Normal');
    expect(lookAgainMs).toBe(1_000);
  });

  it.each<[string, World]>([
    ['the cluster grows', { given: { status: RUNS, size: 5 }, etcd }],
    ['it is upgraded', { given: { status: RUNS, version: '3.3.0' }, etcd }],
    ['a member is lost', { pods: podsOf(2), etcd }],
    [
      'a member does not answer',
      { etcd: answers(member(0, { healthy: false }), member(1, wasteful), member(2)) },
    ],
    ['it is paused', { given: { status: RUNS, spec: { paused: true } }, etcd }],
    ['what is asked for is refused', { given: { status: RUNS, size: 4 }, etcd }],
  ])('is left alone while %s', (_what, world) => {
    expect(briefly(decide(world).actions).filter((action) => action.startsWith('defragment'))).toEqual([]);
  });
});

describe('its status', () => {
  it('says that it runs', () => {
    const { status, news } = decide({});
    expect(status).toMatchObject({
      ...{
        phase: 'Running',
        size: 3,
        currentVersion: '3.2.13',
        epoch: 'first',
        serviceName: 'example-client',
      },
      members: { ready: ['example-0', 'example-1', 'example-2'], unready: [] },
      conditions: [
        { type: 'Available', status: 'True', message: '3 of 3 members answer.' },
        { type: 'Progressing', status: 'False' },
        { type: 'Accepted', status: 'True' },
      ],
    });
    expect(news).toMatchObject({ type: 'Normal' });
    expect(decide({ given: { status } }).status).toBeUndefined();
  });

  it.each<World & { name: string; phase: string; type: string; reason: string }>([
    {
      name: 'its data is lost',
      pods: [],
      etcd: silent,
      phase: 'Failed',
      type: 'Available',
      reason: 'AllMembersLost',
    },
    {
      name: 'there is no majority',
      pods: podsOf(1),
      etcd: silent,
      phase: 'Running',
      type: 'Available',
      reason: 'QuorumLost',
    },
    {
      name: 'a size is refused',
      given: { status: RUNS, size: 2 },
      phase: 'Running',
      type: 'Accepted',
      reason: 'SpecRefused',
    },
    {
      name: 'a spec makes no sense',
      given: { status: RUNS, version: 'x' },
      phase: 'Running',
      type: 'Accepted',
      reason: 'SpecRefused',
    },
    {
      name: 'it has just been asked for',
      given: {},
      pods: [],
      there: [],
      etcd: silent,
      phase: 'Creating',
      type: 'Available',
      reason: 'Creating',
    },
    {
      name: 'it is upgraded',
      given: { status: RUNS, version: '3.3.0' },
      phase: 'Running',
      type: 'Progressing',
      reason: 'Upgrading',
    },
  ])('says so when $name', ({ phase, type, reason, ...world }) => {
    const { status } = decide(world);
    expect(status?.phase).toBe(phase);
    expect(status?.conditions).toContainEqual(expect.objectContaining({ type, reason }));
  });

  it('keeps what its data began with until it has other', () => {
    expect(decide({ given: RESTORING, pods: [], etcd: silent }).status?.epoch).toBe('first');
    expect(decide({ given: RESTORING, pods: podsOf(3, RESTORING), loaded: true }).status?.epoch).toBe('u9');
  });
});

it.each([
  [1, true],
  [9, true],
  [2, false],
  [8, false],
  [0, false],
  [-3, false],
  [11, false],
])('takes a size of %i: %s', (size, taken) => {
  expect(sizeProblem(size) === undefined).toBe(taken);
});

it.each([
  ['clusterwide', [], true],
  ['clusterwide', ['ns'], false],
  [undefined, [], false],
  [undefined, ['ns'], true],
])('with a scope of %s is looked after by an operator of %j: %s', (scope, namespaces, ours) => {
  const annotations = scope === undefined ? {} : { [SCOPE_ANNOTATION]: scope };
  expect(isOurs(EtcdCluster.parse(aCluster({ annotations })), namespaces)).toBe(ours);
});
