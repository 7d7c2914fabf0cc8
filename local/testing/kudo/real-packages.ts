/** Real packages of declarative operators, where they are: see `../shared-data.ts`. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { packageFiles, type PackageFiles } from '#lib/kudo/package/files.ts';
import { extract, sharedData } from '../shared-data.ts';

/** A package by its name and version. */
export interface RealPackage {
  name: string;
  files: PackageFiles;
}

/** All of them; none where they are absent, which is said on the console. */
export async function realPackages(): Promise<RealPackage[]> {
  const archive = sharedData('kudo-visible.tar.gz');
  if (archive === undefined) return [];
  await using folder = await extract(archive);
  return readdirSync(folder.path).flatMap((name) => {
    const home = join(folder.path, name);
    if (!statSync(home).isDirectory()) return [];
    return readdirSync(home).map((version) => ({
      name: `${name} ${version}`,
      files: folderFiles(join(home, version)),
    }));
  });
}

function folderFiles(root: string): PackageFiles {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return packageFiles(
    entries.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return { name: relative(root, path), type: 'file', content: readFileSync(path) };
    }),
  );
}
