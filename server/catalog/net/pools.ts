/** Connections to addresses that were judged: kept a while for the next request to the same origin at the same addresses. */
import { isIP, isIPv6, type LookupFunction } from 'node:net';
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';
import { Pool, ProxyAgent, type Dispatcher } from 'undici';
import { proxyFor } from './environment-proxy.ts';
import type { Judged, ProxyEnvironment } from './outbound.ts';

const CONNECT_TIMEOUT_MS = 10_000;
const KEEP_ALIVE_MS = 10_000;
/** Origins kept at once; the one that was used longest ago goes first, when its requests are done. */
const KEPT = 16;

/** Where requests go for one origin. */
export interface WayOut {
  dispatcher: Dispatcher;
  /** What is dialled: the origin itself, or behind a proxy the address that was judged. */
  origin: string;
}

/** Connection pools by origin and addresses; `close` breaks off what is under way. */
export class Pools {
  private readonly ca: string | undefined;
  private readonly env: ProxyEnvironment;
  private context: SecureContext | undefined;
  private readonly pools = new Map<string, WayOut>();

  constructor(ca: string | undefined, env: ProxyEnvironment) {
    this.ca = ca;
    this.env = env;
  }

  get(origin: string, judged: Judged): WayOut {
    const key = [origin, ...judged.addresses].join(' ');
    const pool = this.pools.get(key) ?? this.open(origin, judged);
    this.pools.delete(key);
    this.pools.set(key, pool);
    for (const [old, oldest] of [...this.pools].slice(0, -KEPT)) {
      this.pools.delete(old);
      oldest.dispatcher.close().catch(() => undefined);
    }
    return pool;
  }

  async close(): Promise<void> {
    const open = [...this.pools.values()];
    this.pools.clear();
    await Promise.all(open.map(({ dispatcher }) => dispatcher.destroy()));
  }

  private open(origin: string, judged: Judged): WayOut {
    const proxy = proxyFor(origin, judged, this.env);
    if (proxy !== undefined) return this.openThrough(proxy, origin, judged);
    const dispatcher = new Pool(origin, {
      allowH2: false,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connections: 8,
      pipelining: 1,
      connect: {
        timeout: CONNECT_TIMEOUT_MS,
        lookup: pinned(judged.addresses),
        ...this.tlsFor(origin),
      },
    });
    return { dispatcher, origin };
  }

  /** The proxy is asked for the address that was judged, never for the name: it might lead elsewhere from there. */
  private openThrough(proxy: URL, origin: string, { host, port, addresses }: Judged): WayOut {
    const address = addresses.find((candidate) => !isIPv6(candidate)) ?? addresses[0] ?? '';
    const dispatcher = new ProxyAgent({
      uri: proxy.href,
      proxyTunnel: true,
      allowH2: false,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connections: 8,
      pipelining: 1,
      requestTls: {
        timeout: CONNECT_TIMEOUT_MS,
        ...this.tlsFor(origin),
        ...(isIP(host) === 0 ? { servername: host } : {}),
      },
    });
    const scheme = origin.startsWith('https:') ? 'https' : 'http';
    return {
      dispatcher,
      origin: `${scheme}://${isIPv6(address) ? `[${address}]` : address}:${String(port)}`,
    };
  }

  private tlsFor(origin: string): { secureContext?: SecureContext } {
    return origin.startsWith('https:') ? { secureContext: this.secureContext() } : {};
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
