/** A real registry (Debian's docker-registry) on a free port with storage of its own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ensureDockerRegistry } from '../../test/docker-registry.ts';
import { atExit } from '../at-exit.ts';

export interface TestRegistry extends AsyncDisposable {
  /** `127.0.0.1:<port>`, to begin names of images with. */
  readonly host: string;
  readonly url: string;
  /** Starts it again, on the same port and with what it held. */
  restart(): Promise<void>;
  /** Ends the process; what it holds stays. */
  stop(): Promise<void>;
}

/** The one user that a registry with `htpasswd` knows. */
export const registryUser = { username: 'reader', password: 'let me in' };
const HTPASSWD = 'reader:$2b$05$EI/fFjG57tQH7Rvc1SfYM.fTaoGXXYjYDt1Pm.JOiMns525dgit6K\n';

/** Undefined, which is then said on the console, where there is no registry and none can be fetched. */
export async function startRegistry(options: { htpasswd?: boolean } = {}): Promise<TestRegistry | undefined> {
  const program = await ensureDockerRegistry();
  if ('missing' in program) {
    process.stderr.write(`SKIPPED: tests with a real registry, because ${program.missing}\n`);
    return undefined;
  }
  const folder = await mkdtemp(join(tmpdir(), 'capstan-registry-'));
  const host = `127.0.0.1:${String(await freePort())}`;
  await writeFile(join(folder, 'htpasswd'), HTPASSWD);
  await writeFile(join(folder, 'config.json'), JSON.stringify(configuration(folder, host, options)));
  const url = `http://${host}`;
  let running = await launch(program.path, folder, url);
  return {
    host,
    url,
    restart: async () => {
      await running.stop();
      running = await launch(program.path, folder, url);
    },
    stop: () => running.stop(),
    [Symbol.asyncDispose]: async () => {
      await running.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** JSON is YAML, too. */
function configuration(folder: string, host: string, { htpasswd = false }: { htpasswd?: boolean }): object {
  return {
    version: '0.1',
    log: { level: 'error', accesslog: { disabled: true } },
    storage: { filesystem: { rootdirectory: join(folder, 'storage') }, delete: { enabled: true } },
    http: { addr: host, secret: 'of a test' },
    ...(htpasswd ? { auth: { htpasswd: { realm: 'tests', path: join(folder, 'htpasswd') } } } : {}),
  };
}

async function launch(path: string, folder: string, url: string): Promise<{ stop: () => Promise<void> }> {
  const child = spawn(path, ['serve', join(folder, 'config.json')], { stdio: ['ignore', 'ignore', 'pipe'] });
  const forget = atExit(() => child.kill('SIGKILL'));
  const exited = once(child, 'exit').then(forget);
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log += text;
  });
  while (!(await answers(url))) {
    if (child.exitCode !== null) throw new Error(`docker-registry did not start:\n${log}`);
    await delay(20);
  }
  return {
    stop: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

async function answers(url: string): Promise<boolean> {
  try {
    const { status } = await fetch(`${url}/v2/`);
    return status === 200 || status === 401;
  } catch {
    return false;
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}
