/** Words of schema authors, cut to what fits a line. */
import { firstSentence } from '../../base/sentence.ts';

const LENGTH = 140;

/** The first sentence of a description, at most 140 characters of it. */
export function shortHelp(description: string | undefined): string | undefined {
  const text = description?.replaceAll(/\s+/g, ' ').trim();
  if (text === undefined || text === '') return undefined;
  const sentence = firstSentence(text);
  return sentence.length <= LENGTH ? sentence : `${sentence.slice(0, LENGTH - 1).trimEnd()}…`;
}

const DEPRECATED = /^\s*\(?deprecated\b|\bdeprecated:|\b(?:is|are|has been) deprecated\b/i;

/** Authors of schemas can say so only in words. */
export function isDeprecated(description: string | undefined): boolean {
  return description !== undefined && DEPRECATED.test(description.slice(0, 400));
}
