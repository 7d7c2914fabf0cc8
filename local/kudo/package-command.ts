/** `package`: a folder becomes an archive, once nothing is wrong with it. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { archiveName } from '#lib/kudo/package/archive.ts';
import { verifyFamily } from '#lib/kudo/verify/family.ts';
import { writeWhole } from '#server/catalog/store/write-whole.ts';
import { writeArchive } from '#server/catalog/read/package-archive.ts';
import { callersPath, OK, onlyOne, say, WRONG } from './author-line.ts';
import { readSource } from './read-source.ts';
import { errorsOf, verdictLines } from './verify-command.ts';

/** @returns exit code */
export async function packageCommand(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      destination: { type: 'string', short: 'd', default: '.' },
      overwrite: { type: 'boolean', short: 'w', default: false },
    },
  });
  const folder = onlyOne(positionals, 'folder');
  const { files, archived } = await readSource(callersPath(folder));
  if (archived) throw new Error(`${folder} is an archive already`);
  // As whoever unpacks it will see it.
  const verdict = verifyFamily(files, { archived: true });
  if (verdict.package === undefined || errorsOf(verdict).length > 0) {
    say(verdictLines(folder, verdict), process.stderr);
    return WRONG;
  }
  say(verdictLines(folder, verdict).slice(0, -1), process.stderr);
  const shown = join(values.destination, archiveName(verdict.package.operator));
  const file = callersPath(shown);
  const archive = writeArchive(files);
  const before = await readFile(file).catch(absent);
  if (before !== undefined && !before.equals(archive) && !values.overwrite) {
    say([`${shown} is there with other content; change the version, or give --overwrite`], process.stderr);
    return WRONG;
  }
  if (before?.equals(archive) !== true) await writeWhole(file, archive);
  say([shown]);
  return OK;
}

function absent(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
  throw error;
}
