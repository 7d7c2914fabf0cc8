/**
 * Under which path the console is served: empty, or such as `/tools/capstan`. Next's router learns it from here, too (see
 * `local/build/base-path-loader.mjs`): the build is the same for every path.
 */
export const basePath: string = findBasePath();

function findBasePath(): string {
  // While pages are rendered; set by server/web/pages.ts.
  if (typeof window === 'undefined') return process.env['CAPSTAN_BASE_PATH'] ?? '';
  // In browsers: scripts are sent with this very address put below the path (server/web/base-path.ts). A pattern takes the
  // rest off, which no compiler works out beforehand.
  return '/_next/'.replace(/._next.$/, '');
}
