/** What the controller and the process that reads catalogs say to each other. */
import { z } from 'zod';
import type { SentFile } from '#lib/kudo/repository/answers.ts';
import type { CatalogWarning } from '#lib/olm/api/catalog.ts';
import { SourceError, sourceErrorKinds } from '../sources/reader.ts';

/** A directory becomes an index. */
const IndexJob = z.object({
  kind: z.literal('index'),
  /** Directory to read. */
  directory: z.string(),
  /** File to write; it must not exist. */
  output: z.string(),
  /** Index of an earlier read of the same source. */
  earlier: z.string().exactOptional(),
  /** Folder of the content store: manifests that only the earlier index holds are kept there. */
  contents: z.string(),
});
/** A directory to be read. Its outcome: `read` or `nothing`. */
export type IndexJob = z.infer<typeof IndexJob>;

/** What a registry server tells becomes a file in the folder. Only the addresses are dialled: they were judged. */
const GrpcJob = z.object({
  kind: z.literal('grpc'),
  folder: z.string(),
  host: z.string(),
  port: z.int(),
  addresses: z.array(z.string()).readonly(),
  /** For messages. */
  address: z.string(),
  idleMs: z.number(),
  /** Version of content that is still there. */
  known: z.string().exactOptional(),
});
/** A registry server to be asked. Its outcome: `fetched` or `unchanged`. */
export type GrpcJob = z.infer<typeof GrpcJob>;

/** The older form of a ConfigMap, each key a file in the folder, becomes a catalog file. */
const ThreeKeysJob = z.object({
  kind: z.literal('threeKeys'),
  folder: z.string(),
  /** Of the ConfigMap, for messages. */
  name: z.string(),
});
/** An older ConfigMap to be rewritten. Its outcome: `done`. */
export type ThreeKeysJob = z.infer<typeof ThreeKeysJob>;

/** Whether a file that was fetched is a catalog at all. */
const CheckJob = z.object({
  kind: z.literal('check'),
  path: z.string(),
  /** For messages. */
  from: z.string(),
});
/** A file to be looked at. Its outcome: `done`. */
export type CheckJob = z.infer<typeof CheckJob>;

/** The folder of one bundle becomes its manifests. */
const BundleJob = z.object({ kind: z.literal('bundle'), folder: z.string() });
/** A bundle to be read. Its outcome: `bundle`. */
export type BundleJob = z.infer<typeof BundleJob>;

const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array);

/** The archive of a declarative operator becomes its files. */
const PackageJob = z.object({
  kind: z.literal('package'),
  archive: bytes,
  /** For messages. */
  from: z.string(),
});
/** An archive to be read. Its outcome: `package`. */
export type PackageJob = z.infer<typeof PackageJob>;

/** Told apart by `kind`; paths are absolute. */
export const Job = z.discriminatedUnion('kind', [
  IndexJob,
  GrpcJob,
  ThreeKeysJob,
  CheckJob,
  BundleJob,
  PackageJob,
]);
/** A job that was checked. */
export type Job = z.infer<typeof Job>;

const PackageContent = z.object({
  files: z.array(z.custom<SentFile>((value) => typeof value === 'object' && value !== null)),
  name: z.string(),
  operatorVersion: z.string(),
  appVersion: z.string().exactOptional(),
});
/** What an archive holds, and of which version of which operator it says it is. */
export type PackageContent = z.infer<typeof PackageContent>;

const warnings = z.custom<readonly CatalogWarning[]>((value) => Array.isArray(value));
const rss = z.number();

/** What came of a job; any of them may be `failed`. `rss`: memory of the process, in bytes. */
export const JobOutcome = z.discriminatedUnion('kind', [
  /** Of an index; `name` is the same for the same index. */
  z.object({ kind: z.literal('read'), name: z.string(), rss }),
  z.object({ kind: z.literal('nothing'), warnings, rss }),
  z.object({ kind: z.literal('fetched'), version: z.string(), rss }),
  z.object({ kind: z.literal('unchanged'), rss }),
  z.object({ kind: z.literal('done'), rss }),
  z.object({ kind: z.literal('bundle'), digest: z.string(), packed: bytes, rss }),
  PackageContent.extend({ kind: z.literal('package'), rss }),
  z.object({
    kind: z.literal('failed'),
    reason: z.enum(sourceErrorKinds),
    message: z.string(),
    retryAfterMs: z.number().exactOptional(),
    rss,
  }),
]);
/** An outcome that was checked. */
export type JobOutcome = z.infer<typeof JobOutcome>;

/** Rejects with SourceError when the process ends over it, or with the signal's reason. */
export type RunJob = (job: Job, signal: AbortSignal) => Promise<JobOutcome>;

/** The outcome, when it is one of those. @throws SourceError */
export function outcomeAmong<K extends JobOutcome['kind']>(
  outcome: JobOutcome,
  ...kinds: readonly K[]
): Extract<JobOutcome, { kind: K }> {
  if (isOneOf(outcome, kinds)) return outcome;
  if (outcome.kind !== 'failed') throw unexpected();
  const { reason, message, retryAfterMs } = outcome;
  throw new SourceError(reason, message, retryAfterMs === undefined ? {} : { retryAfterMs });
}

/** For an outcome that does not fit its job. */
export function unexpected(): SourceError {
  return new SourceError('invalid', 'the process that read it answered something unexpected');
}

function isOneOf<K extends JobOutcome['kind']>(
  outcome: JobOutcome,
  kinds: readonly K[],
): outcome is Extract<JobOutcome, { kind: K }> {
  return kinds.some((kind) => kind === outcome.kind);
}
