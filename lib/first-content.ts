/**
 * What the server of the console reads for a page before it renders it, so that the first HTML shows it and the browser
 * does not ask again. Both ends of the hand-over are here, so that they cannot disagree.
 */
import { isJsonObject } from './base/json.ts';
import type { WatchInterest } from './k8s/watch-stream.ts';

/** A list as pages want it, without what only a stream knows. */
export type FirstInterest = Omit<WatchInterest, 'id' | 'resourceVersion'>;

/**
 * Reads with the credentials of whom the page is for. Undefined leaves the question to the browser, which asks it as ever:
 * because the answer takes too long or is too large to travel in a page, is an error, or may have values of Secrets.
 * Neither method rejects.
 */
export interface FirstReads {
  /** JSON of the `snapshot` message that a stream would begin with, whose position a stream goes on from. */
  list: (id: string, interest: FirstInterest) => Promise<string | undefined>;
  /** JSON of what a GET of `path` (with its query) would give. */
  answer: (path: string) => Promise<string | undefined>;
}

/** The registered symbol under which the server keeps a function that gives the `FirstReads` of the page being rendered. */
export const FIRST_READS = 'capstan.first-reads';

/** Finds the scripts, which are data and never run, that carry what was read. */
export const FIRST_CONTENT_MARK = 'data-first-content';

/** By the name under which the browser asks for each, JSON in a text. */
export interface FirstContent {
  lists: Record<string, string>;
  answers: Record<string, string>;
}

/** As the text of a script element: nothing in it can end the element or begin a comment. */
export function writeFirstContent(content: FirstContent): string {
  return JSON.stringify(content).replaceAll('<', String.raw`\u003c`);
}

/** The other way around; what cannot be read is left to be asked for. */
export function readFirstContent(text: string): FirstContent {
  const nothing: FirstContent = { lists: {}, answers: {} };
  try {
    const value: unknown = JSON.parse(text);
    if (!isJsonObject(value)) return nothing;
    return { lists: textsIn(value['lists']), answers: textsIn(value['answers']) };
  } catch {
    return nothing;
  }
}

function textsIn(value: unknown): Record<string, string> {
  if (!isJsonObject(value)) return {};
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
