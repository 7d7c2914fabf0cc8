/** One catalog file, as the bytes come; what was cut is asked for from where it stopped. */
import { createHash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import { optional } from '#lib/base/loose.ts';
import { failureOfStatus } from '../../net/failures.ts';
import type { Outbound, OutboundAnswer } from '../../net/outbound.ts';
import { limits } from '../../read/limits.ts';
import { realClock } from '#server/kube/clock.ts';
import { SourceError } from '../reader.ts';
import { resumableBy, startOf, unlessStill, type Headers } from './version.ts';

/** A server that cuts more often is left alone for a while. */
const MOST_RESUMPTIONS = 20;
/** Resumptions in a row that bring nothing: what was on its way when a connection broke is lost. */
const MOST_IN_VAIN = 2;

/** What to fetch, and where it goes. */
export interface DownloadRequest {
  outbound: Outbound;
  url: string;
  /** Version of content that is still there. */
  known?: string;
  /** Made or overwritten. */
  file: string;
  signal: AbortSignal;
  onBytes?: (bytes: number) => void;
  idleMs?: number;
}

/** What came of it. */
export type Downloaded =
  | { kind: 'unchanged' }
  /** `headers` are those of the answer that the file begins with; `digest` is over the bytes as they were sent. */
  | { kind: 'whole'; headers: Headers; digest: string };

/** Rejects with SourceError, or with the signal's reason. */
export async function download(request: DownloadRequest): Promise<Downloaded> {
  const first = await ask(request, unlessStill(request.known));
  if (first.status === 304 && request.known !== undefined) {
    first.body.destroy();
    return { kind: 'unchanged' };
  }
  requireSuccess(first, request.url);
  const handle = await open(request.file, 'w');
  let headers: Headers;
  try {
    headers = await receive(request, first, handle);
  } finally {
    await handle.close();
  }
  return { kind: 'whole', headers, digest: await digestOf(request.file) };
}

/** @returns the headers of the answer that the file begins with */
async function receive(
  request: DownloadRequest,
  first: OutboundAnswer,
  handle: FileHandle,
): Promise<Headers> {
  let { headers } = first;
  let answer = first;
  let size = 0;
  for (let resumptions = 0, inVain = 0; ; resumptions += 1) {
    const before = size;
    try {
      for await (const chunk of answer.body) {
        const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
        await handle.write(bytes, 0, bytes.length, size);
        size += bytes.length;
        requireSmall(size, request.url);
        request.onBytes?.(bytes.length);
      }
      return headers;
    } catch (error) {
      inVain = size === before ? inVain + 1 : 0;
      const validator = resumableBy(headers);
      if (
        validator === undefined ||
        !isCut(error) ||
        inVain > MOST_IN_VAIN ||
        resumptions === MOST_RESUMPTIONS
      ) {
        throw error;
      }
      answer = await ask(request, { range: `bytes=${String(size)}-`, 'if-range': validator });
    }
    size = resumeAt(answer, size, request.url);
    headers = size === 0 ? answer.headers : headers;
    await handle.truncate(size);
  }
}

function isCut(error: unknown): boolean {
  return error instanceof SourceError && error.kind === 'unreachable';
}

/** Where the answer to a request for the rest goes in the file: at its end, or at its start when it is all of it. */
function resumeAt(answer: OutboundAnswer, size: number, url: string): number {
  if (answer.status !== 206) {
    requireSuccess(answer, url);
    return 0;
  }
  const { host } = new URL(answer.url);
  if (startOf(answer.headers, host) !== size) {
    answer.body.destroy();
    throw new SourceError('invalid', `${host} sent another part of the catalog than it was asked for.`);
  }
  return size;
}

function ask(request: DownloadRequest, headers: Record<string, string>): Promise<OutboundAnswer> {
  return request.outbound.fetch({
    url: request.url,
    headers: { accept: 'application/jsonl, application/json, */*', 'accept-encoding': 'gzip', ...headers },
    limits: { bytes: limits.file, ...optional({ idleMs: request.idleMs }) },
    signal: request.signal,
  });
}

/** Not 206: what was asked for here is all of it. */
function requireSuccess(answer: OutboundAnswer, url: string): void {
  if (answer.status !== 200) {
    answer.body.destroy();
    throw failureOfStatus(answer, url, realClock.now());
  }
}

function requireSmall(size: number, url: string): void {
  if (size > limits.file)
    throw new SourceError('limit', `${url} is larger than ${String(limits.file)} bytes and is not read.`);
}

async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await using handle = await open(path);
  for await (const chunk of handle.createReadStream({ autoClose: false })) {
    hash.update(Buffer.isBuffer(chunk) ? chunk : String(chunk));
  }
  return `sha256:${hash.digest('hex')}`;
}
