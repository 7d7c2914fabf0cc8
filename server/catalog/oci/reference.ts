/** Where an image reference leads: which registry, under which names credentials know it, and how it is dialled. */
import { optional } from '#lib/base/loose.ts';
import { DEFAULT_TAG, parseImageReference, type ReferenceProblem } from '#lib/olm/content/image-reference.ts';
import { SourceError } from '../sources/reader.ts';

/** An image reference in full: what people leave out is filled in as Docker does. */
export interface ImageName {
  /** `docker.io`, `registry.example:5000`; lower case. */
  host: string;
  repository: string;
  /** A tag, or a digest, which wins. */
  version: string;
  /** The version when it is a digest. */
  digest?: string;
}

const DOCKER_HUB = 'docker.io';
/** Names under which credentials and references know Docker Hub. */
const DOCKER_HUB_ALIASES: readonly string[] = [DOCKER_HUB, 'index.docker.io', 'registry-1.docker.io'];
const DIGEST = /^(?:sha256:[0-9a-f]{64}|sha512:[0-9a-f]{128})$/;

const problems: Record<ReferenceProblem, string> = {
  empty: 'it is empty',
  characters: 'it holds characters that no name of an image has',
  scheme: 'it begins with a scheme; write host/path:tag without https://',
  upperCase: 'its path holds capitals',
  repository: 'its host or path is none',
  tag: 'its tag holds other characters than letters, digits, . _ -',
  digest: 'its digest is neither sha256:<64 hex digits> nor sha512:<128 hex digits>',
  tooLong: 'it is too long',
};

/** @throws SourceError `invalid` */
export function parseImageName(text: string): ImageName {
  const parsed = parseImageReference(text);
  const problem =
    typeof parsed === 'string'
      ? parsed
      : parsed.digest !== undefined && !isDigest(parsed.digest)
        ? 'digest'
        : undefined;
  if (typeof parsed === 'string' || problem !== undefined) {
    const why = problems[problem ?? 'empty'];
    throw new SourceError('invalid', `"${text.slice(0, 300)}" is no name of an image: ${why}`);
  }
  const { registry, repository, tag, digest } = parsed;
  const host = registry.toLowerCase();
  return {
    host: DOCKER_HUB_ALIASES.includes(host) ? DOCKER_HUB : host,
    repository,
    version: digest ?? tag ?? DEFAULT_TAG,
    ...optional({ digest }),
  };
}

/** Is it `sha256:` or `sha512:` with as many hex digits as that takes? */
export function isDigest(text: string): boolean {
  return DIGEST.test(text);
}

/** The reference in full, as messages name the image. */
export function imageReference({ host, repository, version, digest }: ImageName): string {
  return `${host}/${repository}${digest === undefined ? ':' : '@'}${version}`;
}

/** Names of a host under which credentials may be kept. */
export function hostAliases(host: string): readonly string[] {
  return host === DOCKER_HUB ? DOCKER_HUB_ALIASES : [host];
}

/** @param insecure hosts (`registry.example:5000`) that are spoken to without TLS, as this machine itself is */
export function registryUrl({ host }: ImageName, insecure: readonly string[]): string {
  const dialled = host === DOCKER_HUB ? 'registry-1.docker.io' : host;
  return `${insecure.includes(host) || isLoopback(host) ? 'http' : 'https'}://${dialled}`;
}

function isLoopback(host: string): boolean {
  const name = host.replace(/:\d+$/, '');
  return name === 'localhost' || name === '[::1]' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(name);
}
