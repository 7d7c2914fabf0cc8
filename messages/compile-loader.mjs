/**
 * Compiles the messages of a file while Next builds (`next.config.ts`), so that no parser of
 * the message syntax is sent to browsers. A message that does not parse fails the build.
 */
import compile from 'icu-minify/compile';

/** @param {string} source the JSON text */
export default function compileMessages(source) {
  return JSON.stringify(compileTree(JSON.parse(source)));
}

/**
 * @param {unknown} value a message, or a group of them
 * @returns {unknown}
 */
function compileTree(value) {
  if (typeof value === 'string') return compile(value);
  if (typeof value !== 'object' || value === null)
    throw new Error(`This is no message: ${JSON.stringify(value)}`);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, compileTree(inner)]));
}
