/** What this process knows that does not stand in the cluster; whatever is lost of it costs time alone. */
import type { MadeCsv } from '#lib/olm/plan/withdrawn.ts';
import type { KubeObject } from '#lib/k8s/object.ts';
import type { Grants } from '#lib/k8s/rbac.ts';
import type { InstallPlanStatus } from '#lib/olm/api/types.ts';
import type { ResourceCache } from '#server/kube/types.ts';
import { createKeyedLock, createLimiter, type KeyedLock, type Limiter } from './limiter.ts';

/** What is remembered of one plan, by its UID. */
export interface PlanMemory {
  readonly uid: string;
  /** This life has begun its steps itself. */
  begun?: boolean;
  /** Unix ms of the next look at what its definitions would do. */
  nextLook?: number;
  /** Why it is left alone has been said. */
  toldLeftAlone?: boolean;
  /** What came of its steps, as long as it could not be written. */
  unwritten?: Unwritten<InstallPlanStatus>;
  /** CSVs that this life has made for it, until it is Complete. */
  made?: readonly MadeCsv[];
}

/** A status that is true already and does not stand in the cluster yet. */
export interface Unwritten<Status> {
  /** What it follows upon: where something else stands by now, it is not true any more. */
  readonly after: string;
  readonly status: Status;
}

/** Live copies of all that grants rights; `ready` once they are complete, or nobody may look. */
export type GrantCaches = Record<keyof Grants, ResourceCache> & {
  /** Rejects (`aborted`) when they are stopped before. */
  readonly ready: Promise<unknown>;
  /** Those who wait will wait no longer. */
  readonly abandon: () => void;
};

/** Who needs to know what is granted, and what is known of it. */
export interface GrantsMemory {
  /** `namespace/name` of CSVs. */
  readonly users: Set<string>;
  caches: GrantCaches | undefined;
  /** Told of the CSVs that may fare otherwise now. */
  onChange: (csvKey: string) => void;
}

/** Events that were told and are not written yet. */
interface EventsMemory {
  /** In the order in which they were told; the first is being written. */
  readonly waiting: KubeObject[];
  /** Undefined: nothing waits. */
  writing: Promise<void> | undefined;
  /** Aborted when nobody is to wait for the API server any more. */
  stop: AbortController;
}

/** Made once for a world, and shared by all that is made from it. */
export interface Memory {
  /** By `namespace/name`; each goes with its plan. */
  readonly plans: Map<string, PlanMemory>;
  /** Unix ms by namespace: when somebody last changed who may do what there. */
  readonly rightsChanged: Map<string, number>;
  /** APIs that the server has, and when it was asked, by the monotonic clock. */
  served: { at: number; apis: Promise<ReadonlySet<string>> } | undefined;
  /** Steps of all plans: first come, first served, so that a plan's CSV is on its way before what waits for it. */
  readonly steps: Limiter;
  /** What others have granted, while some CSV needs it. */
  readonly grants: GrantsMemory;
  /** Deployments by their UID: the generation, and the hash of what a dry run has found it to be already. */
  readonly unchanged: Map<string, string>;
  /** ServiceAccounts that are being written. */
  readonly accounts: KeyedLock;
  /** Definitions that are being written. */
  readonly definitions: KeyedLock;
  /** What is told of what was done. */
  readonly events: EventsMemory;
}

const STEPS_AT_ONCE = 8;

/** That of a process which has seen nothing yet. */
export function createMemory(): Memory {
  return {
    plans: new Map(),
    rightsChanged: new Map(),
    served: undefined,
    steps: createLimiter(STEPS_AT_ONCE),
    grants: { users: new Set(), caches: undefined, onChange: () => undefined },
    unchanged: new Map(),
    accounts: createKeyedLock(),
    definitions: createKeyedLock(),
    events: { waiting: [], writing: undefined, stop: new AbortController() },
  };
}
