/** A file that is the index of a repository of declarative operators (KUDO), among the files of a catalog. */
import { createReadStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { optional } from '#lib/base/loose.ts';
import { isIndexText } from '#lib/kudo/repository/index-text.ts';
import { indexProblemText, readIndex } from '#lib/kudo/repository/read-index.ts';
import type { RepositoryVersion } from '#lib/kudo/repository/repository-index.ts';
import { YAML_SIZE } from '#lib/kudo/yaml/read.ts';
import type { Warnings } from './pieces.ts';
import type { FoundFile } from './walk.ts';

/** Declarative operators by name, each with its versions, newest first. */
export type Operators = Map<string, readonly RepositoryVersion[]>;

/** Kubernetes has no longer names; a bad one may be of any length. */
const LONGEST_NAME = 253;
/** As bytes; characters are counted when it is read. */
const INDEX_BYTES = 4 * YAML_SIZE;

/** The text of a file that is an index; undefined for any other, and for what cannot be read. */
export async function indexTextOf(path: string): Promise<string | undefined> {
  const bytes = await firstBytes(path, INDEX_BYTES + 1).catch(() => undefined);
  if (bytes === undefined) return undefined;
  const text = new TextDecoder().decode(bytes);
  return isIndexText(text) ? text : undefined;
}

/** Adds what the index offers; an operator that another file has already is left out, with a warning. */
export function takeIndex(
  file: Pick<FoundFile, 'name'>,
  text: string,
  { operators, warnings }: { operators: Operators; warnings: Warnings },
): void {
  const at = { file: file.name };
  const reading = readIndex(text);
  if ('problem' in reading) {
    warnings.add({ ...at, message: `cannot be used as an index: ${indexProblemText(reading.problem)}` });
    return;
  }
  for (const [name, versions] of reading.index) {
    if (operators.has(name))
      warnings.add({ ...at, package: name, message: 'another index has this operator already; left out' });
    else operators.set(name, versions);
  }
  for (const problem of reading.problems) {
    warnings.add({
      ...at,
      ...optional({ package: problem.operator?.slice(0, LONGEST_NAME) }),
      message: `${indexProblemText(problem)}; left out`,
    });
  }
  if (reading.more > 0)
    warnings.add({ ...at, message: `${String(reading.more)} more entries are left out for such reasons` });
}

/** Unpacked where it is gzip; no more than `most`. */
async function firstBytes(path: string, most: number): Promise<Buffer> {
  const file = createReadStream(path);
  const input = path.toLowerCase().endsWith('.gz') ? file.pipe(createGunzip()) : file;
  file.on('error', (error) => input.destroy(error));
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of input) {
      if (!Buffer.isBuffer(chunk)) continue;
      chunks.push(chunk);
      size += chunk.length;
      if (size >= most) break;
    }
  } finally {
    input.destroy();
    file.destroy();
    await finished(file, { error: false }).catch(() => undefined);
  }
  return Buffer.concat(chunks).subarray(0, most);
}
