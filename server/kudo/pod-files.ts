/**
 * Files of a pod that a Pipe task waits for, read by commands in its container, as KUDO does (KUDO 68, 69): their size first,
 * then themselves in an archive, which follows no links.
 */
import { Readable } from 'node:stream';
import { at, items } from '#lib/base/loose.ts';
import type { KubeObject } from '#lib/k8s/object.ts';
import type { PipeFile } from '#lib/kudo/api/task.ts';
import { PIPE_BYTES, PIPE_CONTAINER } from '#lib/kudo/tasks/pipe.ts';
import type { PipeOutput } from '#lib/kudo/tasks/world.ts';
import { isTransient } from '#server/install/transient.ts';
import { isKubeError } from '#server/kube/errors.ts';
import type { ExecOutput, KubeClient } from '#server/kube/types.ts';
import { readTar } from '../catalog/oci/tar.ts';

/** Header, padding and end of an archive of one file. */
const ARCHIVE_BYTES = PIPE_BYTES + 64 * 1024;
/** Beside a file that says its size. */
const WORDS_BYTES = 4096;
/** Of one command. */
const LONGEST_MS = 30_000;

/** What is not there, is too large or is no file is fatal; what the API server or the node cannot do now may pass. Never rejects. */
export async function readPodFiles(
  client: KubeClient,
  pod: KubeObject,
  files: readonly PipeFile[],
  signal: AbortSignal,
): Promise<PipeOutput> {
  const read: Record<string, Uint8Array> = {};
  try {
    for (const { path } of files) read[path] = await fileOf({ client, pod, signal }, path);
  } catch (error) {
    if (error instanceof BadFile) return { problem: error.message, fatal: true };
    if (!isKubeError(error)) throw error;
    // Nothing that may pass by itself: there is no container to look into.
    if (isSimulated(pod) && !isKubeError(error, 'aborted'))
      return { problem: simulatedText(pod), fatal: true };
    const why = `cannot read files of pod ${pod.metadata.name}: ${error.publicMessage}`;
    return { problem: why, fatal: !isTransient(error) && !MENDED.has(error.kind) };
  }
  return { files: read };
}

/** Rights are given, and pods come up again. */
const MENDED: ReadonlySet<string> = new Set(['forbidden', 'notFound', 'unauthorized', 'unknown']);

/** What is wrong with a file, whatever is tried. */
class BadFile extends Error {}

interface Looking {
  client: KubeClient;
  pod: KubeObject;
  signal: AbortSignal;
}

async function fileOf(looking: Looking, path: string): Promise<Buffer> {
  const stat = await run(looking, ['stat', '-c', '%s', path], WORDS_BYTES);
  const size = stat.stdout.toString('utf8').trim();
  if (!/^\d{1,15}$/.test(size)) throw new BadFile(`pipe file ${path} has no size: ${size.slice(0, 100)}`);
  if (Number(size) > PIPE_BYTES)
    throw new BadFile(`pipe file ${path} is ${size} bytes, more than ${String(PIPE_BYTES)}`);
  const slash = path.lastIndexOf('/');
  const folder = path.slice(0, slash);
  const archive = await run(looking, ['tar', 'cf', '-', '-C', folder, path.slice(slash + 1)], ARCHIVE_BYTES);
  return contentOf(archive.stdout, path);
}

async function run(
  { client, pod, signal }: Looking,
  command: string[],
  mostBytes: number,
): Promise<ExecOutput> {
  const { namespace = '', name } = pod.metadata;
  const output = await client.exec(
    { namespace, name },
    {
      ...{ container: PIPE_CONTAINER, command, mostBytes },
      signal: AbortSignal.any([signal, AbortSignal.timeout(LONGEST_MS)]),
    },
  );
  if (output.exitCode === 0) return output;
  const said = output.stderr.trim().slice(0, 500);
  throw new BadFile(`${command.join(' ')} ended with exit code ${String(output.exitCode)}: ${said}`);
}

async function contentOf(archive: Buffer, path: string): Promise<Buffer> {
  try {
    for await (const { type, size, content } of readTar(Readable.from([archive]))) {
      if (type !== 'file') throw new BadFile(`pipe file ${path} is no file, but a ${type}`);
      if (size > PIPE_BYTES)
        throw new BadFile(`pipe file ${path} is ${String(size)} bytes, more than ${String(PIPE_BYTES)}`);
      const chunks: Buffer[] = [];
      for await (const chunk of content) chunks.push(chunk);
      return Buffer.concat(chunks);
    }
  } catch (error) {
    if (error instanceof BadFile) throw error;
    throw new BadFile(`pipe file ${path}: what tar sent is no archive`);
  }
  throw new BadFile(`pipe file ${path}: tar sent nothing`);
}

/** A kubelet gives each container that runs an id. */
function isSimulated(pod: KubeObject): boolean {
  const running = items(at(pod, 'status', 'containerStatuses'));
  return running.every((status) => (at(status, 'containerID') ?? '') === '');
}

function simulatedText({ metadata: { name } }: KubeObject): string {
  return `pod ${name} runs no containers, as on the simulated nodes of KWOK: there are no files that this Pipe task could read. It needs a cluster whose pods run`;
}
