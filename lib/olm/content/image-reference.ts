/**
 * References to container images. Source: `github.com/distribution/reference` (grammar and defaults: Docker Hub,
 * `library/`, `latest`).
 */
import { optional } from '../../base/loose.ts';

/** A reference taken apart; registry and `library/` are there also where the text leaves them out. */
export interface ImageReference {
  /** `host` or `host:port`. */
  readonly registry: string;
  /** Path inside the registry. */
  readonly repository: string;
  /** Absent when nothing or only a digest was given. */
  readonly tag?: string;
  /** Such as `sha256:…`. With a tag beside it, the digest decides. */
  readonly digest?: string;
}

/** Why a text is no reference to an image. */
export type ReferenceProblem =
  | 'empty'
  /** Blanks or other characters that no reference has, or a scheme in front. */
  | 'characters'
  | 'scheme'
  | 'upperCase'
  | 'repository'
  | 'tag'
  | 'digest'
  | 'tooLong';

const DEFAULT_REGISTRY = 'docker.io';
/** What is meant when a reference names neither tag nor digest. */
export const DEFAULT_TAG = 'latest';
const MAX_NAME = 255;
/** A name, a tag of 128 characters and the longest digest in use. Longer texts are not looked into. */
const MAX_TEXT = 600;

const HOST =
  /^(?:\[[0-9a-fA-F:]+\]|[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?)*)(?::\d{1,5})?$/;
const PATH_PART = /^[a-z0-9]+(?:(?:\.|_|__|-+)[a-z0-9]+)*$/;
const TAG = /^\w[\w.-]{0,127}$/;
const DIGEST = /^[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9a-fA-F]{32,}$/;

/** The parts of a reference, with the registry and path that are left out written down; or what is wrong with it. */
export function parseImageReference(text: string): ImageReference | ReferenceProblem {
  const fault = textProblem(text);
  if (fault !== undefined) return fault;
  const { name, tag, digest } = split(text);
  if (digest !== undefined && !isDigest(digest)) return 'digest';
  if (tag !== undefined && !TAG.test(tag)) return 'tag';
  const place = placeOf(name);
  const problem = placeProblem(place, name);
  if (problem !== undefined) return problem;
  return {
    ...place,
    ...optional({ tag, digest }),
  };
}

function textProblem(text: string): ReferenceProblem | undefined {
  if (text === '') return 'empty';
  if (text.length > MAX_TEXT) return 'tooLong';
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return 'scheme';
  return /^[\w.:/@[\]+-]+$/.test(text) ? undefined : 'characters';
}

type Place = Pick<ImageReference, 'registry' | 'repository'>;

function placeProblem({ registry, repository }: Place, name: string): ReferenceProblem | undefined {
  if (repository === '') return 'repository';
  if (/[A-Z]/.test(repository)) return 'upperCase';
  if (!HOST.test(registry)) return 'repository';
  if (!repository.split('/').every((part) => PATH_PART.test(part))) return 'repository';
  return name.length > MAX_NAME ? 'tooLong' : undefined;
}

function split(text: string): { name: string; tag?: string; digest?: string } {
  const at = text.indexOf('@');
  const before = at === -1 ? text : text.slice(0, at);
  const digest = at === -1 ? {} : { digest: text.slice(at + 1) };
  const colon = before.lastIndexOf(':');
  // A colon before the last slash belongs to the port of the registry.
  if (colon === -1 || colon < before.lastIndexOf('/')) return { name: before, ...digest };
  return { name: before.slice(0, colon), tag: before.slice(colon + 1), ...digest };
}

function isDigest(digest: string): boolean {
  if (!DIGEST.test(digest)) return false;
  return !digest.startsWith('sha256:') || /^sha256:[0-9a-f]{64}$/.test(digest);
}

/** What comes before the first slash is a registry when it can be nothing else: a dot, a port, `localhost`, capitals. */
function placeOf(name: string): Place {
  const slash = name.indexOf('/');
  const first = slash === -1 ? '' : name.slice(0, slash);
  const isHost = slash === 0 || /[.:A-Z]/.test(first) || first === 'localhost';
  return isHost
    ? { registry: first, repository: hubPath(first, name.slice(slash + 1)) }
    : { registry: DEFAULT_REGISTRY, repository: hubPath(DEFAULT_REGISTRY, name) };
}

function hubPath(registry: string, path: string): string {
  const isHub = registry === DEFAULT_REGISTRY || registry === 'index.docker.io';
  return isHub && path !== '' && !path.includes('/') ? `library/${path}` : path;
}
