/**
 * One repository of a registry, asked as OCI distribution-spec says. Nothing that a server says is repeated in an error:
 * whoever may name an image must not be able to read other people's servers through it.
 */
import { optional } from '#lib/base/loose.ts';
import { SourceError } from '../sources/reader.ts';
import type { RegistryCredentials } from '../store/bundle-images.ts';
import type { Clock } from '#server/kube/types.ts';
import { retryAfterMs, withRetries } from './attempts.ts';
import { authorize } from './authorize.ts';
import { loginFor } from './credentials.ts';
import { imageReference, registryUrl, type ImageName } from './reference.ts';
import type { RegistryAnswer, Fetch } from './transport.ts';

/** What every registry is asked with. */
export interface RegistryAccess {
  fetch: Fetch;
  clock: Clock;
  /** Hosts that are spoken to without TLS. This machine itself always is. */
  insecure: readonly string[];
}

/** Whose credentials are used, and what ends the asking. */
export interface RegistryOptions extends RegistryAccess {
  credentials: RegistryCredentials;
  signal: AbortSignal;
}

/** One document or layer; `maxBytes` of its body. */
export interface RegistryRequest {
  /** Below `/v2/<repository>/`. */
  path: string;
  /** What it is, for messages: `manifest`, `layer sha256:…`. */
  what: string;
  method?: 'GET' | 'HEAD';
  headers?: Readonly<Record<string, string>>;
  maxBytes: number;
}

const FORBIDDEN = 'the registry denies access: name a pull secret of this namespace that may read it';

/**
 * One repository. It signs in when it is asked to, and keeps the token; errors are SourceErrors that name the image.
 */
export class Registry {
  readonly image: ImageName;
  readonly options: RegistryOptions;
  private authorization: string | undefined;

  constructor(image: ImageName, options: RegistryOptions) {
    this.image = image;
    this.options = options;
  }

  /** An answer of status 200 or 206, after as many tries as it deserves. Rejects with SourceError. */
  request(request: RegistryRequest): Promise<RegistryAnswer> {
    return withRetries(this.options, () => this.attempt(request));
  }

  fault(
    kind: SourceError['kind'],
    why: string,
    options: ConstructorParameters<typeof SourceError>[2] = {},
  ): SourceError {
    return new SourceError(kind, `image ${imageReference(this.image)}: ${why}`, options);
  }

  private async attempt(request: RegistryRequest): Promise<RegistryAnswer> {
    const first = await this.send(request);
    if (first.status !== 401) return this.judge(first, request);
    first.body.destroy();
    // One new token for each request: the old one may have run out, or another scope is asked for.
    this.authorization = await authorize(first, {
      ...this.options,
      repository: this.image.repository,
      login: loginFor(this.options.credentials, this.image),
      fault: (kind, why, more) => this.fault(kind, why, more),
    });
    const second = await this.send(request);
    if (second.status === 401) this.authorization = undefined;
    return this.judge(second, request);
  }

  private send({ path, method = 'GET', headers, maxBytes }: RegistryRequest): Promise<RegistryAnswer> {
    const { fetch, insecure, signal } = this.options;
    return fetch({
      url: `${registryUrl(this.image, insecure)}/v2/${this.image.repository}/${path}`,
      method,
      headers: { ...headers },
      ...optional({ authorization: this.authorization }),
      limits: { bytes: maxBytes },
      signal,
    });
  }

  private judge(answer: RegistryAnswer, { what }: RegistryRequest): RegistryAnswer {
    const { status } = answer;
    if (status === 200 || status === 206) return answer;
    answer.body.destroy();
    const wait = retryAfterMs(answer.headers['retry-after'], this.options.clock.now());
    const options = wait === undefined ? {} : { retryAfterMs: wait };
    if (status === 401 || status === 403) throw this.fault('denied', FORBIDDEN);
    if (status === 404) throw this.fault('missing', `the registry has no such ${what}`);
    if (status === 429) throw this.fault('throttled', 'the registry asks to wait (429)', options);
    if (status === 408 || status >= 500)
      throw this.fault('unreachable', `the registry answers ${String(status)} for the ${what}`, options);
    throw this.fault('invalid', `the registry answers ${String(status)} for the ${what}`);
  }
}
