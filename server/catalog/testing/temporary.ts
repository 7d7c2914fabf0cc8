/** Directories for tests, made of files given by path. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A directory that is removed when it is disposed of; `write` adds files, by path. */
export interface TemporaryDirectory extends AsyncDisposable {
  path: string;
  write(files: Record<string, string | Buffer>): Promise<void>;
}

/** Below the system's folder for temporary files. */
export async function temporaryDirectory(
  files: Record<string, string | Buffer> = {},
): Promise<TemporaryDirectory> {
  const path = await mkdtemp(join(tmpdir(), 'capstan-catalog-'));
  const directory: TemporaryDirectory = {
    path,
    async write(more) {
      for (const [name, content] of Object.entries(more)) {
        await mkdir(dirname(join(path, name)), { recursive: true });
        await writeFile(join(path, name), content);
      }
    },
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }),
  };
  await directory.write(files);
  return directory;
}

/** The files below a directory of their own. */
export function below(directory: string, files: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(files).map(([name, content]) => [`${directory}/${name}`, content]),
  );
}

/** A JSON value on each line. */
export function jsonLines(values: readonly unknown[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join('');
}
