/** What happens to plans on the way: failures, refusals, aborts, deletions, and an engine that dies after each write. */
import { beforeAll, describe, expect, it } from 'vitest';
import { at } from '#lib/base/loose.ts';
import type { KubeObject } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { readPlanRuns } from '#lib/kudo/api/parse.ts';
import { kudoResources } from '#lib/kudo/api/types.ts';
import { effort, isDeep } from '#local/testing/effort.ts';
import { eventually } from '#local/testing/eventually.ts';
import { heldByFile } from '#local/testing/held.ts';
import { mortalClient } from '#local/testing/mortal-client.ts';
import { createClient } from '#server/kube/client.ts';
import { loadConfig } from '#server/kube/config.ts';
import { startKudoBench, type KudoBench } from './testing/kudo-bench.ts';
import { configMap, smallPackage, type SmallPackage } from './testing/small-package.ts';

const held = heldByFile();
const jobs = { group: 'batch', version: 'v1', plural: 'jobs', kind: 'Job', namespaced: true };
let user: KudoBench;

beforeAll(async () => {
  user = await startKudoBench(held);
});

/** One task of each kind that needs no child; the object of the cluster has no owner. */
const EVERYTHING: SmallPackage = {
  name: 'everything',
  tasks: {
    first: 'kind: Apply, spec: {resources: [first.yaml, role.yaml]}',
    job: 'kind: Apply, spec: {resources: [job.yaml]}',
    tidy: 'kind: Delete, spec: {resources: [job.yaml]}',
    extra: 'kind: Toggle, spec: {parameter: EXTRA, resources: [extra.yaml]}',
    last: 'kind: Apply, spec: {resources: [last.yaml]}',
    bye: 'kind: Delete, spec: {resources: [first.yaml]}',
  },
  plans: { deploy: ['first', 'job', 'tidy', 'extra', 'last'], cleanup: ['bye'] },
  parameters: ['{name: EXTRA, default: "true"}', '{name: WORD, default: hello}'],
  templates: {
    'first.yaml': configMap('first', '{word: "{{ .Params.WORD }}"}'),
    'role.yaml': `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: "{{ .Namespace }}-role"}
rules: []
`,
    'job.yaml': `apiVersion: batch/v1
kind: Job
metadata: {name: job}
spec: {template: {spec: {restartPolicy: Never, containers: [{name: a, image: a}]}}}
`,
    'extra.yaml': configMap('extra'),
    'last.yaml': configMap('last'),
  },
};

async function untilGone(namespace: string): Promise<void> {
  await eventually(async () => {
    expect(await user.find(kudoResources.instances, namespace, 'it')).toBeUndefined();
  });
}

/** What a plan leaves behind, without what tells two runs apart. */
async function outcome(namespace: string): Promise<unknown> {
  const made = await Promise.all(
    [resources.configMaps, jobs, resources.clusterRoles].map(async (resource) => {
      const where = resource.namespaced ? { namespace } : {};
      const { items } = await user.client.list(resource, { ...where, labelSelector: 'heritage=kudo' });
      return items.filter(({ metadata }) => resource.namespaced || metadata.name === `${namespace}-role`);
    }),
  );
  const [maps = []] = made;
  const runs = readPlanRuns(
    at(
      maps.find(({ metadata }) => metadata.name === 'it.plan-runs'),
      'data',
      'runs',
    ),
  );
  const { status, metadata } = (await user.instance(namespace, 'it')) as KubeObject & { status: unknown };
  const plans = Object.values((at(status, 'planStatus') ?? {}) as Record<string, unknown>);
  return {
    objects: made
      .flat()
      .map(({ kind, metadata: { name } }) => `${kind} ${name.replace(namespace, 'NS')}`)
      .sort(),
    runs: runs.map((run) => [run.plan, run.status, run.ended !== undefined]),
    steps: plans.map((plan) => [at(plan, 'name'), at(plan, 'status'), JSON.stringify(at(plan, 'phases'))]),
    finalizers: metadata.finalizers,
  };
}

describe('an engine that lives', () => {
  beforeAll(async () => {
    const engine = await user.engine();
    return () => engine.stop();
  });

  it('KUDO 44, 45, 79: cleanup runs before the end, and objects of the cluster go with their instance', async () => {
    await user.install('leaving', EVERYTHING);
    await user.untilPlan('leaving', 'it', 'deploy', 'COMPLETE');
    expect(await user.find(resources.clusterRoles, '', 'leaving-role')).toBeDefined();
    const { metadata } = await user.instance('leaving', 'it');
    expect([...(metadata.finalizers ?? [])].sort()).toEqual([
      'capstan.dev/cluster-objects',
      'kudo.dev.instance.cleanup',
    ]);
    await user.client.delete(kudoResources.instances, { namespace: 'leaving', name: 'it' });
    await untilGone('leaving');
    expect(await user.find(resources.clusterRoles, '', 'leaving-role')).toBeUndefined();
    await eventually(async () =>
      expect(await user.reasons('leaving')).toContain(
        'PlanFinished: Execution of plan cleanup finished with status COMPLETE',
      ),
    );
  });

  it('KUDO 45: a cleanup that fails holds the instance, until it is told to go without', async () => {
    await user.install('stuck', {
      name: 'stuck',
      tasks: {
        ok: 'kind: Dummy, spec: {done: true}',
        fail: 'kind: Dummy, spec: {wantErr: true, fatal: true}',
      },
      plans: { deploy: ['ok'], cleanup: ['fail'] },
    });
    await user.untilPlan('stuck', 'it', 'deploy', 'COMPLETE');
    await user.client.delete(kudoResources.instances, { namespace: 'stuck', name: 'it' });
    await user.untilPlan('stuck', 'it', 'cleanup', 'FATAL_ERROR');
    const uid = at(await user.instance('stuck', 'it'), 'status', 'planStatus', 'cleanup', 'uid');
    await user.change('stuck', 'it', { spec: { planExecution: { planName: 'cleanup', uid: 'again' } } });
    await eventually(async () => {
      const again = await user.untilPlan('stuck', 'it', 'cleanup', 'FATAL_ERROR');
      expect(at(again, 'status', 'planStatus', 'cleanup', 'uid')).not.toBe(uid);
    });
    await user.change('stuck', 'it', { metadata: { annotations: { 'capstan.dev/skip-cleanup': 'true' } } });
    await untilGone('stuck');
  });

  it('KUDO 76: a Job that has failed ends its plan, which the status and an Event say', async () => {
    await user.install('failing', {
      name: 'failing',
      tasks: { job: 'kind: Apply, spec: {resources: [job.yaml]}' },
      plans: { deploy: ['job'] },
      templates: {
        'job.yaml': `apiVersion: batch/v1
kind: Job
metadata: {name: job}
spec: {managedBy: example.com/nobody, template: {spec: {restartPolicy: Never, containers: [{name: a, image: a}]}}}
`,
      },
    });
    const ref = { namespace: 'failing', name: 'job' };
    await eventually(() => user.client.get(jobs, ref));
    const now = new Date().toISOString();
    const conditions = ['FailureTarget', 'Failed'].map((type) => ({
      ...{ type, status: 'True', reason: 'BackoffLimitExceeded', message: 'no luck' },
      ...{ lastTransitionTime: now, lastProbeTime: now },
    }));
    const body = { status: { startTime: now, conditions } };
    await user.client.patch(jobs, ref, { type: 'merge', body }, { subresource: 'status' });
    const found = await user.untilPlan('failing', 'it', 'deploy', 'FATAL_ERROR');
    expect(JSON.stringify(found['status'])).toContain('no luck');
    await eventually(async () =>
      expect((await user.reasons('failing')).join('\n')).toMatch(
        /FailedTerminalStateError: .*failing\/it failed in deploy.main.job.job/,
      ),
    );
  });

  it('KUDO 42: what is refused is told, and not acted on; once taken back the instance goes on', async () => {
    await user.install('refused', EVERYTHING);
    await user.untilPlan('refused', 'it', 'deploy', 'COMPLETE');
    await user.change('refused', 'it', { spec: { parameters: { NOPE: '1', WORD: 'other' } } });
    await eventually(async () => {
      expect((await user.reasons('refused')).join('\n')).toContain(
        'UpdateRefused: failed to update Instance refused/it: failed to find parameter "NOPE"',
      );
    });
    expect(at(await user.find(resources.configMaps, 'refused', 'first'), 'data', 'word')).toBe('hello');
    await user.change('refused', 'it', { spec: { parameters: { NOPE: null } } });
    await eventually(async () => {
      expect(at(await user.find(resources.configMaps, 'refused', 'first'), 'data', 'word')).toBe('other');
    });
  });

  it('a plan that hangs is aborted, and goes on from where it hung when it is retried', async () => {
    await user.install('hanging', {
      name: 'hanging',
      tasks: {
        first: 'kind: Apply, spec: {resources: [first.yaml]}',
        app: 'kind: Apply, spec: {resources: [app.yaml]}',
      },
      plans: { deploy: ['first', 'app'] },
      templates: {
        'first.yaml': configMap('first'),
        'app.yaml': `apiVersion: apps/v1
kind: Deployment
metadata: {name: app}
spec:
  selector: {matchLabels: {app: a}}
  template:
    metadata: {labels: {app: a}}
    spec: {nodeSelector: {here: none}, containers: [{name: a, image: a}]}
`,
      },
    });
    const plan = async (): Promise<unknown> =>
      at(await user.instance('hanging', 'it'), 'status', 'planStatus', 'deploy');
    await eventually(async () =>
      expect(JSON.stringify(await plan())).toContain('"name":"app","status":"IN_PROGRESS"'),
    );
    const uid = String(at(await plan(), 'uid'));
    await user.change('hanging', 'it', { metadata: { annotations: { 'capstan.dev/abort-plan': uid } } });
    const aborted = await user.untilPlan('hanging', 'it', 'deploy', 'FATAL_ERROR');
    expect(at(aborted, 'status', 'planStatus', 'deploy', 'message')).toBe('aborted by request');
    expect(aborted.metadata.annotations).not.toHaveProperty('capstan.dev/abort-plan');
    const retry = {
      metadata: { annotations: { 'capstan.dev/retry-plan': uid } },
      spec: { planExecution: { planName: 'deploy' } },
    };
    await user.cluster.kubectl('label', 'nodes', '--all', 'here=none');
    await user.client.delete(resources.configMaps, { namespace: 'hanging', name: 'first' });
    await user.change('hanging', 'it', retry);
    await eventually(async () => expect(at(await plan(), 'uid')).not.toBe(uid));
    await user.untilPlan('hanging', 'it', 'deploy', 'COMPLETE');
    // What was complete is not done again.
    expect(await user.find(resources.configMaps, 'hanging', 'first')).toBeUndefined();
  });

  it('an Instance whose version comes later waits for it, and says so', async () => {
    await user.namespace('early');
    await user.instantiate('early', 'it', { operatorVersion: { name: 'everything-1.0.0' } });
    await eventually(async () =>
      expect((await user.reasons('early')).sort()).toEqual([
        'InvalidOperatorVersion: OperatorVersion early/everything-1.0.0 not found',
        'UpdateRefused: operatorversions.kudo.dev "everything-1.0.0" not found',
      ]),
    );
    await user.provide('early', smallPackage(EVERYTHING));
    await user.untilPlan('early', 'it', 'deploy', 'COMPLETE');
  });

  it('what kubectl kudo sends is taken: install, update, trigger, upgrade, uninstall', async () => {
    const send = (body: Record<string, unknown>): Promise<void> => user.change('cli', 'it', body);
    const plans = { ...EVERYTHING.plans, update: ['first'], check: ['last'] };
    await user.install('cli', { ...EVERYTHING, plans });
    await user.untilPlan('cli', 'it', 'deploy', 'COMPLETE');
    await send({ spec: { parameters: { WORD: 'two' } } });
    await user.untilPlan('cli', 'it', 'update', 'COMPLETE');
    expect(at(await user.find(resources.configMaps, 'cli', 'first'), 'data', 'word')).toBe('two');
    const status = { status: 'NEVER_RUN' };
    await send({ spec: { planExecution: { planName: 'check', uid: 'made-by-the-cli', ...status } } });
    const checked = await user.untilPlan('cli', 'it', 'check', 'COMPLETE');
    expect(at(checked, 'status', 'planStatus', 'check', 'uid')).not.toBe('made-by-the-cli');
    // The new version has no plan of its own for upgrades: update runs.
    const next = await user.provide('cli', smallPackage({ ...EVERYTHING, plans, version: '2.0.0' }));
    const before = at(checked, 'status', 'planStatus', 'update', 'uid');
    await send({ spec: { operatorVersion: { name: next } } });
    await eventually(async () => {
      const upgraded = await user.untilPlan('cli', 'it', 'update', 'COMPLETE');
      expect(at(upgraded, 'status', 'planStatus', 'update', 'uid')).not.toBe(before);
    });
    const first = await user.find(resources.configMaps, 'cli', 'first');
    expect(first?.metadata.annotations).toMatchObject({ 'kudo.dev/operator-version': '2.0.0' });
    await user.client.delete(kudoResources.instances, { namespace: 'cli', name: 'it' });
    await untilGone('cli');
  });

  it('KUDO 42: an immutable parameter stays what it was', async () => {
    await user.install('fixed', {
      ...EVERYTHING,
      name: 'fixed',
      parameters: [...(EVERYTHING.parameters ?? []), '{name: CLASS, default: slow, immutable: true}'],
    });
    const done = await user.untilPlan('fixed', 'it', 'deploy', 'COMPLETE');
    expect(at(done, 'spec', 'parameters')).toEqual({ CLASS: 'slow' });
    await user.change('fixed', 'it', { spec: { parameters: { CLASS: 'quick' } } });
    await eventually(async () =>
      expect((await user.reasons('fixed')).join('\n')).toContain(
        "parameter 'CLASS' is immutable but was changed from 'slow' to 'quick'",
      ),
    );
  });

  it('an Instance that cannot be read is told of, and holds up nobody', async () => {
    await user.install('odd', EVERYTHING);
    await user.untilPlan('odd', 'it', 'deploy', 'COMPLETE');
    const body = { status: { planStatus: { deploy: { status: 'WELL' } } } };
    const ref = { namespace: 'odd', name: 'it' };
    const patch = { type: 'merge', body } as const;
    await user.client.patch(kudoResources.instances, ref, patch, { subresource: 'status' });
    await eventually(async () =>
      expect((await user.reasons('odd')).join('\n')).toContain(
        'InvalidPlan: Instance odd/it: status.planStatus.deploy.status: ',
      ),
    );
  });

  it('a custom resource may stand in the step after its definition', async () => {
    await user.install('custom', {
      name: 'custom',
      tasks: {
        definition: 'kind: Apply, spec: {resources: [crd.yaml]}',
        object: 'kind: Apply, spec: {resources: [object.yaml]}',
      },
      plans: { deploy: ['definition', 'object'] },
      templates: {
        'crd.yaml': `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: things.custom.example.com}
spec:
  group: custom.example.com
  scope: Namespaced
  names: {kind: Thing, listKind: ThingList, plural: things, singular: thing}
  versions:
    - {name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}}
`,
        'object.yaml':
          'apiVersion: custom.example.com/v1\nkind: Thing\nmetadata: {name: one}\nspec: {a: 1}\n',
      },
    });
    await user.untilPlan('custom', 'it', 'deploy', 'COMPLETE');
    const things = {
      group: 'custom.example.com',
      version: 'v1',
      plural: 'things',
      kind: 'Thing',
      namespaced: true,
    };
    expect(at(await user.find(things, 'custom', 'one'), 'spec', 'a')).toBe(1);
  });
});

describe('an engine that dies after a write', () => {
  const mortal = (lastWrite?: number): ReturnType<typeof mortalClient> =>
    mortalClient(
      createClient(loadConfig({ kubeconfig: user.cluster.kubeconfig })),
      lastWrite ?? Number.POSITIVE_INFINITY,
    );

  async function liveOut(namespace: string): Promise<readonly string[]> {
    const life = mortal();
    const engine = await user.engine(life.client);
    await user.untilPlan(namespace, 'it', 'deploy', 'COMPLETE');
    await engine.queue.idle();
    await engine.stop();
    return life.writes;
  }

  async function expectComplete(namespace: string): Promise<void> {
    const instance = await user.instance(namespace, 'it');
    expect(at(instance, 'status', 'planStatus', 'deploy', 'status')).toBe('COMPLETE');
  }

  it('is followed by one that brings the plan to the same end', async () => {
    await user.install('calm', EVERYTHING);
    const calm = await liveOut('calm');
    const want = await outcome('calm');
    expect(calm.length).toBeGreaterThan(10);
    const deaths = calm.map((_, index) => index + 1).filter((write) => isDeep || write % effort(2, 1) === 0);
    let died = 0;
    for (const write of deaths) {
      const namespace = `death-${String(write)}`;
      const first = mortal(write);
      const engine = await user.engine(first.client);
      await user.install(namespace, EVERYTHING);
      // One that was spared a write or two comes to its end.
      await eventually(() => (first.dead ? undefined : expectComplete(namespace)));
      died += first.dead ? 1 : 0;
      engine.abandon();
      await liveOut(namespace);
      expect([write, await outcome(namespace)]).toEqual([write, want]);
    }
    expect(died).toBeGreaterThan(deaths.length / 2);
  });

  it('and one with nothing to do writes nothing', async () => {
    const life = mortal();
    const engine = await user.engine(life.client);
    await user.cluster.kubectl('label', 'configmap', 'last', '-n', 'calm', 'touched=true');
    await user.cluster.kubectl('label', 'instances.kudo.dev', 'it', '-n', 'calm', 'touched=true');
    await eventually(async () => {
      const { items } = await user.client.list(kudoResources.instances, { labelSelector: 'touched=true' });
      expect(items).toHaveLength(1);
    });
    await engine.queue.idle();
    await engine.stop();
    // What is refused is told again by each engine, once.
    expect(life.writes.filter((entry) => !entry.startsWith('create Event '))).toEqual([]);
  });
});
