/** The console's side of the catalog service. Every method rejects with CatalogServiceError and nothing else. */
import { Pool, type Dispatcher } from 'undici';
import { z } from 'zod';
import { pathOf, queryOf } from '#lib/base/address.ts';
import { optional } from '#lib/base/loose.ts';
import type { CatalogTile } from '#lib/olm/content/tile.ts';
import type {
  BundleDetail,
  ContentAnswer,
  ContentPlace,
  Needs,
  OperatorDetail,
  OperatorFiles,
  PackageDetail,
  ProvidersAnswer,
  SourceHealth,
} from './answers.ts';
import type { WhatIf } from '#lib/olm/foresight/what-if.ts';
import type { WhatIfInquiry } from '#lib/olm/foresight/what-if-question.ts';
import type { CatalogRef } from '../types.ts';

export type {
  BundleDetail,
  ContentAnswer,
  Needs,
  OperatorDetail,
  OperatorFiles,
  PackageDetail,
  ProvidersAnswer,
  SourceHealth,
} from './answers.ts';

/** Why the catalog service gave no answer that can be used. */
export class CatalogServiceError extends Error {
  /**
   * `unreachable`: no answer. `refused`: the secret is wrong. `busy`: it has too much to do. `broken`: an answer that makes
   * no sense.
   */
  readonly kind: 'unreachable' | 'refused' | 'busy' | 'broken';

  constructor(kind: CatalogServiceError['kind'], message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'CatalogServiceError';
    this.kind = kind;
  }
}

/** Where the service is, and what it asks for. */
export interface CatalogClientOptions {
  /** Such as `http://127.0.0.1:9010`. */
  url: string;
  secret?: string;
}

interface CallOptions {
  signal?: AbortSignal;
}

/** An answer as it came, to be handed on without decoding it. */
export interface UndecodedAnswer {
  /** 200 or 304; with 304 the body is empty. */
  status: 200 | 304;
  /** With its quotes. */
  etag: string;
  encoding?: string;
  body: Uint8Array;
}

/** What a browser has of the list of packages, and what it takes. */
export interface TileConditions {
  ifNoneMatch?: string;
  acceptEncoding?: string;
  /** Tag of the list that it has, without quotes. */
  since?: string;
}

/** A package's icon, as the service serves it. */
export interface IconAnswer {
  mediaType: string;
  /** With its quotes. */
  etag: string;
  bytes: Uint8Array;
}

/** The catalogs that a method names are those the caller may see: the service does not ask again. */
export interface CatalogClient {
  packages: (catalogs: readonly CatalogRef[], options?: CallOptions) => Promise<CatalogTile[]>;
  /** The same as bytes for a browser (`tileAnswer`), compressed as `acceptEncoding` allows. */
  rawPackages: (
    catalogs: readonly CatalogRef[],
    options?: CallOptions & TileConditions,
  ) => Promise<UndecodedAnswer>;
  /** Undefined when the catalog has no such package. */
  package: (
    catalog: CatalogRef,
    packageName: string,
    options?: CallOptions,
  ) => Promise<PackageDetail | undefined>;
  bundle: (
    catalog: CatalogRef,
    bundle: { package: string; csv: string },
    options?: CallOptions,
  ) => Promise<BundleDetail | undefined>;
  /**
   * Manifests by digest, from a catalog that the namespace they are for may use; undefined from any other. Who asks has to
   * know that the user may see what is installed there.
   */
  content: (digest: string, place: ContentPlace, options?: CallOptions) => Promise<ContentAnswer | undefined>;
  /** Undefined when there is no icon, or none that is an image. */
  icon: (catalog: CatalogRef, packageName: string, options?: CallOptions) => Promise<IconAnswer | undefined>;
  /** A declarative operator of a repository; undefined when it has none of the name. */
  operator: (catalog: CatalogRef, name: string, options?: CallOptions) => Promise<OperatorDetail | undefined>;
  /** What one of its versions consists of, by `versionKey`. */
  operatorFiles: (
    catalog: CatalogRef,
    operator: { name: string; version: string },
    options?: CallOptions,
  ) => Promise<OperatorFiles | undefined>;
  /** Which packages of the catalogs would meet the needs; at most 100 needs at a time. */
  providers: (
    catalogs: readonly CatalogRef[],
    needs: Needs,
    options?: CallOptions,
  ) => Promise<ProvidersAnswer>;
  /** All catalogs, or those named. */
  sources: (catalogs?: readonly CatalogRef[], options?: CallOptions) => Promise<SourceHealth[]>;
  /** The catalogs it may look into are named in the question. Undefined when that is too long to be answered. */
  whatIf: (inquiry: WhatIfInquiry, options?: CallOptions) => Promise<WhatIf | undefined>;
  close: () => Promise<void>;
}

// Both sides are one code base and are deployed together: only the frame of an answer is checked.
const Tiles = z.custom<CatalogTile[]>((value) => Array.isArray(value));
const Sources = z.custom<SourceHealth[]>((value) => Array.isArray(value));
const hasProviders = z.looseObject({ apis: z.array(z.unknown()), packages: z.array(z.unknown()) });
const ProvidersShape = z.custom<ProvidersAnswer>((value) => hasProviders.safeParse(value).success);
const hasChannels = z.looseObject({ channels: z.array(z.unknown()) });
const Package = z.custom<PackageDetail>((value) => hasChannels.safeParse(value).success);
const hasBundle = z.looseObject({ bundle: z.looseObject({}), crds: z.array(z.unknown()) });
const hasOthers = z.looseObject({ others: z.array(z.unknown()), waiting: z.array(z.unknown()) });
const WhatIfAnswer = z.custom<WhatIf>((value) => hasOthers.safeParse(value).success);
const Bundle = z.custom<BundleDetail>((value) => hasBundle.safeParse(value).success);
const hasVersions = z.looseObject({ name: z.string(), versions: z.array(z.unknown()) });
const Operator = z.custom<OperatorDetail>((value) => hasVersions.safeParse(value).success);
const hasFiles = z.union([z.object({ files: z.array(z.unknown()) }), z.object({ problem: z.string() })]);
const Files = z.custom<OperatorFiles>((value) => hasFiles.safeParse(value).success);
const hasObjects = z.looseObject({ objects: z.array(z.looseObject({ kind: z.string() })) });
const Content = z.custom<ContentAnswer>((value) => hasObjects.safeParse(value).success);

/**
 * How long an unused connection is kept; the service keeps it for 75 s. With its default of five, which a client takes over but for
 * a second, a busy process asked on connections that were just being closed.
 */
const KEEP_ALIVE_MS = 15_000;

/** Keeps connections open until `close`; `undefined` is the answer for what the service does not have. */
export function createCatalogClient(options: CatalogClientOptions): CatalogClient {
  const pool = new Pool(new URL(options.url).origin, {
    connections: 8,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
  });
  const wire = new Wire(pool, options.secret);
  return {
    packages: async (catalogs, call) =>
      required(await wire.json(Tiles, `/v1/packages${queried(catalogs, { since: NONE })}`, call)),
    rawPackages: (catalogs, call) => wire.rawPackages(catalogs, call),
    package: (catalog, name, call) => wire.json(Package, path('packages', catalog, name), call),
    bundle: (catalog, bundle, call) =>
      wire.json(Bundle, path('bundles', catalog, bundle.package, bundle.csv), call),
    content: (digest, { from, to }, call) =>
      wire.json(Content, pathOf(['v1', 'contents', digest]) + queryOf({ from, to }), call),
    operator: (catalog, name, call) => wire.json(Operator, path('declarative', catalog, name), call),
    operatorFiles: (catalog, { name, version }, call) =>
      wire.json(Files, path('declarative', catalog, name, version), call),
    icon: (catalog, name, call) => wire.icon(path('icons', catalog, name), call),
    providers: async (catalogs, needs, call) =>
      required(await wire.json(ProvidersShape, `/v1/providers${queried(catalogs, { needs })}`, call)),
    sources: async (catalogs, call) => {
      const filter = catalogs === undefined ? '' : queried(catalogs);
      return required(await wire.json(Sources, `/v1/sources${filter}`, call));
    },
    whatIf: (inquiry, call) => wire.json(WhatIfAnswer, '/v1/what-if', { ...call, body: inquiry }),
    close: () => pool.close(),
  };
}

/** The tag of no list. */
const NONE = 'none';

const EXPECTED: ReadonlySet<number> = new Set([200, 304, 404, 413]);

interface SendOptions extends CallOptions {
  /** As JSON; without it the request is a GET. */
  body?: unknown;
}

class Wire {
  private readonly pool: Pool;
  private readonly secret: string | undefined;

  constructor(pool: Pool, secret: string | undefined) {
    this.pool = pool;
    this.secret = secret;
  }

  /** Undefined for 404, and for 413 where something was sent. */
  async json<T>(schema: z.ZodType<T>, at: string, call: SendOptions = {}): Promise<T | undefined> {
    const { response, body } = await this.get(at, {}, call);
    if (response.statusCode === 404 || response.statusCode === 413) return undefined;
    let value: unknown;
    try {
      value = JSON.parse(Buffer.from(body).toString('utf8'));
    } catch (error) {
      throw new CatalogServiceError('broken', 'the catalog service answered no JSON', error);
    }
    const parsed = schema.safeParse(value);
    if (!parsed.success) {
      throw new CatalogServiceError(
        'broken',
        'the catalog service answered something unexpected',
        parsed.error,
      );
    }
    return parsed.data;
  }

  async rawPackages(
    catalogs: readonly CatalogRef[],
    call: CallOptions & TileConditions = {},
  ): Promise<UndecodedAnswer> {
    const headers = {
      'accept-encoding': call.acceptEncoding ?? 'identity',
      ...optional({ 'if-none-match': call.ifNoneMatch }),
    };
    const { response, body } = await this.get(`/v1/packages${queried(catalogs, call)}`, headers, call);
    const encoding = header(response, 'content-encoding');
    return {
      status: response.statusCode === 304 ? 304 : 200,
      etag: header(response, 'etag') ?? '',
      ...optional({ encoding }),
      body,
    };
  }

  async icon(at: string, call: CallOptions = {}): Promise<IconAnswer | undefined> {
    const { response, body } = await this.get(at, {}, call);
    return response.statusCode === 404
      ? undefined
      : {
          mediaType: header(response, 'content-type') ?? 'application/octet-stream',
          etag: header(response, 'etag') ?? '',
          bytes: body,
        };
  }

  /** Answers of 200, 304, 404 and 413 come back, all others are errors. */
  private async get(
    at: string,
    headers: Record<string, string>,
    call: SendOptions,
  ): Promise<{ response: Dispatcher.ResponseData; body: Uint8Array }> {
    const authorization = this.secret === undefined ? {} : { authorization: `Bearer ${this.secret}` };
    let response: Dispatcher.ResponseData;
    let body: Uint8Array;
    try {
      response = await this.pool.request({
        path: at,
        ...(call.body === undefined
          ? { method: 'GET', headers: { ...headers, ...authorization } }
          : {
              method: 'POST',
              headers: { ...headers, ...authorization, 'content-type': 'application/json' },
              body: JSON.stringify(call.body),
            }),
        ...optional({ signal: call.signal }),
      });
      body = new Uint8Array(await response.body.arrayBuffer());
    } catch (error) {
      throw new CatalogServiceError('unreachable', 'the catalog service does not answer', error);
    }
    const { statusCode } = response;
    if (statusCode === 401 || statusCode === 403)
      throw new CatalogServiceError('refused', 'the catalog service refused the request');
    if (statusCode === 429) throw new CatalogServiceError('busy', 'the catalog service has too much to do');
    if (!EXPECTED.has(statusCode))
      throw new CatalogServiceError('broken', `the catalog service answered ${String(statusCode)}`);
    return { response, body };
  }
}

function required<T>(value: T | undefined): T {
  if (value === undefined)
    throw new CatalogServiceError('broken', 'the catalog service does not know this request');
  return value;
}

function header(response: Dispatcher.ResponseData, name: string): string | undefined {
  const value = response.headers[name];
  return typeof value === 'string' ? value : undefined;
}

/** With no catalog at all the parameter is still there: it means none, not all. */
function queried(
  catalogs: readonly CatalogRef[],
  { needs, since }: { needs?: Needs; since?: string } = {},
): string {
  const refs = catalogs.map(({ namespace, name }) => `${namespace}/${name}`);
  const api = needs?.apis.map(({ group, version, kind }) => `${group}/${version}/${kind}`);
  return queryOf({ catalog: refs.length === 0 ? '/' : refs, api, package: needs?.packages, since });
}

function path(what: string, { namespace, name }: CatalogRef, ...rest: string[]): string {
  return pathOf(['v1', what, namespace, name, ...rest]);
}
