/** The archive of a declarative operator → its files, and of which version of which operator they are. */
import { Readable } from 'node:stream';
import { optional } from '#lib/base/loose.ts';
import type { PackageFiles } from '#lib/kudo/package/files.ts';
import type { PackageOperator } from '#lib/kudo/package/package.ts';
import { BadPackage } from '#lib/kudo/package/problem.ts';
import { readPackage } from '#lib/kudo/package/read.ts';
import { sentFiles } from '#lib/kudo/repository/answers.ts';
import { readArchive } from '../read/package-archive.ts';
import { SourceError } from '../sources/reader.ts';
import type { PackageContent, PackageJob } from './job.ts';

/** Rejects with SourceError `invalid`, in words that repeat nothing of what the package holds. */
export async function readPackageJob({ archive, from }: PackageJob): Promise<PackageContent> {
  const files = await unpacked(archive, from);
  const { name, operatorVersion, appVersion } = operatorOf(files, from);
  return { files: sentFiles(files), name, operatorVersion, ...optional({ appVersion }) };
}

async function unpacked(archive: Uint8Array, from: string): Promise<PackageFiles> {
  try {
    return await readArchive(Readable.from([Buffer.from(archive)]));
  } catch (cause) {
    const words =
      cause instanceof BadPackage ? cause.message : 'it is no archive, or is damaged. Serve it again.';
    throw new SourceError('invalid', `${from}: ${words}`, { cause });
  }
}

/** What is said of a file of YAML may repeat it, so that only its place is told. */
function operatorOf(files: PackageFiles, from: string): PackageOperator {
  try {
    return readPackage(files).operator;
  } catch (cause) {
    if (!(cause instanceof BadPackage)) throw cause;
    const { file, line } = cause.problem;
    const words = `${from} holds no package that can be read (${file}, line ${String(line)}). Its author can verify it.`;
    throw new SourceError('invalid', words, { cause });
  }
}
