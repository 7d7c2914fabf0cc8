/** One directory → one index. */
import { createHash } from 'node:crypto';
import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ContentStore } from '../content-store.ts';
import { reason } from '../document.ts';
import { readCatalogDirectory } from '../read-directory.ts';
import { walkCatalog } from '../walk.ts';
import { IndexFile } from './index-file.ts';
import type { Job, Outcome } from './job.ts';
import { StoredIndex } from './stored-index.ts';
import { IndexWriter } from './write-index.ts';

/** Never rejects. The output is there, whole, when it says `read`. */
export async function readJob(job: Job): Promise<Outcome> {
  try {
    return await read(job);
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    return { kind: 'failed', message: reason(error), missing, rss: process.memoryUsage.rss() };
  }
}

async function read({ directory, output, earlier: earlierPath, contents }: Job): Promise<Outcome> {
  const found = await walkCatalog(directory);
  const earlier = await openEarlier(earlierPath);
  await mkdir(dirname(output), { recursive: true });
  const file = await open(output, 'wx');
  try {
    const writer = new IndexWriter(file, (digest) => earlier?.packedContent(digest));
    const content = await readCatalogDirectory(found, {
      signal: new AbortController().signal,
      sink: writer,
      ...(earlier === undefined ? {} : { before: earlier.directories() }),
    });
    const { packages, warnings } = content;
    if (packages.size === 0 && warnings.length > 0) {
      return { kind: 'nothing', warnings, rss: process.memoryUsage.rss() };
    }
    const head = await writer.finish(content);
    await keepOld(earlier, writer, new ContentStore(contents));
    const name = createHash('sha256').update(head).digest('hex').slice(0, 32);
    return { kind: 'read', name, rss: process.memoryUsage.rss() };
  } finally {
    await file.close();
  }
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
