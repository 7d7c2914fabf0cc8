import { describe, expect, it } from 'vitest';
import {
  aCrd,
  anInstallableCsv,
  crdMap,
  csvFactsOf,
  EARLIER,
  healthyStatus,
  NOW,
  withStatus,
} from '../../testing/install-facts.ts';
import { resources } from '../../k8s/resources.ts';
import type { Condition, KubeObject } from '../../k8s/object.ts';
import { wantedDeployments } from './deployment.ts';
import { decideCsv } from './decide.ts';
import { refusedCsv } from './refused.ts';
import { CSV_INSTALL_TIMEOUT_MS } from './installing.ts';
import { missingTenancy } from './tenancy.ts';
import { wantedCondition } from './operator-condition.ts';
import type { CsvFacts } from './facts.ts';
import type { ClusterServiceVersion, CsvPhase, CsvStatus } from '../api/types.ts';

const csv = (
  phase: CsvPhase,
  reason = '',
  more: Parameters<typeof anInstallableCsv>[1] = {},
): ClusterServiceVersion =>
  anInstallableCsv('tickets.v1.0.0', { status: { phase, reason, lastTransitionTime: EARLIER }, ...more });

const facts = (phase: CsvPhase, more: Partial<CsvFacts> = {}, reason = ''): CsvFacts =>
  csvFactsOf(csv(phase, reason), more);

const newer = (phase: CsvPhase): ClusterServiceVersion =>
  anInstallableCsv('tickets.v2.0.0', {
    spec: { replaces: 'tickets.v1.0.0' },
    metadata: { uid: 'uid-new' },
    status: { phase },
  });

const older = (phase: CsvPhase, reason = ''): ClusterServiceVersion =>
  anInstallableCsv('tickets.v0.9.0', { status: { phase, reason } });

const upgrading = (phase: CsvPhase, predecessor: ClusterServiceVersion): CsvFacts =>
  csvFactsOf(csv(phase, '', { spec: { replaces: 'tickets.v0.9.0' } }), { siblings: [predecessor] });

const refusing = (more: Partial<CsvFacts>): CsvFacts => {
  const predecessor = older('Replacing');
  const said: Condition = { type: 'Upgradeable', status: 'False', message: 'not now', observedGeneration: 1 };
  const condition = { ...wantedCondition(predecessor), status: { conditions: [said] } };
  const operatorConditions = new Map([['tickets.v0.9.0', condition]]);
  return { ...upgrading('Pending', predecessor), operatorConditions, ...more };
};

const notReady = (status: unknown, phase: CsvPhase, transition = EARLIER): CsvFacts => {
  const base = csvFactsOf(
    anInstallableCsv('tickets.v1.0.0', {
      status: { phase, reason: 'InstallSucceeded', lastTransitionTime: transition },
    }),
  );
  const deployments = wantedDeployments(base).map((object) => withStatus(object, status));
  return { ...base, deployments: new Map(deployments.map((object) => [object.metadata.name, object])) };
};

const noGroup: Partial<CsvFacts> = { groups: [] };
const twoGroups: Partial<CsvFacts> = {
  groups: [
    { name: 'a', targets: ['team-a'] },
    { name: 'b', targets: ['team-a'] },
  ],
};
const ago = (ms: number): string => new Date(NOW - ms).toISOString();

/** Transitions by the statements they hold to (OLM 59-69, 72). */
interface Row {
  name: string;
  given: CsvFacts;
  want: [CsvPhase, string] | undefined;
}

const rows: Row[] = [
  { name: '1b.1 OLM 61: new → Pending', given: facts(''), want: ['Pending', 'RequirementsUnknown'] },
  {
    name: '1b.10 OLM 61: all there → InstallReady',
    given: facts('Pending'),
    want: ['InstallReady', 'AllRequirementsMet'],
  },
  {
    name: '1b.5 OLM 65: no CRD → RequirementsNotMet',
    given: facts('Pending', { crds: new Map() }),
    want: ['Pending', 'RequirementsNotMet'],
  },
  {
    name: 'OLM 65: CRD not established → RequirementsNotMet',
    given: facts('Pending', { crds: crdMap(aCrd('tickets.example.com', false)) }),
    want: ['Pending', 'RequirementsNotMet'],
  },
  {
    name: 'OLM 66: no roles → RequirementsNotMet',
    given: facts('Pending', { rbac: new Map() }),
    want: ['Pending', 'RequirementsNotMet'],
  },
  {
    name: 'missing while the plan is at work → waits without a word',
    given: csvFactsOf(csv('Pending', '', { metadata: { creationTimestamp: ago(5_000) } }), {
      rbac: new Map(),
      planRunning: true,
    }),
    want: undefined,
  },
  ...(
    [
      ['told a moment ago → each part that comes is no word of its own', ago(4_000), undefined],
      ['told some time ago → what is still missing is told again', ago(5_000), 'RequirementsNotMet'],
    ] as const
  ).map(([name, lastUpdateTime, reason]): Row => ({
    name: `missing for long while the plan is at work, ${name}`,
    given: csvFactsOf(
      anInstallableCsv('tickets.v1.0.0', {
        status: { phase: 'Pending', reason: 'RequirementsNotMet', lastUpdateTime },
      }),
      { rbac: new Map(), planRunning: true },
    ),
    want: reason === undefined ? undefined : ['Pending', reason],
  })),
  {
    name: '1c.4 OLM 61: → Installing',
    given: facts('InstallReady'),
    want: ['Installing', 'InstallSucceeded'],
  },
  {
    name: 'OLM 62: bad strategy',
    given: csvFactsOf(csv('InstallReady', '', { spec: { install: { strategy: 'magic' } } })),
    want: ['Failed', 'InvalidInstallStrategy'],
  },
  {
    name: '1c.5 OLM 62: healthy → Succeeded',
    given: facts('Installing'),
    want: ['Succeeded', 'InstallSucceeded'],
  },
  {
    name: 'OLM 61: not ready → InstallWaiting',
    given: notReady({}, 'Installing', ago(60_000)),
    want: ['Installing', 'InstallWaiting'],
  },
  { name: 'just begun → no status for it', given: notReady({}, 'Installing', ago(500)), want: undefined },
  {
    name: 'OLM 62: five minutes → Failed',
    given: notReady({}, 'Installing', ago(CSV_INSTALL_TIMEOUT_MS)),
    want: ['Failed', 'InstallCheckFailed'],
  },
  {
    name: 'OLM 62: progress deadline → Failed',
    given: notReady(
      {
        observedGeneration: 1,
        conditions: [{ type: 'Progressing', status: 'False', reason: 'ProgressDeadlineExceeded' }],
      },
      'Installing',
    ),
    want: ['Failed', 'InstallCheckFailed'],
  },
  { name: 'OLM 62: healthy stays', given: facts('Succeeded'), want: undefined },
  {
    name: '1d.4 OLM 62: CRD gone → Failed',
    given: facts('Succeeded', { crds: new Map() }),
    want: ['Failed', 'RequirementsNotMet'],
  },
  {
    name: 'OLM 62: not available any more → Failed',
    given: notReady({ ...healthyStatus, conditions: [] }, 'Succeeded'),
    want: ['Failed', 'ComponentUnhealthy'],
  },
  {
    name: '1d.6 OLM 62: Deployment gone → Failed',
    given: facts('Succeeded', { deployments: new Map() }),
    want: ['Failed', 'ComponentUnhealthy'],
  },
  {
    name: 'OLM 69: other overrides → InstallReady',
    given: { ...facts('Succeeded'), config: { env: [{ name: 'A', value: 'b' }] } },
    want: ['InstallReady', 'ComponentUnhealthy'],
  },
  {
    name: 'OLM 62: Failed and fine again',
    given: facts('Failed', {}, 'ComponentUnhealthy'),
    want: ['Succeeded', 'InstallSucceeded'],
  },
  {
    name: '1e.6 OLM 62: Failed without requirements',
    given: facts('Failed', { crds: new Map() }, 'RequirementsNotMet'),
    want: ['Pending', 'RequirementsNotMet'],
  },
  {
    name: '1e.12 a time-out stays to be seen',
    given: csvFactsOf(csv('Failed', 'InstallCheckFailed'), {
      deployments: notReady({}, 'Failed').deployments,
    }),
    want: undefined,
  },
  {
    name: '1e.5 a bad strategy stays one',
    given: csvFactsOf(csv('Failed', 'InvalidInstallStrategy', { spec: { install: { strategy: 'magic' } } })),
    want: undefined,
  },
  {
    name: '1e.13 past its deadline',
    given: csvFactsOf(csv('Failed', 'InstallCheckFailed'), {
      deployments: notReady(
        {
          observedGeneration: 1,
          conditions: [{ type: 'Progressing', status: 'False', reason: 'ProgressDeadlineExceeded' }],
        },
        'Failed',
      ).deployments,
    }),
    want: undefined,
  },
  {
    name: '1e.14 another owner is still there',
    given: facts('Failed', { siblings: [anInstallableCsv('other.v1.0.0')] }, 'OwnerConflict'),
    want: undefined,
  },
  {
    name: '1e.14 … and no longer',
    given: facts('Failed', {}, 'OwnerConflict'),
    want: ['Succeeded', 'InstallSucceeded'],
  },
  {
    name: '1a.1 OLM 63: no OperatorGroup',
    given: facts('Pending', noGroup),
    want: ['Failed', 'NoOperatorGroup'],
  },
  {
    name: '1a.2 OLM 63: two OperatorGroups',
    given: facts('Succeeded', twoGroups),
    want: ['Failed', 'TooManyOperatorGroups'],
  },
  {
    name: '1a.6 OLM 63: mode not supported',
    given: facts('', { groups: [{ name: 'group', targets: ['other'] }] }),
    want: ['Failed', 'UnsupportedOperatorGroup'],
  },
  {
    name: 'OLM 63: fits again',
    given: facts('Failed', {}, 'NoOperatorGroup'),
    want: ['Pending', 'RequirementsUnknown'],
  },
  {
    name: '1b.7 OLM 67: another owner of the CRD',
    given: facts('Pending', { siblings: [anInstallableCsv('other.v1.0.0')] }),
    want: ['Failed', 'OwnerConflict'],
  },
  {
    name: 'OLM 72: predecessor still Succeeded → waits',
    given: upgrading('Pending', older('Succeeded')),
    want: undefined,
  },
  {
    name: 'OLM 72: predecessor Replacing → goes on',
    given: upgrading('Pending', older('Replacing')),
    want: ['InstallReady', 'AllRequirementsMet'],
  },
  {
    name: 'OLM 72: predecessor Failed → says what it waits for',
    given: upgrading('Pending', older('Failed', 'InstallCheckFailed')),
    want: ['Pending', 'AllRequirementsMet'],
  },
  {
    name: '1d.1 OLM 72: a newer one came → Replacing',
    given: facts('Succeeded', { siblings: [newer('Pending')] }),
    want: ['Replacing', 'BeingReplaced'],
  },
  {
    name: 'OLM 72: Failed and a newer one → blocked',
    given: facts('Failed', { siblings: [newer('Pending')], crds: new Map() }, 'RequirementsNotMet'),
    want: ['Pending', 'RequirementsNotMet'],
  },
  {
    name: '1e.1 OLM 43: … unless fail forward',
    given: facts('Failed', { siblings: [newer('Pending')], failForward: true }, 'RequirementsNotMet'),
    want: ['Replacing', 'BeingReplaced'],
  },
  {
    name: '1f.1 OLM 72: the newer one is at work',
    given: facts('Replacing', { siblings: [newer('Installing')] }),
    want: undefined,
  },
  {
    name: '1f.1 OLM 72: the newer one runs → Deleting',
    given: facts('Replacing', { siblings: [newer('Succeeded')] }),
    want: ['Deleting', 'Replaced'],
  },
  {
    name: '1f.2 OLM 72: the newer one is gone → back',
    given: facts('Replacing'),
    want: ['Pending', 'NeedsReinstall'],
  },
  {
    name: 'OLM 73: predecessor must not be replaced → waits, whatever else is missing',
    given: refusing({ crds: new Map() }),
    want: ['Pending', 'OperatorConditionNotUpgradeable'],
  },
  {
    name: 'OLM 73: … until it agrees',
    given: refusing({ operatorConditions: new Map() }),
    want: ['InstallReady', 'AllRequirementsMet'],
  },
];

/** The status after the step; undefined where it stays as it is. */
const nextOf = (given: CsvFacts): CsvStatus | undefined => decideCsv(given, NOW).status;

describe('decideCsv', () => {
  it.each(rows)('$name', ({ given, want }) => {
    const next = nextOf(given);
    expect(next === undefined ? undefined : [next.phase, next.reason]).toEqual(want);
  });

  it('1f.3 is deleted once it is replaced, the oldest first', () => {
    const given = facts('Deleting', { siblings: [newer('Succeeded')] }, 'Replaced');
    expect(decideCsv(given, NOW).actions).toMatchObject([
      { kind: 'delete', ref: { name: 'tickets.v1.0.0', namespace: 'team-a' }, uid: 'uid-tickets.v1.0.0' },
    ]);
    const after = csvFactsOf(csv('Deleting', 'Replaced', { spec: { replaces: 'tickets.v0.9.0' } }), {
      siblings: [older('Deleting', 'Replaced')],
    });
    expect(decideCsv(after, NOW).actions).toEqual([]);
  });

  it('names what was left out, then succeeds in the words that tools know', () => {
    const parts = [{ kind: 'ValidatingAdmissionWebhook', name: 'v.example.com', reason: 'not yet' }];
    const annotations = { ...csv('').metadata.annotations, 'capstan.dev/left-out': JSON.stringify(parts) };
    const given = csvFactsOf(csv('Installing', '', { metadata: { annotations } }));
    const first = nextOf(given);
    expect(first).toMatchObject({
      reason: 'PartsLeftOut',
      message: 'installed without: ValidatingAdmissionWebhook v.example.com',
    });
    const told = { ...given.csv, status: { ...given.csv.status, conditions: [{ reason: 'PartsLeftOut' }] } };
    expect(nextOf({ ...given, csv: told })).toMatchObject({
      phase: 'Succeeded',
      reason: 'InstallSucceeded',
      message: 'install strategy completed with no errors',
    });
  });

  describe('1a.10 before its first phase', () => {
    const group = { name: 'group', targets: ['team-a'] };
    const rival = { targets: ['team-a'], apis: ['Ticket.v1.example.com'], isOlder: false };
    it.each<{ name: string; more: Partial<CsvFacts>; phase?: CsvPhase; want: string | undefined }>([
      {
        name: 'its group is told what it provides, beside what others do',
        more: { groups: [{ ...group, providedApis: ['Z.v1.z'] }] },
        want: 'Ticket.v1.example.com,Z.v1.z',
      },
      {
        name: 'and again where that was lost on the way',
        more: { groups: [group] },
        phase: 'Installing',
        want: 'Ticket.v1.example.com',
      },
      {
        name: 'not twice',
        more: { groups: [{ ...group, providedApis: ['Ticket.v1.example.com'] }] },
        want: undefined,
      },
      {
        name: 'not of a list of somebody’s own',
        more: { groups: [{ ...group, isStatic: true }] },
        want: undefined,
      },
      {
        name: 'not while another group provides the same',
        more: { groups: [group], rivals: [rival] },
        want: undefined,
      },
      { name: 'not once it has failed', more: { groups: [group] }, phase: 'Failed', want: undefined },
    ])('$name', ({ more, phase = '', want }) => {
      const { actions } = decideCsv(facts(phase, more), NOW);
      const patches = actions.flatMap((action) =>
        action.kind === 'patch' && action.resource === resources.operatorGroups ? [action.metadata] : [],
      );
      expect(patches).toEqual(want === undefined ? [] : [{ annotations: { 'olm.providedAPIs': want } }]);
    });
  });

  it('1a.4 tells a new CSV its targets and puts its finalizer on (OLM 76, 74)', () => {
    const given = csvFactsOf(csv('', '', { metadata: { annotations: {}, finalizers: ['a/b'] } }));
    const metadata = {
      annotations: {
        'olm.operatorGroup': 'group',
        'olm.operatorNamespace': 'team-a',
        'olm.targetNamespaces': 'team-a',
      },
      finalizers: ['a/b', 'operators.coreos.com/csv-cleanup'],
    };
    expect(decideCsv(given, NOW)).toEqual({
      actions: [{ kind: 'patch', resource: resources.clusterServiceVersions, object: given.csv, metadata }],
      again: { kind: 'now' },
    });
  });

  it('1f.4 removes what garbage collection cannot reach before the finalizer (OLM 74)', () => {
    const far = { apiVersion: 'x/v1', kind: 'ClusterRole', metadata: { name: 'far', uid: 'uid-far' } };
    const resource = {
      group: 'x',
      version: 'v1',
      plural: 'clusterroles',
      kind: 'ClusterRole',
      namespaced: false,
    };
    const given = csvFactsOf(csv('Succeeded', '', { metadata: { deletionTimestamp: EARLIER } }), {
      ownedObjects: [{ resource, object: far }],
    });
    const own = { resource: resources.clusterServiceVersions, object: given.csv };
    expect(decideCsv(given, NOW)).toEqual({
      actions: [
        { kind: 'delete', resource, ref: { name: 'far' }, uid: 'uid-far' },
        { kind: 'patch', ...own, metadata: { finalizers: [] } },
      ],
    });
  });

  it('runs on, and says so, while instances go that were to go with it', () => {
    const leaving = csv('Succeeded', 'InstallSucceeded', { metadata: { deletionTimestamp: EARLIER } });
    const given = csvFactsOf(leaving, { goingInstances: new Map([['tickets.example.com', 2]]) });
    const first = decideCsv(given, NOW);
    const message = 'being deleted, runs until instances are gone: 2 of tickets.example.com';
    expect(first).toMatchObject({ actions: [], status: { phase: 'Succeeded', message } });
    const told = { ...given.csv, ...(first.status === undefined ? {} : { status: first.status }) };
    // It is told once, and looked at again until they are gone.
    expect(decideCsv({ ...given, csv: told }, NOW)).toEqual({
      actions: [],
      again: { kind: 'after', ms: 1_000 },
    });
    const { actions } = decideCsv({ ...given, csv: told, goingInstances: new Map() }, NOW);
    expect(actions).toMatchObject([{ kind: 'patch', metadata: { finalizers: [] } }]);
  });

  it('promotes namespaced roles when it watches all namespaces (OLM 79)', () => {
    const given = facts('InstallReady', {
      groups: [{ name: 'group', targets: [''] }],
      deployments: new Map(),
    });
    const all = { ...given.csv.metadata.annotations, 'olm.targetNamespaces': '' };
    const { actions } = decideCsv(
      { ...given, csv: { ...given.csv, metadata: { ...given.csv.metadata, annotations: all } } },
      NOW,
    );
    const kinds = actions.flatMap((action) => (action.kind === 'apply' ? [action.object.kind] : []));
    expect(kinds).toEqual(['ClusterRole', 'ClusterRoleBinding', 'Deployment']);
  });

  describe('rights beyond the own namespace (OLM 79)', () => {
    const few = [{ apiGroups: [''], resources: ['configmaps'], verbs: ['get'] }];
    const somebody = [{ kind: 'ServiceAccount', name: 'somebody', namespace: 'team-a' }];
    const elsewhere = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'admin' };
    /** What would be written, when the roles that are there have been changed in this way. */
    const granted = (target: string, change: (object: KubeObject) => KubeObject | undefined): unknown[] => {
      const given = facts('InstallReady', { groups: [{ name: 'group', targets: [target] }] });
      const entries = [...given.rbac].flatMap(([key, object]): [string, KubeObject][] => {
        const changed = change(object);
        return changed === undefined ? [] : [[key, changed]];
      });
      return missingTenancy({ ...given, rbac: new Map(entries) }).map((action) =>
        action.kind === 'apply' ? (action.object['rules'] ?? action.object['subjects']) : action,
      );
    };
    const spaces = { apiGroups: [''], resources: ['namespaces'], verbs: ['get', 'list', 'watch'] };
    const own = [{ kind: 'ServiceAccount', name: 'tickets', namespace: 'team-a' }];

    it.each([
      { name: 'all namespaces', target: '', more: [spaces] },
      { name: 'another namespace', target: 'team-b', more: [] },
    ])('are those that roles grant, not those that a CSV asks for: $name', ({ target, more }) => {
      const fewer = granted(target, (object) =>
        object.kind === 'Role' ? { ...object, rules: few } : object,
      );
      expect(fewer).toEqual([[...few, ...more], own]);
      const others = granted(target, (object) =>
        object.kind === 'RoleBinding' ? { ...object, subjects: somebody } : object,
      );
      expect(others[1]).toEqual(somebody);
    });

    it.each<[string, (object: KubeObject) => KubeObject | undefined]>([
      ['the role is missing', (object) => (object.kind === 'Role' ? undefined : object)],
      ['the binding is missing', (object) => (object.kind === 'RoleBinding' ? undefined : object)],
      [
        'the binding is one to another role',
        (object) => (object.kind === 'RoleBinding' ? { ...object, roleRef: elsewhere } : object),
      ],
    ])('are none where %s', (_name, change) => {
      expect(granted('', change)).toEqual([]);
    });
  });

  it.each(['InstallReady', 'Succeeded'] satisfies CsvPhase[])(
    'makes the OperatorCondition that is missing when %s (73)',
    (phase) => {
      const { actions } = decideCsv(facts(phase, { operatorConditions: new Map() }), NOW);
      expect(actions).toEqual([
        { kind: 'apply', resource: resources.operatorConditions, object: wantedCondition(csv(phase)) },
      ]);
    },
  );

  it('leaves copies of other namespaces alone (OLM 80)', () => {
    const given = csvFactsOf(csv('', '', { metadata: { labels: { 'olm.copiedFrom': 'home' } } }));
    expect(decideCsv(given, NOW)).toEqual({ actions: [] });
  });
});

describe('refusedCsv (OLM 62)', () => {
  it.each([
    { forbidden: true, want: 'InstallComponentFailedNoRetry' },
    { forbidden: false, want: 'InstallComponentFailed' },
  ])('shows why the components cannot be written, and tries again: $want', ({ forbidden, want }) => {
    const decision = refusedCsv(facts('InstallReady'), { forbidden, message: 'not you' }, NOW);
    const prefix = 'install strategy failed: ';
    const message = `${forbidden ? prefix : ''}${prefix}not you`;
    expect(decision?.status).toMatchObject({ phase: 'Failed', reason: want, message });
    expect(decision?.again).toEqual({ kind: 'retry', why: 'not you' });
  });

  it('is an error like any other where nothing is installed', () => {
    const refusal = { forbidden: true, message: 'not you' };
    expect(refusedCsv(facts('Succeeded', { rbac: new Map() }), refusal, NOW)).toBeUndefined();
  });
});
