/** Looks a host up and judges what came back. */
import { isIP } from 'node:net';
import { lookup } from 'node:dns/promises';
import { SourceError } from '../sources/reader.ts';
import { decideAddress, isFurtherIn, type AddressScope } from './addresses.ts';
import { sourceErrorOf } from './failures.ts';
import type { Judged, OutboundPolicy, ResolveHost } from './outbound.ts';
import { isListed } from './target.ts';

/**
 * Decides what may be dialled. Rejects with SourceError: `refused`, or `unreachable` for names that cannot be looked
 * up.
 */
export interface Guard {
  /** @param from the address must not lie further in than this */
  judge(target: { host: string; port: number }, signal: AbortSignal, from?: AddressScope): Promise<Judged>;
}

const resolveBySystem: ResolveHost = async (host) =>
  (await lookup(host, { all: true })).map(({ address }) => address);

/** Looks every name up anew; nothing is remembered from one question to the next. */
export function createGuard(policy: OutboundPolicy, resolve: ResolveHost = resolveBySystem): Guard {
  return {
    async judge(target, signal, from) {
      const { host, port } = target;
      const listed = policy.hosts === undefined ? undefined : isListed(policy.hosts, target);
      if (listed === false) {
        throw new SourceError(
          'refused',
          `${host} is not among the hosts that this controller may open. Its administrator can add it.`,
        );
      }
      const found = isIP(host) === 0 ? await lookUp(host, resolve, signal) : [host];
      const verdicts = found.map((address) => ({ address, ...decideAddress(address, policy) }));
      const allowed = verdicts.filter((verdict) => verdict.ok);
      if (allowed.length === 0) throw refusal(host, verdicts);
      const scope = allowed.map((verdict) => verdict.scope).reduce((a, b) => (isFurtherIn(a, b) ? a : b));
      if (from !== undefined && listed !== true && isFurtherIn(scope, from)) {
        throw new SourceError(
          'refused',
          `A server outside sent the controller on to ${host}, which is in a ${scope === 'private' ? 'private network' : 'place only the controller can reach'}. Name the address itself if it is the right one.`,
        );
      }
      return { host, port, addresses: allowed.map(({ address }) => address), scope };
    },
  };
}

function refusal(
  host: string,
  verdicts: readonly { address: string; ok: boolean; why?: string }[],
): SourceError {
  const [first] = verdicts;
  if (first === undefined)
    return new SourceError('unreachable', `${host} is a name without an address. Check its spelling.`);
  const what = first.address === host ? host : `${host} (${first.address})`;
  return new SourceError(
    'refused',
    `${what} ${first.why ?? ''} and is not opened. Give the catalog an address that others can reach too.`,
  );
}

async function lookUp(host: string, resolve: ResolveHost, signal: AbortSignal): Promise<readonly string[]> {
  try {
    return await unlessAborted(resolve(host), signal);
  } catch (error) {
    signal.throwIfAborted();
    throw sourceErrorOf(error, host);
  }
}

/** Rejects at once when the signal fires; what is under way is left to itself. */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  const abort = (): void => aborted.reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
    aborted.promise.catch(() => undefined);
  }
}
