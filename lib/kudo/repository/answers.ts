/** What pages are told of the declarative operators that repositories offer. */
import type { PackageFiles } from '../package/files.ts';
import type { RepositoryVersion } from './repository-index.ts';

/** One operator of one repository; versions newest first, at least one. */
export interface OperatorDetail {
  readonly name: string;
  readonly versions: readonly RepositoryVersion[];
}

/** A file by its path in the package: its text, or its bytes where they are none. */
export type SentFile = { readonly path: string } & ({ readonly text: string } | { readonly base64: string });

/** The files of one version; or, for people, why they cannot be had. */
export type OperatorFiles = { readonly files: readonly SentFile[] } | { readonly problem: string };

/** For the way to a browser. */
export function sentFiles(files: PackageFiles): SentFile[] {
  return [...files].map(([path, bytes]) => {
    try {
      return { path, text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
    } catch {
      return { path, base64: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')) };
    }
  });
}

/** The same bytes again. */
export function receivedFiles(sent: readonly SentFile[]): PackageFiles {
  return new Map(
    sent.map((file) => [
      file.path,
      'text' in file
        ? new TextEncoder().encode(file.text)
        : Uint8Array.from(atob(file.base64), (character) => character.charCodeAt(0)),
    ]),
  );
}
