/** What a reference to a package means (KUDO 18): a path, an address, or a name in a repository, tried in this order. */

/** A folder or an archive by its path, an address, a name; or why the reference means nothing. */
export type PackageSource =
  { kind: 'folder' | 'archive'; path: string } | { kind: 'url' | 'name'; text: string } | { problem: string };

/** Who refers: the directory of its package, and whether that came from an archive, which nothing leads out of. */
export interface Referrer {
  readonly directory: string;
  readonly archived: boolean;
}

/** Paths need a separator: `worker` is a name, `./worker` a folder. In an archive they count from its root. */
export function packageSource(reference: string, { directory, archived }: Referrer): PackageSource {
  if (/^https?:\/\//i.test(reference)) return { kind: 'url', text: reference };
  if (!reference.includes('/')) return { kind: 'name', text: reference };
  const path = joined(archived ? '' : directory, reference);
  if (archived && (path.startsWith('/') || path === '..' || path.startsWith('../')))
    return { problem: `${reference} leads out of the archive; nest the operator inside the package` };
  return { kind: /\.tgz$/.test(path) ? 'archive' : 'folder', path };
}

function joined(directory: string, reference: string): string {
  const isAbsolute = reference.startsWith('/');
  const parts: string[] = [];
  for (const part of (isAbsolute ? reference : `${directory}/${reference}`).split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else parts.push(part);
  }
  return `${isAbsolute ? '/' : ''}${parts.join('/')}`;
}
