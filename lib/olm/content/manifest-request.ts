/**
 * What a request to the PackageManifest API asks for. Source: the paths and query parameters of the Kubernetes API
 * conventions, as far as package-server answers them: get, list and the subresource `icon`, no watch.
 */
import { optional } from '../../base/loose.ts';
import type { LabelSelector } from '../../k8s/label-selector.ts';
import { PACKAGE_MANIFESTS } from './package-manifest.ts';

/** What is asked for, or the HTTP status and the sentence to refuse it with. */
export type ManifestRequest =
  | { kind: 'groups' | 'group' | 'resources' }
  /** All namespaces when none is named. */
  | { kind: 'list'; namespace?: string; name?: string; labels: LabelSelector }
  | { kind: 'get' | 'icon'; namespace: string; name: string }
  | { kind: 'wrong'; status: 400 | 404 | 405; message: string };

const GROUP = `/apis/${PACKAGE_MANIFESTS.group}`;
const VERSION = `${GROUP}/${PACKAGE_MANIFESTS.version}`;

const DISCOVERY = new Map<string, 'groups' | 'group' | 'resources'>([
  ['/apis', 'groups'],
  [GROUP, 'group'],
  [VERSION, 'resources'],
]);
/** By subresource. */
const KINDS = new Map<string, 'get' | 'icon'>([
  ['', 'get'],
  ['icon', 'icon'],
]);

/** @param path decoded neither by the caller nor before */
export function manifestRequest(method: string, path: string, params: URLSearchParams): ManifestRequest {
  if (method !== 'GET') return wrong(405, `${method} is not supported: package manifests can only be read`);
  const discovery = DISCOVERY.get(path);
  if (discovery !== undefined) return { kind: discovery };
  const segments = path.startsWith(`${VERSION}/`) ? decode(path.slice(VERSION.length + 1)) : undefined;
  return (segments === undefined ? undefined : objectRequest(segments, params)) ?? notFound(path);
}

function objectRequest(segments: readonly string[], params: URLSearchParams): ManifestRequest | undefined {
  const { plural } = PACKAGE_MANIFESTS;
  if (segments[0] === plural && segments.length === 1) return listOf(undefined, params);
  const [first, namespace, resource, name, ...subresource] = segments;
  if (first !== 'namespaces' || namespace === undefined || resource !== plural) return undefined;
  if (name === undefined) return listOf(namespace, params);
  const kind = KINDS.get(subresource.join('/'));
  return kind === undefined ? undefined : { kind, namespace, name };
}

function decode(path: string): string[] | undefined {
  try {
    const segments = path.split('/').map(decodeURIComponent);
    return segments.includes('') ? undefined : segments;
  } catch {
    return undefined;
  }
}

function listOf(namespace: string | undefined, params: URLSearchParams): ManifestRequest {
  if (params.get('watch') === 'true' || params.get('watch') === '1')
    return wrong(405, 'package manifests cannot be watched');
  const name = nameOf(params.get('fieldSelector') ?? '');
  if (name === null) return wrong(400, 'field selectors other than metadata.name=NAME are not supported');
  const labels = parseLabelSelector(params.get('labelSelector') ?? '');
  if (labels === undefined) return wrong(400, 'the label selector cannot be read');
  return {
    kind: 'list',
    ...optional({ namespace, name }),
    labels,
  };
}

/** Null when it selects by anything else. */
function nameOf(selector: string): string | undefined | null {
  if (selector === '') return undefined;
  return /^metadata\.name==?([^,=]+)$/.exec(selector)?.[1] ?? null;
}

const REQUIREMENT =
  /^\s*(?:(!)\s*([\w./-]+)|([\w./-]+)\s+(in|notin)\s*\(([^()]*)\)|([\w./-]+)\s*(==|=|!=)(?:\s*([\w.-]+))?|([\w./-]+))\s*$/;

interface Requirement {
  key: string;
  operator: 'In' | 'NotIn' | 'Exists' | 'DoesNotExist';
  values?: readonly string[];
}

/** Undefined when it is none. Source: apimachinery `labels.Parse`, without its comparison of numbers. */
export function parseLabelSelector(text: string): LabelSelector | undefined {
  if (text.trim() === '') return {};
  const parsed = partsOf(text).map(requirement);
  return parsed.every((part) => part !== undefined) ? { matchExpressions: parsed } : undefined;
}

/** Commas inside of brackets part values. */
function partsOf(text: string): string[] {
  const commas = [...text.matchAll(/\([^()]*\)|,/g)].flatMap(({ 0: found, index }) =>
    found === ',' ? [index] : [],
  );
  return [...commas, text.length].map((end, index) => text.slice((commas[index - 1] ?? -1) + 1, end));
}

function requirement(text: string): Requirement | undefined {
  const found = REQUIREMENT.exec(text);
  if (found === null) return undefined;
  const [, not, absent, setKey, setOperator, set, key, operator, value, present] = found;
  if (not !== undefined && absent !== undefined) return { key: absent, operator: 'DoesNotExist' };
  if (setKey !== undefined) {
    const values = (set ?? '').split(',').map((item) => item.trim());
    return { key: setKey, operator: setOperator === 'in' ? 'In' : 'NotIn', values };
  }
  if (key !== undefined) return { key, operator: operator === '!=' ? 'NotIn' : 'In', values: [value ?? ''] };
  return present === undefined ? undefined : { key: present, operator: 'Exists' };
}

function wrong(status: 400 | 405, message: string): ManifestRequest {
  return { kind: 'wrong', status, message };
}

function notFound(path: string): ManifestRequest {
  return { kind: 'wrong', status: 404, message: `there is nothing at ${path}` };
}
