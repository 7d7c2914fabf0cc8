/**
 * Next compiles the base path into its router. This puts the question in the place of the answer while Next builds
 * (`next.config.ts`), so that one build serves any path.
 */
import { readFileSync } from 'node:fs';

const COMPILED = "process.env.__NEXT_ROUTER_BASEPATH || ''";
/** A setting for other servers than ours; nothing else in these files needs the browser's `process`. */
const MANUAL = 'process.env.__NEXT_MANUAL_CLIENT_BASE_PATH';

/**
 * Next has each file as both kinds of module. The newer kind is the smaller one in browsers, and is taken for both.
 * @this {{ resourcePath: string }}
 * @returns {string}
 */
export default function askForBasePath() {
  const file = this.resourcePath.replace(/([\\/]dist[\\/])(client[\\/])/, '$1esm/$2');
  return withQuestion(readFileSync(file, 'utf8'));
}

/**
 * @param {string} source of a file of Next's that knows the base path
 * @returns {string}
 */
export function withQuestion(source) {
  if (!source.includes(COMPILED)) throw new Error(`Next has changed: this is not in its code: ${COMPILED}`);
  const asked = source.replace(COMPILED, 'ownBasePath').replaceAll(MANUAL, 'false');
  return `import { basePath as ownBasePath } from 'capstan-base-path';\n${asked}`;
}
