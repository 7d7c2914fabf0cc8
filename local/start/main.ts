/** `npm start`: local mode, or the console alone on somebody's own cluster. */
import { existsSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { optional } from '#lib/base/loose.ts';
import { onEnter } from '#server/web/enter.ts';
import { withLock } from '../bootstrap/lock.mjs';
import { withProgress } from '../bootstrap/progress.mjs';
import { ensureBuild } from '../build/build.ts';
import { ensureBinaries } from '../cluster/binaries.ts';
import type { Cluster } from '../cluster/cluster.ts';
import { clusterState, launcherLock, stopCluster, upCluster } from '../cluster/cluster.ts';
import { isFree } from '../cluster/ports.ts';
import { endRunning } from '../cluster/run.ts';
import { ChildFailed } from './child.ts';
import type { ChildEnd } from './child.ts';
import { keepChild } from './keep.ts';
import type { LocalOptions, RemoteOptions } from './options.ts';
import { parseStart, usage } from './options.ts';
import { anotherUrl, CONSOLE_READY, portOf, startStack } from './stack.ts';
import { listenForStop, onAbort, whenAborted } from './stop-signal.ts';
import { lookAfterCluster } from './upkeep.ts';
import { fail } from '../failure.ts';

const root = join(import.meta.dirname, '..', '..');

async function main(): Promise<void> {
  const cwd = process.env['INIT_CWD'] ?? process.cwd();
  const options = parseStart(process.argv.slice(2), { env: process.env, cwd });
  if (options.kind === 'help') {
    process.stdout.write(usage);
    return;
  }
  const stop = listenForStop();
  try {
    await (options.kind === 'local' ? runLocal(options, stop) : runRemote(options, stop));
  } catch (error) {
    // Whatever fails because we are stopping is no failure.
    if (!stop.aborted) throw error;
  }
}

async function runLocal(options: LocalOptions, stop: AbortSignal): Promise<void> {
  if (options.mirror !== undefined) process.env['CAPSTAN_MIRROR'] = options.mirror;
  for (const { name, folder } of options.catalogs) {
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) {
      throw new Error(`The folder of --catalog ${name} is not there: ${folder}`);
    }
  }
  const busy = (pid: number): never => {
    throw new Error(
      `Capstan already runs on the local cluster "${options.name}" (process ${String(pid)}). ` +
        'Stop it there with Ctrl-C, or start another beside it: npm start -- --name second --port 9001',
    );
  };
  await withLock(launcherLock(options.name), busy, async () => {
    await checkPort(options.port);
    await serveLocal(options, stop);
  });
}

async function serveLocal(options: LocalOptions, stop: AbortSignal): Promise<void> {
  const mine = ownership(options.name);
  onAbort(stop, endRunning);
  try {
    await ensureBinaries({ signal: stop, say: (line) => process.stderr.write(`  ${line}\n`) });
    const built = ensureBuild();
    // Also awaited below, by the console; until then a failure must not count as unhandled.
    built.catch(() => undefined);
    const cluster = await withProgress(`starting the cluster "${options.name}"`, () => mine.up());
    stop.throwIfAborted();
    const samples = { name: 'capstan-samples', folder: join(root, 'examples', 'catalog') };
    const stack = await startStack({
      clusterName: options.name,
      kubeconfig: cluster.kubeconfig,
      catalogs: [samples, ...options.catalogs],
      port: options.port,
      restrictions: options.restrictions,
      ...optional({ hostName: options.hostName }),
      upstream: options.upstream,
      logs: join(cluster.folder, 'logs'),
      built,
      stop,
      onReady: (name) => process.stderr.write(`✓ ${name} is ready\n`),
      onEnd: sayEnd,
      onAgain: sayAgain,
      onLine: options.verbose ? echo : sayBuild,
    });
    try {
      announce(stack.url, `  kubeconfig: ${cluster.kubeconfig}`, () => stack.anotherUrl());
      void lookAfterCluster(options.name, stop, (line) => process.stderr.write(`${line}\n`));
      await serveUntil(stop, stack.gaveUp);
    } finally {
      process.stderr.write('\n  stopping …\n');
      await stack.stop();
    }
  } finally {
    endRunning();
    await mine.stop();
  }
}

/**
 * A cluster that ran before us is left running; one that we started is stopped. The mark in its folder outlives a
 * launcher that was killed, so that the next one knows whose it is.
 */
function ownership(name: string): { up: () => Promise<Cluster>; stop: () => Promise<void> } {
  const mark = (folder: string): string => join(folder, 'started-by-local-mode');
  return {
    async up() {
      const before = clusterState(name);
      const cluster = await upCluster({ name });
      if (before.state !== 'running') writeFileSync(mark(cluster.folder), '');
      return cluster;
    },
    async stop() {
      const now = clusterState(name);
      if (now.state === 'absent' || !existsSync(mark(now.cluster.folder))) return;
      await stopCluster(name);
      rmSync(mark(now.cluster.folder), { force: true });
      process.stderr.write(`✓ everything is stopped; the cluster "${name}" keeps its data\n`);
    },
  };
}

async function runRemote(options: RemoteOptions, stop: AbortSignal): Promise<void> {
  await checkPort(options.port);
  onAbort(stop, endRunning);
  await ensureBuild();
  stop.throwIfAborted();
  const web = keepChild({
    name: 'console',
    module: 'dist/web/main.js',
    args: (first) => [
      ...['--port', portOf(first) ?? String(options.port), '--mode', 'kubeconfig', ...options.restrictions],
      ...(options.hostName === undefined ? [] : ['--host-name', options.hostName]),
      ...(options.context === undefined ? [] : ['--context', options.context]),
      ...(options.kubeconfig === undefined ? [] : ['--kubeconfig', options.kubeconfig]),
    ],
    ready: CONSOLE_READY,
    onEnd: sayEnd,
    onAgain: ([, url]) => {
      sayAgain('console', url);
    },
    log: join(root, '.cache', 'capstan-console.log'),
    ...(options.verbose
      ? {
          onLine: (line: string) => {
            echo('console', line);
          },
        }
      : {}),
  });
  onAbort(stop, () => void web.stop());
  try {
    const match = await web.ready;
    announce(match[1] ?? '', '  nothing was installed in this cluster', () => anotherUrl(web));
    await serveUntil(stop, web.gaveUp);
  } finally {
    await web.stop();
  }
}

async function serveUntil(stop: AbortSignal, gaveUp: Promise<ChildEnd>): Promise<void> {
  const end = await Promise.race([whenAborted(stop), gaveUp]);
  if (end !== undefined) throw new ChildFailed(end, 'again and again, at once each time');
}

/** A process of a launcher that was killed needs a moment to notice and to free the port. */
async function checkPort(port: number): Promise<void> {
  if (port === 0) return;
  for (let tries = 0; tries < 8; tries += 1) {
    if (await isFree(port)) return;
    await delay(250);
  }
  throw new Error(
    `Port ${String(port)} is taken by another program. Choose another: npm start -- --port ${String(port + 1)}`,
  );
}

function announce(url: string, note: string, another: () => Promise<string>): void {
  process.stderr.write(`${note}\n\n`);
  process.stdout.write(`Capstan is ready: ${url}\n`);
  process.stderr.write(
    '(the address signs in one browser; Enter prints another one, Ctrl-C stops Capstan)\n',
  );
  onEnter(() => {
    another().then(
      (fresh) => process.stdout.write(`Another session: ${fresh}\n`),
      // It has just ended; it is started again, and says its address then.
      () => undefined,
    );
  });
}

function sayEnd({ name, how, log, lastLines }: ChildEnd, afterMs: number): void {
  const said = lastLines.at(-1);
  process.stderr.write(
    `! the ${name} has ended (${how}) and is started again in ${(afterMs / 1000).toFixed(1)} s; its log: ${log}\n` +
      (said === undefined ? '' : `  its last words: ${said.slice(0, 500)}\n`),
  );
}

function sayAgain(name: string, url: string | undefined): void {
  process.stderr.write(`✓ ${name} is ready again\n`);
  if (name === 'console' && url !== undefined) process.stdout.write(`Capstan is ready: ${url}\n`);
}

/** Of all that is logged, what takes minutes: the runner builds an operator that somebody has installed. */
function sayBuild(name: string, line: string): void {
  if (name === 'runner' && /^ *[✓✗]? *building /.test(line)) process.stderr.write(`${line}\n`);
}

function echo(name: string, line: string): void {
  process.stderr.write(`${name.padEnd(10)} | ${line}\n`);
}

try {
  await main();
} catch (error) {
  fail(error);
}
