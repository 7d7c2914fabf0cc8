/** What a task looks at, and the functions that lie in other rooms: rendering, reading YAML. */
import type { ReachedLimit } from '../../base/reached-limit.ts';
import { refKey, type KubeObject } from '../../k8s/object.ts';
import type { KudoInstance, KudoOperatorVersion } from '../api/types.ts';
import type { ObjectAt, TaskPlace } from '../plan/decision.ts';

/** What a Pipe task read from its pod, by the path of the file; or why it could not. */
export type PipeOutput =
  { files: Readonly<Record<string, Uint8Array>> } | { problem: string; fatal: boolean };

/** The text of a template, or why there is none. */
export type TaskRendering =
  { text: string } | { problem: string; /** Where it went beyond one of ours. */ limit?: ReachedLimit };

/** The cluster at one moment, as far as a task may see it. */
export interface TaskWorld {
  instance: KudoInstance;
  version: KudoOperatorVersion;
  /** The text of a template; `place` is absent for parameter files, which know nothing of plans (KUDO 33). */
  render: (file: string, place: TaskPlace | undefined) => TaskRendering;
  /** One document of YAML. @throws Error with the reason */
  readYaml: (text: string) => unknown;
  /** Value of a parameter: the instance's, else the default; undefined where nobody defined it. */
  parameter: (name: string) => string | undefined;
  /** The object as it is. */
  find: (at: ObjectAt) => KubeObject | undefined;
  /** By discovery; undefined for kinds that the API server does not serve. */
  scopeOf: (apiVersion: string, kind: string) => 'namespaced' | 'cluster' | undefined;
  /** Why the last write to the object was refused. */
  refusal: (at: ObjectAt) => string | undefined;
  /** What was read from the pod; undefined where nobody has read yet. */
  output: (pod: ObjectAt) => PipeOutput | undefined;
}

/** Where an object is. */
export function objectAt({ apiVersion, kind, metadata }: KubeObject): ObjectAt {
  const { namespace, name } = metadata;
  return { apiVersion, kind, ...(namespace === undefined ? {} : { namespace }), name };
}

/** By what a place is remembered. */
export function placeKey({ apiVersion, kind, namespace = '', name }: ObjectAt): string {
  return `${apiVersion}/${kind}/${refKey({ namespace, name })}`;
}
