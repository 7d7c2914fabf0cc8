/** Everything of ours that runs on one cluster of local mode: controller, process runner, console. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { createClient } from '#server/kube/client.ts';
import { loadConfig } from '#server/kube/config.ts';
import { ensureServers } from '../build/servers.ts';
import { clusterPaths, stateFolder, thisPlace } from '../cluster/paths.ts';
import { anyFreePort } from '../cluster/ports.ts';
import { markLocalCluster } from '../runner/local-cluster.ts';
import { servedImages } from '../runner/upstream/build.ts';
import { UPSTREAM } from '../runner/upstream/table.ts';
import { ALLOCATOR } from './allocator.ts';
import type { ChildEnd } from './child.ts';
import { keepChild } from './keep.ts';
import type { KeptChild, KeptOptions } from './keep.ts';
import { onAbort } from './stop-signal.ts';

export interface Catalog {
  readonly name: string;
  readonly folder: string;
}

export interface StackOptions {
  readonly clusterName: string;
  readonly kubeconfig: string;
  /** Other credentials for the controller, with less than all rights. */
  readonly controllerKubeconfig?: string;
  readonly catalogs: readonly Catalog[];
  /** Port of the console; 0 takes any free one. */
  readonly port: number;
  /** `--gitops` or `--read-only`, for the console. */
  readonly restrictions?: readonly string[];
  /** The name that browsers open the console by, in the place of its own. */
  readonly hostName?: string;
  /** Whether operators of others are built and run, where this machine can: see `runner/upstream/table.ts`. */
  readonly upstream?: boolean;
  /** Folder for the logs. */
  readonly logs: string;
  /** The console needs the build; the others need not wait for it. */
  readonly built: Promise<void>;
  /** Gives up starting, and stops what runs. */
  readonly stop?: AbortSignal;
  readonly onReady?: (name: string) => void;
  /** One of them has ended, and is started again. */
  readonly onEnd?: (end: ChildEnd, afterMs: number) => void;
  /** It is ready once more; the console at a new address, since its sessions ended with it. */
  readonly onAgain?: (name: string, url: string | undefined) => void;
  readonly onLine?: (name: string, line: string) => void;
}

export interface Stack {
  /** Address of the console, with the token that opens a session, once. */
  readonly url: string;
  /** Another such address; the one before is worthless from then on. */
  anotherUrl(): Promise<string>;
  /** Resolves when one of them ends over and over, and is left alone. */
  readonly gaveUp: Promise<ChildEnd>;
  stop(): Promise<void>;
}

/** Resolves when all are ready. Rejects with ChildFailed when one ends before, having stopped the others. */
export async function startStack(options: StackOptions): Promise<Stack> {
  const children: KeptChild[] = [];
  const stop = async (): Promise<void> => {
    await Promise.all(children.map((child) => child.stop()));
  };
  try {
    if (options.stop !== undefined) onAbort(options.stop, () => void stop());
    return await startAll(options, children, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startAll(
  options: StackOptions,
  children: KeptChild[],
  stop: () => Promise<void>,
): Promise<Stack> {
  const { clusterName, kubeconfig } = options;
  await Promise.all([
    markLocalCluster(createClient(loadConfig({ kubeconfig })), clusterName),
    ensureServers(),
  ]);
  const servicePort = String(await anyFreePort());
  const env = { ...ALLOCATOR, CAPSTAN_CATALOG_SECRET: randomBytes(32).toString('base64url') };
  const begin = async (part: Part): Promise<RegExpExecArray> => {
    const child = keepChild({ ...keptOptions(options, part), env });
    children.unshift(child);
    const match = await child.ready;
    options.onReady?.(child.name);
    return match;
  };
  const startConsole = async (): Promise<RegExpExecArray> => {
    await options.built;
    options.stop?.throwIfAborted();
    return begin(consoleOf(options, servicePort));
  };
  const served = options.upstream === true ? await servedImages(UPSTREAM) : [];
  const [[, url = '']] = await Promise.all([
    startConsole(),
    begin(controllerOf(options, servicePort, served)),
    begin({
      name: 'runner',
      module: 'local/runner/main.ts',
      ready: /^capstan-runner ready/,
      args: () => ['--cluster-name', clusterName, '--door', ...(served.length > 0 ? ['--upstream'] : [])],
    }),
  ]);
  const console_ = (): KeptChild | undefined => children.find(({ name }) => name === 'console');
  return {
    url,
    anotherUrl: () => anotherUrl(console_()),
    stop,
    gaveUp: Promise.race(children.map((child) => child.gaveUp)),
  };
}

function kubeconfigOf({ kubeconfig, controllerKubeconfig }: StackOptions, name: string): string {
  return name === 'controller' ? (controllerKubeconfig ?? kubeconfig) : kubeconfig;
}

type Part = Pick<KeptOptions, 'name' | 'module' | 'ready' | 'args'>;

function keptOptions(options: StackOptions, { name, args, ...part }: Part): KeptOptions {
  return {
    ...part,
    name,
    args: (first) => ['--kubeconfig', kubeconfigOf(options, name), ...args(first)],
    log: join(options.logs, `capstan-${name}.log`),
    onLine: (line) => options.onLine?.(name, line),
    onEnd: (end, afterMs) => options.onEnd?.(end, afterMs),
    onAgain: ([, url]) => options.onAgain?.(name, url),
  };
}

function controllerOf(
  { clusterName, catalogs, controllerKubeconfig }: StackOptions,
  servicePort: string,
  served: readonly string[],
): Part {
  return {
    name: 'controller',
    module: 'dist/controller/main.js',
    ready: /^capstan-controller ready/,
    args: () => [
      ...catalogs.flatMap(({ name, folder }) => ['--catalog', `${name}=${folder}`]),
      ...['--port', '0', '--catalog-service-port', servicePort],
      ...['--cache-dir', join(clusterPaths(stateFolder(thisPlace()), clusterName).folder, 'catalogs')],
      // The cluster is this user's own, as are the catalog servers that it may be tried with.
      '--allow-loopback-sources',
      // Its pods run nothing; nobody would answer, and what fails closed could not be created.
      '--leave-out-unserved',
      ...served.flatMap((image) => ['--served-image', image]),
      // With all rights, whoever writes here may do what plans do.
      ...(controllerKubeconfig === undefined ? ['--kudo', '--kudo-webhook', 'localhost'] : []),
    ],
  };
}

function consoleOf({ port, hostName, restrictions = [] }: StackOptions, servicePort: string): Part {
  const service = `http://127.0.0.1:${servicePort}`;
  return {
    name: 'console',
    module: 'dist/web/main.js',
    ready: CONSOLE_READY,
    args: (first) => [
      ...['--port', portOf(first) ?? String(port), '--catalog-service', service, '--mode', 'local'],
      ...(hostName === undefined ? [] : ['--host-name', hostName]),
      ...restrictions,
    ],
  };
}

export const CONSOLE_READY = /^Capstan is ready: (\S+)/;

/** Asks a console that runs. @throws ChildFailed when it ends instead */
export async function anotherUrl(console_: KeptChild | undefined): Promise<string> {
  const match = await console_?.ask(/^Another session: (\S+)/);
  return match?.[1] ?? '';
}

/** The port that a console had, so that it comes back where browsers look for it. */
export function portOf(ready: RegExpExecArray | undefined): string | undefined {
  return ready?.[1] === undefined ? undefined : new URL(ready[1]).port;
}
