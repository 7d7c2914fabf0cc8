/** Between an object of the cluster and the text that a person edits or starts from. */
import { optional } from '../../base/loose.ts';
import { SERVER_FIELDS, type KubeObject } from '../../k8s/object.ts';
import { type Dictionary, isDictionary } from '../schema/path.ts';

/** What a person edits: the object without `status` and without what the API server writes by itself. */
export function editablePart(object: Dictionary): Dictionary {
  const { status: _, ...rest } = object;
  return { ...rest, ...metadataWithout(rest['metadata'], SERVER_FIELDS) };
}

function metadataWithout(metadata: unknown, left: ReadonlySet<string>): Dictionary {
  if (!isDictionary(metadata)) return {};
  return { metadata: Object.fromEntries(Object.entries(metadata).filter(([key]) => !left.has(key))) };
}

/** The whole object to write in the place of `latest`: as edited, with the server's own fields as they are now. */
export function wholeObject(edited: KubeObject, latest: KubeObject): KubeObject {
  const { status: _, ...rest } = edited;
  const own = Object.entries(latest.metadata).filter(
    ([key]) => SERVER_FIELDS.has(key) && key !== 'managedFields',
  );
  const mine = Object.entries(edited.metadata).filter(([key]) => !SERVER_FIELDS.has(key));
  return {
    ...rest,
    apiVersion: edited.apiVersion,
    kind: edited.kind,
    metadata: { ...Object.fromEntries([...mine, ...own]), name: edited.metadata.name },
    ...optional({ status: latest['status'] }),
  };
}

const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

const NOT_CLONED: ReadonlySet<string> = new Set([
  ...SERVER_FIELDS,
  ...['finalizers', 'generateName', 'ownerReferences'],
]);

/** What a clone leaves behind that a person may have counted on. */
export type LeftBehind = 'ownerReferences' | 'finalizers';

/** The object to begin with, and which of what was left behind the original had. */
export interface Clone {
  readonly object: Dictionary;
  readonly left: readonly LeftBehind[];
}

/** A new object like `object`, under another name: what the cluster and its controllers wrote is left behind. */
export function cloneOf(object: Dictionary, name: string): Clone {
  const { status: _, ...rest } = object;
  const metadata = isDictionary(object['metadata']) ? object['metadata'] : {};
  const kept = metadataWithout(metadata, NOT_CLONED)['metadata'];
  const annotations = isDictionary(metadata['annotations'])
    ? Object.entries(metadata['annotations']).filter(([key]) => key !== LAST_APPLIED)
    : [];
  const { annotations: _annotations, ...others } = isDictionary(kept) ? kept : {};
  const named = {
    name,
    ...Object.fromEntries(Object.entries(others).filter(([key]) => key !== 'name')),
    ...(annotations.length === 0 ? {} : { annotations: Object.fromEntries(annotations) }),
  };
  const left = (['ownerReferences', 'finalizers'] as const).filter((key) => metadata[key] !== undefined);
  return { object: { ...rest, metadata: named }, left };
}
