import { describe, expect, it } from 'vitest';
import { optional } from '#lib/base/loose.ts';
import { judge, judgePod, nextStep } from './judge.ts';
import type { Verdict } from './judge.ts';
import { MODULES as MODULES_OF_LOCAL_MODE } from './modules.ts';
import { UPSTREAM } from './upstream/table.ts';

const MODULES = new Map([
  ['sample', { entry: '/samples/sample.ts', env: ['MODE', 'NAMESPACE', 'TARGETS', 'TIER', 'WHO'] }],
]);

interface Given {
  module?: string | null;
  replicas?: number;
  generation?: number;
  deletionTimestamp?: string;
  status?: Record<string, number> | null;
  env?: unknown[];
  ports?: unknown[];
  strategy?: string;
  volumes?: unknown[];
  volumeMounts?: unknown[];
  annotations?: Record<string, string>;
  image?: string;
  uid?: string;
  serviceAccountName?: string | null;
  automountServiceAccountToken?: boolean;
}

const READY = { observedGeneration: 1, updatedReplicas: 1, availableReplicas: 1 };

function aDeployment(given: Given = {}): unknown {
  const {
    module = 'sample',
    replicas,
    generation = 1,
    deletionTimestamp,
    status = READY,
    uid = 'u1',
  } = given;
  const {
    env = [],
    ports = [],
    volumes = [],
    volumeMounts = [],
    annotations = {},
    image = 'example.invalid/sample:1',
    serviceAccountName = 'sample-sa',
    automountServiceAccountToken,
  } = given;
  return {
    metadata: {
      name: 'op',
      namespace: 'ns',
      uid,
      generation,
      ...(deletionTimestamp && { deletionTimestamp }),
    },
    spec: {
      ...(replicas !== undefined && { replicas }),
      ...(given.strategy !== undefined && { strategy: { type: given.strategy } }),
      template: {
        metadata: {
          labels: { tier: 'gold' },
          annotations: { ...annotations, ...(module !== null && { 'capstan.dev/run': module }) },
        },
        spec: {
          ...(serviceAccountName && { serviceAccountName }),
          ...optional({ automountServiceAccountToken }),
          volumes,
          containers: [{ name: 'c', image, env, ports, volumeMounts }],
        },
      },
    },
    ...(status && { status }),
  };
}

function jobOf(given: Given): Extract<Verdict, { kind: 'wanted' }>['job'] {
  const verdict = judge(aDeployment(given), MODULES);
  if (verdict.kind !== 'wanted') throw new Error(`not wanted: ${JSON.stringify(verdict)}`);
  return verdict.job;
}

describe('judge', () => {
  it.each<{ name: string; given: Given; want: Verdict['kind'] }>([
    { name: 'a rolled-out sample', given: {}, want: 'wanted' },
    { name: 'a Deployment without the annotation', given: { module: null }, want: 'foreign' },
    { name: 'an unknown name', given: { module: 'other' }, want: 'refused' },
    { name: 'a path instead of a name', given: { module: '../../../tmp/evil.ts' }, want: 'refused' },
    { name: 'a name every JavaScript object has', given: { module: 'constructor' }, want: 'refused' },
    { name: 'an empty name', given: { module: '' }, want: 'refused' },
    { name: 'one scaled to zero', given: { replicas: 0 }, want: 'stopped' },
    {
      name: 'one scaled to zero whose pods still run',
      given: { replicas: 0, generation: 2 },
      want: 'stopped',
    },
    { name: 'one being deleted', given: { deletionTimestamp: '2026-01-01T00:00:00Z' }, want: 'stopped' },
    { name: 'one nobody has looked at yet', given: { status: null }, want: 'rolling' },
    { name: 'one whose newest template is not rolled out', given: { generation: 2 }, want: 'rolling' },
    {
      name: 'one without an updated pod',
      given: { status: { ...READY, updatedReplicas: 0 } },
      want: 'rolling',
    },
    {
      name: 'one without an available pod',
      given: { status: { ...READY, availableReplicas: 0 } },
      want: 'rolling',
    },
    { name: 'one with many replicas (one process stands for all)', given: { replicas: 3 }, want: 'wanted' },
  ])('finds $name $want', ({ given, want }) => {
    expect(judge(aDeployment(given), MODULES).kind).toBe(want);
  });

  it.each([
    { name: 'nothing', object: undefined },
    { name: 'an empty object', object: {} },
    { name: 'a list', object: [] },
  ])('finds $name foreign', ({ object }) => {
    expect(judge(object, MODULES).kind).toBe('foreign');
  });

  it('says why it refuses, and what there is', () => {
    expect(judge(aDeployment({ module: 'other' }), MODULES)).toEqual({
      kind: 'refused',
      reason: 'capstan.dev/run: "other" is not a sample of this machine (known: sample)',
    });
  });

  it('describes the process', () => {
    expect(jobOf({})).toMatchObject({
      namespace: 'ns',
      workload: 'op',
      module: 'sample',
      entry: '/samples/sample.ts',
      serviceAccount: 'sample-sa',
      env: {},
      labels: { tier: 'gold' },
      ports: [],
      mounts: [],
      scratch: [],
    });
  });

  it('tells which Secrets its container finds, and where', () => {
    const volumes = [
      { name: 'certs', secret: { secretName: 'hook-cert', items: [{ key: 'tls.crt', path: 'a/b.crt' }] } },
      { name: 'extra', secret: { secretName: 'extra', optional: true, defaultMode: 420 } },
      { name: 'settings', configMap: { name: 'settings' } },
      { name: 'elsewhere', secret: { secretName: 'elsewhere' } },
    ];
    const volumeMounts = [
      { name: 'certs', mountPath: '/tmp/certs', readOnly: true },
      { name: 'extra', mountPath: '/extra' },
      { name: 'settings', mountPath: '/settings' },
      { name: 'elsewhere', mountPath: '/../../elsewhere' },
    ];
    expect(jobOf({ volumes, volumeMounts }).mounts).toEqual([
      {
        mountPath: 'tmp/certs',
        secretName: 'hook-cert',
        items: [{ key: 'tls.crt', path: 'a/b.crt' }],
        optional: false,
      },
      { mountPath: 'extra', secretName: 'extra', optional: true },
    ]);
  });

  it('tells where its container has an empty folder to write to', () => {
    const volumes = [
      { name: 'log', emptyDir: {} },
      { name: 'elsewhere', emptyDir: { sizeLimit: '1Mi' } },
      { name: 'looked-at', emptyDir: {} },
      { name: 'host', hostPath: { path: '/var/log' } },
      { name: 'unmounted', emptyDir: {} },
    ];
    const volumeMounts = [
      { name: 'log', mountPath: '/var/log/it' },
      { name: 'elsewhere', mountPath: '/../../elsewhere' },
      { name: 'looked-at', mountPath: '/looked-at', readOnly: true },
      { name: 'host', mountPath: '/host' },
    ];
    expect(jobOf({ volumes, volumeMounts })).toMatchObject({ scratch: ['var/log/it'], mounts: [] });
  });

  it('gives no ServiceAccount to what asks for no token', () => {
    expect(jobOf({ automountServiceAccountToken: false }).serviceAccount).toBeUndefined();
  });

  it('tells where its pod listens by TCP', () => {
    const ports = [
      { name: 'hook', containerPort: 9443 },
      { containerPort: 8080, protocol: 'TCP' },
      { containerPort: 53, protocol: 'UDP' },
    ];
    expect(jobOf({ ports }).ports).toEqual([{ name: 'hook', containerPort: 9443 }, { containerPort: 8080 }]);
  });

  it('uses the default ServiceAccount where the template names none', () => {
    expect(jobOf({ serviceAccountName: null }).serviceAccount).toBe('default');
  });

  it.each([
    { name: 'a literal', env: { name: 'MODE', value: 'x' }, want: { MODE: 'x' } },
    { name: 'nothing', env: { name: 'MODE' }, want: { MODE: '' } },
    { name: 'its namespace', env: field('NAMESPACE', 'metadata.namespace'), want: { NAMESPACE: 'ns' } },
    {
      name: 'an annotation',
      env: field('TARGETS', "metadata.annotations['olm.targetNamespaces']"),
      want: { TARGETS: 'a,b' },
    },
    {
      name: 'an absent annotation',
      env: field('TARGETS', "metadata.annotations['other']"),
      want: { TARGETS: '' },
    },
    { name: 'a label', env: field('TIER', "metadata.labels['tier']"), want: { TIER: 'gold' } },
    { name: 'its ServiceAccount', env: field('WHO', 'spec.serviceAccountName'), want: { WHO: 'sample-sa' } },
    { name: 'a field only a real pod has', env: field('MODE', 'status.podIP'), want: { MODE: '' } },
    {
      name: 'a secret',
      env: { name: 'MODE', valueFrom: { secretKeyRef: { name: 's', key: 'k' } } },
      want: { MODE: '' },
    },
    {
      name: 'a variable that makes Node load code',
      env: { name: 'NODE_OPTIONS', value: '--require /tmp/x' },
      want: {},
    },
    {
      name: 'a variable that makes the linker load code',
      env: { name: 'LD_PRELOAD', value: '/tmp/x.so' },
      want: {},
    },
    { name: 'other credentials', env: { name: 'KUBECONFIG', value: '/root/.kube/config' }, want: {} },
    { name: 'a variable the sample does not know', env: { name: 'OTHER', value: 'x' }, want: {} },
  ])('passes on $name', ({ env, want }) => {
    expect(jobOf({ env: [env], annotations: { 'olm.targetNamespaces': 'a,b' } }).env).toEqual(want);
  });

  it.each<{ name: string; other: Given; same: boolean }>([
    { name: 'nothing', other: {}, same: true },
    { name: 'only the number of replicas', other: { replicas: 2 }, same: true },
    { name: 'the image', other: { image: 'example.invalid/sample:2' }, same: false },
    { name: 'the settings', other: { env: [{ name: 'MODE', value: 'y' }] }, same: false },
    { name: 'an annotation', other: { annotations: { 'olm.targetNamespaces': 'c' } }, same: false },
    { name: 'the Deployment, under the same name', other: { uid: 'u2' }, same: false },
  ])('tells by the fingerprint that $name changed', ({ other, same }) => {
    expect(jobOf(other).fingerprint === jobOf({}).fingerprint).toBe(same);
  });
});

function field(name: string, fieldPath: string): unknown {
  return { name, valueFrom: { fieldRef: { fieldPath } } };
}

interface GivenPod {
  metadata?: Record<string, unknown>;
  spec?: Record<string, unknown>;
  status?: Record<string, unknown>;
  image?: string;
}

function aPod({ metadata = {}, spec = {}, status = { phase: 'Running' }, image = 'i:1' }: GivenPod): unknown {
  const annotations = { 'capstan.dev/run': 'sample' };
  const env = [field('WHO', 'metadata.name'), field('NAMESPACE', 'metadata.namespace')];
  return {
    metadata: { name: 'log-0', namespace: 'ns', uid: 'p1', annotations, labels: {}, ...metadata },
    spec: { serviceAccountName: 'sample-sa', containers: [{ name: 'c', image, env }], ...spec },
    status,
  };
}

const OF_DEPLOYMENT = {
  labels: { 'pod-template-hash': '5d9f' },
  ownerReferences: [{ kind: 'ReplicaSet', name: 'op-5d9f' }],
};

describe('judgePod', () => {
  it.each<{ name: string; given: GivenPod; want: Verdict['kind'] }>([
    { name: 'a pod of its own', given: {}, want: 'wanted' },
    {
      name: 'a pod of something that is no Deployment',
      given: { metadata: { ownerReferences: [{ kind: 'Logger', name: 'log' }] } },
      want: 'wanted',
    },
    { name: 'a pod of a Deployment', given: { metadata: OF_DEPLOYMENT }, want: 'foreign' },
    { name: 'a pod without the annotation', given: { metadata: { annotations: {} } }, want: 'foreign' },
    {
      name: 'an unknown name',
      given: { metadata: { annotations: { 'capstan.dev/run': '../../tmp/evil.ts' } } },
      want: 'refused',
    },
    { name: 'one that runs once', given: { spec: { restartPolicy: 'Never' } }, want: 'refused' },
    { name: 'one that has no node yet', given: { status: { phase: 'Pending' } }, want: 'rolling' },
    { name: 'one nobody has looked at yet', given: { status: {} }, want: 'rolling' },
    { name: 'one that has failed', given: { status: { phase: 'Failed' } }, want: 'stopped' },
    {
      name: 'one being deleted',
      given: { metadata: { deletionTimestamp: '2026-01-01T00:00:00Z' } },
      want: 'stopped',
    },
  ])('finds $name $want', ({ given, want }) => {
    expect(judgePod(aPod(given), MODULES).kind).toBe(want);
  });

  it('finds nothing foreign', () => {
    expect(judgePod(undefined, MODULES).kind).toBe('foreign');
  });

  it('describes the process, which knows the name of its pod', () => {
    expect(judgePod(aPod({}), MODULES)).toMatchObject({
      job: {
        ...{ namespace: 'ns', workload: 'pod/log-0', container: 'c', serviceAccount: 'sample-sa' },
        env: { WHO: 'log-0', NAMESPACE: 'ns' },
      },
    });
  });

  it.each<{ name: string; other: GivenPod; same: boolean }>([
    { name: 'a label', other: { metadata: { labels: { a: 'b' } } }, same: true },
    { name: 'the image', other: { image: 'i:2' }, same: false },
    { name: 'the pod, under the same name', other: { metadata: { uid: 'p2' } }, same: false },
  ])('starts it anew where $name changed: not $same', ({ other, same }) => {
    const [one, two] = [aPod({}), aPod(other)].map((pod) => {
      const verdict = judgePod(pod, MODULES);
      return verdict.kind === 'wanted' ? verdict.job.fingerprint : verdict.kind;
    });
    expect(one === two).toBe(same);
  });
});

describe('what is called', () => {
  it.each([
    ['by its ports', { ports: [{ containerPort: 9443 }] }, true],
    ['nowhere', {}, false],
    ['where its Deployment is recreated', { ports: [{ containerPort: 9443 }], strategy: 'Recreate' }, false],
  ] satisfies [string, Given, boolean][])('answers while the next one comes up: %s', (_name, given, want) => {
    expect(judge(aDeployment(given), MODULES)).toMatchObject({ kind: 'wanted', overlaps: want });
  });
});

describe('nextStep', () => {
  const job = jobOf({});
  const wanted: Verdict = { kind: 'wanted', job, overlaps: false };
  const called: Verdict = { ...wanted, overlaps: true };
  it.each([
    { name: 'wanted, nothing runs', verdict: wanted, running: undefined, want: 'start' },
    { name: 'wanted, it runs', verdict: wanted, running: job.fingerprint, want: 'none' },
    { name: 'wanted, another template runs', verdict: wanted, running: 'old', want: 'restart' },
    { name: 'called, another template runs', verdict: called, running: 'old', want: 'replace' },
    { name: 'called, nothing runs', verdict: called, running: undefined, want: 'start' },
    { name: 'called, it runs', verdict: called, running: job.fingerprint, want: 'none' },
    {
      name: 'rolling, nothing runs',
      verdict: { kind: 'rolling' } as const,
      running: undefined,
      want: 'none',
    },
    {
      name: 'rolling, the old one runs',
      verdict: { kind: 'rolling' } as const,
      running: 'old',
      want: 'none',
    },
    { name: 'stopped, it runs', verdict: { kind: 'stopped' } as const, running: 'old', want: 'stop' },
    {
      name: 'stopped, nothing runs',
      verdict: { kind: 'stopped' } as const,
      running: undefined,
      want: 'none',
    },
    {
      name: 'annotation removed, it runs',
      verdict: { kind: 'foreign' } as const,
      running: 'old',
      want: 'stop',
    },
    {
      name: 'annotation changed to an unknown name',
      verdict: { kind: 'refused', reason: 'x' } as const,
      running: 'old',
      want: 'stop',
    },
    { name: 'deleted, it runs', verdict: undefined, running: 'old', want: 'stop' },
    { name: 'deleted, nothing runs', verdict: undefined, running: undefined, want: 'none' },
  ])('$name → $want', ({ verdict, running, want }) => {
    expect(nextStep(verdict, running)).toBe(want);
  });
});

describe('what the table lets etcd be told', () => {
  const env = (values: Record<string, string>): unknown[] => {
    const usual = {
      ETCD_NAME: 'a-0',
      ETCD_INITIAL_CLUSTER: 'a-0=http://10.0.0.1:2380,a-1=http://10.0.0.2:2380',
      ETCD_INITIAL_ADVERTISE_PEER_URLS: 'http://10.0.0.1:2380',
      ETCD_ADVERTISE_CLIENT_URLS: 'http://10.0.0.1:2379',
    };
    return Object.entries({ ...usual, ...values }).map(([name, value]) => ({ name, value }));
  };
  const judged = (values: Record<string, string>): Verdict =>
    judge(aDeployment({ module: 'etcd', env: env(values) }), MODULES_OF_LOCAL_MODE);

  it('is addresses of the cluster', () => {
    expect(judged({})).toMatchObject({ kind: 'wanted', job: { native: 'etcd', network: true } });
  });

  it.each([
    ['ETCD_INITIAL_CLUSTER', 'a-0=http://127.0.0.1:2380'],
    ['ETCD_INITIAL_CLUSTER', 'a-0=http://10.0.0.1:2380,a-1=http://127.0.0.1:22'],
    ['ETCD_INITIAL_CLUSTER', 'a-0=http://localhost:2380'],
    ['ETCD_INITIAL_ADVERTISE_PEER_URLS', 'http://0.0.0.0:2380'],
    ['ETCD_ADVERTISE_CLIENT_URLS', 'unix:///etc/passwd'],
    ['ETCD_ADVERTISE_CLIENT_URLS', ''],
  ])('is nothing else: %s=%s', (name, value) => {
    expect(judged({ [name]: value })).toEqual({ kind: 'refused', reason: expect.stringContaining(name) });
  });

  it('is none of its other settings', () => {
    const verdict = judged({ ETCD_DATA_DIR: '/home', ETCD_CONFIG_FILE: '/etc/x', LD_PRELOAD: '/x' });
    if (verdict.kind !== 'wanted') throw new Error('not wanted');
    expect(Object.keys(verdict.job.env).sort()).toEqual([
      ...[
        'ETCD_ADVERTISE_CLIENT_URLS',
        'ETCD_INITIAL_ADVERTISE_PEER_URLS',
        'ETCD_INITIAL_CLUSTER',
        'ETCD_NAME',
      ],
    ]);
  });
});

const ARGOCD = 'quay.io/argoprojlabs/argocd-operator';
const NEWEST = `${ARGOCD}@sha256:a09814522a72864cc10ec1be2834db63593427a9ab4779d97687a73dd30272f4`;

describe('an operator of others', () => {
  const table = new Map([...MODULES_OF_LOCAL_MODE, ...UPSTREAM]);

  /** As its bundle has it, but for what is given. */
  const judged = (container: Record<string, unknown> = {}, given: Given = {}, held = false): Verdict => {
    const deployment = aDeployment({ module: null, ...given }) as {
      spec: { template: { spec: { containers: object[] } } };
    };
    const { spec } = deployment.spec.template;
    const beside = { name: 'proxy', image: 'example.invalid/proxy', args: ['--anything'] };
    const usual = { name: 'manager', image: NEWEST, command: ['/manager'], args: ['--leader-elect'] };
    spec.containers = [beside, { ...spec.containers[0], ...usual, ...container }];
    return judge(deployment, table, held);
  };

  it('is known by the image of one of its containers, for which its process stands', () => {
    const verdict = judged({
      env: [{ name: 'WATCH_NAMESPACE', value: '' }],
      ports: [{ containerPort: 9443 }],
    });
    expect(verdict).toMatchObject({
      kind: 'wanted',
      job: {
        ...{ module: 'argocd-operator 0.18.0', container: 'manager', env: { WATCH_NAMESPACE: '' } },
        ...{ serviceAccount: 'sample-sa', network: false, ports: [{ containerPort: 9443 }] },
        upstream: {
          args: ['--leader-elect'],
          module: { source: { module: 'github.com/argoproj-labs/argocd-operator', version: 'v0.18.0' } },
        },
      },
    });
  });

  it.each([
    ['its tag', `${ARGOCD}:v0.18.0`, 'wanted'],
    ['its older version', `${ARGOCD}:v0.17.0`, 'wanted'],
    ['another tag', `${ARGOCD}:latest`, 'foreign'],
    ['another digest', `${ARGOCD}@sha256:${'0'.repeat(64)}`, 'foreign'],
    ['another registry', `example.invalid/argoprojlabs/argocd-operator:v0.18.0`, 'foreign'],
    ['more behind it', `${NEWEST}0`, 'foreign'],
    ['more before it', `x${NEWEST}`, 'foreign'],
    ['a name of the table', 'argocd-operator 0.18.0', 'foreign'],
    ['nothing', '', 'foreign'],
  ] as const)('is none by %s: %s is %s', (_, image, want) => {
    expect(judged({ image }).kind).toBe(want);
  });

  it('is never what an annotation names', () => {
    const verdict = judged({}, { module: 'argocd-operator 0.18.0' });
    expect(verdict).toMatchObject({ kind: 'refused' });
    expect(verdict).not.toMatchObject({ reason: expect.stringContaining('known: argocd') });
  });

  it('runs for Deployments alone', () => {
    const pod = aPod({ image: NEWEST, metadata: { annotations: {} } });
    expect(judgePod(pod, table).kind).toBe('foreign');
  });

  it.each([
    ['no arguments', { args: [] }, 'wanted'],
    ['no command', { command: undefined }, 'wanted'],
    ['another program', { command: ['/bin/sh', '-c', 'id'] }, 'refused'],
    [
      'its program, with words behind it',
      { command: ['/manager', '--kubeconfig=/root/.kube/config'] },
      'refused',
    ],
    ['a flag of Go', { args: ['--leader-elect', '--kubeconfig=/root/.kube/config'] }, 'refused'],
    ['two words in one', { args: ['--leader-elect --zap-devel'] }, 'refused'],
    ['a line behind it', { args: ['--leader-elect\n--x'] }, 'refused'],
    ['a variable', { args: ['$(WATCH_NAMESPACE)'] }, 'refused'],
  ])('takes of a command line what the table has: %s', (_, container, want) => {
    expect(judged(container).kind).toBe(want);
  });

  it.each([
    ['WATCH_NAMESPACE', 'a,b-c', 'wanted'],
    ['WATCH_NAMESPACE', '../../etc', 'refused'],
    ['ENABLE_CONVERSION_WEBHOOK', 'true', 'wanted'],
    ['ENABLE_CONVERSION_WEBHOOK', '/etc/passwd', 'refused'],
    ['ARGOCD_IMAGE', 'quay.io/argoproj/argocd@sha256:1', 'wanted'],
    ['ARGOCD_IMAGE', '$(id)', 'refused'],
  ])('takes values that look like it: %s=%s is %s', (name, value, want) => {
    expect(judged({ env: [{ name, value }] }).kind).toBe(want);
  });

  it('hears nothing of other variables', () => {
    const names = [
      'REDIS_CONFIG_PATH',
      'KUBECONFIG',
      'HTTP_PROXY',
      'GODEBUG',
      'TMPDIR',
      'CAPSTAN_MOUNTS',
      'PATH',
    ];
    const verdict = judged({ env: names.map((name) => ({ name, value: '/tmp' })) });
    expect(verdict).toMatchObject({ kind: 'wanted', job: { env: {} } });
  });

  it('finds Secrets and empty folders below its own place, and nothing of this machine', () => {
    const volumes = [
      { name: 'cert', secret: { secretName: 'cert' } },
      { name: 'host', hostPath: { path: '/' } },
      { name: 'out', secret: { secretName: 'out' } },
    ];
    const volumeMounts = [
      { name: 'cert', mountPath: '/tmp/k8s-webhook-server/serving-certs' },
      { name: 'host', mountPath: '/host' },
      { name: 'out', mountPath: '/../../out' },
    ];
    expect(judged({ volumeMounts }, { volumes })).toMatchObject({
      job: { mounts: [{ secretName: 'cert' }], scratch: [] },
    });
  });

  it('waits for its pods, unless it is the runner that says they wait', () => {
    const status = { ...READY, availableReplicas: 0 };
    expect(judged({}, { status }).kind).toBe('rolling');
    expect(judged({}, { status }, true).kind).toBe('wanted');
    expect(judged({}, { status: { ...status, updatedReplicas: 0 } }, true).kind).toBe('rolling');
  });
});
