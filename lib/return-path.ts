/** Where somebody goes on after signing in: a page of this console, never another site. */
import { queryOf } from './base/address.ts';

const LONGEST = 2_048;

/** Paths that are no pages to come back to. */
const notPages: ReadonlySet<string> = new Set(['sign-in', 'sign-out', 'api', 'k8s', '_next']);

/** The path with query and fragment as a browser would take it, or `/` when it leads anywhere but to a page of ours. */
export function returnPath(wanted: string | null | undefined): string {
  if (wanted === null || wanted === undefined || wanted.length > LONGEST) return '/';
  // Browsers take a backslash for a slash and leave out tabs and line ends, so that `/\t/evil.example` leads away.
  if (!/^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(wanted)) return '/';
  const base = 'http://console.invalid';
  const url = URL.parse(wanted, base);
  if (url?.origin !== base || url.pathname.startsWith('//')) return '/';
  return notPages.has(url.pathname.split('/')[1] ?? '') ? '/' : url.pathname + url.search + url.hash;
}

/** The page that signs in and then leads back. `ended`: there was a session. */
export function signInPath(place: string, { ended = false }: { ended?: boolean } = {}): string {
  const to = returnPath(place);
  return `/sign-in${queryOf({ to: to === '/' ? undefined : to, ended: ended ? 1 : undefined })}`;
}
