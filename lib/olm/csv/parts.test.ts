import { describe, expect, it } from 'vitest';
import { account, anInstallableCsv, csvFactsOf, NOW } from '../../testing/install-facts.ts';
import { deploymentHealth, wantedDeployments } from './deployment.ts';
import type { CsvFacts } from './facts.ts';
import { overridePodSpec } from './overrides.ts';
import { checkRequirements } from './requirements.ts';
import { withTransition } from './status.ts';

describe('checkRequirements (OLM 65, 66)', () => {
  const csv = anInstallableCsv();
  const rows: {
    name: string;
    given: Partial<CsvFacts>;
    want: [kind: string, status: string, message: string];
  }[] = [
    {
      name: 'server too old',
      given: { csv: anInstallableCsv('tickets.v1.0.0', { spec: { minKubeVersion: '1.40.0' } }) },
      want: [
        'ClusterServiceVersion',
        'PresentNotSatisfied',
        'CSV version requirement not met: minKubeVersion (1.40.0) > server version (1.36.3)',
      ],
    },
    {
      name: '1g.3 no CRD',
      given: { crds: new Map() },
      want: ['CustomResourceDefinition', 'NotPresent', 'CRD is not present'],
    },
    {
      name: '1g.3 another version',
      given: {
        csv: anInstallableCsv('tickets.v1.0.0', {
          spec: {
            customresourcedefinitions: {
              owned: [{ name: 'tickets.example.com', version: 'v2', kind: 'Ticket' }],
            },
          },
        }),
      },
      want: ['CustomResourceDefinition', 'NotPresent', 'CRD version not served'],
    },
    {
      name: 'a native API',
      given: {
        csv: anInstallableCsv('tickets.v1.0.0', {
          spec: { nativeAPIs: [{ group: 'g', version: 'v1', kind: 'K' }] },
        }),
      },
      want: ['K', 'NotPresent', 'Native API does not exist'],
    },
    {
      name: 'no account',
      given: { serviceAccounts: new Map() },
      want: ['ServiceAccount', 'NotPresent', 'Service account does not exist'],
    },
    {
      name: 'an account of another operator',
      given: { serviceAccounts: new Map([['tickets', account('tickets', 'uid-other')]]) },
      want: [
        'ServiceAccount',
        'PresentNotSatisfied',
        'Service account is owned by another ClusterServiceVersion',
      ],
    },
    {
      name: 'no roles',
      given: { rbac: new Map() },
      want: ['ServiceAccount', 'PresentNotSatisfied', 'Policy rule not satisfied for service account'],
    },
  ];
  it.each(rows)('$name', ({ given, want }) => {
    const { met, statuses } = checkRequirements({ ...csvFactsOf(csv), ...given });
    expect(met).toBe(false);
    const unmet = statuses.filter(({ status }) => status !== 'Present');
    expect(unmet.map(({ kind, status, message }) => [kind, status, message])).toEqual([want]);
  });

  it('is met when all is there, an account shared with an older version included', () => {
    const shared = new Map([['tickets', account('tickets', 'uid-old', 'uid-tickets.v1.0.0')]]);
    expect(checkRequirements(csvFactsOf(csv, { serviceAccounts: shared })).met).toBe(true);
  });
});

describe('wantedDeployments (OLM 68)', () => {
  const facts = csvFactsOf(
    anInstallableCsv('tickets.v1.0.0', {
      metadata: { annotations: { shown: 'yes', 'capstan.dev/left-out': '[]' } },
    }),
  );
  const [deployment] = wantedDeployments(facts);

  it('carries labels, owner, targets and the name of the OperatorCondition', () => {
    expect(deployment?.metadata).toMatchObject({
      name: 'tickets',
      namespace: 'team-a',
      labels: {
        'olm.managed': 'true',
        'olm.owner': 'tickets.v1.0.0',
        'olm.owner.namespace': 'team-a',
        'operators.coreos.com/tickets.team-a': '',
      },
      ownerReferences: [{ uid: 'uid-tickets.v1.0.0', blockOwnerDeletion: false }],
    });
    expect(deployment?.['spec']).toMatchObject({
      revisionHistoryLimit: 1,
      template: {
        metadata: { annotations: { shown: 'yes', 'olm.targetNamespaces': 'team-a' } },
        spec: { containers: [{ env: [{ name: 'OPERATOR_CONDITION_NAME', value: 'tickets.v1.0.0' }] }] },
      },
    });
    expect(JSON.stringify(deployment)).not.toContain('left-out');
  });

  it('changes its hash with the overrides and only then', () => {
    const hash = (given: CsvFacts): string | undefined =>
      wantedDeployments(given)[0]?.metadata.labels?.['olm.deployment-spec-hash'];
    expect(hash({ ...facts })).toBe(hash(facts));
    expect(hash({ ...facts, config: { nodeSelector: { disk: 'ssd' } } })).not.toBe(hash(facts));
  });
});

describe('what a list of pods has twice (OLM 69)', () => {
  const named = (name: string, value: string): { name: string; value: string } => ({ name, value });

  it.each([
    {
      name: 'in its place',
      base: [named('A', '1'), named('B', '2')],
      over: [named('A', '3')],
      want: 'A3 B2',
    },
    {
      name: 'once, though the operator names it twice',
      base: [named('A', '1'), named('B', '2'), named('A', '3')],
      over: [named('A', '4')],
      want: 'A4 B2',
    },
    {
      name: 'the last one said',
      base: [named('A', '1')],
      over: [named('A', '2'), named('A', '3')],
      want: 'A3',
    },
    { name: 'new ones at the end', base: [named('A', '1')], over: [named('C', '3')], want: 'A1 C3' },
  ])('is $name', ({ base, over, want }) => {
    const pod = { containers: [{ env: base }], volumes: base };
    const merged = overridePodSpec(pod, { env: over, volumes: over });
    const text = (list: unknown): string =>
      (list as typeof base).map(({ name, value }) => name + value).join(' ');
    const [container] = merged['containers'] as [{ env: unknown }];
    expect([text(container.env), text(merged['volumes'])]).toEqual([want, want]);
  });

  it('may be a volume that is mounted twice', () => {
    const at = (mountPath: string): { name: string; mountPath: string } => ({ name: 'v', mountPath });
    const pod = { containers: [{ volumeMounts: [at('/a'), at('/b')] }, {}] };
    expect(overridePodSpec(pod, { volumeMounts: [at('/c')] })).toEqual({
      containers: [{ volumeMounts: [at('/c'), at('/b')] }, { volumeMounts: [at('/c')] }],
    });
    expect(overridePodSpec({ containers: [{}] }, { volumeMounts: [at('/c'), at('/d')] })).toEqual({
      containers: [{ volumeMounts: [at('/c'), at('/d')] }],
    });
  });

  it('is the name of the OperatorCondition, where the operator has it', () => {
    const env = [
      { name: 'OPERATOR_CONDITION_NAME', value: '' },
      { name: 'B', value: '$(OPERATOR_CONDITION_NAME)' },
    ];
    const deployments = [{ name: 'tickets', spec: { template: { spec: { containers: [{ env }] } } } }];
    const csv = anInstallableCsv('tickets.v1.0.0', {
      spec: { install: { strategy: 'deployment', spec: { deployments } } },
    });
    const [deployment] = wantedDeployments(csvFactsOf(csv));
    expect(deployment?.['spec']).toMatchObject({
      template: { spec: { containers: [{ env: [{ value: 'tickets.v1.0.0' }, { name: 'B' }] }] } },
    });
  });
});

describe('deploymentHealth (OLM 68)', () => {
  const seen = { observedGeneration: 2, replicas: 2, updatedReplicas: 2 };
  const available = { type: 'Available', status: 'True' };
  const progressing = {
    type: 'Progressing',
    status: 'False',
    reason: 'ProgressDeadlineExceeded',
    message: 'x',
  };
  const rows = [
    {
      name: '1c.8 not yet observed',
      given: { ...seen, observedGeneration: 1, conditions: [available] },
      want: { kind: 'waiting', why: 'waiting for spec update of deployment "tickets" to be observed...' },
    },
    {
      name: '1c.8 old pods are left',
      given: { ...seen, replicas: 3, conditions: [available] },
      want: {
        kind: 'waiting',
        why: 'deployment "tickets" waiting for 1 outdated replica(s) to be terminated',
      },
    },
    {
      name: '1c.8 not available',
      given: { ...seen, conditions: [{ type: 'Available', status: 'False', message: 'no pod runs' }] },
      want: { kind: 'waiting', why: 'deployment "tickets" not available: no pod runs' },
    },
    {
      name: '1c.8 nothing is said of it',
      given: seen,
      want: { kind: 'waiting', why: 'deployment "tickets" not available: missing condition "Available"' },
    },
    { name: 'healthy', given: { ...seen, conditions: [available] }, want: { kind: 'healthy' } },
    {
      name: '1c.11 gave up',
      given: { ...seen, updatedReplicas: 1, conditions: [progressing, available] },
      want: { kind: 'expired', why: 'deployment "tickets" exceeded its progress deadline' },
    },
    {
      name: 'no replicas wanted, and none there',
      given: { observedGeneration: 2, conditions: [available] },
      want: { kind: 'healthy' },
    },
  ];
  it.each(rows)('$name', ({ given, want }) => {
    const object = {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'tickets', generation: 2 },
      spec: { replicas: 2 },
      status: given,
    };
    expect(deploymentHealth(object)).toEqual(want);
  });
});

describe('overridePodSpec (OLM 69)', () => {
  const pod = {
    containers: [
      {
        name: 'a',
        env: [
          { name: 'X', value: '1' },
          { name: 'Y', value: '2' },
        ],
        resources: { limits: { cpu: '1' } },
      },
    ],
    tolerations: [{ key: 'k' }],
    nodeSelector: { old: 'yes' },
    affinity: { nodeAffinity: { a: 1 }, podAffinity: { b: 1 } },
    volumes: [{ name: 'v', emptyDir: {} }],
  };
  const rows = [
    {
      name: 'env by name',
      given: { env: [{ name: 'X', value: '9' }] },
      want: {
        containers: [
          {
            ...pod.containers[0],
            env: [
              { name: 'X', value: '9' },
              { name: 'Y', value: '2' },
            ],
          },
        ],
      },
    },
    {
      // What follows may refer to it.
      name: 'env in its place, new ones at the end',
      given: {
        env: [
          { name: 'N', value: '$(Y)' },
          { name: 'X', value: '9' },
        ],
      },
      want: {
        containers: [
          {
            ...pod.containers[0],
            env: [
              { name: 'X', value: '9' },
              { name: 'Y', value: '2' },
              { name: 'N', value: '$(Y)' },
            ],
          },
        ],
      },
    },
    {
      name: 'tolerations appended when absent',
      given: { tolerations: [{ key: 'k' }, { key: 'n' }] },
      want: { tolerations: [{ key: 'k' }, { key: 'n' }] },
    },
    {
      name: 'resources replace',
      given: { resources: { limits: { memory: '1Gi' } } },
      want: { containers: [{ ...pod.containers[0], resources: { limits: { memory: '1Gi' } } }] },
    },
    {
      name: 'nodeSelector replaces',
      given: { nodeSelector: { disk: 'ssd' } },
      want: { nodeSelector: { disk: 'ssd' } },
    },
    {
      name: 'affinity by part, an empty part erases',
      given: { affinity: { podAffinity: {}, nodeAffinity: { c: 1 } } },
      want: { affinity: { nodeAffinity: { c: 1 } } },
    },
    { name: 'empty affinity erases', given: { affinity: {} }, want: { affinity: {} } },
    {
      name: 'volumes and mounts by name',
      given: { volumes: [{ name: 'v', configMap: {} }], volumeMounts: [{ name: 'v', mountPath: '/v' }] },
      want: {
        volumes: [{ name: 'v', configMap: {} }],
        containers: [{ ...pod.containers[0], volumeMounts: [{ name: 'v', mountPath: '/v' }] }],
      },
    },
  ];
  it.each(rows)('$name', ({ given, want }) => {
    const before = structuredClone(pod);
    expect(overridePodSpec(pod, given)).toEqual({ ...pod, ...want });
    expect(pod).toEqual(before);
  });
});

describe('withTransition (OLM 59)', () => {
  const next = { phase: 'Pending', reason: 'RequirementsNotMet', message: 'a' } as const;

  it('gives back the same object when it says nothing new', () => {
    const status = withTransition(undefined, next, undefined, NOW);
    expect(withTransition(status, next, undefined, NOW + 60_000)).toBe(status);
  });

  it('keeps the time of the last transition within a phase, and no entry for a new message', () => {
    const first = withTransition(undefined, next, undefined, NOW);
    const second = withTransition(first, { ...next, message: 'b' }, undefined, NOW + 60_000);
    expect(second).toMatchObject({ message: 'b', lastTransitionTime: first.lastTransitionTime });
    expect(second.conditions).toHaveLength(1);
  });

  it('remembers twenty entries', () => {
    let status = withTransition(undefined, next, undefined, NOW);
    for (let turn = 0; turn < 30; turn += 1) {
      const reason = turn % 2 === 0 ? 'NeedsReinstall' : 'RequirementsUnknown';
      status = withTransition(status, { ...next, reason }, undefined, NOW + turn);
    }
    expect(status.conditions).toHaveLength(20);
  });
});
