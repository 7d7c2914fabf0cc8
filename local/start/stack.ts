/** Everything of ours that runs on one cluster of local mode: controller, process runner, console. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { createClient } from '#server/kube/client.ts';
import { loadConfig } from '#server/kube/config.ts';
import { ensureServers } from '../build/servers.ts';
import { clusterPaths, stateFolder, thisPlace } from '../cluster/paths.ts';
import { anyFreePort } from '../cluster/ports.ts';
import { markLocalCluster } from '../runner/local-cluster.ts';
import type { Child, ChildEnd } from './child.ts';
import { startChild } from './child.ts';
import { onAbort } from './stop-signal.ts';

export interface Catalog {
  readonly name: string;
  readonly folder: string;
}

export interface StackOptions {
  readonly clusterName: string;
  readonly kubeconfig: string;
  readonly catalogs: readonly Catalog[];
  /** Port of the console; 0 takes any free one. */
  readonly port: number;
  /** `--gitops` or `--read-only`, for the console. */
  readonly restrictions?: readonly string[];
  /** Folder for the logs. */
  readonly logs: string;
  /** The console needs the build; the others need not wait for it. */
  readonly built: Promise<void>;
  /** Gives up starting, and stops what runs. */
  readonly stop?: AbortSignal;
  readonly onReady?: (name: string) => void;
  readonly onLine?: (name: string, line: string) => void;
}

export interface Stack {
  /** Address of the console, with the token that opens a session. */
  readonly url: string;
  readonly controller: Child;
  readonly runner: Child;
  readonly web: Child;
  /** Resolves when one of them ends. */
  readonly ended: Promise<ChildEnd>;
  stop(): Promise<void>;
}

/** Resolves when all are ready. Rejects with ChildFailed when one ends before, having stopped the others. */
export async function startStack(options: StackOptions): Promise<Stack> {
  const children: Child[] = [];
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

async function startAll(options: StackOptions, children: Child[], stop: () => Promise<void>): Promise<Stack> {
  const { clusterName, kubeconfig } = options;
  await Promise.all([
    markLocalCluster(createClient(loadConfig({ kubeconfig })), clusterName),
    ensureServers(),
  ]);
  const servicePort = String(await anyFreePort());
  const secret = { CAPSTAN_CATALOG_SECRET: randomBytes(32).toString('base64url') };
  const begin = (name: string, module: string, args: readonly string[]): Child => {
    const child = startChild({
      name,
      module,
      args: ['--kubeconfig', kubeconfig, ...args],
      env: secret,
      log: join(options.logs, `capstan-${name}.log`),
      onLine: (line) => options.onLine?.(name, line),
    });
    children.unshift(child);
    return child;
  };
  const controller = begin('controller', 'dist/controller/main.js', [
    ...options.catalogs.flatMap(({ name, folder }) => ['--catalog', `${name}=${folder}`]),
    ...['--port', '0', '--catalog-service-port', servicePort],
    ...['--cache-dir', join(clusterPaths(stateFolder(thisPlace()), clusterName).folder, 'catalogs')],
    // The cluster is this user's own, as are the catalog servers that it may be tried with.
    '--allow-loopback-sources',
  ]);
  const runner = begin('runner', 'local/runner/main.ts', ['--cluster-name', clusterName]);
  const startConsole = async (): Promise<[Child, string]> => {
    await options.built;
    options.stop?.throwIfAborted();
    const service = `http://127.0.0.1:${servicePort}`;
    const web = begin('console', 'dist/web/main.js', [
      ...['--port', String(options.port), '--catalog-service', service, '--mode', 'local'],
      ...(options.restrictions ?? []),
    ]);
    const match = await web.line(/^Capstan is ready: (\S+)/);
    return [web, match[1] ?? ''];
  };
  const ready = async (child: Child, pattern: RegExp): Promise<void> => {
    await child.line(pattern);
    options.onReady?.(child.name);
  };
  const [[web, url]] = await Promise.all([
    startConsole().then((started) => {
      options.onReady?.('console');
      return started;
    }),
    ready(controller, /^capstan-controller ready/),
    ready(runner, /^capstan-runner ready/),
  ]);
  return { url, controller, runner, web, stop, ended: Promise.race(children.map((child) => child.ended)) };
}
