/**
 * What docs/install.md promises to a stranger, command by command: one file, an account, a token, a port. The pods of the
 * manifests are played by this machine (KWOK's run nothing), in mount namespaces of their own, with what a kubelet would
 * give them; `kubectl port-forward` is the real one.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test, type Page } from '@playwright/test';
import { resources } from '#lib/k8s/resources.ts';
import { ensureBinaries } from '#local/cluster/binaries.ts';
import { anyFreePort } from '#local/cluster/ports.ts';
import { openIdentity } from '#local/runner/identity.ts';
import { markLocalCluster } from '#local/runner/local-cluster.ts';
import { startChild } from '#local/start/child.ts';
import { auditEvents } from '#local/testing/audit.ts';
import { startTestCluster, type TestCluster } from '#local/testing/cluster.ts';
import { CONTROLLER, failOnRefusal } from '#local/testing/deploy/account.ts';
import { machineRoot, whyNoPods, type MachineRoot } from '#local/testing/deploy/machine-root.ts';
import {
  ACCOUNT,
  accountFolder,
  podPorts,
  podSpec,
  startPod,
  type Pod,
  type PodPorts,
} from '#local/testing/deploy/pod.ts';
import { commandsUnder } from '#local/testing/deploy/documented.ts';
import { eventually } from '#local/testing/eventually.ts';
import { flightTickets } from '#local/testing/flight-ticket.ts';
import { createClient } from '#server/kube/client.ts';
import { realClock } from '#server/kube/clock.ts';
import { loadConfig, type ClusterConfig } from '#server/kube/config.ts';
import { install, openInstalled, openPackage } from './fixtures/steps.ts';

const HOME = 'capstan-system';
const PLACE = 'travel';
const root = join(import.meta.dirname, '..');

const why = whyNoPods();
if (why !== undefined) console.warn(`skipped: the journey through an installed Capstan: ${why}`);
test.skip(why !== undefined, why);

test('five commands lead a stranger from nothing to an operator that works', async ({ browser }) => {
  const commands = commandsUnder('docs/install.md', 'Into a cluster, by one file');
  expect(commands.length).toBeLessThanOrEqual(5);
  const [apply = '', ...others] = commands;
  const forward = others.pop() ?? '';
  await using ends = new AsyncDisposableStack();
  const near = await podPorts();
  const portForwards = [{ namespace: HOME, port: 9000, target: near.ports['9000'] }];
  const cluster = ends.use(await startTestCluster({ portForwards }));
  await reachNodesHere(cluster);

  await cluster.shell(apply);
  for (const name of ['capstan-web', CONTROLLER]) {
    await cluster.kubectl('rollout', 'status', '--namespace', HOME, `deployment/${name}`, '--timeout=240s');
  }
  await playPods(cluster, near, ends);
  await offerFlightTicket(cluster);

  const said: string[] = [];
  for (const command of others) said.push(await cluster.shell(command));
  const token = said.at(-1)?.trim() ?? '';
  const origin = await forwarded(cluster, forward, ends);

  const context = await browser.newContext({ locale: 'en-GB', baseURL: origin });
  ends.defer(() => context.close());
  const page = await context.newPage();
  await page.goto('/');
  await page.getByLabel('Token', { exact: true }).fill(token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText(`system:serviceaccount:${HOME}:ann`).first()).toBeVisible();
  await walk(page);

  const kube = createClient(loadConfig({ kubeconfig: cluster.kubeconfig }));
  await eventually(async () => {
    expect((await kube.list(resources.deployments, { namespace: PLACE })).items).toEqual([]);
  });
  // All that the console did, it did as who is signed in.
  const by = (name: string): string => `system:serviceaccount:${HOME}:${name}`;
  const asWeb = auditEvents(cluster.auditLog, by('capstan-web')).filter(
    ({ user }) => user.username === by('capstan-web'),
  );
  expect(asWeb).toEqual([]);
  expect(auditEvents(cluster.auditLog, by('ann')).length).toBeGreaterThan(0);
  failOnRefusal(cluster);
});

/** Installs, makes a ticket, removes it, removes the operator. */
async function walk(page: Page): Promise<void> {
  await test.step('install FlightTicket', async () => {
    await openPackage(page, 'flight', /Flight Ticket/);
    await install(page, { namespace: PLACE });
    await expect(page.getByText('Flight Ticket 2.0.0 is running')).toBeVisible();
  });
  await test.step('create a ticket, which its operator books', async () => {
    await page.getByRole('link', { name: 'Create FlightTicket' }).click();
    const fields = { From: 'Lisbon', To: 'Oslo', 'Number of seats': '2' };
    await page.getByLabel('Name', { exact: true }).fill('to-oslo');
    for (const [label, value] of Object.entries(fields))
      await page.getByLabel(label, { exact: true }).fill(value);
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'to-oslo' })).toBeVisible();
    await expect(page.getByText('Booked').first()).toBeVisible();
  });
  await test.step('remove the ticket', async () => {
    await page.getByRole('button', { name: 'Delete' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Delete/ })
      .click();
    await expect(page.getByRole('heading', { level: 1, name: flightTickets.kind })).toBeVisible();
    await expect(page.getByRole('link', { name: 'to-oslo' })).toBeHidden();
  });
  await test.step('remove the operator', async () => {
    await openInstalled(page);
    await page
      .getByRole('row', { name: /Flight Ticket/ })
      .getByRole('link', { name: /Flight Ticket/ })
      .first()
      .click();
    await page.getByRole('link', { name: 'Uninstall' }).click();
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Uninstall/ })
      .click();
    await expect(page.getByText('Flight Ticket was uninstalled')).toBeVisible();
  });
}

/** KWOK's kubelet listens on this machine, whatever addresses kwokctl has made up for its nodes. */
async function reachNodesHere(cluster: TestCluster): Promise<void> {
  const value = [{ type: 'InternalIP', address: '127.0.0.1' }];
  const patch = JSON.stringify([{ op: 'replace', path: '/status/addresses', value }]);
  const nodes = (await cluster.kubectl('get', 'nodes', '--output', 'name')).trim().split('\n');
  for (const node of nodes) {
    await cluster.kubectl('patch', node, '--subresource=status', '--type=json', '--patch', patch);
  }
}

/** The two programs as their Deployments describe them, and the runner, which plays the pods of operators. */
async function playPods(cluster: TestCluster, near: PodPorts, ends: AsyncDisposableStack): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'capstan-pods-'));
  ends.defer(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  chmodSync(folder, 0o755);
  const config = loadConfig({ kubeconfig: cluster.kubeconfig });
  const client = createClient(config);
  const machine = await machineRoot(join(folder, 'root'));
  const known = { ca: config.tls.ca ?? '', namespace: HOME };
  const onError = (error: unknown): void => {
    throw new Error('the token of the controller is not renewed', { cause: error });
  };
  const identity = ends.adopt(
    await openIdentity(
      { namespace: HOME, serviceAccount: CONTROLLER },
      { client, cluster: config, clock: realClock, onError },
    ),
    (one) => one.close(),
  );
  const token = readFileSync(join(identity.folder, 'token'), 'utf8');
  const account = await accountFolder(join(folder, 'account'), { ...known, token });
  const start = (name: string, given: Partial<Given> = {}): Pod =>
    ends.use(play(name, { config, machine, near, env: {}, files: {}, ...given }));
  const controller = start(CONTROLLER, { files: { [ACCOUNT]: account } });
  await ready(CONTROLLER, controller, near.ports['9080']);

  // Both made by the controller, as Secrets that the pods of the console wait for.
  const session = join(folder, 'session');
  await cluster.shell(`mkdir -m 755 ${session}; ${secret('capstan-session', 'keys')} > ${session}/keys`);
  const web = start('capstan-web', {
    env: {
      CAPSTAN_CHANGES: 'apply',
      CAPSTAN_CATALOG_SECRET: await cluster.shell(secret('capstan-catalog', 'secret')),
    },
    files: { [ACCOUNT]: await accountFolder(join(folder, 'bare'), known), '/etc/capstan/session': session },
  });
  await ready('capstan-web', web, near.ports['9000']);

  await markLocalCluster(client, cluster.name);
  const runner = startChild({
    name: 'runner',
    module: 'local/runner/main.ts',
    args: ['--kubeconfig', cluster.kubeconfig, '--cluster-name', cluster.name],
    log: join(root, 'test-results', 'logs', cluster.name, 'runner.log'),
  });
  ends.defer(() => runner.stop());
  await runner.line(/^capstan-runner ready/);
}

function secret(name: string, key: string): string {
  return `kubectl get secret ${name} --namespace ${HOME} --output 'jsonpath={.data.${key}}' | base64 -d`;
}

interface Given {
  readonly config: ClusterConfig;
  readonly machine: MachineRoot;
  readonly near: PodPorts;
  readonly env: Record<string, string>;
  readonly files: Record<string, string>;
}

function play(name: string, { config, machine, near, env, files }: Given): Pod {
  const { hostname, port } = new URL(config.server);
  const spec = podSpec(name);
  return startPod({
    rootfs: machine.rootfs,
    spec,
    args: spec.containers[0].args.map((argument) => near.onThisMachine(argument)),
    env: { KUBERNETES_SERVICE_HOST: hostname, KUBERNETES_SERVICE_PORT: port, HOME: '/tmp', ...env },
    files: { ...machine.files, ...files },
  });
}

async function ready(name: string, pod: Pod, port: number): Promise<void> {
  try {
    await eventually(
      async () => {
        expect((await fetch(`http://127.0.0.1:${String(port)}/readyz`)).status).toBe(200);
      },
      { timeoutMs: 120_000 },
    );
  } catch (cause) {
    throw new Error(`${name} is not ready:\n${pod.output()}`, { cause });
  }
}

/** In the place of OperatorHub.io, which no test may reach: a catalog in a ConfigMap. */
async function offerFlightTicket(cluster: TestCluster): Promise<void> {
  const folders = ['1.0.0', '2.0.0'].map((version) =>
    join(root, 'examples/catalog/flight-ticket', version, 'manifests'),
  );
  const list = (file: string): string =>
    folders
      .map((folder) => `- ${readFileSync(join(folder, file), 'utf8').trim().replaceAll('\n', '\n  ')}\n`)
      .join('');
  const metadata = { namespace: HOME, name: 'flight-ticket' };
  const csv = 'flight-ticket.clusterserviceversion.yaml';
  const data = {
    packages: JSON.stringify([
      { packageName: 'flight-ticket', channels: [{ name: 'stable', currentCSV: 'flight-ticket.v2.0.0' }] },
    ]),
    clusterServiceVersions: list(csv),
    customResourceDefinitions: list('flights.com_flighttickets.yaml'),
  };
  const client = createClient(loadConfig({ kubeconfig: cluster.kubeconfig }));
  await client.create(resources.configMaps, { apiVersion: 'v1', kind: 'ConfigMap', metadata, data });
  await client.create(resources.catalogSources, {
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'CatalogSource',
    metadata,
    spec: { sourceType: 'configmap', configMap: metadata.name, displayName: 'Samples' },
  });
}

/** Runs the command, with another port of this machine where 9000 may be taken; resolves to where it leads. */
async function forwarded(cluster: TestCluster, command: string, ends: AsyncDisposableStack): Promise<string> {
  expect(command).toMatch(/^kubectl port-forward .* 9000$/);
  const { kubectl } = await ensureBinaries();
  const port = await anyFreePort();
  const words = command
    .replace(/9000$/, `${String(port)}:9000`)
    .split(' ')
    .slice(1);
  const child = spawn(kubectl, ['--kubeconfig', cluster.kubeconfig, ...words], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit');
  ends.defer(async () => {
    child.kill();
    await exited;
  });
  let complaints = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaints += text));
  // Read to its end: it tells of every connection, and would end if nobody listened.
  const lines = createInterface({ input: child.stdout });
  const forwarding = new Promise<void>((resolve) => {
    lines.on('line', (line) => {
      if (line.startsWith('Forwarding from')) resolve();
    });
  });
  const ended = exited.then(() => {
    throw new Error(`kubectl port-forward ended: ${complaints}`);
  });
  await Promise.race([forwarding, ended]);
  ended.catch(() => undefined);
  return `http://localhost:${String(port)}`;
}
