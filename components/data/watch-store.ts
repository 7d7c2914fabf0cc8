/** What a watch knows, and how each message of the stream changes it. Pure, so that it is tested without a browser. */
import { compareTexts } from '#lib/base/json.ts';
import { optional } from '#lib/base/loose.ts';
import { keyOf } from '#lib/k8s/object.ts';
import type { KubeObject } from '#lib/k8s/object.ts';
import type { TableColumn, WatchMessage, WatchTrouble } from '#lib/k8s/watch-stream.ts';
import { isContent, takeContent } from './list-content.ts';
import type { ContentMessage, ListContent } from './list-content.ts';

export type WatchProblem = WatchTrouble;

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

/** All messages of one list that came since the last change of the screen, in order. */
export function applyMessages(data: WatchData, messages: readonly WatchMessage[]): WatchData {
  let current = data;
  // Objects are copied once for all messages in a row, and ordered once at their end.
  let content: ListContent | undefined;
  for (const message of messages) {
    if (message.type === 'part') {
      current = withPart(settled(current, content), message);
      content = undefined;
    } else if (isContent(message)) {
      content ??= contentOf(current);
      takeContent(content, message);
    } else {
      current = applyStatus(settled(current, content), message);
      content = undefined;
    }
  }
  return settled(current, content);
}

function withPart(data: WatchData, part: Extract<ContentMessage, { type: 'part' }>): WatchData {
  const content: ListContent = data.parts === undefined ? {} : { parts: data.parts };
  takeContent(content, part);
  return { ...data, parts: content.parts ?? [] };
}

function contentOf({ objects, columns, parts, position }: WatchData): ListContent {
  return {
    objects: new Map(objects),
    columns,
    ...optional({ parts, position }),
  };
}

function settled(data: WatchData, content: ListContent | undefined): WatchData {
  if (content === undefined) return data;
  const { objects = new Map<string, KubeObject>(), columns, parts, position } = content;
  return {
    phase: 'ready',
    objects,
    items: ordered(data, objects),
    stale: false,
    ...optional({ position, parts, columns }),
  };
}

function applyStatus(data: WatchData, message: Exclude<WatchMessage, ContentMessage>): WatchData {
  switch (message.type) {
    case 'live':
      // Without a snapshot there is nothing to be live about: it follows.
      return data.position === undefined ? data : { ...without(data), phase: 'ready', stale: false };
    case 'stale':
      return {
        ...data,
        stale: true,
        ...optional({ problem: message.problem }),
      };
    case 'error': {
      const { id: _id, type: _type, ...problem } = message;
      return applyProblem(data, problem);
    }
  }
}

/** Most changes change objects, not which there are: then the order is known. */
function ordered(before: WatchData, objects: ReadonlyMap<string, KubeObject>): readonly KubeObject[] {
  const same = objects.size === before.items.length && before.items.every((item) => objects.has(keyOf(item)));
  const keys = same ? before.items.map(keyOf) : [...objects.keys()].sort(compareTexts);
  return keys.flatMap((key) => objects.get(key) ?? []);
}

/**
 * Objects seen before stay on the screen as stale, unless the user may not see them any more, the type is gone or the
 * session is over.
 */
export function applyProblem(data: WatchData, problem: WatchProblem): WatchData {
  if (hides(problem) || data.position === undefined) return { ...emptyWatch, phase: 'error', problem };
  return { ...data, problem, stale: true };
}

/**
 * Problems after which what was seen must go from the screen. Not so `unauthorized`: credentials that have expired say
 * nothing of the rights of whom they belonged to, who meanwhile keeps reading, with a banner that says so. The server
 * sends no more until there are new ones, and then refuses (`forbidden`) or sends everything.
 */
export function hides({ kind }: WatchProblem): boolean {
  return kind === 'forbidden' || kind === 'notFound' || kind === 'unauthenticated';
}

export function markStale(data: WatchData): WatchData {
  return data.stale || data.phase !== 'ready' ? data : { ...data, stale: true };
}

function without({ problem: _problem, ...rest }: WatchData): WatchData {
  return rest;
}
