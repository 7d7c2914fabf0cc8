/**
 * `spec.config` of a Subscription laid over the operator's pods.
 * Source: OLM `pkg/controller/operators/olm/overrides/inject`: env and mounts by name, tolerations and envFrom appended
 * when absent, resources and nodeSelector replaced, affinity per part.
 */
import { stableJson } from '../../base/hash.ts';
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import type { SubscriptionConfig } from '../api/types.ts';

/** The value if it is an object, else an empty one. */
export function asFields(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** The value if it is a list, else an empty one. */
export function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/**
 * Entries of `over` stand in the place of entries of the same name, as what follows may refer to them; new ones follow at
 * the end. A name is there once: the API server takes no list that has it twice.
 */
export function mergeByName(
  base: unknown,
  over: readonly { name: string; [field: string]: unknown }[],
): unknown[] {
  const last = new Map<unknown, unknown>(over.map((entry) => [entry.name, entry]));
  const replaced = asList(base).map((entry) => last.get(asFields(entry)['name']) ?? entry);
  return [...new Set([...replaced, ...last.values()])];
}

/** As `mergeByName`; but a volume may be mounted at several paths. */
function mergeMounts(base: unknown, over: readonly { name: string; [field: string]: unknown }[]): unknown[] {
  const merged = asList(base).slice();
  for (const mount of over) {
    const place = asList(base).findIndex((entry) => asFields(entry)['name'] === mount.name);
    if (place < 0) merged.push(mount);
    else merged[place] = mount;
  }
  return merged;
}

function appendAbsent(base: unknown, more: readonly unknown[]): unknown[] {
  const known = new Set(asList(base).map(stableJson));
  return [...asList(base), ...more.filter((entry) => !known.has(stableJson(entry)))];
}

function overrideContainer(container: unknown, config: SubscriptionConfig): JsonObject {
  const fields = asFields(container);
  return {
    ...fields,
    ...(config.env === undefined ? {} : { env: mergeByName(fields['env'], config.env) }),
    ...(config.envFrom === undefined ? {} : { envFrom: appendAbsent(fields['envFrom'], config.envFrom) }),
    ...(config.volumeMounts === undefined
      ? {}
      : { volumeMounts: mergeMounts(fields['volumeMounts'], config.volumeMounts) }),
    ...(config.resources === undefined ? {} : { resources: config.resources }),
  };
}

/** An empty part (`{}`) takes away what the operator says. */
function overrideAffinity(base: unknown, over: JsonObject): JsonObject {
  if (Object.keys(over).length === 0) return {};
  const merged = { ...asFields(base) };
  for (const [part, value] of Object.entries(over)) {
    if (isJsonObject(value) && Object.keys(value).length === 0) Reflect.deleteProperty(merged, part);
    else merged[part] = value;
  }
  return merged;
}

/** Pod spec with the Subscription's overrides; the input is left alone. */
export function overridePodSpec(podSpec: JsonObject, config: SubscriptionConfig | undefined): JsonObject {
  if (config === undefined) return podSpec;
  return {
    ...podSpec,
    containers: asList(podSpec['containers']).map((container) => overrideContainer(container, config)),
    ...(config.volumes === undefined ? {} : { volumes: mergeByName(podSpec['volumes'], config.volumes) }),
    ...(config.tolerations === undefined
      ? {}
      : { tolerations: appendAbsent(podSpec['tolerations'], config.tolerations) }),
    ...(config.nodeSelector === undefined ? {} : { nodeSelector: config.nodeSelector }),
    ...(config.affinity === undefined
      ? {}
      : { affinity: overrideAffinity(podSpec['affinity'], config.affinity) }),
  };
}
