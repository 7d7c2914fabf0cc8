/** One file of a repository, by the rules and bounds under which catalogs are fetched. */
import { optional } from '#lib/base/loose.ts';
import { realClock } from '#server/kube/clock.ts';
import { failureOfStatus } from '../catalog/net/failures.ts';
import type { AddressScope } from '../catalog/net/addresses.ts';
import type { Outbound } from '../catalog/net/outbound.ts';
import { unlessStill, validatorOf } from '../catalog/sources/http/version.ts';
import { SourceError } from '../catalog/sources/reader.ts';

/** What to fetch. */
export interface RepositoryRequest {
  url: string;
  /** Of the body, as it comes. */
  mostBytes: number;
  signal: AbortSignal;
  /** Validator of content that is still there. */
  known?: string | undefined;
  /** Where the address came from, when a server said it: it must not lead further in. */
  saidBy?: AddressScope | undefined;
  /** Longest silence in ms. Default 30 s. */
  idleMs?: number | undefined;
}

/** `scope` is where the server is; `validator` what it calls the content. */
export type RepositoryFetched = { scope: AddressScope } & (
  { kind: 'unchanged' } | { kind: 'whole'; bytes: Buffer; validator: string | undefined }
);

/** Rejects with SourceError, or with the signal's reason. */
export async function fetchFromRepository(
  outbound: Outbound,
  request: RepositoryRequest,
): Promise<RepositoryFetched> {
  const { url, mostBytes, signal, known, saidBy, idleMs } = request;
  const answer = await outbound.fetch({
    ...{ url, signal, limits: { bytes: mostBytes, ...optional({ idleMs }) } },
    headers: { accept: '*/*', 'accept-encoding': 'identity', ...unlessStill(known) },
    ...optional({ saidBy }),
  });
  const { status, scope, headers, body } = answer;
  if (status === 304 && known !== undefined) {
    body.destroy();
    return { kind: 'unchanged', scope };
  }
  if (status !== 200) {
    body.destroy();
    throw status === 401
      ? new SourceError('denied', `${url} answered 401: it asks who wants it. Serve it to everybody.`)
      : failureOfStatus(answer, url, realClock.now());
  }
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk)));
  return { kind: 'whole', scope, bytes: Buffer.concat(chunks), validator: validatorOf(headers) };
}
