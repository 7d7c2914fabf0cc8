/**
 * The whole community catalog: from the start of the controller to the first catalog page, cold and with its index; what
 * the page costs on the wire; one package and one icon of many; the controller's memory; and what a key press costs in
 * the search of a slow machine.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import { Pool } from 'undici';
import { z } from 'zod';
import { urls } from '#lib/urls.ts';
import { ensureBuild } from '#local/build/build.ts';
import { startTestCluster } from '#local/testing/cluster.ts';
import { sharedData } from '#local/testing/shared-data.ts';
import { startScene } from '../e2e/fixtures/scene.ts';
import { quantile, verdict } from './figures.ts';
import { signedIn } from './page-probe.ts';

export const summary =
  'the community catalog: start → page, bytes, p99 of packages and icons, memory, search';

/**
 * The most that each may be; the starts in times what nothing can do without: reading the same file line by line, and a Node
 * that runs an empty program.
 */
const GOAL = { coldShare: 3, indexShare: 2.5, pageBytes: 20_000, restMb: 128, afterMb: 200, keyMs: 50 };
const STARTS = 5;
const CATALOG = 'community';
const NAMESPACE = 'capstan-system';
const SAMPLES = 1_000;
const SLOWDOWN = 4;
/** Garbage is collected, and what starts with the process has started. */
const SETTLE_MS = 5_000;
const root = join(import.meta.dirname, '..');
const Tiles = z.array(z.looseObject({ package: z.string(), iconDigest: z.string().optional() }));

export async function bench(): Promise<void> {
  const data = sharedData('catalog-full.jsonl.gz');
  if (data === undefined) return;
  await ensureBuild();
  const folder = await mkdtemp(join(tmpdir(), 'capstan-bench-'));
  const content = join(folder, 'content');
  try {
    await mkdir(content);
    await copyFile(data, join(content, 'catalog.jsonl.gz'));
    await measureService(content, folder);
    await measureSearch(content);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function measureService(content: string, folder: string): Promise<void> {
  const cluster = await startTestCluster();
  const start = (cache: string): Promise<Started> =>
    startUntilPage(cluster.kubeconfig, content, join(folder, cache));
  try {
    const [parsed, bare, cold, again]: number[][] = [[], [], [], []];
    for (let round = 0; round < STARTS; round += 1) {
      const cache = `cache-${String(round)}`;
      parsed?.push(await parseMs(join(content, 'catalog.jsonl.gz')));
      bare?.push(await bareStartMs(folder));
      for (const times of [cold, again]) {
        const started = await start(cache);
        times?.push(started.ms);
        await started.stop();
      }
    }
    const of = (times: readonly number[] = []): number => quantile(times, 0.5);
    say('reading the file line by line, JSON.parse alone', of(parsed), 'ms');
    say('process start → first page, cold', of(cold), 'ms');
    verdict('the same, in times of reading it', of(cold) / of(parsed), GOAL.coldShare);
    say('start and end of a bare Node', of(bare), 'ms');
    say('process start → first page, with index', of(again), 'ms');
    verdict('the same, in times of a bare Node', of(again) / of(bare), GOAL.indexShare);
    const warm = await start('cache-0');
    try {
      await delay(SETTLE_MS);
      say('memory of the controller with it, at rest', await residentMb(warm.child), 'MB', GOAL.restMb);
      await measureAnswers(warm.url);
      await delay(SETTLE_MS);
      say('the same after all these answers', await residentMb(warm.child), 'MB', GOAL.afterMb);
    } finally {
      await warm.stop();
    }
  } finally {
    await cluster.stop();
  }
}

/** What reading a catalog cannot do without. */
async function parseMs(file: string): Promise<number> {
  const begun = performance.now();
  const lines = createInterface({ input: createReadStream(file).pipe(createGunzip()), crlfDelay: Infinity });
  let read = 0;
  for await (const line of lines) if (JSON.parse(line) !== null) read += 1;
  if (read === 0) throw new Error(`${file} has no lines`);
  return performance.now() - begun;
}

/** What the start of a program cannot do without. */
async function bareStartMs(folder: string): Promise<number> {
  const program = join(folder, 'empty.js');
  await writeFile(program, '');
  const begun = performance.now();
  const child = spawn(process.execPath, [program], { stdio: 'ignore' });
  await once(child, 'exit');
  return performance.now() - begun;
}

interface Started {
  ms: number;
  url: string;
  child: ChildProcess;
  stop: () => Promise<void>;
}

/**
 * Asks again and again from the moment of the start until tiles come: the rarer the longer it takes, to two percent, since each
 * question takes the time of a processor that the reader could use.
 */
async function startUntilPage(kubeconfig: string, content: string, cache: string): Promise<Started> {
  const port = await freePort();
  const begun = performance.now();
  const child = spawn(
    process.execPath,
    [
      join(root, 'dist', 'controller', 'main.js'),
      ...['--kubeconfig', kubeconfig, '--namespace', NAMESPACE, '--catalog', `${CATALOG}=${content}`],
      ...['--cache-dir', cache, '--catalog-service-port', String(port)],
    ],
    { stdio: ['ignore', 'ignore', 'ignore'] },
  );
  const url = `http://127.0.0.1:${String(port)}`;
  const pool = new Pool(url);
  try {
    while ((await tilesOf(pool)) === 0) await delay(Math.max(2, (performance.now() - begun) / 50));
  } finally {
    await pool.close();
  }
  const ms = performance.now() - begun;
  const stop = async (): Promise<void> => {
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    await exited;
  };
  return { ms, url, child, stop };
}

const LIST = `/v1/packages?catalog=${encodeURIComponent(`${NAMESPACE}/${CATALOG}`)}`;

async function tilesOf(pool: Pool): Promise<number> {
  try {
    const { statusCode, body } = await pool.request({ method: 'GET', path: LIST });
    const text = await body.text();
    return statusCode === 200 ? Tiles.parse(JSON.parse(text)).length : 0;
  } catch {
    return 0;
  }
}

async function measureAnswers(url: string): Promise<void> {
  const pool = new Pool(url, { connections: 4 });
  try {
    const get = (path: string, headers: Record<string, string> = {}): ReturnType<Pool['request']> =>
      pool.request({ method: 'GET', path, headers });
    const compressed = await get(LIST, { 'accept-encoding': 'br' });
    const bytes = (await compressed.body.arrayBuffer()).byteLength;
    say('first page on the wire (brotli)', bytes, 'B', GOAL.pageBytes);
    const etag = compressed.headers['etag'];
    const again = await get(LIST, { 'if-none-match': typeof etag === 'string' ? etag : '' });
    say('unchanged refresh', (await again.body.arrayBuffer()).byteLength, 'B', 0);
    const tiles = Tiles.parse(await (await get(LIST)).body.json());
    const timed = async (what: string, path: (index: number) => string): Promise<void> => {
      const times: number[] = [];
      for (let index = 0; index < SAMPLES; index += 1) {
        const begun = performance.now();
        const { body } = await get(path(index));
        await body.dump({ limit: Number.MAX_SAFE_INTEGER });
        times.push(performance.now() - begun);
      }
      say(`one ${what} of ${String(SAMPLES)}, p50`, quantile(times, 0.5), 'ms');
      say(`one ${what} of ${String(SAMPLES)}, p99`, quantile(times, 0.99), 'ms');
    };
    // Strides that meet every package in an order of their own.
    const pick = (index: number): string => tiles[(index * 101) % tiles.length]?.package ?? '';
    await timed('package', (index) => `/v1/packages/${NAMESPACE}/${CATALOG}/${pick(index)}`);
    await timed('icon', (index) => `/v1/icons/${NAMESPACE}/${CATALOG}/${pick(index)}`);
  } finally {
    await pool.close();
  }
}

async function measureSearch(content: string): Promise<void> {
  await using scene = await startScene([{ name: CATALOG, folder: content }]);
  const context = await signedIn(scene);
  const page = await context.newPage();
  await page.goto(scene.origin + urls.catalog());
  const search = page.getByLabel('Search the catalog');
  await page.getByText(/^\d{3} operators/).waitFor();
  // The list is there before the page can be used.
  await page.locator('html[data-ready]').waitFor();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  await search.focus();
  const times: number[] = [];
  for (const key of 'kafka operator postgres') {
    await page.evaluate(() => {
      Object.assign(window, {
        capstanPaint: new Promise<number>((resolve) => {
          addEventListener(
            'keydown',
            ({ timeStamp }) => {
              // The second frame after the press begins when the first is painted.
              requestAnimationFrame(() =>
                requestAnimationFrame(() => {
                  resolve(performance.now() - timeStamp);
                }),
              );
            },
            { once: true, capture: true },
          );
        }),
      });
    });
    await page.keyboard.press(key === ' ' ? 'Space' : key);
    times.push(z.number().parse(await page.evaluate('window.capstanPaint')));
  }
  say(`key press → paint of search at ${String(SLOWDOWN)}×, p50`, quantile(times, 0.5), 'ms');
  say(`key press → paint of search at ${String(SLOWDOWN)}×, longest`, quantile(times, 1), 'ms', GOAL.keyMs);
  await context.close();
}

function say(what: string, value: number, unit: string, goal?: number): void {
  if (goal !== undefined) {
    verdict(`${what}, ${unit}`, value, goal);
    return;
  }
  const shown = value < 10 ? value.toFixed(2) : value.toFixed(0);
  process.stdout.write(`     ${what}: ${shown} ${unit}\n`);
}

/** Of Linux; elsewhere not known. */
async function residentMb({ pid = 0 }: ChildProcess): Promise<number> {
  const status = await readFile(`/proc/${String(pid)}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? Number.NaN) / 1024;
}

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}
