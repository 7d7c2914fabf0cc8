/**
 * The hash that restarts pods when the configuration changes that they read: byte-equal to KUDO's, so that taking an instance
 * over restarts nothing (KUDO 80, 81). Source: KUDO `pkg/engine/renderer/dependencies.go`.
 */
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import { at, items } from '../../base/loose.ts';
import { hexText, md5 } from '../../base/md5.ts';
import type { KubeObject } from '../../k8s/object.ts';
import { parseTemplate, render } from '../../templates/template.ts';
import type { ContextValue } from '../../templates/context.ts';
import {
  DEPENDENCIES_HASH_ANNOTATION,
  LAST_APPLIED_ANNOTATION,
  SHORTENED_ANNOTATION,
  SKIP_HASH_ANNOTATION,
} from '../api/labels.ts';
import { changedAt, podTemplatePath } from './pod-templates.ts';
import type { TaskWorld } from './world.ts';

/** A ConfigMap or Secret of the instance's namespace. */
interface Dependency {
  kind: 'ConfigMap' | 'Secret';
  name: string;
}

const NOTHING = new Uint8Array(16);
/** The engine of templates writes YAML as KUDO does; there is no second writer. */
const YAML = parseTemplate('yaml', '{{ toYaml .value }}');

/** The object with the hash on its pods' template; as it is where its pods read no configuration. */
export function withRestartHash(
  object: KubeObject,
  siblings: readonly KubeObject[],
  find: TaskWorld['find'],
): KubeObject {
  const path = podTemplatePath(object);
  if (path === undefined) return object;
  const dependencies = dependenciesOf(at(object, ...path, 'spec'));
  if (dependencies.length === 0) return object;
  const { namespace } = object.metadata;
  const hashes = dependencies.map((dependency) =>
    hashOf(source({ ...dependency, namespace }, siblings, find)),
  );
  const all = new Uint8Array(hashes.length * NOTHING.length);
  hashes.forEach((hash, index) => {
    all.set(hash, index * NOTHING.length);
  });
  return changedAt(object, [...path, 'metadata', 'annotations'], (annotations) => ({
    ...annotations,
    [DEPENDENCIES_HASH_ANNOTATION]: hexText(md5(all)),
  }));
}

/** What the pods read, in KUDO's order; what comes by variables and projected volumes counts, too. */
function dependenciesOf(pod: unknown): Dependency[] {
  const volumes = items(at(pod, 'volumes'));
  const found: [Dependency['kind'], unknown][] = [
    ...items(at(pod, 'imagePullSecrets')).map(
      (secret) => ['Secret', at(secret, 'name')] as [Dependency['kind'], unknown],
    ),
    ...volumes.map(
      (volume) => ['ConfigMap', at(volume, 'configMap', 'name')] as [Dependency['kind'], unknown],
    ),
    ...volumes.map(
      (volume) => ['Secret', at(volume, 'secret', 'secretName')] as [Dependency['kind'], unknown],
    ),
  ];
  const usual = found.flatMap(([kind, name]) =>
    typeof name === 'string' && name !== '' ? [{ kind, name }] : [],
  );
  const added = [...projected(volumes), ...inContainers(pod)].filter(
    (one, index, all) =>
      ![...usual, ...all.slice(0, index)].some((other) => other.kind === one.kind && other.name === one.name),
  );
  return [...usual, ...added].sort((a, b) => compare(a.kind, b.kind) || compare(a.name, b.name));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function named(kind: Dependency['kind'], name: unknown): Dependency[] {
  return typeof name === 'string' && name !== '' ? [{ kind, name }] : [];
}

function projected(volumes: readonly unknown[]): Dependency[] {
  const sources = volumes.flatMap((volume) => items(at(volume, 'projected', 'sources')));
  return sources.flatMap((entry) => [
    ...named('ConfigMap', at(entry, 'configMap', 'name')),
    ...named('Secret', at(entry, 'secret', 'name')),
  ]);
}

function inContainers(pod: unknown): Dependency[] {
  const containers = [...items(at(pod, 'initContainers')), ...items(at(pod, 'containers'))];
  return containers.flatMap((container) => [
    ...items(at(container, 'envFrom')).flatMap((entry) => [
      ...named('ConfigMap', at(entry, 'configMapRef', 'name')),
      ...named('Secret', at(entry, 'secretRef', 'name')),
    ]),
    ...items(at(container, 'env')).flatMap((entry) => [
      ...named('ConfigMap', at(entry, 'valueFrom', 'configMapKeyRef', 'name')),
      ...named('Secret', at(entry, 'valueFrom', 'secretKeyRef', 'name')),
    ]),
  ]);
}

/** Of the same task, else as it was applied last, else as it is: what the API server adds does not count. */
function source(
  { kind, name, namespace }: Dependency & { namespace: string | undefined },
  siblings: readonly KubeObject[],
  find: TaskWorld['find'],
): KubeObject | undefined {
  const sibling = siblings.find(
    (object) => object.apiVersion === 'v1' && object.kind === kind && object.metadata.name === name,
  );
  if (sibling !== undefined) return sibling;
  const live = find({ apiVersion: 'v1', kind, namespace, name });
  const last = live?.metadata.annotations?.[LAST_APPLIED_ANNOTATION];
  const applied = last === undefined ? undefined : lastApplied(last);
  return applied?.metadata.annotations?.[SHORTENED_ANNOTATION] === undefined ? (applied ?? live) : live;
}

/** What the annotation holds; undefined where it is no object. */
export function lastApplied(text: string): KubeObject | undefined {
  try {
    const object: unknown = JSON.parse(text);
    return isJsonObject(object) && isJsonObject(object['metadata']) ? (object as KubeObject) : undefined;
  } catch {
    return undefined;
  }
}

function hashOf(object: KubeObject | undefined): Uint8Array {
  const isSkipped = object?.metadata.annotations?.[SKIP_HASH_ANNOTATION] !== undefined;
  return object === undefined || isSkipped ? NOTHING : md5(new TextEncoder().encode(hashedText(object)));
}

/** The text that is hashed: what changes with every run and from cluster to cluster is left out. */
export function hashedText(object: KubeObject): string {
  const { labels, finalizers = [], name } = object.metadata;
  const metadata: JsonObject = {
    annotations: {},
    deletionGracePeriodSeconds: 0,
    finalizers,
    ...(labels === undefined ? {} : { labels }),
    managedFields: [],
    name,
    ownerReferences: [],
    remainingItemCount: 0,
  };
  const value = { object: { ...object, apiVersion: '', kind: '', metadata } };
  return `${render(YAML, { value: value as unknown as ContextValue }).trimEnd()}\n`;
}
