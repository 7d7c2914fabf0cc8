/** Operators of others: until their programs are built their pods say that they wait, and for what. */
import type { Clock, KubeClient } from '#server/kube/types.ts';
import type { Job } from '../job.ts';
import { beforeStart, tellPods } from '../pod-state.ts';
import { isUpstream, type RunnableTable, type UpstreamModule } from '../runnable.ts';
import { buildProgram, isBuilt } from './build.ts';
import { createBuilds, type BuildsOptions, type BuildState } from './builds.ts';

export interface UpstreamOptions {
  readonly client: KubeClient;
  readonly modules: RunnableTable;
  readonly clock: Clock;
  readonly log: (message: string, fields: Record<string, unknown>) => void;
  /** Told to look at a workload again: its program is there. */
  readonly again: (key: string) => void;
  /** In the place of Go, for tests. */
  readonly builder?: Pick<BuildsOptions, 'build' | 'isBuilt'>;
}

export interface Upstream {
  /** Whether the program of a job is there; if not, it is built, and pods say so. Always so of what is not built. */
  isReady(key: string, job: Job): Promise<boolean>;
  /** Whether its pods are not ready because they were said to wait. */
  holds(key: string): boolean;
  /** Its pods are gone, or want something else. */
  forget(key: string): void;
  stop(): Promise<void>;
}

export function openUpstream({ client, modules, clock, log, again, builder }: UpstreamOptions): Upstream {
  /** Those whose pods wait for their program. */
  const held = new Map<string, Job>();
  const tell = async (key: string, job: Job, state: BuildState): Promise<void> => {
    if (state.kind === 'ready') return;
    const about = { kind: state.kind, text: textOf(job, state), now: timestamp() };
    try {
      await tellPods(client, job, (pod, container) => beforeStart(pod, container, about));
    } catch (error) {
      log('pods could not be told', { workload: key, error: String(error) });
    }
  };
  const builds = createBuilds({
    clock,
    ...(builder ?? {
      build: (name, options) => buildProgram(moduleOf(modules, name), options),
      isBuilt: (name) => isBuilt(moduleOf(modules, name)),
    }),
    onChange: (name, state) => {
      if (state.kind === 'failed') log('program could not be built', { module: name, error: state.text });
      for (const [key, job] of held) {
        if (job.module !== name) continue;
        if (state.kind === 'ready') again(key);
        else void tell(key, job, state);
      }
    },
  });
  return {
    isReady: async (key, job) => {
      if (job.upstream === undefined) return true;
      const state = builds.want(job.module);
      if (state.kind === 'ready') {
        held.delete(key);
        return true;
      }
      held.set(key, job);
      await tell(key, job, state);
      return false;
    },
    holds: (key) => held.has(key),
    forget: (key) => {
      held.delete(key);
    },
    stop: () => builds.stop(),
  };
}

function moduleOf(modules: RunnableTable, name: string): UpstreamModule {
  const module = modules.get(name);
  if (module === undefined || !isUpstream(module)) throw new Error(`${name} is no operator of others`);
  return module;
}

/** As a kubelet tells of images, in one line: the last of Go's says most. */
function textOf({ upstream, module }: Job, state: Exclude<BuildState, { kind: 'ready' }>): string {
  const source = upstream?.module.source;
  const what = source === undefined ? module : `${source.module} ${source.version}`;
  if (state.kind === 'building')
    return state.text === ''
      ? `building ${what} on this machine`
      : `building ${what} on this machine: ${state.text}`;
  const lines = state.text.split('\n').filter((line) => line.trim() !== '');
  return `back-off building ${what} on this machine: ${lines.slice(-3).join(' ').slice(0, 1000)}`;
}

const timestamp = (): string => new Date().toISOString().replace(/\.\d+Z$/, 'Z');
