/**
 * What a start makes and finds out, looked at again while we run: namespaces and definitions are deleted, clusters are
 * upgraded, certificates end.
 */
import { createQueue } from '#server/kube/queue.ts';
import type { Clock } from '#server/kube/types.ts';

/** One thing to be looked at. */
export interface Task {
  name: string;
  /** Throws when it could not be done: then it is tried again, with growing pauses. */
  look: () => Promise<void>;
  /** Absent: only when it is asked for. */
  everyMs?: number;
}

/** Tasks that run, each of them once at a time. */
export interface Upkeep {
  /** Looks at once, and again when that fails. */
  look(name: string): void;
  /** Resolves when no task runs any more. */
  stop(): Promise<void>;
}

/** The first look of a task that has an interval comes after that interval. */
export function startUpkeep(
  tasks: readonly Task[],
  clock: Clock,
  onError: (task: string, error: unknown) => void,
): Upkeep {
  const byName = new Map(tasks.map((task) => [task.name, task]));
  const queue = createQueue({
    name: 'upkeep',
    concurrency: Math.max(tasks.length, 1),
    clock,
    reconcile: async (name) => {
      const task = byName.get(name);
      await task?.look();
      return task?.everyMs === undefined ? { kind: 'done' } : { kind: 'requeueAfter', ms: task.everyMs };
    },
    onError,
  });
  for (const { name, everyMs } of tasks) {
    if (everyMs !== undefined) queue.addAfter(name, everyMs);
  }
  return {
    look: (name) => queue.add(name),
    stop: () => queue.stop(),
  };
}
