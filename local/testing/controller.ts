/** The controller as a process of its own, as it runs in earnest: tests may kill it at any moment. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { ensureServers } from '../build/servers.ts';
import { ALLOCATOR } from '../start/allocator.ts';
import { atExit } from './at-exit.ts';

const root = join(import.meta.dirname, '../..');
/** What runs in earnest, too. It starts in half the time that the sources take. */
const program = join(root, 'dist/controller/main.js');
const followParent = pathToFileURL(join(root, 'local/start/follow-parent.ts')).href;

export interface ControllerOptions {
  kubeconfig: string;
  /** Directories by the name of their CatalogSource. */
  catalogs: Readonly<Record<string, string>>;
  namespace?: string;
  /** More of its command line. */
  flags?: readonly string[];
  /** Of Node itself, such as `--max-old-space-size=256`. */
  nodeFlags?: readonly string[];
  /** Where what was read is kept; by default a new folder that goes with the process. */
  cache?: string;
}

export interface ControllerProcess extends AsyncDisposable {
  /** What followed `capstan-controller ready`. */
  readonly ready: string;
  /** Log lines so far, for messages of failed tests. */
  readonly log: readonly string[];
  /** Of a server of it, as it told when it was ready. */
  url(server: 'catalog-service' | 'health'): string;
  /** Whether it reconciles now: by the queues it tells of, as errors once counted are told of by a standby too. */
  leads(): Promise<boolean>;
  /** As a crash would; resolves when the process is gone. */
  kill(): Promise<void>;
  /** Stops it in its tracks, or lets it go on: as on a machine that stalls. */
  freeze(): void;
  thaw(): void;
  /** By SIGTERM; resolves to the exit code. */
  stop(): Promise<number | null>;
}

/** Resolves when the controller says that it is ready; rejects with its log when it ends before. */
export async function startController(options: ControllerOptions): Promise<ControllerProcess> {
  const { kubeconfig, catalogs, namespace = 'capstan-system', flags = [], nodeFlags = [] } = options;
  await ensureServers();
  const own = options.cache === undefined ? mkdtempSync(join(tmpdir(), 'capstan-cache-')) : undefined;
  const args = [
    ...[...nodeFlags, '--import', followParent, program],
    ...['--kubeconfig', kubeconfig, '--namespace', namespace, '--catalog-service-port', '0'],
    ...['--cache-dir', own ?? options.cache ?? '', '--allow-loopback-sources'],
    ...Object.entries(catalogs).flatMap(([name, directory]) => ['--catalog', `${name}=${directory}`]),
    ...flags,
  ];
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...ALLOCATOR },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const forget = atExit(() => {
    child.kill('SIGKILL');
    if (own !== undefined) rmSync(own, { recursive: true, force: true });
  });
  const exited = once(child, 'exit').then(async () => {
    forget();
    if (own !== undefined) await rm(own, { recursive: true, force: true });
  });
  const log: string[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => log.push(line));
  const lines = createInterface({ input: child.stdout });
  const [first] = await Promise.race([once(lines, 'line'), exited.then((): [undefined] => [undefined])]);
  const words = typeof first === 'string' ? /^capstan-controller ready (.*)$/.exec(first)?.[1] : undefined;
  if (words === undefined) {
    child.kill('SIGKILL');
    throw new Error(`the controller did not get ready:\n${log.join('\n')}`);
  }
  const end = async (signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> => {
    child.kill(signal);
    await exited;
    return child.exitCode;
  };
  return {
    ready: words,
    log,
    url: (server) => urlIn(words, server),
    leads: async () => {
      const answer = await fetch(`${urlIn(words, 'health')}/metrics`);
      return (await answer.text()).includes('capstan_queue_size{queue="csvs"}');
    },
    kill: async () => {
      await end('SIGKILL');
    },
    freeze: () => {
      child.kill('SIGSTOP');
    },
    thaw: () => {
      child.kill('SIGCONT');
    },
    stop: () => end('SIGTERM'),
    [Symbol.asyncDispose]: async () => {
      await end('SIGKILL');
    },
  };
}

function urlIn(ready: string, server: string): string {
  const word = ready.split(' ').find((one) => one.startsWith(`${server}=`));
  if (word === undefined) throw new Error(`the controller tells no ${server}: ${ready}`);
  return word.slice(server.length + 1);
}
