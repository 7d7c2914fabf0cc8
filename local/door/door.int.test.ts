/** The door on a real control plane: what the API server reaches through it, and what it says where nobody stands. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from 'vitest';
import { resources } from '#lib/k8s/resources.ts';
import { createClient } from '#server/kube/client.ts';
import { loadConfig } from '#server/kube/config.ts';
import { issueCertificate, type IssuedCertificate } from '#server/install/certificates/issue.ts';
import type { KubeClient } from '#server/kube/types.ts';
import { ensureBinaries } from '../cluster/binaries.ts';
import { markLocalCluster } from '../runner/local-cluster.ts';
import { startRunner } from '../runner/runner.ts';
import type { Runner } from '../runner/runner.ts';
import { startTestCluster } from '../testing/cluster.ts';
import type { TestCluster } from '../testing/cluster.ts';
import { eventually } from '../testing/eventually.ts';
import { heldByFile } from '../testing/held.ts';

const HOME = 'air';
const MANAGER = { fieldManager: 'test' };
const PROBE = new Map([
  ['probe', { entry: join(import.meta.dirname, '../testing/probes/door-probe.ts'), env: [] }],
]);
const { apiServices } = resources;

const held = heldByFile();
let cluster: TestCluster;
let client: KubeClient;
let certificate: IssuedCertificate;
let runner: Runner;

beforeAll(async () => {
  const answering = createServer((_request, response) => response.end('not of a process')).listen(
    0,
    '127.0.0.1',
  );
  await once(answering, 'listening');
  held.defer(() => {
    answering.close();
  });
  const { port: target } = answering.address() as AddressInfo;
  cluster = held.use(await startTestCluster({ portForwards: [{ namespace: 'sea', port: 80, target }] }));
  client = createClient(loadConfig({ kubeconfig: cluster.kubeconfig }));
  await markLocalCluster(client, cluster.name);
  for (const name of [HOME, 'sea']) {
    await client.apply(
      resources.namespaces,
      { apiVersion: 'v1', kind: 'Namespace', metadata: { name } },
      MANAGER,
    );
  }
  await renewCertificate();
  runner = await run();
  held.defer(() => runner.stop());
  await deployProbe();
  await makeService('hook', { app: 'probe' });
  await makeService('nobody', { app: 'nobody' });
  await eventually(() => {
    expect(said).toContain('listening');
  });
});

const said: string[] = [];

function run(): Promise<Runner> {
  return startRunner({
    config: loadConfig({ kubeconfig: cluster.kubeconfig }),
    clusterName: cluster.name,
    log: () => undefined,
    output: (_, line) => said.push(line),
    modules: PROBE,
    door: cluster.door,
  });
}

/** From another authority each time. */
async function renewCertificate(): Promise<void> {
  certificate = await issueCertificate(['hook.air.svc', 'nobody.air.svc'], Date.now());
  const { cert, key } = certificate;
  const metadata = { name: 'hook-cert', namespace: HOME };
  const stringData = { 'tls.crt': cert, 'tls.key': key };
  await client.apply(resources.secrets, { apiVersion: 'v1', kind: 'Secret', metadata, stringData }, MANAGER);
}

async function deployProbe(): Promise<void> {
  const labels = { app: 'probe' };
  const container = {
    name: 'manager',
    image: 'example.invalid/probe',
    ports: [{ name: 'hook', containerPort: 9443 }],
    volumeMounts: [{ name: 'certs', mountPath: '/certs' }],
  };
  const volumes = [{ name: 'certs', secret: { secretName: 'hook-cert' } }];
  const template = {
    metadata: { labels, annotations: { 'capstan.dev/run': 'probe' } },
    spec: { containers: [container], volumes },
  };
  await client.apply(
    resources.deployments,
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'probe', namespace: HOME },
      spec: { replicas: 1, selector: { matchLabels: labels }, template },
    },
    MANAGER,
  );
}

async function makeService(name: string, selector: Record<string, string>): Promise<void> {
  const ports = [{ port: 443, targetPort: 'hook', protocol: 'TCP' }];
  const metadata = { name, namespace: HOME };
  await client.apply(
    resources.services,
    { apiVersion: 'v1', kind: 'Service', metadata, spec: { selector, ports } },
    MANAGER,
  );
}

/** Asks the process behind a Service about ConfigMaps of a namespace of its own. */
async function makeHook(service: string): Promise<string> {
  const namespace = `asks-${service}`;
  const metadata = { name: namespace, labels: { asks: service } };
  await client.apply(resources.namespaces, { apiVersion: 'v1', kind: 'Namespace', metadata }, MANAGER);
  await client.apply(
    resources.validatingWebhookConfigurations,
    {
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: 'ValidatingWebhookConfiguration',
      metadata: { name: service },
      webhooks: [
        {
          name: 'labels.example.com',
          clientConfig: {
            service: { namespace: HOME, name: service, path: '/validate' },
            caBundle: Buffer.from(certificate.authority).toString('base64'),
          },
          rules: [
            { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] },
          ],
          namespaceSelector: { matchLabels: { asks: service } },
          admissionReviewVersions: ['v1'],
          sideEffects: 'None',
        },
      ],
    },
    MANAGER,
  );
  return namespace;
}

/** Whatever it is asked about, with a dry run, so that it can be asked again. */
function make(namespace: string, labels: Record<string, string> = {}): Promise<unknown> {
  const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'it', namespace, labels } };
  return client.create(resources.configMaps, object, { dryRun: true });
}

describe('the API server reaches', () => {
  it('the webhook of a process, which refuses and lets in', async () => {
    const namespace = await makeHook('hook');
    await eventually(async () => {
      await expect(make(namespace, { refused: 'yes' })).rejects.toThrow('the process does not like it');
    });
    await make(namespace);
    expect(said).toContain('asked for /validate?timeout=10s');
  });

  it('it with the certificate that its pod mounts, also when that is another one', async () => {
    const lines = said.filter((line) => line === 'listening');
    await renewCertificate();
    const namespace = await makeHook('hook');
    await eventually(async () => {
      await expect(make(namespace, { refused: 'yes' })).rejects.toThrow('the process does not like it');
    });
    expect(said.filter((line) => line === 'listening')).toEqual(lines);
  });

  it('nobody where no process stands, and says so', async () => {
    const namespace = await makeHook('nobody');
    await eventually(async () => {
      await expect(make(namespace)).rejects.toThrow(
        'no process of this machine stands behind Service air/nobody',
      );
    });
  });

  it('the API that a process serves', async () => {
    await client.apply(
      apiServices,
      {
        apiVersion: 'apiregistration.k8s.io/v1',
        kind: 'APIService',
        metadata: { name: 'v1.door.example.com' },
        spec: {
          group: 'door.example.com',
          version: 'v1',
          groupPriorityMinimum: 2000,
          versionPriority: 15,
          caBundle: Buffer.from(certificate.authority).toString('base64'),
          service: { namespace: HOME, name: 'hook' },
        },
      },
      MANAGER,
    );
    await eventually(async () => {
      const answer = await cluster.kubectl('get', '--raw', '/apis/door.example.com/v1');
      expect(JSON.parse(answer)).toMatchObject({ groupVersion: 'door.example.com/v1' });
    });
    await client.delete(apiServices, { name: 'v1.door.example.com' });
  });

  it('what a process says, as the log of its pod', async () => {
    const logs = (...more: string[]): Promise<string> =>
      cluster.kubectl('logs', '--namespace', HOME, 'deployment/probe', ...more);
    expect((await logs()).split('\n')).toContain('listening');
    expect(await logs('--tail=0')).toBe('');
    expect(await logs('--timestamps')).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z listening$/m);
    await expect(logs('--previous')).rejects.toThrow('previous terminated container "manager"');
    // Ends the process once it is followed, and with it what is followed.
    const followed = await cluster.shell(`
      kubectl logs --namespace ${HOME} deployment/probe --follow | while read -r line; do
        if [ "$line" = listening ]; then
          kubectl scale --namespace ${HOME} deployment/probe --replicas 0 >/dev/null
        fi
        echo "$line"
      done`);
    expect(followed).toMatch(/^listening\n(.*\n)*ending\n$/);
    await client.patch(
      resources.deployments,
      { namespace: HOME, name: 'probe' },
      { type: 'merge', body: { spec: { replicas: 1 } } },
    );
    await eventually(() => {
      expect(said.slice(said.lastIndexOf('ending'))).toContain('listening');
    });
  });

  it('the port of a process, for kubectl port-forward', async () => {
    const asked = async (port: string): Promise<string> => {
      await using forward = await forwarded('deployment/probe', port);
      const { status, body } = await get(forward.localPort);
      expect(status).toBe(200);
      // Twice over the same way.
      expect((await get(forward.localPort)).body).toEqual(body);
      return body;
    };
    expect(JSON.parse(await asked('9443'))).toMatchObject({ groupVersion: 'door.example.com/v1' });
    await using forward = await forwarded('deployment/probe', '9444');
    await expect(get(forward.localPort)).rejects.toThrow();
    await eventually(() => {
      expect(forward.said()).toContain('does not declare port 9444');
    });
  });

  it('KWOK, where no process stands for a pod', async () => {
    const metadata = { name: 'ship', namespace: 'sea' };
    const spec = {
      containers: [{ name: 'c', image: 'example.invalid/ship' }],
      serviceAccountName: 'default',
    };
    await eventually(async () => {
      await client.apply(resources.pods, { apiVersion: 'v1', kind: 'Pod', metadata, spec }, MANAGER);
    });
    await cluster.kubectl('wait', '--namespace', 'sea', '--for=condition=Ready', 'pod/ship');
    await expect(cluster.kubectl('logs', '--namespace', 'sea', 'ship')).rejects.toThrow('no logs found');
    await using forward = await forwarded('pod/ship', '80', 'sea');
    const answer = await fetch(`http://127.0.0.1:${String(forward.localPort)}/`);
    expect(await answer.text()).toBe('not of a process');
  });

  it('them again after the runner or the API server was killed', async () => {
    const namespace = await makeHook('hook');
    const refused = (): Promise<void> =>
      eventually(async () => {
        await expect(make(namespace, { refused: 'yes' })).rejects.toThrow('the process does not like it');
      });
    await refused();
    await runner.stop();
    await expect(make(namespace)).rejects.toThrow('failed calling webhook');
    runner = await run();
    await refused();
    await cluster.kill('kube-apiserver');
    await cluster.restart();
    await refused();
  });
});

interface Forward extends AsyncDisposable {
  readonly localPort: number;
  said(): string;
}

async function forwarded(what: string, port: string, namespace = HOME): Promise<Forward> {
  const { kubectl } = await ensureBinaries();
  const args = ['--kubeconfig', cluster.kubeconfig, '--namespace', namespace];
  const child = spawn(kubectl, [...args, 'port-forward', what, `:${port}`]);
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  }
  const localPort = await eventually(() => {
    const digits = /Forwarding from 127\.0\.0\.1:(\d+)/.exec(said)?.[1];
    expect(digits, said).toBeDefined();
    return Number(digits);
  });
  return {
    localPort,
    said: () => said,
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null) return;
      child.kill();
      await once(child, 'close');
    },
  };
}

async function get(port: number): Promise<{ status: number | undefined; body: string }> {
  const asked = request({
    host: '127.0.0.1',
    port,
    servername: 'hook.air.svc',
    ca: certificate.authority,
    agent: false,
  });
  const [answer] = (await once(asked.end(), 'response')) as [IncomingMessage];
  return { status: answer.statusCode, body: await text(answer) };
}
