/** A catalog that a registry server offers by gRPC, as catalog pods do. */
import { optional } from '#lib/base/loose.ts';
import { outcomeAmong, type RunJob } from '../../indexer/job.ts';
import type { Outbound } from '../../net/outbound.ts';
import { parseHostPort } from '../../net/target.ts';
import type { CatalogReader } from '../reader.ts';

/** Which server, and how it is reached. */
export interface GrpcReaderOptions {
  outbound: Outbound;
  /** `host:port`, as the CatalogSource gives it. */
  address: string;
  /** What the server says is read elsewhere. */
  run: RunJob;
  /** Longest wait for an answer in ms. Default 30 s. */
  idleMs?: number;
}

const IDLE_MS = 30_000;

/** The address is judged before every fetch. The version that `fetch` gives is the listing's digest. */
export function createGrpcReader(options: GrpcReaderOptions): CatalogReader {
  const { outbound, address, run, idleMs = IDLE_MS } = options;
  return {
    async fetch({ known, folder, signal }) {
      const { host, port, addresses } = await outbound.judge(parseHostPort(address), signal);
      const job = { kind: 'grpc', folder, host, port, addresses, address, idleMs } as const;
      const outcome = await run({ ...job, ...optional({ known }) }, signal);
      const fetched = outcomeAmong(outcome, 'fetched', 'unchanged');
      return fetched.kind === 'unchanged'
        ? { kind: 'unchanged' }
        : { kind: 'fetched', version: fetched.version };
    },
  };
}
