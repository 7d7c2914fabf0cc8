/** Where packages of a repository are: their addresses as an index gives them, and as they are asked for. */
import { INDEX_FILE, INDEX_LIMITS, type RepositoryVersion } from './repository-index.ts';

const PROTOCOLS: ReadonlySet<string> = new Set(['http:', 'https:']);
/** Any will do: whether a relative address can be one does not depend on what it is relative to. */
const ANY_BASE = 'http://any.invalid/';

/** Why an index cannot give this as the address of a package; undefined where it can. */
export function addressProblem(address: string): string | undefined {
  if (address === '') return 'it is empty, or no text';
  if (address.length > INDEX_LIMITS.url) return `it has more than ${String(INDEX_LIMITS.url)} characters`;
  if (!URL.canParse(address, ANY_BASE)) return 'it is no address';
  const { protocol, username, password } = new URL(address, ANY_BASE);
  if (!PROTOCOLS.has(protocol)) return `it begins with ${protocol.slice(0, 20)}, not with http: or https:`;
  return username === '' && password === '' ? undefined : 'it holds a user or a password';
}

/** The address of the index, where that of the repository may be given: `https://host/v1` stands for `https://host/v1/index.yaml`. */
export function indexAddress(address: string): string | undefined {
  if (!URL.canParse(address) || addressProblem(address) !== undefined) return undefined;
  const url = new URL(address);
  url.hash = '';
  // As catalogs are read: what ends so is a file, whatever holds it.
  if (!/\.(?:ya?ml|json|gz|zst)$/i.test(url.pathname))
    url.pathname = `${withSlash(url.pathname)}${INDEX_FILE}`;
  return url.href;
}

/** Where a version can be had, each once, in the order of the index. @param index the address that it was read from */
export function packageAddresses({ urls }: Pick<RepositoryVersion, 'urls'>, index: string): string[] {
  return [...new Set(urls.map((url) => new URL(url, index).href))];
}

/** The address of a file below a folder's, or relative to the index where there is none; names may hold anything. */
export function addressOfFile(file: string, folder: string | undefined): string {
  const path = file.split('/').map(encodeURIComponent).join('/');
  if (folder === undefined) return path;
  const url = new URL(folder);
  url.pathname = withSlash(url.pathname);
  return new URL(path, url).href;
}

function withSlash(path: string): string {
  return path.endsWith('/') ? path : `${path}/`;
}
