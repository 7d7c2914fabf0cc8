/** Packages → an `index.yaml`, as `kubectl kudo repo index` makes it. The same packages give the same text. */
import { valueOf } from '../../templates/context.ts';
import { RenderBudget } from '../../templates/run/budget.ts';
import { fromBytes } from '../../templates/values/bytes.ts';
import { toYaml } from '../../templates/yaml/emit.ts';
import { optional } from '../../base/loose.ts';
import type { PackageOperator } from '../package/package.ts';
import { YAML_SIZE } from '../yaml/read.ts';
import { addressOfFile } from './package-address.ts';
import { indexProblemText, readIndex } from './read-index.ts';
import {
  INDEX_VERSION,
  newestFirst,
  type RepositoryIndex,
  type RepositoryVersion,
  versionKey,
} from './repository-index.ts';

/** An archive that was read. */
export interface PublishedPackage {
  /** Path from the folder of the index, with slashes. */
  readonly file: string;
  /** SHA-256 of its bytes, in hexadecimal digits. */
  readonly digest: string;
  readonly operator: Pick<
    PackageOperator,
    'name' | 'operatorVersion' | 'appVersion' | 'description' | 'maintainers'
  >;
}

/** What an index is made with, besides packages. */
export interface IndexSettings {
  /** Where the folder will be: http or https. Absent: addresses are relative to the index. */
  readonly url?: string | undefined;
  /** Its versions stay, but for those that the packages have, too. */
  readonly existing?: RepositoryIndex | undefined;
}

/**
 * `text` is the file; `changed` are versions of the existing index whose archive is another one now. Or why there is no
 * index.
 */
export type IndexMaking =
  { index: RepositoryIndex; text: string; changed: readonly string[] } | { problem: string };

/** Of packages that were verified. Operators by name, versions newest first; no moment, so that it changes only with its packages. */
export function makeIndex(packages: readonly PublishedPackage[], settings: IndexSettings = {}): IndexMaking {
  const { url, existing } = settings;
  const entries = new Map<string, { version: RepositoryVersion; file?: string }>();
  for (const version of existing === undefined ? [] : [...existing.values()].flat())
    entries.set(fullKey(version), { version });
  const changed: string[] = [];
  for (const { file, digest, operator } of packages) {
    const version = versionOf(operator, digest, addressOfFile(file, url));
    const before = entries.get(fullKey(version));
    if (before?.file !== undefined)
      return { problem: `${before.file} and ${file} are both ${fullKey(version)}; leave one of them out` };
    const published = before?.version.digest;
    if (published !== undefined && published !== digest) changed.push(fullKey(version));
    entries.set(fullKey(version), { version, file });
  }
  const index = grouped([...entries.values()].map(({ version }) => version));
  const text = indexText(index);
  const problem = problemOfOwn(text);
  return problem === undefined ? { index, text, changed } : { problem };
}

/** What nobody could read must not be published. */
function problemOfOwn(text: string): string | undefined {
  const reading = readIndex(text);
  const problem = 'problem' in reading ? reading.problem : reading.problems[0];
  return problem === undefined ? undefined : `the index could not be read: ${indexProblemText(problem)}`;
}

function versionOf(operator: PublishedPackage['operator'], digest: string, url: string): RepositoryVersion {
  const { name, operatorVersion, appVersion = '', description, maintainers = [] } = operator;
  return {
    ...{ name, operatorVersion, urls: [url], digest },
    ...(appVersion === '' ? {} : { appVersion }),
    ...optional({ description: description === '' ? undefined : description }),
    ...(maintainers.length === 0
      ? {}
      : { maintainers: maintainers.map(({ name, email }) => optional({ name, email })) }),
  };
}

function fullKey(version: RepositoryVersion): string {
  return `${version.name} ${versionKey(version)}`;
}

function grouped(versions: readonly RepositoryVersion[]): RepositoryIndex {
  const groups = Map.groupBy(versions, ({ name }) => name);
  return new Map([...groups].map(([name, all]) => [name, newestFirst(all)]));
}

/** More than any index that can be read takes. */
const LIMITS = { steps: 10_000_000, output: 8 * YAML_SIZE, depth: 20 };

function indexText(index: RepositoryIndex): string {
  const entries = Object.fromEntries([...index].map(([name, versions]) => [name, versions.map(plain)]));
  return fromBytes(toYaml(valueOf({ apiVersion: INDEX_VERSION, entries }), new RenderBudget(LIMITS)));
}

function plain({ maintainers, urls, ...fields }: RepositoryVersion): Record<string, Plain> {
  return {
    ...fields,
    urls: [...urls],
    ...(maintainers === undefined ? {} : { maintainers: maintainers.map((person) => ({ ...person })) }),
  };
}

type Plain = string | string[] | Record<string, string>[];
