/**
 * What the operator tunes by itself: a member whose store is mostly free pages gives them back. etcd keeps the pages of compacted
 * revisions for itself, and a store only grows until somebody defragments it. Pure.
 * Source: etcd `Documentation/op-guide/maintenance.md`, "Defragmentation".
 */
import type { SeenMember } from './scene.ts';

/** Below this nobody misses the space. */
const LEAST_FREE_BYTES = 4 * 1024 * 1024;
/** A member answers nothing while it is defragmented: not for a few pages. */
const LEAST_FREE_SHARE = 0.5;

/** A member that is to give its free pages back, and why, for people. */
export interface Tuning {
  readonly member: SeenMember;
  readonly message: string;
}

/** The next one, the leader last, since it keeps the others waiting; undefined when none has much to give back. */
export function nextToDefragment(members: readonly SeenMember[]): Tuning | undefined {
  const leads = ({ store }: SeenMember): number => Number(store?.leads === true);
  const wasteful = members.filter(({ store }) => {
    const free = store === undefined ? 0 : store.size - store.inUse;
    return free >= LEAST_FREE_BYTES && free >= (store?.size ?? 0) * LEAST_FREE_SHARE;
  });
  const member = wasteful.toSorted((one, other) => leads(one) - leads(other))[0];
  if (member?.store === undefined) return undefined;
  const { size, inUse } = member.store;
  return {
    member,
    message: `${member.name} gives back ${mebibytes(size - inUse)} of ${mebibytes(size)} MiB of its store, which are free.`,
  };
}

function mebibytes(bytes: number): string {
  return String(Math.round(bytes / 1024 / 1024));
}
