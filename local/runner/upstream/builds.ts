/** The programs of the table, as far as they are: each is built when the first pod asks for it, and once for all of them. */
import type { Clock } from '#server/kube/types.ts';
import { backoffMs } from '#lib/k8s/backoff.ts';
import type { BuildOptions } from './build.ts';

/** How far a program is; the text is for people. */
export type BuildState =
  | { readonly kind: 'ready' }
  | { readonly kind: 'building'; readonly text: string }
  /** It is tried again by itself. */
  | { readonly kind: 'failed'; readonly text: string };

export interface BuildsOptions {
  readonly clock: Clock;
  /** Builds the program of that name in the table. */
  readonly build: (name: string, options: BuildOptions) => Promise<unknown>;
  readonly isBuilt: (name: string) => boolean;
  /** Told whenever a state is another one. */
  readonly onChange: (name: string, state: BuildState) => void;
}

export interface Builds {
  /** Begins to build where that has not begun. */
  want(name: string): BuildState;
  /** Gives up what is under way; resolves when it has ended. */
  stop(): Promise<void>;
}

const AGAIN = { baseMs: 30_000, maxMs: 600_000 };
/** How often people are told how far it is. */
const TELL_MS = 5_000;

export function createBuilds({ clock, build, isBuilt, onChange }: BuildsOptions): Builds {
  const states = new Map<string, BuildState>();
  const stopping = new AbortController();
  const { signal } = stopping;
  const under = new Set<Promise<void>>();
  const timers = new Set<() => void>();
  const become = (name: string, state: BuildState): void => {
    states.set(name, state);
    if (!signal.aborted) onChange(name, state);
  };
  const attempt = async (name: string, failures: number): Promise<void> => {
    let toldAt = -Infinity;
    const detail = (text: string): void => {
      if (clock.now() - toldAt < TELL_MS) return;
      toldAt = clock.now();
      become(name, { kind: 'building', text });
    };
    try {
      await build(name, { detail, signal });
      become(name, { kind: 'ready' });
    } catch (error) {
      if (signal.aborted) return;
      become(name, { kind: 'failed', text: error instanceof Error ? error.message : String(error) });
      const cancel = clock.setTimer(
        backoffMs(failures, AGAIN, () => clock.random()),
        () => {
          timers.delete(cancel);
          begin(name, failures + 1);
        },
      );
      timers.add(cancel);
    }
  };
  const begin = (name: string, failures: number): void => {
    const run = attempt(name, failures).finally(() => under.delete(run));
    under.add(run);
  };
  return {
    want: (name) => {
      const known = states.get(name);
      if (known !== undefined && (known.kind !== 'ready' || isBuilt(name))) return known;
      const state: BuildState = isBuilt(name) ? { kind: 'ready' } : { kind: 'building', text: '' };
      states.set(name, state);
      if (state.kind === 'building') begin(name, 0);
      return state;
    },
    stop: async () => {
      stopping.abort();
      for (const cancel of timers) cancel();
      await Promise.all(under);
    },
  };
}
