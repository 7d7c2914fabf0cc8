/** Kinds that make pods, and where in them the template of the pods is. */
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import type { KubeObject } from '../../k8s/object.ts';
import { parseApiVersion } from '../../k8s/object.ts';

const IN_SPEC = ['spec', 'template'];
const PATHS: Readonly<Record<string, readonly string[]>> = {
  'apps/StatefulSet': IN_SPEC,
  'apps/Deployment': IN_SPEC,
  'apps/ReplicaSet': IN_SPEC,
  'apps/DaemonSet': IN_SPEC,
  '/ReplicationController': IN_SPEC,
  'batch/Job': IN_SPEC,
  'batch/CronJob': ['spec', 'jobTemplate', 'spec', 'template'],
};

/** Where the template is; undefined for kinds that make no pods. */
export function podTemplatePath(object: KubeObject): readonly string[] | undefined {
  const key = `${parseApiVersion(object.apiVersion).group}/${object.kind}`;
  return Object.hasOwn(PATHS, key) ? PATHS[key] : undefined;
}

/** The value with what `change` makes of the object at the path; one that is not there is made. */
export function changedAt<T extends JsonObject>(
  value: T,
  path: readonly string[],
  change: (part: JsonObject) => JsonObject,
): T {
  const [field, ...rest] = path;
  if (field === undefined) return change(value) as T;
  const part = value[field];
  return { ...value, [field]: changedAt(isJsonObject(part) ? part : {}, rest, change) };
}
