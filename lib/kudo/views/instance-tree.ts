/** Instances that others installed: who belongs to whom, by their owners (KUDO 70). */
import type { KubeObject, ObjectRef } from '../../k8s/object.ts';
import { parseApiVersion } from '../../k8s/object.ts';
import { KUDO_GROUP } from '../api/types.ts';
import { instanceRow, type InstanceRow } from './instance-view.ts';

/** An instance with those that it installed. */
export interface InstanceNode extends InstanceRow {
  children: readonly InstanceNode[];
}

/** Operators inside operators go so deep; what claims to be its own grandparent ends here. */
const DEEPEST = 10;

/** @param all those of the namespace: owners are in the same */
export function instanceTree(instance: KubeObject, all: readonly KubeObject[], depth = 0): InstanceNode {
  const { uid } = instance.metadata;
  const children =
    uid === undefined || depth >= DEEPEST
      ? []
      : all.filter((other) => ownersOf(other).some((owner) => owner.uid === uid));
  return {
    ...instanceRow(instance),
    children: children.map((child) => instanceTree(child, all, depth + 1)),
  };
}

/** The instance that installed this one; undefined where a person did. */
export function installedBy(instance: KubeObject): Required<ObjectRef> | undefined {
  const [owner] = ownersOf(instance);
  const { namespace = '' } = instance.metadata;
  return owner === undefined ? undefined : { namespace, name: owner.name };
}

function ownersOf({ metadata }: KubeObject): { name: string; uid: string }[] {
  return (metadata.ownerReferences ?? []).filter(
    ({ apiVersion, kind }) => kind === 'Instance' && parseApiVersion(apiVersion).group === KUDO_GROUP,
  );
}
