/** Connections to addresses that were judged: kept a while for the next request to the same origin at the same addresses. */
import type { LookupFunction } from 'node:net';
import { isIPv6 } from 'node:net';
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';
import { Pool } from 'undici';
import type { Judged } from './outbound.ts';

const CONNECT_TIMEOUT_MS = 10_000;
const KEEP_ALIVE_MS = 10_000;
/** Origins kept at once; the one that was used longest ago goes first, when its requests are done. */
const KEPT = 16;

/** Connection pools by origin and addresses; `close` breaks off what is under way. */
export class Pools {
  private readonly ca: string | undefined;
  private context: SecureContext | undefined;
  private readonly pools = new Map<string, Pool>();

  constructor(ca: string | undefined) {
    this.ca = ca;
  }

  get(origin: string, judged: Judged): Pool {
    const key = [origin, ...judged.addresses].join(' ');
    const pool = this.pools.get(key) ?? this.open(origin, judged);
    this.pools.delete(key);
    this.pools.set(key, pool);
    for (const [old, oldest] of [...this.pools].slice(0, -KEPT)) {
      this.pools.delete(old);
      oldest.close().catch(() => undefined);
    }
    return pool;
  }

  async close(): Promise<void> {
    const open = [...this.pools.values()];
    this.pools.clear();
    await Promise.all(open.map((pool) => pool.destroy()));
  }

  private open(origin: string, { addresses }: Judged): Pool {
    return new Pool(origin, {
      allowH2: false,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connections: 8,
      pipelining: 1,
      connect: {
        timeout: CONNECT_TIMEOUT_MS,
        lookup: pinned(addresses),
        ...(origin.startsWith('https:') ? { secureContext: this.secureContext() } : {}),
      },
    });
  }

  /** Made once: it holds hundreds of certificates. */
  private secureContext(): SecureContext {
    this.context ??= createSecureContext({ ca: trusted(this.ca) });
    return this.context;
  }
}

function trusted(ca: string | undefined): string[] {
  const known = new Set([...getCACertificates('default'), ...getCACertificates('system')]);
  return [...known, ...(ca === undefined ? [] : [ca])];
}

/** Answers every look-up with the addresses, whatever the name. */
export function pinned(addresses: readonly string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  return (_host, { all: wantsAll }, done) => {
    const [first] = all;
    if (wantsAll === true) {
      done(null, all);
    } else if (first !== undefined) {
      done(null, first.address, first.family);
    }
  };
}
