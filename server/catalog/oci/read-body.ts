/** Bodies of answers. */
import { SourceError } from '../sources/reader.ts';
import type { RegistryAnswer } from './transport.ts';

/** Rejects with SourceError `limit` when there is more than that. */
export async function readBody(answer: RegistryAnswer, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunksOf(answer)) {
    size += chunk.length;
    if (size > maxBytes) throw new SourceError('limit', `an answer is larger than ${String(maxBytes)} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

/** The body as it comes; destroyed when the reader stops early. */
export async function* chunksOf({ body }: RegistryAnswer): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of body) yield Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
  } finally {
    body.destroy();
  }
}
