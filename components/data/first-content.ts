/**
 * The first content of a page. On the server it is read while the page is rendered, which waits for it; in the browser it
 * is found in the page. Either way it stands in the query cache before whoever asks for it is rendered, so that both
 * render the same.
 */
import type { QueryClient } from '@tanstack/react-query';
import {
  FIRST_CONTENT_MARK,
  FIRST_READS,
  readFirstContent,
  writeFirstContent,
  type FirstContent,
  type FirstInterest,
  type FirstReads,
} from '#lib/first-content.ts';
import { parseStreamMessage } from '#lib/k8s/watch-message.ts';
import { applyMessages, emptyWatch, type WatchData } from './watch-store.ts';

/** A list by the key of its watch, or a GET by its path. */
export type FirstQuestion =
  { readonly list: string; readonly interest: FirstInterest } | { readonly path: string };

export interface FirstSource {
  /** What has to be waited for before the answer, or that there is none, is in the cache; undefined where nothing has. */
  ask: (question: FirstQuestion) => Promise<void> | undefined;
  /** What was read since it was last asked, for the page; undefined where that is nothing. */
  handOver: () => string | undefined;
}

/** For one page on the server, for all of them in a browser. */
export function createFirstSource(queryClient: QueryClient): FirstSource {
  // By this name, which the build knows, browsers are spared what only the server does.
  if (typeof window === 'undefined') return readingSource(queryClient, readsOfServer());
  return foundSource(queryClient);
}

interface Holder {
  [key: symbol]: (() => FirstReads | undefined) | undefined;
}

/** The server's, which shares nothing else with the pages that Next bundles. */
function readsOfServer(): FirstReads | undefined {
  // globalThis has no place for it in its type.
  return (globalThis as unknown as Holder)[Symbol.for(FIRST_READS)]?.();
}

/** Asks each question once. */
export function readingSource(queryClient: QueryClient, reads: FirstReads | undefined): FirstSource {
  const asked = new Map<string, Promise<void>>();
  let fresh: FirstContent | undefined;
  const read = async (question: FirstQuestion): Promise<void> => {
    const text = await ('list' in question
      ? reads?.list(question.list, question.interest)
      : reads?.answer(question.path));
    if (text === undefined) return;
    fresh ??= { lists: {}, answers: {} };
    if ('list' in question) {
      fresh.lists[question.list] = text;
      takeList(queryClient, question.list, text);
    } else {
      fresh.answers[question.path] = text;
      takeAnswer(queryClient, question.path, text);
    }
  };
  return {
    ask: (question) => {
      if (reads === undefined) return undefined;
      const name = 'list' in question ? `list ${question.list}` : `path ${question.path}`;
      const known = asked.get(name) ?? read(question);
      asked.set(name, known);
      return known;
    },
    handOver: () => {
      const content = fresh;
      fresh = undefined;
      return content === undefined ? undefined : writeFirstContent(content);
    },
  };
}

/** Looks again until the page has come whole: parts of it may come late. */
function foundSource(queryClient: QueryClient): FirstSource {
  const taken = new WeakSet<Element>();
  let whole = false;
  const look = (): void => {
    if (whole) return;
    whole = document.readyState !== 'loading';
    for (const script of document.querySelectorAll(`script[${FIRST_CONTENT_MARK}]`)) {
      if (taken.has(script)) continue;
      taken.add(script);
      const { lists, answers } = readFirstContent(script.textContent);
      for (const [key, text] of Object.entries(lists)) takeList(queryClient, key, text);
      for (const [path, text] of Object.entries(answers)) takeAnswer(queryClient, path, text);
    }
  };
  look();
  return {
    ask: () => {
      look();
      return undefined;
    },
    handOver: () => undefined,
  };
}

function takeList(queryClient: QueryClient, key: string, text: string): void {
  const message = parseStreamMessage(text);
  if (message?.type !== 'snapshot') return;
  const data = applyMessages(emptyWatch, [message]);
  queryClient.setQueryData<WatchData>(['watch', key], (known) => known ?? data);
}

function takeAnswer(queryClient: QueryClient, path: string, text: string): void {
  const data: unknown = JSON.parse(text);
  queryClient.setQueryData(['api', path], (known: unknown) => known ?? data);
}
