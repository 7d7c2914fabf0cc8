/** The webhook for Instances as the chart deploys it: two replicas behind one Service, with the rights of the chart and no others. */
import { once } from 'node:events';
import { request } from 'node:https';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { at, items } from '#lib/base/loose.ts';
import type { KubeObject, Resource } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { kudoResources } from '#lib/kudo/api/types.ts';
import { commandLine, CONTROLLER, DECLARATIVE } from '#local/testing/deploy/account.ts';
import { leadToReplicas, serviceOf } from '#local/testing/deploy/replicas.ts';
import type { ControllerProcess } from '#local/testing/controller.ts';
import { eventually } from '#local/testing/eventually.ts';
import { heldByFile } from '#local/testing/held.ts';
import { startOperators, type Operators } from '#local/testing/operators.ts';
import { person } from '#local/testing/people/person.ts';
import { kudoUser, type KudoUser } from '#server/kudo/testing/kudo-bench.ts';
import { smallPackage } from '#server/kudo/testing/small-package.ts';
import { INSTANCE_WEBHOOK } from '#server/kudo/webhook/registration.ts';

const HOME = 'pier';
const SYSTEM = 'capstan-system';
const SERVICE = 'capstan-instances';
const { instances } = kudoResources;
const configurations = resources.mutatingWebhookConfigurations;

/** As the chart has them, but for the port: both run on this machine. */
const FLAGS = commandLine(CONTROLLER, DECLARATIVE).filter(
  (flag) => flag.startsWith('--kudo') && !flag.startsWith('--kudo-webhook-port'),
);

const held = heldByFile();
let operators: Operators;
/** With all rights. */
let user: KudoUser;
/** May write Instances, ConfigMaps and Jobs in the namespace. */
let editor: KudoUser;
/** Those that the Service leads to, in the order of their start. */
const replicas: Replica[] = [];

interface Replica {
  controller: ControllerProcess;
  /** Where it answers about Instances. */
  port: number;
}

const crane = smallPackage({
  name: 'crane',
  tasks: {
    own: 'kind: Apply, spec: {resources: [map.yaml]}',
    run: 'kind: Apply, spec: {resources: [deployment.yaml, job.yaml]}',
    reach: 'kind: Apply, spec: {resources: [role.yaml, secret.yaml, class.yaml, definition.yaml]}',
    kind: 'kind: Apply, spec: {resources: [hook.yaml]}',
    tidy: 'kind: Delete, spec: {resources: [job.yaml]}',
  },
  plans: { deploy: ['own'], everything: ['run', 'reach', 'kind', 'tidy'], cleanup: ['tidy'] },
  parameters: ['{name: TEXT, default: calm}'],
  templates: {
    'map.yaml':
      'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: "{{ .Name }}"}\ndata: {text: "{{ .Params.TEXT }}"}\n',
    'deployment.yaml': [
      'apiVersion: apps/v1',
      'kind: Deployment',
      'metadata: {name: crane}',
      'spec:',
      '  selector: {matchLabels: {app: crane}}',
      '  template: {metadata: {labels: {app: crane}}, spec: {containers: [{name: a, image: a}]}}',
    ].join('\n'),
    'job.yaml': [
      'apiVersion: batch/v1',
      'kind: Job',
      'metadata: {name: crane}',
      'spec: {template: {spec: {restartPolicy: Never, containers: [{name: a, image: a}]}}}',
    ].join('\n'),
    'role.yaml': [
      'apiVersion: rbac.authorization.k8s.io/v1',
      'kind: ClusterRole',
      'metadata: {name: crane-drivers}',
      'rules: [{apiGroups: ["*"], resources: ["*"], verbs: [impersonate]}]',
    ].join('\n'),
    'secret.yaml': 'apiVersion: v1\nkind: Secret\nmetadata: {name: crane}\nstringData: {key: value}\n',
    'class.yaml':
      'apiVersion: scheduling.k8s.io/v1\nkind: PriorityClass\nmetadata: {name: crane}\nvalue: 5\n',
    'definition.yaml': [
      'apiVersion: apiextensions.k8s.io/v1',
      'kind: CustomResourceDefinition',
      'metadata: {name: hooks.crane.example.com}',
      'spec:',
      '  group: crane.example.com',
      '  scope: Namespaced',
      '  names: {kind: Hook, plural: hooks}',
      '  versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}]',
    ].join('\n'),
    'hook.yaml': 'apiVersion: crane.example.com/v1\nkind: Hook\nmetadata: {name: crane}\n',
  },
});

beforeAll(async () => {
  operators = held.use(await startOperators({ catalogs: {}, flags: FLAGS }));
  user = kudoUser(operators.user.client);
  await behindService(operators.controller);
  await behindService(await operators.start());
  await user.client.apply(resources.services, serviceOf(DECLARATIVE, SERVICE), { fieldManager: 'test' });
  held.use(
    await leadToReplicas(operators.cluster, user.client, {
      ...{ file: DECLARATIVE, portName: 'instances' },
      localPorts: () => replicas.map(({ port }) => port),
    }),
  );
  await user.namespace(HOME);
  editor = kudoUser(
    await person(operators.cluster.kubeconfig, {
      ...{ name: 'editor', namespace: HOME },
      rights: [
        { apiGroups: ['kudo.dev'], resources: ['instances'], verbs: ['*'] },
        { apiGroups: [''], resources: ['configmaps'], verbs: ['*'] },
        { apiGroups: ['batch'], resources: ['jobs'], verbs: ['*'] },
      ],
    }),
  );
  await eventually(() => user.provide(HOME, crane));
});

/** As a pod joins its Service: once it says that it is ready. */
async function behindService(controller: ControllerProcess): Promise<void> {
  const port = await eventually(async () => {
    const answer = await fetch(`${controller.url('health')}/readyz`);
    expect(answer.status, await answer.text()).toBe(200);
    const served = controller.log
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .find(({ msg }) => msg === 'webhook served');
    return z.int().parse(served?.['port']);
  });
  replicas.push({ controller, port });
}

async function registered(): Promise<{ configuration: KubeObject; ca: string; clientConfig: unknown }> {
  const configuration = await user.client.get(configurations, { name: INSTANCE_WEBHOOK });
  const clientConfig = at(items(configuration['webhooks'])[0], 'clientConfig');
  const bundle = at(clientConfig, 'caBundle');
  const ca = Buffer.from(typeof bundle === 'string' ? bundle : '', 'base64').toString();
  return { configuration, ca, clientConfig };
}

/** Whether a replica answers whoever knows that authority and calls it by the name of the Service. */
async function answers({ port }: Replica, ca: string): Promise<string> {
  const asked = request({
    ...{ host: '127.0.0.1', port, path: '/healthz', ca, agent: false },
    servername: `${SERVICE}.${SYSTEM}.svc`,
  }).end();
  const [answer] = (await once(asked, 'response')) as [NodeJS.ReadableStream];
  return text(answer);
}

async function bothAnswer(): Promise<void> {
  await eventually(async () => {
    const { ca } = await registered();
    expect(await Promise.all(replicas.map((replica) => answers(replica, ca)))).toEqual(['ok', 'ok']);
  });
}

const exists = (resource: Resource, name: string): Promise<KubeObject | undefined> =>
  user.find(resource, HOME, name);

describe('two replicas behind the Service of the chart', () => {
  it('answer by one authority, the one that stands by as well as the one that leads', async () => {
    expect(replicas).toHaveLength(2);
    expect(replicas[1]?.controller.ready).toContain('reconciling=standby');
    await bothAnswer();
    expect((await registered()).clientConfig).toMatchObject({
      service: { namespace: SYSTEM, name: SERVICE, port: 443, path: '/admit-kudo-dev-v1beta1-instance' },
    });
  });

  it('admit by the rights of the author, whoever of them is asked', async () => {
    for (const name of ['one', 'two']) {
      await editor.instantiate(HOME, name, { operatorVersion: { name: 'crane-1.0.0' } });
      await editor.untilPlan(HOME, name, 'deploy', 'COMPLETE');
      const asked = editor.change(HOME, name, { spec: { planExecution: { planName: 'everything' } } });
      await expect(asked).rejects.toThrow('create clusterroles.rbac.authorization.k8s.io');
    }
  });

  it('have the rights that plans take of the chart alone', async () => {
    await user.change(HOME, 'one', { spec: { planExecution: { planName: 'everything' } } });
    await user.untilPlan(HOME, 'one', 'everything', 'COMPLETE');
    await expect(exists(resources.clusterRoles, 'crane-drivers')).resolves.toBeDefined();
    await user.client.delete(instances, { namespace: HOME, name: 'one' });
    await eventually(async () => {
      expect(await exists(instances, 'one')).toBeUndefined();
      expect(await exists(resources.clusterRoles, 'crane-drivers')).toBeUndefined();
    });
  });

  it('register it again when somebody takes it away or leads it elsewhere', async () => {
    const { configuration, clientConfig } = await registered();
    await user.client.delete(configurations, { name: INSTANCE_WEBHOOK });
    await eventually(async () => {
      const now = await registered();
      expect(now.configuration.metadata.uid).not.toBe(configuration.metadata.uid);
      expect(now.clientConfig).toEqual(clientConfig);
    });
    await user.client.patch(
      configurations,
      { name: INSTANCE_WEBHOOK },
      {
        type: 'json',
        body: [{ op: 'replace', path: '/webhooks/0/clientConfig/service/name', value: 'nobody' }],
      },
    );
    await eventually(async () => {
      expect((await registered()).clientConfig).toEqual(clientConfig);
    });
  });

  it('show another certificate both when theirs is lost, and are asked by its authority', async () => {
    const { ca } = await registered();
    await user.client.delete(resources.secrets, {
      namespace: SYSTEM,
      name: 'capstan-instance-webhook-tls',
    });
    // Whatever has them look: here the registration.
    await user.client.delete(configurations, { name: INSTANCE_WEBHOOK });
    await eventually(async () => {
      expect((await registered()).ca).not.toBe(ca);
    });
    await bothAnswer();
    await eventually(() => editor.change(HOME, 'two', { metadata: { labels: { seen: 'yes' } } }));
  });
});

describe('the death of the one that leads', () => {
  it('leaves Instances admitted, and their plans run once the other leads', async () => {
    const [leader] = replicas.splice(0, 1);
    await leader?.controller.kill();
    // What is on a connection that dies with it fails; whoever asks again is answered, long before the other leads.
    await eventually(() => editor.instantiate(HOME, 'later', { operatorVersion: { name: 'crane-1.0.0' } }));
    const written = await editor.instance(HOME, 'later');
    expect(at(written, 'spec', 'planExecution', 'planName')).toBe('deploy');
    expect(written.metadata.annotations).toHaveProperty('capstan.dev/reviewed');
    await eventually(async () => {
      const asked = editor.change(HOME, 'two', { spec: { planExecution: { planName: 'everything' } } });
      await expect(asked).rejects.toThrow('create clusterroles.rbac.authorization.k8s.io');
    });
    await editor.untilPlan(HOME, 'later', 'deploy', 'COMPLETE');
  });
});
