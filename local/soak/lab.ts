/** What a soak watches: a cluster of its own, Capstan on it as `npm start` runs it, an operator, an instance, a browser. */
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from '@playwright/test';
import type { Page } from '@playwright/test';
import { loadConfig } from '#server/kube/config.ts';
import type { ClusterConfig } from '#server/kube/config.ts';
import type { KubeClient } from '#server/kube/types.ts';
import { startChild } from '../start/child.ts';
import { ensureChromium, sandboxArgs } from '../test/chromium.ts';
import { startTestCluster } from '../testing/cluster.ts';
import type { TestCluster } from '../testing/cluster.ts';
import { eventually } from '../testing/eventually.ts';
import { bench } from '../testing/installs.ts';
import type { Credentials } from './credentials.ts';
import { giveCredentials } from './credentials.ts';
import { processesOf } from './processes.ts';
import type { Process } from './processes.ts';
import { flightTickets as tickets } from '../testing/flight-ticket.ts';

export const NAMESPACE = 'travel';
export const INSTANCE = 'holiday';

export interface Lab extends AsyncDisposable {
  readonly cluster: TestCluster;
  /** Past everything that goes wrong with credentials. */
  readonly kube: KubeClient;
  /** What that is made from. */
  readonly config: ClusterConfig;
  /** Folder of the cluster's files, its logs among them. */
  readonly folder: string;
  readonly page: Page;
  readonly credentials: Credentials;
  /** Where the console answers for its health. */
  readonly consoleHealth: string;
  processes(): Process[];
  /** Where the controller answers for its health just now. */
  controllerHealth(): string | undefined;
  shiftClock(ms: number): void;
}

const LAUNCHER = join('local', 'bootstrap', 'main.mjs');
const shiftedClock = pathToFileURL(join(import.meta.dirname, 'shifted-clock.ts')).href;

/** Resolves when the operator runs, the instance is booked and the browser shows it. Ends all of it when disposed of. */
export async function startLab(): Promise<Lab> {
  if (process.platform !== 'linux')
    throw new Error('A soak needs Linux: it reads /proc and stops processes.');
  await using begun = new AsyncDisposableStack();
  const scratch = mkdtempSync(join(tmpdir(), 'capstan-soak-'));
  begun.defer(() => {
    rmSync(scratch, { recursive: true, force: true });
  });
  const cluster = begun.use(await startTestCluster());
  const folder = join(cluster.kubeconfig, '..');
  const own = join(scratch, 'kubeconfig');
  copyFileSync(cluster.kubeconfig, own);
  const user = bench(own);
  const kube = user.client;
  const credentials = await giveCredentials(kube, cluster.kubeconfig);
  const clock = join(scratch, 'clock');
  writeFileSync(clock, '0');
  const launcher = startChild({
    name: 'launcher',
    module: LAUNCHER,
    args: ['start', '--name', cluster.name, '--port', '0'],
    env: {
      NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --import=${shiftedClock}`.trim(),
      CAPSTAN_SOAK_CLOCK: clock,
    },
    log: join(folder, 'logs', 'capstan-launcher.log'),
  });
  begun.defer(() => launcher.stop());
  const [, url = ''] = await launcher.line(/^Capstan is ready: (\S+)/);
  // Without a channel it would go on to the version after the one that is looked at.
  await user.install({
    ...{ namespace: NAMESPACE, package: 'flight-ticket', catalog: 'capstan-samples' },
    spec: { channel: 'stable' },
  });
  await user.untilPhase(NAMESPACE, 'flight-ticket.v2.0.0', 'Succeeded');
  await kube.create(tickets, aTicket(INSTANCE));
  const page = await openBrowser(begun, url);
  const all = begun.move();
  return {
    cluster,
    kube,
    config: loadConfig({ kubeconfig: own }),
    folder,
    page,
    credentials,
    // By address: browsers know where its name leads, Node need not.
    consoleHealth: `http://127.0.0.1:${new URL(url).port}`,
    processes: () => (launcher.pid === undefined ? [] : processesOf(launcher.pid)),
    controllerHealth: () => lastHealthAddress(join(folder, 'logs', 'capstan-controller.log')),
    shiftClock: (ms) => {
      writeFileSync(clock, String(ms));
    },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}

export function aTicket(name: string): Parameters<KubeClient['create']>[1] {
  return {
    apiVersion: 'flights.com/v1',
    kind: 'FlightTicket',
    metadata: { name, namespace: NAMESPACE },
    spec: { from: 'Lisbon', to: 'Oslo', number: 2 },
  };
}

async function openBrowser(begun: AsyncDisposableStack, launchUrl: string): Promise<Page> {
  const browser = await chromium.launch({
    executablePath: await ensureChromium(),
    args: ['--disable-gpu', ...sandboxArgs],
  });
  begun.defer(() => browser.close());
  const page = await browser.newPage();
  await page.goto(launchUrl);
  await page.goto(`${new URL(launchUrl).origin}/operators/${NAMESPACE}/flight-ticket.v2.0.0`);
  await eventually(async () => {
    const text = await page.locator('main').innerText();
    if (!text.includes('Flight Ticket')) throw new Error(`the operator page does not come up: ${text}`);
  });
  return page;
}

function lastHealthAddress(log: string): string | undefined {
  const lines = readFileSync(log, 'utf8').matchAll(/^capstan-controller ready health=(\S+)/gm);
  return [...lines].at(-1)?.[1];
}
