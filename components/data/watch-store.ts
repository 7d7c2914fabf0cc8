/** What a watch knows, and how each message of the stream changes it. Pure, so that it is tested without a browser. */
import { keyOf } from '#lib/k8s/object.ts';
import type { KubeObject } from '#lib/k8s/object.ts';
import type { TableColumn, WatchMessage } from '#lib/k8s/watch-stream.ts';

export interface WatchProblem {
  kind: string;
  message: string;
}

export interface WatchData {
  phase: 'loading' | 'ready' | 'error';
  /** By `namespace/name`. */
  objects: ReadonlyMap<string, KubeObject>;
  /** The same, ordered by namespace and name. Its identity changes only when an object did. */
  items: readonly KubeObject[];
  /** Of the view `table`. */
  columns?: readonly TableColumn[];
  /** Pieces of a snapshot under way; not shown before it is complete. */
  parts?: readonly KubeObject[];
  problem?: WatchProblem;
  /** The content is the last known; something between here and the cluster is interrupted. */
  stale: boolean;
  /** Where to resume. */
  position?: string;
}

export const emptyWatch: WatchData = { phase: 'loading', objects: new Map(), items: [], stale: false };

export function applyMessage(data: WatchData, message: WatchMessage): WatchData {
  switch (message.type) {
    case 'snapshot': {
      const before = (message.parts ?? 0) > 0 ? (data.parts ?? []) : [];
      const objects = new Map([...before, ...message.items].map((item) => [keyOf(item), item]));
      return ready(objects, message.resourceVersion, message.columns);
    }
    case 'part':
      return {
        ...data,
        parts: message.index === 0 ? message.items : [...(data.parts ?? []), ...message.items],
      };
    case 'event': {
      const objects = new Map(data.objects);
      for (const { type, object } of message.events) {
        if (type === 'DELETED') objects.delete(keyOf(object));
        else objects.set(keyOf(object), object);
      }
      return ready(objects, message.resourceVersion, data.columns);
    }
    case 'live':
      // Without a snapshot there is nothing to be live about: it follows.
      return data.position === undefined ? data : { ...without(data), phase: 'ready', stale: false };
    case 'stale':
      return { ...data, stale: true };
    case 'error':
      return applyProblem(data, { kind: message.kind, message: message.message });
  }
}

/** Objects seen before stay on the screen as stale, unless the user may not see them any more or the type is gone. */
export function applyProblem(data: WatchData, problem: WatchProblem): WatchData {
  const hides =
    problem.kind === 'forbidden' || problem.kind === 'notFound' || problem.kind === 'unauthenticated';
  if (hides || data.position === undefined) return { ...emptyWatch, phase: 'error', problem };
  return { ...data, problem, stale: true };
}

export function markStale(data: WatchData): WatchData {
  return data.stale || data.phase !== 'ready' ? data : { ...data, stale: true };
}

function ready(
  objects: Map<string, KubeObject>,
  position: string,
  columns: readonly TableColumn[] | undefined,
): WatchData {
  const items = [...objects.keys()].sort(compare).flatMap((key) => objects.get(key) ?? []);
  return {
    phase: 'ready',
    objects,
    items,
    stale: false,
    position,
    ...(columns === undefined ? {} : { columns }),
  };
}

function without({ problem: _problem, ...rest }: WatchData): WatchData {
  return rest;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
