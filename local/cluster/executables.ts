/** Programs that this machine has. */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Folders of the PATH, in its order. */
export function pathFolders(): string[] {
  return (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
}

/** Every program of one of the names on the PATH: those of the first name first. */
export function executables(names: readonly string[]): string[] {
  const folders = pathFolders();
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).filter(isExecutable);
}
