/** Words of schema authors, cut to what fits a line. */

const LENGTH = 140;

/** The first sentence of a description, at most 140 characters of it. */
export function firstSentence(description: string | undefined): string | undefined {
  const text = description?.replaceAll(/\s+/g, ' ').trim();
  if (text === undefined || text === '') return undefined;
  // A full stop within "e.g." or a version ends no sentence.
  const end = /[^.\s]{3}[.!?](?=\s+[^a-z\s]|$)/.exec(text);
  const sentence = end === null ? text : text.slice(0, end.index + end[0].length);
  return sentence.length <= LENGTH ? sentence : `${sentence.slice(0, LENGTH - 1).trimEnd()}…`;
}

const DEPRECATED = /^\s*\(?deprecated\b|\bdeprecated:|\b(?:is|are|has been) deprecated\b/i;

/** Authors of schemas can say so only in words. */
export function isDeprecated(description: string | undefined): boolean {
  return description !== undefined && DEPRECATED.test(description.slice(0, 400));
}
