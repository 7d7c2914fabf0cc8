/** The controller as a process of its own, as it runs in earnest: tests may kill it at any moment. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const root = join(import.meta.dirname, '../..');

export interface ControllerOptions {
  kubeconfig: string;
  /** Directories by the name of their CatalogSource. */
  catalogs: Readonly<Record<string, string>>;
  namespace?: string;
  /** More of its command line. */
  flags?: readonly string[];
  /** Where what was read is kept; by default a new folder that goes with the process. */
  cache?: string;
}

export interface ControllerProcess extends AsyncDisposable {
  /** What followed `capstan-controller ready`. */
  readonly ready: string;
  /** Log lines so far, for messages of failed tests. */
  readonly log: readonly string[];
  /** As a crash would; resolves when the process is gone. */
  kill(): Promise<void>;
  /** By SIGTERM; resolves to the exit code. */
  stop(): Promise<number | null>;
}

/** Resolves when the controller says that it is ready; rejects with its log when it ends before. */
export async function startController(options: ControllerOptions): Promise<ControllerProcess> {
  const { kubeconfig, catalogs, namespace = 'capstan-system', flags = [] } = options;
  const own = options.cache === undefined ? mkdtempSync(join(tmpdir(), 'capstan-cache-')) : undefined;
  const args = [
    join(root, 'server/controller/main.ts'),
    ...['--kubeconfig', kubeconfig, '--namespace', namespace, '--catalog-service-port', '0'],
    ...['--cache-dir', own ?? options.cache ?? '', '--allow-loopback-sources'],
    ...Object.entries(catalogs).flatMap(([name, directory]) => ['--catalog', `${name}=${directory}`]),
    ...flags,
  ];
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = once(child, 'exit').then(async () => {
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
    kill: async () => {
      await end('SIGKILL');
    },
    stop: () => end('SIGTERM'),
    [Symbol.asyncDispose]: async () => {
      await end('SIGKILL');
    },
  };
}
