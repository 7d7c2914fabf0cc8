/** `index`: the archives of a folder become a repository. */
import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { parseArgs } from 'node:util';
import { PACKAGE_LIMITS } from '#lib/kudo/package/files.ts';
import { BadPackage } from '#lib/kudo/package/problem.ts';
import { readPackage } from '#lib/kudo/package/read.ts';
import { makeIndex, type PublishedPackage } from '#lib/kudo/repository/make-index.ts';
import { addressProblem } from '#lib/kudo/repository/package-address.ts';
import { indexProblemText, readIndex } from '#lib/kudo/repository/read-index.ts';
import { INDEX_FILE, type RepositoryIndex } from '#lib/kudo/repository/repository-index.ts';
import { YAML_SIZE } from '#lib/kudo/yaml/read.ts';
import { writeWhole } from '#server/catalog/store/write-whole.ts';
import { readArchive } from '#server/catalog/read/package-archive.ts';
import { callersPath, counted, Misuse, OK, onlyOne, say, WRONG } from './author-line.ts';

/** What is wrong with the archives or the index that were given. */
class Unusable extends Error {}

/** @returns exit code */
export async function indexCommand(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { url: { type: 'string' }, merge: { type: 'string' } },
  });
  const folder = onlyOne(positionals, 'folder');
  const { url, merge } = values;
  if (url !== undefined && (!URL.canParse(url) || addressProblem(url) !== undefined))
    throw new Misuse('--url takes the http or https address where the folder will be.');
  try {
    return await make(folder, {
      url,
      existing: merge === undefined ? undefined : await existingIndex(merge),
    });
  } catch (error) {
    if (!(error instanceof Unusable)) throw error;
    say([error.message], process.stderr);
    return WRONG;
  }
}

async function make(folder: string, settings: Parameters<typeof makeIndex>[1]): Promise<number> {
  const root = callersPath(folder);
  const packages: PublishedPackage[] = [];
  for (const file of await archivesIn(root)) packages.push(await published(folder, file));
  if (packages.length === 0)
    throw new Unusable(`${folder} has no archives (.tgz); make some with: npm run -s kudo -- package FOLDER`);
  const made = makeIndex(packages, settings);
  if ('problem' in made) throw new Unusable(made.problem);
  await writeWhole(join(root, INDEX_FILE), made.text);
  say(
    made.changed.map(
      (version) => `${version} has another archive now than before; give what changes a new version`,
    ),
    process.stderr,
  );
  const versions = [...made.index.values()].flat().length;
  say([
    `${join(folder, INDEX_FILE)}: ${counted(made.index.size, 'operator')}, ${counted(versions, 'version')}`,
  ]);
  return OK;
}

/** In the folder and in those that lie in it, as KUDO looks for them; no links. */
async function archivesIn(root: string): Promise<string[]> {
  const files: string[] = [];
  for (const entry of await readdir(root, { withFileTypes: true })) {
    if (entry.isFile()) files.push(entry.name);
    if (!entry.isDirectory()) continue;
    const inside = await readdir(join(root, entry.name), { withFileTypes: true });
    files.push(...inside.filter((each) => each.isFile()).map(({ name }) => `${entry.name}/${name}`));
  }
  return files.filter((file) => file.endsWith('.tgz')).sort();
}

async function published(folder: string, file: string): Promise<PublishedPackage> {
  const bytes = await bounded(join(folder, file), PACKAGE_LIMITS.bytes);
  try {
    const { operator } = readPackage(await readArchive(Readable.from([bytes])));
    return { file, digest: createHash('sha256').update(bytes).digest('hex'), operator };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Unusable(`${join(folder, file)}${error instanceof BadPackage ? '/' : ': '}${why}`, {
      cause: error,
    });
  }
}

async function existingIndex(path: string): Promise<RepositoryIndex> {
  const reading = readIndex((await bounded(path, YAML_SIZE)).toString());
  // What cannot be read would be gone from the index that is written.
  const problem = 'problem' in reading ? reading.problem : reading.problems[0];
  if (problem !== undefined) throw new Unusable(`${path}: ${indexProblemText(problem)}`);
  return 'index' in reading ? reading.index : new Map();
}

async function bounded(path: string, most: number): Promise<Buffer> {
  const { size } = await stat(callersPath(path));
  if (size > most) throw new Unusable(`${path} is larger than ${String(most)} bytes`);
  return readFile(callersPath(path));
}
