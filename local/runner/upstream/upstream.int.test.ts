/** Operators of others: built from a Go module when their pods ask for it, and run as those pods would. */
import { connect } from 'node:net';
import { rm } from 'node:fs/promises';
import { once } from 'node:events';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { at, items } from '#lib/base/loose.ts';
import type { KubeObject } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { createClient } from '#server/kube/client.ts';
import { loadConfig } from '#server/kube/config.ts';
import { executables } from '../../cluster/executables.ts';
import { eventually } from '../../testing/eventually.ts';
import { offerModule, type OfferedModule } from '../../testing/upstream/go-module.ts';
import { heldByFile } from '../../testing/held.ts';
import { sharedTestCluster } from '../../testing/shared-cluster.ts';
import { markLocalCluster } from '../local-cluster.ts';
import type { UpstreamModule } from '../runnable.ts';
import { startRunner, type Runner } from '../runner.ts';
import { programOf } from './build.ts';

const MODULE = 'example.invalid/probe';
const IMAGE = 'registry.invalid/probe@sha256:1';
const LONG = { timeoutMs: 100_000 };

const SOURCE = `package main

import (
	"encoding/json"
	"net"
	"os"
	"os/signal"
	"syscall"
)

const account = "/var/run/secrets/kubernetes.io/serviceaccount/"

func read(path string) string {
	content, err := os.ReadFile(path)
	if err != nil {
		return err.Error()
	}
	return string(content)
}

func main() {
	declared, err := net.Listen("tcp", ":9443")
	other, otherErr := net.ListenTCP("tcp", &net.TCPAddr{Port: 8081})
	if err != nil || otherErr != nil {
		panic("it cannot listen")
	}
	_, missing := os.Stat("/certs/missing")
	json.NewEncoder(os.Stdout).Encode(map[string]any{
		"declared":  declared.Addr().String(),
		"other":     other.Addr().String(),
		"namespace": read(account + "namespace"),
		"token":     len(read(account + "token")),
		"authority": read(account + "ca.crt"),
		"cert":      read("/certs/tls.crt"),
		"asset":     read(os.Getenv("ASSETS") + "/note.txt"),
		"missing":   os.IsNotExist(missing),
		"arguments": os.Args[1:],
		"version":   version,
		"path":      os.Getenv("PATH"),
		"home":      os.Getenv("HOME") != "",
	})
	ended := make(chan os.Signal, 1)
	signal.Notify(ended, syscall.SIGTERM)
	<-ended
}

var version string
`;

const FILES = {
  'go.mod': `module ${MODULE}\n\ngo 1.21\n`,
  'cmd/main.go': SOURCE,
  'share/note.txt': 'what its image has',
};

const Report = z
  .object({ declared: z.string(), other: z.string(), token: z.number(), authority: z.string() })
  .loose();

const hasGo = executables(['go']).length > 0;
if (!hasGo) process.stderr.write('SKIPPED: operators built from Go modules, because there is no Go\n');

const held = heldByFile();
const cluster = sharedTestCluster();
const config = loadConfig({ kubeconfig: cluster.kubeconfig });
const client = createClient(config);
let offered: OfferedModule;
let namespace: string;
let runner: Runner;
let reports: z.infer<typeof Report>[];
let messages: string[];
let serial = 0;

beforeAll(async () => {
  if (!hasGo) return;
  await markLocalCluster(client, cluster.name);
  offered = held.use(await offerModule(MODULE, 'v1.0.0', FILES));
  for (const [name, value] of Object.entries(offered.env)) vi.stubEnv(name, value);
  held.defer(() => {
    vi.unstubAllEnvs();
  });
  await forgetProgram();
  held.defer(forgetProgram);
});

beforeEach(async () => {
  serial += 1;
  namespace = `upstream-${String(process.pid)}-${String(serial)}`;
  [reports, messages] = [[], []];
  await client.create(resources.namespaces, aThing('v1', 'Namespace', namespace));
  await client.create(resources.secrets, {
    ...aThing('v1', 'Secret', 'certs'),
    data: { 'tls.crt': Buffer.from('a certificate').toString('base64') },
  });
});

afterEach(async () => {
  await runner.stop();
  const { items: deployments } = await client.list(resources.deployments, { namespace });
  for (const { metadata } of deployments)
    await client.delete(resources.deployments, { namespace, name: metadata.name });
});

function aThing(apiVersion: string, kind: string, name: string): KubeObject {
  const metadata = kind === 'Namespace' ? { name } : { name, namespace };
  return { apiVersion, kind, metadata };
}

const WRONG_SUM = 'h1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=';

async function forgetProgram(): Promise<void> {
  for (const sum of [offered.sum, WRONG_SUM])
    await rm(programOf(aModule(sum)).folder, { recursive: true, force: true });
}

function aModule(sum = offered.sum): UpstreamModule {
  return {
    ...{ entry: 'probe', env: [], images: [IMAGE], command: '/probe', args: [/^--known$/] },
    source: {
      ...{ module: MODULE, version: 'v1.0.0', sum, package: './cmd' },
      linked: { 'main.version': '1.0.0' },
      assets: { ASSETS: 'share' },
    },
  };
}

async function run(module = aModule()): Promise<void> {
  runner = await startRunner({
    config,
    clusterName: cluster.name,
    modules: new Map([['probe', module]]),
    log: (message, fields = {}) => {
      if (String(fields['workload'] ?? namespace).startsWith(namespace)) messages.push(message);
    },
    output: (workload, line) => {
      if (workload.startsWith(`${namespace}/`)) reports.push(Report.parse(JSON.parse(line)));
    },
  });
}

async function deploy(name: string, container: Record<string, unknown> = {}): Promise<void> {
  const labels = { app: name };
  const volumeMounts = [{ name: 'certs', mountPath: '/certs' }];
  const usual = {
    name: 'c',
    image: IMAGE,
    args: ['--known'],
    ports: [{ containerPort: 9443 }],
    volumeMounts,
  };
  const volumes = [{ name: 'certs', secret: { secretName: 'certs' } }];
  await client.create(resources.deployments, {
    ...aThing('apps/v1', 'Deployment', name),
    spec: {
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ ...usual, ...container }], volumes } },
    },
  });
}

/** What its pod says of its container, and whether it is ready. */
async function stateOf(name: string): Promise<{ waiting: unknown; ready: unknown }> {
  const { items: pods } = await client.list(resources.pods, { namespace, labelSelector: `app=${name}` });
  const [status] = items(at(pods[0], 'status', 'containerStatuses'));
  const ready = items(at(pods[0], 'status', 'conditions')).find((one) => at(one, 'type') === 'Ready');
  return { waiting: at(status, 'state', 'waiting'), ready: at(ready, 'status') };
}

it.skipIf(!hasGo)('is built once for two Deployments, whose pods say so until it runs', async () => {
  await run();
  await deploy('one');
  await deploy('two');
  await eventually(async () => {
    for (const name of ['one', 'two']) {
      expect(await stateOf(name)).toMatchObject({
        waiting: {
          reason: 'ContainerCreating',
          message: expect.stringContaining(`building ${MODULE} v1.0.0 on this machine`),
        },
        ready: 'False',
      });
    }
  });
  await eventually(() => {
    expect(reports).toHaveLength(2);
  }, LONG);
  await eventually(async () => {
    for (const name of ['one', 'two'])
      expect(await stateOf(name)).toEqual({ waiting: undefined, ready: 'True' });
  });
  expect(messages.filter((message) => message === 'process started')).toHaveLength(2);
  for (const report of reports) {
    expect(report).toMatchObject({
      ...{ namespace, cert: 'a certificate', asset: 'what its image has', version: '1.0.0' },
      ...{ arguments: ['--known'], missing: true, path: '', home: true },
      ...{
        declared: expect.stringMatching(/^127\.0\.0\.1:/),
        other: expect.stringMatching(/^127\.0\.0\.1:/),
      },
    });
    expect(report.token).toBeGreaterThan(100);
    expect(report.authority).toContain('BEGIN CERTIFICATE');
    const [host = '', port] = report.declared.split(':');
    const socket = connect({ host, port: Number(port) });
    await once(socket, 'connect');
    socket.destroy();
  }
  expect(new Set(reports.flatMap(({ declared, other }) => [declared, other])).size).toBe(4);
});

it.skipIf(!hasGo)('of which the sum is another one is never run, and its pod says why', async () => {
  await run(aModule(WRONG_SUM));
  await deploy('changed');
  await eventually(async () => {
    expect(await stateOf('changed')).toMatchObject({
      waiting: {
        reason: 'ImagePullBackOff',
        message: expect.stringContaining(`${WRONG_SUM} is expected`),
      },
      ready: 'False',
    });
  }, LONG);
  expect(runner.running()).toEqual([]);
});

it.skipIf(!hasGo)('is not run with words that the table does not have', async () => {
  await run();
  await deploy('other', { args: ['--known', '--other'] });
  await eventually(() => {
    expect(messages).toContain('not run');
  });
  expect(await stateOf('other')).toMatchObject({ waiting: undefined });
  expect(runner.running()).toEqual([]);
});
