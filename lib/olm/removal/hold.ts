/**
 * Which instances keep an operator running that is being deleted: those that somebody has agreed to delete with it and that are on
 * their way, since only the operator can do what their finalizers wait for. A record that names others holds nothing, and deletes
 * nothing: whoever may write it may put a finalizer on the CSV as well.
 */
import type { KubeObject, Resource } from '../../k8s/object.ts';
import type { ClusterServiceVersion } from '../api/types.ts';
import { REMOVAL_ANNOTATION } from '../api/labels.ts';
import { isChosen, own, readRecord, type RemovalChoices } from './record.ts';

/** A kind that the operator provides, and of which instances were chosen. */
export interface ChosenKind {
  /** Name of the definition. */
  crd: string;
  resource: Resource;
}

/** Of which nothing can be running, or nobody knows. */
const NOT_RUNNING: ReadonlySet<string> = new Set(['', 'Failed', 'Unknown']);

/** What has to be listed to know; nothing unless the operator may run, and is being deleted. */
export function kindsThatHold(csv: ClusterServiceVersion): ChosenKind[] {
  const choices = choicesFor(csv);
  if (choices === undefined || NOT_RUNNING.has(csv.status?.phase ?? '')) return [];
  const chosen = (csv.spec.customresourcedefinitions?.owned ?? []).filter(
    ({ name }) => (own(choices.instances, name) ?? []).length > 0,
  );
  // One definition may be owned in several versions.
  return [...new Map(chosen.map((api) => [api.name, api])).values()].map(({ name, version, kind }) => {
    const [plural = '', ...group] = name.split('.');
    return { crd: name, resource: { group: group.join('.'), plural, version, kind, namespaced: true } };
  });
}

/** How many of these instances it has to wait for. */
export function goingInstances(
  csv: ClusterServiceVersion,
  { crd }: ChosenKind,
  instances: readonly KubeObject[],
): number {
  const choices = choicesFor(csv);
  if (choices === undefined) return 0;
  return instances.filter(
    ({ metadata: { uid = '', name, deletionTimestamp } }) =>
      deletionTimestamp !== undefined && isChosen(choices, crd, { uid, name, finalizers: [] }),
  ).length;
}

/** Of that very CSV, and not of one before it by the same name. */
function choicesFor({ metadata }: ClusterServiceVersion): RemovalChoices | undefined {
  if (metadata.deletionTimestamp === undefined) return undefined;
  const choices = readRecord(metadata.annotations?.[REMOVAL_ANNOTATION]);
  return choices?.csv === metadata.uid ? choices : undefined;
}
