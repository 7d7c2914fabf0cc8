/** The path under which a console is served behind a proxy that passes paths on as they are. Empty: at the root. */

/** It stands in cookies twice, which browsers keep up to 4 KiB. */
const LONGEST = 64;

/** Without the slash at its end; `/` is the root. Undefined for what is no such path. */
export function parseBasePath(text: string): string | undefined {
  const path = text.replace(/\/$/, '');
  if (path === '') return '';
  // Only what means the same to every proxy, and can be part of a cookie's name.
  return path.length <= LONGEST && /^(?:\/[A-Za-z0-9][A-Za-z0-9_-]*)+$/.test(path) ? path : undefined;
}

/** The path as it would be at the root; undefined outside of the base path. */
export function pathBelow(basePath: string, path: string): string | undefined {
  if (!path.startsWith(basePath)) return undefined;
  const rest = path.slice(basePath.length);
  if (rest === '') return '/';
  return rest.startsWith('/') ? rest : undefined;
}
