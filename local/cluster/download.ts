/**
 * Fetches a publisher's file: resumed where it was cut, looked at before anything is done with it, and put in its place in
 * one step. A file whose sum is not the expected one, or nobody knows, is never kept.
 */
import { createHash } from 'node:crypto';
import {
  chmodSync,
  createReadStream,
  createWriteStream,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { EnvHttpProxyAgent, request, type Dispatcher } from 'undici';
import { optional } from '#lib/base/loose.ts';
import type { KnownSums, Release } from './releases.ts';
import { onMirror, sumIn } from './releases.ts';
import { run } from './run.ts';

/** For so long an address may be silent; then it counts as out of reach. */
const ANSWER_MS = 5_000;
/** A body that stops coming is fetched again from where it stopped. */
const SILENCE_MS = 15_000;
const TRIES = 4;
const MOST_REDIRECTS = 5;
/** Longer lists of sums are none. */
const MOST_SUMS = 1 << 20;

export interface DownloadOptions {
  readonly known: KnownSums;
  readonly mirror?: string;
  /** Bytes that have come since the last call, and once for each file how many it has. */
  readonly onBytes?: (bytes: number) => void;
  readonly onSize?: (bytes: number) => void;
  readonly signal?: AbortSignal;
}

/** Why a file was not taken, in words that follow a colon; the address is in it. */
export class DownloadFailed extends Error {
  override readonly name = 'DownloadFailed';
}

/** Fetches the program of a release to `target`, executable. Rejects with DownloadFailed. */
export async function download(release: Release, target: string, options: DownloadOptions): Promise<void> {
  const agent = new EnvHttpProxyAgent({ connect: { timeout: ANSWER_MS } });
  try {
    const wanted = await expectedSum(release, options, agent);
    const url = onMirror(release.url, options.mirror);
    const partial = `${target}.part`;
    // What an earlier run has left may be of another file by now: then all of it is fetched once more.
    const tries = statSync(partial, { throwIfNoEntry: false }) === undefined ? 1 : 2;
    for (let left = tries; ; left -= 1) {
      await fetchTo(partial, url, options, agent);
      const sum = await sumOf(partial);
      if (sum === wanted) break;
      rmSync(partial, { force: true });
      if (left === 1) {
        throw new DownloadFailed(`${url} has the SHA-256 sum ${sum}, but ${wanted} is expected`);
      }
    }
    await unpack(release, partial, target);
  } finally {
    await agent.close();
  }
}

/** The sum of a release as its publisher says it, or of the file itself where the publisher says none. */
export async function findSum(release: Release, scratch: string, options: DownloadOptions): Promise<string> {
  const agent = new EnvHttpProxyAgent({ connect: { timeout: ANSWER_MS } });
  try {
    return await publishedSum(release, options, agent).catch(async (error: unknown) => {
      if (!(error instanceof DownloadFailed)) throw error;
      rmSync(scratch, { force: true });
      await fetchTo(scratch, onMirror(release.url, options.mirror), options, agent);
      return sumOf(scratch);
    });
  } finally {
    await agent.close();
  }
}

/** SHA-256 of a file, in hexadecimal. */
async function sumOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

async function expectedSum(release: Release, options: DownloadOptions, agent: Dispatcher): Promise<string> {
  const pinned = options.known[release.url] ?? '';
  return pinned === '' ? publishedSum(release, options, agent) : pinned;
}

async function publishedSum(
  { url, sums }: Release,
  { mirror, signal }: DownloadOptions,
  agent: Dispatcher,
): Promise<string> {
  const address = onMirror(sums, mirror);
  const { body } = await open(address, { agent, headers: {}, ...optional({ signal }) });
  let list = '';
  for await (const chunk of body) {
    list += String(chunk);
    if (list.length > MOST_SUMS) throw new DownloadFailed(`${address} is no list of sums: it has no end`);
  }
  const sum = sumIn(list, url);
  if (sum === undefined) throw new DownloadFailed(`${address} names no sum for the file`);
  return sum;
}

async function fetchTo(
  partial: string,
  url: string,
  options: DownloadOptions,
  agent: Dispatcher,
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await fetchRest(partial, url, options, agent);
      return;
    } catch (error) {
      if (error instanceof DownloadFailed || options.signal?.aborted === true) throw error;
      if (tries === TRIES)
        throw new DownloadFailed(`${url} broke off ${String(TRIES)} times: ${reasonOf(error)}`);
    }
  }
}

/** From where an earlier try, or an earlier run, stopped. */
async function fetchRest(
  partial: string,
  url: string,
  { onBytes, onSize, signal }: DownloadOptions,
  agent: Dispatcher,
): Promise<void> {
  const have = statSync(partial, { throwIfNoEntry: false })?.size ?? 0;
  const headers: Record<string, string> = have === 0 ? {} : { range: `bytes=${String(have)}-` };
  const answer = await open(url, { agent, headers, ...optional({ signal }) });
  // 416: there is nothing after what we have, so all of it came; its sum will tell.
  if (answer.statusCode === 416) {
    await answer.body.dump();
    return;
  }
  const resumed = answer.statusCode === 206;
  const length = Number(answer.headers['content-length'] ?? Number.NaN);
  const before = resumed ? have : 0;
  if (!Number.isNaN(length)) onSize?.(before + length);
  onBytes?.(before);
  answer.body.on('data', (chunk: Buffer) => onBytes?.(chunk.length));
  await pipeline(answer.body, createWriteStream(partial, { flags: resumed ? 'a' : 'w' }));
}

interface OpenOptions {
  readonly agent: Dispatcher;
  readonly headers: Record<string, string>;
  readonly signal?: AbortSignal;
}

async function open(url: string, options: OpenOptions, redirects = 0): Promise<Dispatcher.ResponseData> {
  const { agent, headers, signal } = options;
  let answer: Dispatcher.ResponseData;
  try {
    answer = await request(url, {
      dispatcher: agent,
      headers,
      headersTimeout: ANSWER_MS,
      bodyTimeout: SILENCE_MS,
      ...optional({ signal }),
    });
  } catch (error) {
    throw new DownloadFailed(`${url} does not answer: ${reasonOf(error)}`, { cause: error });
  }
  const { statusCode } = answer;
  if (statusCode >= 300 && statusCode < 400) {
    const to = String(answer.headers['location'] ?? '');
    await answer.body.dump();
    if (redirects === MOST_REDIRECTS || !URL.canParse(to, url)) {
      throw new DownloadFailed(`${url} leads nowhere`);
    }
    return open(new URL(to, url).href, options, redirects + 1);
  }
  if (statusCode !== 200 && statusCode !== 206 && statusCode !== 416) {
    await answer.body.dump();
    throw new DownloadFailed(`${url} answers with status ${String(statusCode)}`);
  }
  return answer;
}

/** What is run has the sum of what was published, or was inside of it. */
async function unpack({ member }: Release, partial: string, target: string): Promise<void> {
  if (member === undefined) {
    chmodSync(partial, 0o755);
    renameSync(partial, target);
    return;
  }
  const scratch = mkdtempSync(join(dirname(target), 'unpack-'));
  try {
    // The tar of both systems reads both kinds of archive that are published for it.
    await run('tar', ['-xf', partial, '-C', scratch, member]);
    chmodSync(join(scratch, member), 0o755);
    renameSync(join(scratch, member), target);
    rmSync(partial, { force: true });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return error.message === '' ? (code ?? error.name) : error.message;
}
