/**
 * The way out of the controller for everything that a CatalogSource names: registries, catalog servers, gRPC addresses.
 * Every host is looked up once, every address of it judged, and exactly what was judged is dialled, so that a name that
 * changes its answer in between gains nothing. Redirects are judged anew. Answers are only ever given to parsers: no
 * error text repeats what a server said, so nobody can read somebody else's server through a status.
 *
 * HTTP proxies of the environment (HTTPS_PROXY, NO_PROXY) are not used: behind a proxy, addresses could not be judged.
 */
import type { Readable } from 'node:stream';
import type { AddressPolicy, AddressScope } from './addresses.ts';

/** Where the controller may connect to, whatever a CatalogSource says. */
export interface OutboundPolicy extends AddressPolicy {
  /**
   * When given, only these hosts: `quay.io`, `registry.example:5000` (that port only), `*.example.com` (any host below).
   * A redirect to a listed host may lead further in. Opens no address that the rest of the policy closes.
   */
  hosts?: readonly string[];
}

/** All addresses of a host name. Rejects as `dns.lookup` does. */
export type ResolveHost = (host: string) => Promise<readonly string[]>;

/** What the administrator decides about connections. */
export interface OutboundOptions {
  policy: OutboundPolicy;
  /** PEM of authorities that are trusted besides those of the system and of Node. */
  ca?: string;
  /** Default: as the operating system does it, with its hosts file and search domains. */
  resolve?: ResolveHost;
}

/** Bounds on one answer. */
export interface AnswerLimits {
  /** Of the body, in bytes as they come. */
  bytes: number;
  /** Longest silence in ms, before the answer and in it. Default 30 s. */
  idleMs?: number;
}

/** One request; it has no body. */
export interface OutboundRequest {
  /** http or https; user and password in it are refused. */
  url: string;
  method?: 'GET' | 'HEAD';
  headers?: Readonly<Record<string, string>>;
  /** Sent as `authorization` to the origin of `url` only: dropped where a redirect leads elsewhere. */
  authorization?: string;
  /** Where the address came from, when a server said it (the realm of a token): it must not lead further in. */
  saidBy?: AddressScope;
  limits: AnswerLimits;
  signal: AbortSignal;
}

/** The head of an answer, and its body within the bounds of the request. */
export interface OutboundAnswer {
  /** Any status but a redirect that was followed. */
  status: number;
  /** Names in lower case; the first value of each. */
  headers: Readonly<Record<string, string>>;
  /** Must be read to its end or destroyed. Fails with SourceError, or with the signal's reason. */
  body: Readable;
  /** The address that answered, after redirects. */
  url: string;
  scope: AddressScope;
}

/** One host, looked up and judged. */
export interface Judged {
  /** Host as it was asked for, without brackets. */
  host: string;
  port: number;
  /** What may be dialled; not empty. */
  addresses: readonly string[];
  /** Of the innermost address. */
  scope: AddressScope;
}

/** The one way out. Safe to be used by many at once. */
export interface Outbound {
  /** At most 5 redirects, never from https to http. Rejects with SourceError, or with the signal's reason. */
  fetch(request: OutboundRequest): Promise<OutboundAnswer>;
  /** For clients with a transport of their own: dial nothing but the addresses. Rejects as `fetch` does. */
  judge(target: { host: string; port: number }, signal: AbortSignal): Promise<Judged>;
  /** Ends every connection. */
  close(): Promise<void>;
}
