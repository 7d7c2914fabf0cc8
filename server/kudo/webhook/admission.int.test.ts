/** Who writes an Instance gets no further by it than their own rights go, on a real API server that asks our webhook. */
import { beforeAll, describe, expect, it } from 'vitest';
import { at, items } from '#lib/base/loose.ts';
import type { KubeObject, Resource } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { reviewText } from '#lib/kudo/admission/review.ts';
import { kudoResources } from '#lib/kudo/api/types.ts';
import { packageFamily } from '#lib/kudo/package/family.ts';
import { startController, type ControllerProcess } from '#local/testing/controller.ts';
import { startTestCluster, type TestCluster } from '#local/testing/cluster.ts';
import { eventually } from '#local/testing/eventually.ts';
import { heldByFile } from '#local/testing/held.ts';
import { person } from '#local/testing/people/person.ts';
import { createClient } from '#server/kube/client.ts';
import { loadConfig } from '#server/kube/config.ts';
import type { KubeClient } from '#server/kube/types.ts';
import { INSTANCE_WEBHOOK } from '#server/kudo/webhook/registration.ts';
import { smallPackage } from '#server/kudo/testing/small-package.ts';

const HOME = 'pier';
const { instances, operatorVersions } = kudoResources;
const configurations = resources.mutatingWebhookConfigurations;
const held = heldByFile();
let cluster: TestCluster;
let admin: KubeClient;
/** May edit the namespace, and write Instances there. */
let editor: KubeClient;
let controller: ControllerProcess;

const crane = smallPackage({
  name: 'crane',
  tasks: {
    own: 'kind: Apply, spec: {resources: [map.yaml]}',
    reach: 'kind: Apply, spec: {resources: [role.yaml]}',
    tidy: 'kind: Delete, spec: {resources: [map.yaml]}',
  },
  plans: { deploy: ['own'], reach: ['reach'], cleanup: ['tidy'] },
  parameters: ['{name: TEXT, default: calm}', '{name: KIND, default: ConfigMap}'],
  templates: {
    'map.yaml': [
      'apiVersion: v1',
      'kind: {{ .Params.KIND }}',
      'metadata: {name: crane}',
      'data: {text: {{ .Params.TEXT }}}',
    ].join('\n'),
    'role.yaml': [
      'apiVersion: rbac.authorization.k8s.io/v1',
      'kind: ClusterRoleBinding',
      'metadata: {name: {{ .Name }}-all}',
      'roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: cluster-admin}',
      'subjects: [{kind: User, name: somebody, apiGroup: rbac.authorization.k8s.io}]',
    ].join('\n'),
  },
});

beforeAll(async () => {
  cluster = held.use(await startTestCluster());
  admin = createClient(loadConfig({ kubeconfig: cluster.kubeconfig }));
  controller = held.use(await start());
  await admin.create(resources.namespaces, { apiVersion: 'v1', kind: 'Namespace', metadata: { name: HOME } });
  editor = await person(cluster.kubeconfig, {
    name: 'editor',
    namespace: HOME,
    rights: [
      { apiGroups: ['kudo.dev'], resources: ['instances'], verbs: ['*'] },
      { apiGroups: [''], resources: ['configmaps'], verbs: ['*'] },
    ],
  });
  await eventually(() => admin.get(configurations, { name: INSTANCE_WEBHOOK }));
  const family = packageFamily(crane, false, () => ({ problem: 'none' }));
  if ('problem' in family) throw new Error(family.problem);
  for (const { operator, version } of family.members) {
    const place = ({ metadata, ...object }: KubeObject): KubeObject =>
      JSON.parse(JSON.stringify({ ...object, metadata: { ...metadata, namespace: HOME } })) as KubeObject;
    await eventually(() => admin.apply(kudoResources.operators, place(operator), { fieldManager: 'test' }));
    await eventually(() => admin.apply(operatorVersions, place(version), { fieldManager: 'test' }));
  }
});

function start(): Promise<ControllerProcess> {
  return startController({
    kubeconfig: cluster.kubeconfig,
    catalogs: {},
    flags: ['--kudo', '--kudo-webhook', 'localhost'],
  });
}

const anInstance = (
  name: string,
  more: { parameters?: Record<string, string>; annotations?: Record<string, string> } = {},
): KubeObject => ({
  ...{ apiVersion: 'kudo.dev/v1beta1', kind: 'Instance' },
  metadata: {
    name,
    namespace: HOME,
    ...(more.annotations === undefined ? {} : { annotations: more.annotations }),
  },
  spec: {
    operatorVersion: { name: 'crane-1.0.0' },
    ...(more.parameters === undefined ? {} : { parameters: more.parameters }),
  },
});

const patch = (client: KubeClient, name: string, body: Record<string, unknown>): Promise<KubeObject> =>
  client.patch(instances, { namespace: HOME, name }, { type: 'merge', body });

async function untilPlan(name: string, plan: string, status = 'COMPLETE'): Promise<void> {
  await eventually(async () => {
    const found = await admin.get(instances, { namespace: HOME, name });
    const told = [
      at(found, 'status', 'planStatus', plan, 'status'),
      at(found, 'spec', 'planExecution', 'planName') ?? '',
    ];
    expect(told, `${JSON.stringify(found['status'])}\n${controller.log.join('\n')}`).toEqual([status, '']);
  });
}

const exists = (resource: Resource, name: string): Promise<KubeObject> =>
  admin.get(resource, resource.namespaced ? { namespace: HOME, name } : { name });

describe('whoever may edit a namespace', () => {
  it('KUDO 37: runs the plans that their rights reach for, with a uid of ours', async () => {
    const created = await editor.create(instances, {
      ...anInstance('small'),
      spec: {
        ...(anInstance('small')['spec'] as object),
        planExecution: { planName: 'deploy', uid: 'mine' },
      },
    });
    expect(at(created, 'spec', 'planExecution', 'planName')).toBe('deploy');
    expect(at(created, 'spec', 'planExecution', 'uid')).not.toBe('mine');
    expect(created.metadata.finalizers).toEqual(['kudo.dev.instance.cleanup']);
    await untilPlan('small', 'deploy');
    await exists(resources.configMaps, 'crane');
  });

  it('does not get a ClusterRoleBinding by a plan, and is told which right is missing', async () => {
    const asked = patch(editor, 'small', { spec: { planExecution: { planName: 'reach' } } });
    await expect(asked).rejects.toThrow(
      /plan reach of crane-1\.0\.0 takes rights that .*editor.* does not have/,
    );
    await expect(asked).rejects.toThrow('create clusterrolebindings.rbac.authorization.k8s.io');
    await expect(asked).rejects.toThrow('bind clusterroles.rbac.authorization.k8s.io cluster-admin');
    await expect(exists(resources.clusterRoleBindings, 'small-all')).rejects.toMatchObject({
      kind: 'notFound',
    });
  });

  it('does not get another kind by a parameter', async () => {
    const asked = patch(editor, 'small', { spec: { parameters: { KIND: 'Secret' } } });
    await expect(asked).rejects.toThrow('create secrets, patch secrets');
    await patch(editor, 'small', { spec: { parameters: { TEXT: 'windy' } } });
    await untilPlan('small', 'deploy');
    expect(at(await exists(resources.configMaps, 'crane'), 'data', 'text')).toBe('windy');
  });

  it('cannot bring a review of their own', async () => {
    const forged = reviewText({ versions: {}, rights: ['create secrets'], later: [] });
    const written = await patch(editor, 'small', {
      metadata: { annotations: { 'capstan.dev/reviewed': forged } },
    });
    expect(written.metadata.annotations?.['capstan.dev/reviewed']).not.toBe(forged);
  });

  it('leaves what KUDO refuses refused, in its words (KUDO 42)', async () => {
    await expect(patch(editor, 'small', { spec: { planExecution: { planName: 'none' } } })).rejects.toThrow(
      'plan none does not exist',
    );
  });
});

describe('whoever has all rights', () => {
  it('runs the plan, also with the very identity of the controller', async () => {
    await patch(admin, 'small', { spec: { planExecution: { planName: 'reach' } } });
    await untilPlan('small', 'reach');
    await exists(resources.clusterRoleBindings, 'small-all');
  });
});

describe('a version that is changed under a plan', () => {
  it('runs nothing before its rights are looked at again', async () => {
    const ref = { namespace: HOME, name: 'crane-1.0.0' };
    await editor.create(instances, anInstance('late', { parameters: { TEXT: 'early' } }));
    await untilPlan('late', 'deploy');
    const version = await admin.get(operatorVersions, ref);
    const templates = at(version, 'spec', 'templates') as Record<string, string>;
    await controller.stop();
    await admin.delete(configurations, { name: INSTANCE_WEBHOOK });
    // Nobody is asked: neither about the version nor about the Instance.
    await eventually(() => patch(editor, 'late', { spec: { parameters: { TEXT: 'later' } } }));
    const key = `${HOME}/crane-1.0.0`;
    const mark = `${version.metadata.uid ?? ''}/2`;
    const rights = ['create secrets', 'patch secrets'];
    await editor.create(
      instances,
      anInstance('forged', {
        parameters: { KIND: 'Secret' },
        annotations: {
          'capstan.dev/reviewed': reviewText({ versions: { [key]: mark }, rights, later: rights }),
        },
      }),
    );
    await admin.patch(operatorVersions, ref, {
      type: 'merge',
      body: { spec: { templates: { 'map.yaml': `${templates['map.yaml'] ?? ''}\n` } } },
    });
    controller = held.use(await start());
    await eventually(async () => {
      const found = await admin.get(instances, { namespace: HOME, name: 'late' });
      expect(JSON.stringify(found['status'])).toContain(
        'has changed since the rights of the author were checked',
      );
    });
    expect(at(await exists(resources.configMaps, 'crane'), 'data', 'text')).not.toBe('later');
    // Written while nobody was asked, with a review that nobody made.
    await eventually(async () => {
      const found = await admin.get(instances, { namespace: HOME, name: 'forged' });
      expect(JSON.stringify(found['status'])).toContain('Nobody has been found to have the rights');
    });
    await expect(exists(resources.secrets, 'crane')).rejects.toMatchObject({ kind: 'notFound' });
    await eventually(() => exists(configurations, INSTANCE_WEBHOOK));
    await eventually(() => patch(editor, 'late', { metadata: { annotations: { again: 'please' } } }));
    await untilPlan('late', 'deploy');
    expect(at(await exists(resources.configMaps, 'crane'), 'data', 'text')).toBe('later');
  });
});

describe('a plan on a schedule', () => {
  it('needs the rights of who schedules it, and runs by them', async () => {
    const schedule = (plan: string, text: string | null): Promise<KubeObject> =>
      patch(editor, 'small', { metadata: { annotations: { [`capstan.dev/schedule.${plan}`]: text } } });
    await expect(schedule('reach', '0 3 * * *')).rejects.toThrow('create clusterrolebindings');
    await schedule('deploy', '0 3 * * *');
    const ref = { namespace: HOME, name: 'small' };
    await eventually(async () => {
      expect((await admin.get(instances, ref)).metadata.annotations).toHaveProperty([
        'capstan.dev/scheduled',
      ]);
    });
    const runOf = async (): Promise<unknown> =>
      at(await admin.get(instances, ref), 'status', 'planStatus', 'deploy', 'uid');
    const before = await runOf();
    // As if nobody had run anything for days.
    const marks = JSON.stringify({ deploy: '2026-01-01T03:00:00Z' });
    await patch(editor, 'small', { metadata: { annotations: { 'capstan.dev/scheduled': marks } } });
    await eventually(async () => {
      expect(await runOf()).not.toBe(before);
    });
    await untilPlan('small', 'deploy');
    await eventually(async () => {
      const { items: events } = await admin.list(resources.events, { namespace: HOME });
      expect(events.map(({ reason }) => reason)).toContain('ScheduleMissed');
    });
    await schedule('deploy', null);
  });
});

describe('the webhook', () => {
  it('is registered again when somebody takes it away, or leads elsewhere', async () => {
    await admin.delete(configurations, { name: INSTANCE_WEBHOOK });
    await eventually(() => exists(configurations, INSTANCE_WEBHOOK));
    const there = await exists(configurations, INSTANCE_WEBHOOK);
    const [webhook] = items(there['webhooks']);
    const url = at(webhook, 'clientConfig', 'url');
    const elsewhere = { ...there, webhooks: [{ ...(webhook as object), failurePolicy: 'Ignore' }] };
    await admin.replace(configurations, elsewhere);
    await eventually(async () => {
      const [now] = items((await exists(configurations, INSTANCE_WEBHOOK))['webhooks']);
      expect([at(now, 'clientConfig', 'url'), at(now, 'failurePolicy')]).toEqual([url, 'Fail']);
    });
  });

  it('lets nobody past while no controller runs, and anybody again once one does', async () => {
    await controller.stop();
    await expect(patch(editor, 'small', { spec: { parameters: { TEXT: 'dark' } } })).rejects.toThrow(
      'failed calling webhook "instances.capstan.dev"',
    );
    controller = held.use(await start());
    await eventually(() => patch(editor, 'small', { spec: { parameters: { TEXT: 'bright' } } }));
    await untilPlan('small', 'deploy');
  });

  it('lets an Instance go, with what its author could have deleted', async () => {
    await editor.delete(instances, { namespace: HOME, name: 'small' });
    await eventually(async () => {
      await expect(admin.get(instances, { namespace: HOME, name: 'small' })).rejects.toMatchObject({
        kind: 'notFound',
      });
    });
    await expect(exists(resources.configMaps, 'crane')).rejects.toMatchObject({ kind: 'notFound' });
  });

  it('leaves the place to KUDO itself', async () => {
    await controller.stop();
    await admin.create(configurations, {
      ...{ apiVersion: 'admissionregistration.k8s.io/v1', kind: 'MutatingWebhookConfiguration' },
      metadata: { name: 'kudo-manager-instance-admission-webhook-config' },
    });
    controller = held.use(await start());
    await eventually(async () => {
      await expect(exists(configurations, INSTANCE_WEBHOOK)).rejects.toMatchObject({ kind: 'notFound' });
    });
    await controller.stop();
    await admin.delete(configurations, { name: 'kudo-manager-instance-admission-webhook-config' });
    controller = held.use(await start());
    await eventually(() => exists(configurations, INSTANCE_WEBHOOK));
  });

  it('goes with the flag that asked for it', async () => {
    await controller.stop();
    controller = held.use(
      await startController({
        kubeconfig: cluster.kubeconfig,
        catalogs: {},
        flags: ['--kudo', '--kudo-trust-authors'],
      }),
    );
    await eventually(async () => {
      await expect(exists(configurations, INSTANCE_WEBHOOK)).rejects.toMatchObject({ kind: 'notFound' });
    });
  });
});
