/**
 * Reads a path of the Kubernetes API into its parts and builds it anew, so that nothing a caller wrote reaches the
 * API server unread. What is not understood is refused.
 * Source of the grammar: k8s.io/apiserver `pkg/endpoints/request/requestinfo.go`.
 */
import { pathOf, questionMarked } from '../base/address.ts';
import { optional } from '../base/loose.ts';
import type { Resource } from './object.ts';

/** A request for objects of one resource type, or for one of them. */
export interface ResourcePath {
  kind: 'resource';
  /** Empty for the core group. */
  group: string;
  version: string;
  resource: string;
  namespace?: string;
  name?: string;
  subresource?: string;
}

/** What the API says of itself: versions, resource lists, schemas. */
export interface DiscoveryPath {
  kind: 'discovery';
  segments: readonly string[];
}

/** A path that may be passed on: to objects, or to what the API says of itself. */
export type ApiPath = ResourcePath | DiscoveryPath;

/** The path in its parts, or why it is not passed on. */
export type ApiPathResult =
  | { ok: true; path: ApiPath }
  /** `malformed` is a 400, `denied` a 403. `reason` is a sentence for people. */
  | { ok: false; problem: 'malformed' | 'denied'; reason: string };

/** Subresources that open a way past the API: into pods, into services, or into another identity. */
const deniedSubresources: ReadonlySet<string> = new Set([
  'attach',
  'ephemeralcontainers',
  'exec',
  'portforward',
  'proxy',
  'token',
]);

/** Verbs that the API server accepts in the place of a resource for old clients. */
const legacyVerbs: ReadonlySet<string> = new Set(['proxy', 'redirect', 'watch']);

const group = /^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/;
const version = /^v[0-9]{1,4}(?:(?:alpha|beta)[0-9]{1,4})?$/;
const resourceName = /^[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const namespaceName = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
/** RBAC names carry colons; anything that some decoder could read as a separator is left out. */
const objectName = /^[A-Za-z0-9_](?:[A-Za-z0-9._:@+~=-]{0,252})$/;

const malformed = (reason: string): ApiPathResult => ({ ok: false, problem: 'malformed', reason });
const denied = (reason: string): ApiPathResult => ({ ok: false, problem: 'denied', reason });

/**
 * @param raw the path as it came on the wire, still percent-encoded, without query, starting with `/`.
 */
export function parseApiPath(raw: string): ApiPathResult {
  const segments = splitSegments(raw);
  if (typeof segments === 'string') return malformed(segments);
  const [root] = segments;
  if (root === 'version') return discovery(segments, segments.length === 1);
  if (root === 'openapi') return parseOpenApi(segments);
  if (root === 'api') return parseBelow(segments, 1);
  if (root === 'apis') return parseBelow(segments, 2);
  return denied(
    'Only the resources, the discovery and the version of the Kubernetes API can be reached here.',
  );
}

/** The path below the API server's base URL, each part encoded. */
export function buildApiPath(path: ApiPath): string {
  if (path.kind === 'discovery') return pathOf(path.segments);
  const root = path.group === '' ? ['api', path.version] : ['apis', path.group, path.version];
  const namespace = path.namespace === undefined ? [] : ['namespaces', path.namespace];
  const tail = [path.name, path.subresource].filter((part) => part !== undefined);
  return pathOf([...root, ...namespace, path.resource, ...tail]);
}

/** What a path leads to among the objects of a type: without a name, the list. */
export interface Place {
  readonly namespace?: string | undefined;
  readonly name?: string | undefined;
  readonly subresource?: string | undefined;
}

/** The path to objects of the type, below the API server's base URL; types without namespaces leave theirs out. */
export function resourcePath({ group, version, plural, namespaced }: Resource, place: Place = {}): string {
  const { name, subresource } = place;
  const namespace = namespaced && place.namespace !== '' ? place.namespace : undefined;
  const at = optional({ namespace, name, subresource });
  return buildApiPath({ kind: 'resource', group, version, resource: plural, ...at });
}

/** `resourcePath` as the console's server passes it on. */
export function resourceUrl(resource: Resource, place?: Place): string {
  return `/k8s${resourcePath(resource, place)}`;
}

/** Where the API server tells of the types of a group and version, or of a group's versions, passed on by the console. */
export function discoveryUrl({ group, version }: { group: string; version?: string }): string {
  const segments = [
    ...(group === '' ? ['api'] : ['apis', group]),
    ...(version === undefined ? [] : [version]),
  ];
  return `/k8s${pathOf(segments)}`;
}

/** The decoded segments, or why the path is not one. */
function splitSegments(raw: string): string[] | string {
  if (!raw.startsWith('/')) return 'The path must start with a slash.';
  const problem = rawProblem(raw);
  if (problem !== undefined) return problem;
  const segments: string[] = [];
  for (const part of raw.slice(1).split('/')) {
    const decoded = decodeOnce(part);
    if (decoded === undefined) return 'The path holds a broken percent-encoding.';
    if (!/^[\x21-\x7e]+$/.test(decoded)) return 'The path holds an empty or unprintable part.';
    if (/[/\\%?#;]/.test(decoded) || decoded.includes('..') || decoded === '.')
      return 'The path holds a part that could be read in two ways.';
    segments.push(decoded);
  }
  return segments;
}

function rawProblem(raw: string): string | undefined {
  if (raw.length > 2048) return 'The path is too long.';
  if (!/^[\x21-\x7e]*$/.test(raw)) return 'The path holds characters outside printable ASCII.';
  if (raw.includes('//') || raw.includes('\\')) return 'The path holds an empty part or a backslash.';
  // An encoded dot, slash, backslash, percent sign or NUL is never needed to name anything.
  if (/%(?:2e|2f|5c|25|00)/i.test(raw)) return 'The path holds an encoded separator.';
  return undefined;
}

function decodeOnce(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

function discovery(segments: readonly string[], known: boolean): ApiPathResult {
  return known
    ? { ok: true, path: { kind: 'discovery', segments } }
    : denied('This part of the Kubernetes API cannot be reached here.');
}

/** `/openapi/v3`, `/openapi/v3/api/VERSION`, `/openapi/v3/apis/GROUP/VERSION`. */
function parseOpenApi(segments: readonly string[]): ApiPathResult {
  const [, v3, root, first, second, ...rest] = segments;
  if (v3 !== 'v3' || rest.length > 0) return discovery(segments, false);
  if (root === undefined) return discovery(segments, true);
  if (root === 'api')
    return discovery(segments, second === undefined && first !== undefined && version.test(first));
  if (root !== 'apis' || first === undefined || !group.test(first)) return discovery(segments, false);
  return discovery(segments, second !== undefined && version.test(second));
}

/** `rootLength`: 1 for `/api/VERSION/…`, 2 for `/apis/GROUP/VERSION/…`. */
function parseBelow(segments: readonly string[], rootLength: 1 | 2): ApiPathResult {
  const groupPart = rootLength === 1 ? '' : segments[1];
  const versionPart = segments[rootLength];
  if (groupPart !== undefined && groupPart !== '' && !group.test(groupPart))
    return malformed('This is no API group.');
  if (versionPart !== undefined && !version.test(versionPart)) return malformed('This is no API version.');
  if (groupPart === undefined || versionPart === undefined) return discovery(segments, true);
  const rest = segments.slice(rootLength + 1);
  if (rest.length === 0) return discovery(segments, true);
  return parseResource({ group: groupPart, version: versionPart }, rest);
}

function parseResource(at: { group: string; version: string }, rest: readonly string[]): ApiPathResult {
  const namespace = namespaceOf(rest);
  const [resource = '', name, subresource, ...more] = namespace === undefined ? rest : rest.slice(2);
  const problem =
    resourceProblem(resource, namespace, name) ??
    (subresource === undefined ? undefined : subresourceProblem(subresource, more));
  if (problem !== undefined) return problem;
  return {
    ok: true,
    path: {
      kind: 'resource',
      ...at,
      resource,
      ...optional({ namespace, name, subresource }),
    },
  };
}

/** `namespaces/NAME/RESOURCE…` is inside a namespace; `namespaces/NAME` and its subresources are the namespace itself. */
function namespaceOf([first, second, third]: readonly string[]): string | undefined {
  const isInside =
    first === 'namespaces' && third !== undefined && third !== 'status' && third !== 'finalize';
  return isInside ? second : undefined;
}

function resourceProblem(
  resource: string,
  namespace: string | undefined,
  name: string | undefined,
): ApiPathResult | undefined {
  if (!resourceName.test(resource)) return malformed('This is no resource type.');
  if (legacyVerbs.has(resource)) return denied('Verbs in the path are not accepted.');
  if (namespace !== undefined && !namespaceName.test(namespace))
    return malformed('This is no namespace name.');
  if (name !== undefined && !objectName.test(name)) return malformed('This is no object name.');
  return undefined;
}

function subresourceProblem(subresource: string, more: readonly string[]): ApiPathResult | undefined {
  if (deniedSubresources.has(subresource))
    return denied(`The console does not pass on "${subresource}" requests.`);
  if (!resourceName.test(subresource)) return malformed('This is no subresource.');
  return more.length > 0 ? denied('Paths below a subresource are not passed on.') : undefined;
}

const queryParameters: ReadonlySet<string> = new Set([
  'allowWatchBookmarks',
  'container',
  'continue',
  'dryRun',
  'fieldManager',
  'fieldSelector',
  'fieldValidation',
  'follow',
  'force',
  'gracePeriodSeconds',
  'includeObject',
  'labelSelector',
  'limit',
  'limitBytes',
  'orphanDependents',
  'pretty',
  'previous',
  'propagationPolicy',
  'resourceVersion',
  'resourceVersionMatch',
  'sendInitialEvents',
  'sinceSeconds',
  'sinceTime',
  'tailLines',
  'timeoutSeconds',
  'timestamps',
  'watch',
]);

/** The query to send on, with its `?`, or the name of a parameter that is not accepted. */
export function rebuildQuery(raw: string): { ok: true; query: string } | { ok: false; parameter: string } {
  const kept = new URLSearchParams();
  for (const [name, value] of new URLSearchParams(raw)) {
    if (!queryParameters.has(name)) return { ok: false, parameter: name };
    kept.append(name, value);
  }
  return { ok: true, query: questionMarked(kept) };
}
