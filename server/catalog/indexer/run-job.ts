/** Does one job, in whatever process it is called. */
import { reason, systemCode } from '../read/document.ts';
import { writeThreeKeys } from '../sources/config-map/write-three-keys.ts';
import { requireCatalog } from '../sources/fbc-file.ts';
import { SourceError } from '../sources/reader.ts';
import type { Job, JobOutcome } from './job.ts';
import { packBundle } from './pack-bundle.ts';
import { readJob } from './read-job.ts';
import { readPackageJob } from './read-package.ts';

type Ending<T> = T extends unknown ? Omit<T, 'rss'> : never;

/** Rejects with the signal's reason when aborted, and otherwise never. */
export async function runJob(job: Job, signal = new AbortController().signal): Promise<JobOutcome> {
  const ending = await work(job, signal).catch((error: unknown) => {
    signal.throwIfAborted();
    return failed(error);
  });
  return { ...ending, rss: process.memoryUsage.rss() };
}

async function work(job: Job, signal: AbortSignal): Promise<Ending<JobOutcome>> {
  switch (job.kind) {
    case 'index':
      return readJob(job, signal);
    case 'grpc':
      // Only who has a gRPC catalog pays for the libraries that speak with it.
      return (await import('../sources/grpc/fetch.ts')).fetchGrpc(job, signal);
    case 'threeKeys':
      await writeThreeKeys(job);
      return { kind: 'done' };
    case 'check':
      await requireCatalog(job.path, job.from, signal);
      return { kind: 'done' };
    case 'bundle':
      return { kind: 'bundle', ...(await packBundle(job.folder)) };
    case 'package':
      return { kind: 'package', ...(await readPackageJob(job)) };
  }
}

function failed(error: unknown): Ending<JobOutcome> {
  if (error instanceof SourceError) {
    const { kind, message, retryAfterMs } = error;
    const wait = retryAfterMs === undefined ? {} : { retryAfterMs };
    return { kind: 'failed', reason: kind, message, ...wait };
  }
  const code = systemCode(error);
  // What the system refuses now is no fault of the catalog.
  const kind = code === undefined ? 'invalid' : code === 'ENOENT' ? 'missing' : 'unreachable';
  return { kind: 'failed', reason: kind, message: reason(error) };
}
