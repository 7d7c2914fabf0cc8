/** What the machine of plans decides from. */
import type { KubeObject } from '../../k8s/object.ts';
import type { KudoInstance, KudoOperatorVersion } from '../api/types.ts';
import type { BuiltTask } from '../api/task.ts';
import type { TaskOutcome, TaskPlace } from './decision.ts';
import type { Seal } from './run-changes.ts';

/** Looks at the objects of a task, and says what it wants. Asked once for each task of a step that may run. */
export type TaskRunner = (task: BuiltTask, place: TaskPlace) => TaskOutcome;

/** One Instance and all that its plan depends on, at one moment. */
export interface InstanceFacts {
  instance: KudoInstance;
  /** Absent where the cluster has none of that name. */
  version?: KudoOperatorVersion | undefined;
  /** RFC 3339. */
  now: string;
  /** For the run of `cleanup` that may begin. */
  uid: string;
  runTask: TaskRunner;
  /** Values that cannot be used, in a sentence (KUDO 57). */
  parameterProblem?: string | undefined;
  /** A cycle or a missing package among the operators that this one installs (KUDO 58). */
  dependencyProblem?: string | undefined;
  /** Objects labelled as this instance's: Ready is worked out from them (KUDO 55). */
  workloads: readonly KubeObject[];
  /** For the history, which tells that a password changed; absent where nobody has a key. */
  seal?: Seal | undefined;
}
