/** One directory → one index. */
import { createHash } from 'node:crypto';
import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { CatalogWarning } from '#lib/olm/api/catalog.ts';
import { ContentStore } from '../store/content-store.ts';
import { readCatalogDirectory } from '../read/directory.ts';
import { walkCatalog } from '../read/walk.ts';
import type { Head } from './format.ts';
import { IndexFile } from './index-file.ts';
import type { IndexJob } from './job.ts';
import { StoredIndex } from './stored-index.ts';
import { IndexWriter } from './write-index.ts';

type Read = { kind: 'read'; name: string } | { kind: 'nothing'; warnings: readonly CatalogWarning[] };

/** The output is there, whole, when it says `read`. */
export async function readJob(job: IndexJob, signal: AbortSignal): Promise<Read> {
  const { directory, output, earlier: earlierPath, contents } = job;
  const found = await walkCatalog(directory);
  const earlier = await openEarlier(earlierPath);
  await mkdir(dirname(output), { recursive: true });
  const file = await open(output, 'wx');
  try {
    const writer = new IndexWriter(file, (digest) => earlier?.packedContent(digest));
    const content = await readCatalogDirectory(found, {
      signal,
      sink: writer,
      ...(earlier === undefined ? {} : { before: earlier.directories() }),
    });
    const { packages, operators, warnings } = content;
    if (packages.size + operators.size === 0 && warnings.length > 0) return { kind: 'nothing', warnings };
    const head = await writer.finish(content);
    if (packages.size > 0 && operators.size + head.packages.length === 0)
      return { kind: 'nothing', warnings: head.warnings };
    await keepOld(earlier, writer, new ContentStore(contents));
    return { kind: 'read', name: nameOf(head) };
  } finally {
    await file.close();
  }
}

function nameOf(head: Head): string {
  return createHash('sha256').update(JSON.stringify(head)).digest('hex').slice(0, 32);
}

async function openEarlier(path: string | undefined): Promise<StoredIndex | undefined> {
  const file = path === undefined ? undefined : await IndexFile.open(path);
  return file && new StoredIndex(file, { version: '', readAt: 0 });
}

/** Plans may refer to manifests that the catalog no longer has. */
async function keepOld(
  earlier: StoredIndex | undefined,
  writer: IndexWriter,
  store: ContentStore,
): Promise<void> {
  for (const digest of earlier?.contentDigests() ?? []) {
    const packed = writer.holds(digest) ? undefined : earlier?.packedContent(digest);
    if (packed !== undefined) await store.putPacked(digest, () => packed);
  }
}
