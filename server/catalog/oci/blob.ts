/** The bytes of a blob, checked against its digest; resumed where they stopped when the connection is cut. */
import { createHash } from 'node:crypto';
import { isPassing, waitBefore } from './attempts.ts';
import type { SourceError } from '../sources/reader.ts';
import type { ContentDescriptor } from './documents.ts';
import { chunksOf } from './read-body.ts';
import type { Registry } from './registry.ts';
import type { RegistryAnswer } from './transport.ts';

/** Cuts in a row without getting on, and cuts at all, after which the fetch is given up. */
const MAX_STANDSTILLS = 5;
const MAX_CUTS = 50;
/** Some registries cut off what they believe to be over: a little more than the size may come before we say so. */
const SLACK = 64 * 1024;

/** Ends only after the digest has been found right; rejects with SourceError. */
export async function* readBlob(
  registry: Registry,
  blob: ContentDescriptor,
  onBytes: (bytes: number) => void = () => undefined,
): AsyncGenerator<Buffer> {
  const hash = createHash(blob.digest.startsWith('sha512:') ? 'sha512' : 'sha256');
  for await (const chunk of resumed(registry, blob)) {
    hash.update(chunk);
    onBytes(chunk.length);
    yield chunk;
  }
  const digest = `${blob.digest.slice(0, blob.digest.indexOf(':'))}:${hash.digest('hex')}`;
  if (digest !== blob.digest) {
    throw registry.fault(
      'invalid',
      `blob ${blob.digest} is not what its digest says: its content gives ${digest}`,
    );
  }
}

/** As many bytes as the blob must have, over as many connections as it takes. */
async function* resumed(registry: Registry, blob: ContentDescriptor): AsyncGenerator<Buffer> {
  let got = 0;
  let standstills = 0;
  for (let cuts = 0; cuts === 0 || got < blob.size; cuts += 1) {
    const before = got;
    const cut = yield* until(registry, blob, got, (bytes) => {
      got += bytes;
    });
    if (cut === undefined) return;
    standstills = got > before ? 1 : standstills + 1;
    if (standstills >= MAX_STANDSTILLS || cuts >= MAX_CUTS) throw cut;
    await waitBefore(standstills, cut, registry.options);
  }
}

/** From an offset on until all is there, or the connection is cut: then the error is returned. */
async function* until(
  registry: Registry,
  blob: ContentDescriptor,
  offset: number,
  onBytes: (bytes: number) => void,
): AsyncGenerator<Buffer, SourceError | undefined> {
  const { digest, size } = blob;
  let got = offset;
  try {
    for await (const chunk of from(registry, blob, offset)) {
      got += chunk.length;
      if (got > size) {
        throw registry.fault(
          'invalid',
          `blob ${digest} is longer than the ${String(size)} bytes it should have`,
        );
      }
      onBytes(chunk.length);
      yield chunk;
    }
  } catch (error) {
    if (isPassing(error)) return error;
    throw error;
  }
  if (got === size) return undefined;
  return registry.fault('unreachable', `blob ${digest} ended after ${String(got)} of ${String(size)} bytes`);
}

/** From an offset on, whether or not the registry can begin there. */
async function* from(
  registry: Registry,
  { digest, size }: ContentDescriptor,
  offset: number,
): AsyncGenerator<Buffer> {
  const answer = await registry.request({
    path: `blobs/${digest}`,
    what: `blob ${digest}`,
    headers: offset === 0 ? {} : { range: `bytes=${String(offset)}-` },
    maxBytes: size + SLACK,
  });
  let skip = offset === startOf(answer) ? 0 : offset;
  if (skip > 0 && answer.status === 206) {
    answer.body.destroy();
    throw registry.fault('invalid', `blob ${digest}: the registry sends another part than was asked for`);
  }
  for await (const chunk of chunksOf(answer)) {
    const part = chunk.subarray(Math.min(skip, chunk.length));
    skip -= chunk.length - part.length;
    if (part.length > 0) yield part;
  }
}

function startOf({ status, headers }: RegistryAnswer): number {
  const start = /^bytes (\d{1,15})-/.exec(headers['content-range'] ?? '')?.[1];
  return status === 206 ? Number(start ?? -1) : 0;
}
