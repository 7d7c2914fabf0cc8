/** The text of an `index.yaml` → what it offers. A bad entry is named and left out; its neighbours stay. */
import { subdomainProblem } from '../../k8s/names.ts';
import { optional } from '../../base/loose.ts';
import { goFieldText, goQuoted } from '../yaml/go-values.ts';
import { type DocumentNode, entryOf, placeOfPath, UnreadableYaml } from '../yaml/nodes.ts';
import { readYaml11 } from '../yaml/read.ts';
import { addressProblem } from './package-address.ts';
import {
  INDEX_LIMITS,
  INDEX_VERSION,
  newestFirst,
  type RepositoryIndex,
  type RepositoryMaintainer,
  type RepositoryVersion,
  semanticVersion,
  versionKey,
} from './repository-index.ts';

/** What is wrong with a part of an index. */
export interface IndexProblem {
  /** Whose list it stands in; absent where it is about the whole. Names hold dots. */
  readonly operator?: string;
  /** The operator, with which of its versions, counted from 0, such as `kafka.2`; empty where it is about the whole. */
  readonly entry: string;
  /** Inside the entry, such as `urls.0`; empty where it is about all of it. */
  readonly field: string;
  /** From 1. */
  readonly line: number;
  readonly message: string;
  readonly fix: string;
}

/** What can be used, and what was left out; `more` problems are not listed. Or why nothing can be used. */
export type IndexReading =
  { index: RepositoryIndex; problems: readonly IndexProblem[]; more: number } | { problem: IndexProblem };

/** So many are listed. */
const MOST_PROBLEMS = 100;

/** Nothing is thrown for whatever the text holds. */
export function readIndex(text: string): IndexReading {
  let root: DocumentNode;
  try {
    root = readYaml11(text);
  } catch (error) {
    if (!(error instanceof UnreadableYaml)) throw error;
    return whole('', error.line, error.message, 'correct the YAML, or make the index again');
  }
  return unusable(root) ?? new IndexReader(root).read();
}

/** `entries.kafka.2.urls.0 (line 17): it is no address; write …`. */
export function indexProblemText({ entry, field, line, message, fix }: IndexProblem): string {
  const path = [...(entry === '' ? [] : ['entries', entry]), field].filter((part) => part !== '').join('.');
  return `${path === '' ? '' : `${path} `}(line ${String(line)}): ${message}; ${fix}`;
}

function whole(field: string, line: number, message: string, fix: string): { problem: IndexProblem } {
  return { problem: { entry: '', field, line, message, fix } };
}

function unusable(root: DocumentNode): { problem: IndexProblem } | undefined {
  if (root.kind !== 'map')
    return whole('', root.line, 'it is no index of a repository', 'give the address of its index.yaml');
  const version = entryOf(root, 'apiVersion');
  const text = version?.kind === 'scalar' ? goFieldText(version.value) : '';
  const { line } = placeOfPath(root, ['apiVersion']);
  if (text === '')
    return whole('apiVersion', line, 'no API version specified', `write apiVersion: ${INDEX_VERSION}`);
  if (text !== INDEX_VERSION)
    return whole(
      'apiVersion',
      line,
      `expecting ${INDEX_VERSION} but got ${shown(text)}`,
      'make the index again',
    );
  const entries = entryOf(root, 'entries');
  if (entries === undefined || entries.kind === 'map' || isNothing(entries)) return undefined;
  return whole(
    'entries',
    placeOfPath(root, ['entries']).line,
    'it is no map',
    'write operators by their names',
  );
}

function isNothing(node: DocumentNode): boolean {
  return node.kind === 'scalar' && node.value === null;
}

/** Of a text of strangers, in an error. */
function shown(text: string): string {
  return goQuoted(text.length > 80 ? `${text.slice(0, 79).toWellFormed()}…` : text);
}

/** Thrown inside for one entry, told outside. */
class BadEntry extends Error {
  readonly field: string;
  readonly fix: string;

  constructor(field: string, message: string, fix: string) {
    super(message);
    this.field = field;
    this.fix = fix;
  }
}

class IndexReader {
  readonly #root: DocumentNode;
  readonly #index = new Map<string, RepositoryVersion[]>();
  readonly #problems: IndexProblem[] = [];
  #more = 0;
  #versions = 0;

  constructor(root: DocumentNode) {
    this.#root = root;
  }

  read(): IndexReading {
    const entries = entryOf(this.#root, 'entries');
    for (const [name, { node }] of entries?.kind === 'map' ? entries.entries : []) {
      const versions = this.#operator(name, node);
      if (versions.length > 0) this.#index.set(name, newestFirst(versions));
    }
    return { index: this.#index, problems: this.#problems, more: this.#more };
  }

  #operator(name: string, node: DocumentNode): RepositoryVersion[] {
    if (subdomainProblem(name) !== undefined) {
      this.#tell(name, undefined, new BadEntry('', 'no operator can have this name', 'rename the operator'));
      return [];
    }
    if (isNothing(node)) return [];
    if (node.kind !== 'list') {
      this.#tell(name, undefined, new BadEntry('', 'it is no list', 'write a list of versions'));
      return [];
    }
    const versions = new Map<string, RepositoryVersion>();
    for (const [at, item] of node.items.entries()) {
      try {
        const version = this.#version(name, item);
        if (versions.has(versionKey(version)))
          throw new BadEntry('operatorVersion', 'this version is there already', 'remove one of the two');
        versions.set(versionKey(version), version);
      } catch (error) {
        if (!(error instanceof BadEntry)) throw error;
        this.#tell(name, at, error);
      }
    }
    return [...versions.values()];
  }

  #version(name: string, node: DocumentNode): RepositoryVersion {
    if (this.#versions >= INDEX_LIMITS.versions)
      throw new BadEntry(
        '',
        `the index has more than ${String(INDEX_LIMITS.versions)} versions`,
        'leave out old ones',
      );
    this.#versions += 1;
    return readVersion(name, node);
  }

  #tell(name: string, at: number | undefined, { field, message, fix }: BadEntry): void {
    if (this.#problems.length >= MOST_PROBLEMS) {
      this.#more += 1;
      return;
    }
    const fields = field === '' ? [] : field.split('.');
    const { line } = placeOfPath(this.#root, ['entries', name, ...(at === undefined ? [] : [at]), ...fields]);
    const entry = at === undefined ? name : `${name}.${String(at)}`;
    this.#problems.push({ operator: name, entry: entry.slice(0, 300), field, line, message, fix });
  }
}

function readVersion(name: string, node: DocumentNode): RepositoryVersion {
  if (node.kind !== 'map') throw new BadEntry('', 'it is no map', 'write the fields of one version');
  const named = textField(node, 'name') ?? name;
  if (named !== name)
    throw new BadEntry(
      'name',
      `it is ${shown(named)} in the list of ${shown(name)}`,
      'move it, or rename it',
    );
  const appVersion = versionField(node, 'appVersion');
  const operatorVersion = versionField(node, 'operatorVersion');
  if (operatorVersion === undefined)
    throw new BadEntry('operatorVersion', 'it is missing', 'write a version such as 1.2.3');
  const description = textField(node, 'description');
  const [maintainers, digest] = [maintainersOf(node), digestOf(node)];
  return {
    ...{ name, operatorVersion, urls: urlsOf(node) },
    ...optional({ appVersion, description, maintainers, digest }),
  };
}

/** Undefined where it is absent or empty, which Go does not tell apart. */
function textField(node: DocumentNode, field: string, path = field): string | undefined {
  const value = entryOf(node, field);
  if (value === undefined) return undefined;
  if (value.kind !== 'scalar') throw new BadEntry(path, `it is a ${value.kind}`, 'write a text');
  const text = goFieldText(value.value);
  if (text.length > INDEX_LIMITS.text)
    throw new BadEntry(path, `it has more than ${String(INDEX_LIMITS.text)} characters`, 'make it shorter');
  return text === '' ? undefined : text;
}

function versionField(node: DocumentNode, field: string): string | undefined {
  const text = textField(node, field);
  if (text === undefined || (text.length <= 256 && semanticVersion(text) !== undefined)) return text;
  throw new BadEntry(field, `${shown(text)} is no semantic version`, 'write a version such as 1.2.3');
}

function digestOf(node: DocumentNode): string | undefined {
  const text = textField(node, 'digest');
  if (text === undefined) return undefined;
  const [, digits] = /^(?:sha256:)?([0-9a-f]{64})$/i.exec(text) ?? [];
  if (digits !== undefined) return digits.toLowerCase();
  throw new BadEntry(
    'digest',
    `${shown(text)} is no SHA-256`,
    'write the 64 hexadecimal digits of the archive, or leave it out',
  );
}

function listField(node: DocumentNode, field: string, most: number): readonly DocumentNode[] {
  const value = entryOf(node, field);
  if (value === undefined || isNothing(value)) return [];
  if (value.kind !== 'list') throw new BadEntry(field, `it is a ${value.kind}`, 'write a list');
  if (value.items.length > most)
    throw new BadEntry(field, `it has more than ${String(most)} items`, 'leave some out');
  return value.items;
}

function urlsOf(node: DocumentNode): string[] {
  const urls = listField(node, 'urls', INDEX_LIMITS.urls).map((item, at) => {
    const field = `urls.${String(at)}`;
    const url = item.kind === 'scalar' ? goFieldText(item.value) : '';
    const problem = addressProblem(url);
    if (problem !== undefined) throw new BadEntry(field, problem, 'write where the archive is');
    return url;
  });
  if (urls.length === 0) throw new BadEntry('urls', 'there is none', 'write where the archive is');
  return urls;
}

function maintainersOf(node: DocumentNode): RepositoryMaintainer[] | undefined {
  const list = listField(node, 'maintainers', INDEX_LIMITS.maintainers).map((item, at) => {
    const field = `maintainers.${String(at)}`;
    if (item.kind !== 'map') throw new BadEntry(field, `it is a ${item.kind}`, 'write name and email');
    return optional({
      name: textField(item, 'name', `${field}.name`),
      email: textField(item, 'email', `${field}.email`),
    });
  });
  return list.length === 0 ? undefined : list;
}
