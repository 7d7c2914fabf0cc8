/** What names the content at an address: what the server calls it, or a digest where it calls it nothing. */
import { SourceError } from '../reader.ts';

/** Of an answer; names in lower case. */
export type Headers = Readonly<Record<string, string>>;

/** `etag <tag>`, `modified <date>`; undefined when the server says neither. */
export function validatorOf(headers: Headers): string | undefined {
  const { etag, 'last-modified': modified } = headers;
  if (etag !== undefined && etag !== '') return `etag ${etag}`;
  return modified === undefined || modified === '' ? undefined : `modified ${modified}`;
}

/** Headers that ask for content only when it is another than this. */
export function unlessStill(version: string | undefined): Record<string, string> {
  const [kind, value] = split(version);
  switch (kind) {
    case 'etag':
      return { 'if-none-match': value };
    case 'modified':
      return { 'if-modified-since': value };
    default:
      return {};
  }
}

/** What `If-Range` may carry: a strong entity tag or a date; undefined when the rest of an answer cannot be asked for. */
export function resumableBy(headers: Headers): string | undefined {
  const { etag, 'last-modified': modified } = headers;
  if (etag !== undefined && etag.startsWith('"')) return etag;
  return modified === '' ? undefined : modified;
}

/** First byte of a partial answer. @throws SourceError `invalid` when the answer does not say */
export function startOf(headers: Headers, host: string): number {
  const start = /^bytes (\d{1,15})-/.exec(headers['content-range'] ?? '')?.[1];
  if (start === undefined) {
    throw new SourceError(
      'invalid',
      `${host} sent a part of the catalog without saying which. It is tried again.`,
    );
  }
  return Number(start);
}

function split(version: string | undefined): [string, string] {
  const space = version?.indexOf(' ') ?? -1;
  return version === undefined || space < 0 ? ['', ''] : [version.slice(0, space), version.slice(space + 1)];
}
