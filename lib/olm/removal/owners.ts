/** What goes with an operator by its owner references alone: as the garbage collector sees it, who is gone holds nothing. */
import type { KubeObject } from '../../k8s/object.ts';
import { resources } from '../../k8s/resources.ts';

/** Owners of one namespace, by their UIDs. */
export interface OwnerStandings {
  going: ReadonlySet<unknown>;
  /** All other CSVs and Subscriptions that stand there; absent where not all of them may be read. */
  staying?: ReadonlySet<unknown>;
}

const REPLACEABLE: ReadonlySet<string> = new Set([
  resources.clusterServiceVersions.kind,
  resources.subscriptions.kind,
]);

/** Whether an object goes with those: nobody else owns it but versions before that are gone, whose references stand for a while. */
export function goesWith(
  { going, staying }: OwnerStandings,
  { metadata: { ownerReferences = [] } }: KubeObject,
): boolean {
  const holds = ({ kind, uid }: { kind: string; uid: string }): boolean =>
    !going.has(uid) && (staying === undefined || !REPLACEABLE.has(kind) || staying.has(uid));
  return ownerReferences.some(({ uid }) => going.has(uid)) && !ownerReferences.some(holds);
}
