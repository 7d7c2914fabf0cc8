/**
 * Reads kubeconfig files into plain data.
 * Source of the format: k8s.io/client-go `tools/clientcmd/api/v1`. The loader of @kubernetes/client-node is not used:
 * it skips `tokenFile`, names no file in its errors and pulls in the whole generated API (80 MB).
 */
import { readFileSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { parseDocument } from 'yaml';
import { z } from 'zod';
import { KubeError } from './errors.ts';

/** Everything in a kubeconfig may be `null` or absent; both mean "not given", as does an empty string. */
const text = z
  .string()
  .nullish()
  .transform((value) => (value === null || value === undefined || value === '' ? undefined : value));
const flag = z
  .boolean()
  .nullish()
  .transform((value) => value ?? false);
const texts = z
  .array(z.string())
  .nullish()
  .transform((value) => value ?? []);
const listOf = <T extends z.ZodType>(item: T) =>
  z
    .array(item)
    .nullish()
    .transform((value) => value ?? []);

const Cluster = z.object({
  server: z.string().min(1),
  'certificate-authority': text,
  'certificate-authority-data': text,
  'insecure-skip-tls-verify': flag,
  'tls-server-name': text,
  'proxy-url': text,
});
/** An entry of `clusters`; what is null, empty or absent is undefined. */
export type KubeconfigCluster = z.infer<typeof Cluster>;

const Exec = z.object({
  apiVersion: z.string().min(1),
  command: z.string().min(1),
  args: texts,
  env: listOf(z.object({ name: z.string().min(1), value: z.string() })),
  installHint: text,
  provideClusterInfo: flag,
  interactiveMode: text,
});
/** `exec` of a user: the command that prints credentials. Source: client.authentication.k8s.io. */
export type KubeconfigExec = z.infer<typeof Exec>;

const AuthProvider = z.object({
  name: z.string(),
  config: z
    .record(z.string(), z.string())
    .nullish()
    .transform((value) => value ?? {}),
});

const User = z.object({
  'client-certificate': text,
  'client-certificate-data': text,
  'client-key': text,
  'client-key-data': text,
  token: text,
  tokenFile: text,
  username: text,
  password: text,
  as: text,
  'as-uid': text,
  'as-groups': texts,
  'as-user-extra': z
    .record(z.string(), z.array(z.string()))
    .nullish()
    .transform((value) => value ?? {}),
  exec: Exec.nullish().transform((value) => value ?? undefined),
  'auth-provider': AuthProvider.nullish().transform((value) => value ?? undefined),
});
/** An entry of `users`, with the ways to sign in that we know. */
export type KubeconfigUser = z.infer<typeof User>;

const Context = z.object({ cluster: z.string().min(1), user: text, namespace: text });
/** An entry of `contexts`: names of a cluster, a user and a namespace. */
export type KubeconfigContext = z.infer<typeof Context>;

/** Entries stay unread until they are used, so that one broken entry does not spoil the other contexts. */
const Entry = z.looseObject({ name: z.coerce.string().min(1) });
const File = z.object({
  'current-context': text,
  clusters: listOf(Entry),
  users: listOf(Entry),
  contexts: listOf(Entry),
});

interface FoundEntry {
  value: unknown;
  file: string;
  /** Path to the value inside the file, such as `users[2].user`. */
  at: string;
  /** As in Kubeconfig. */
  reads: Set<string>;
}

/** The files of one KUBECONFIG, merged: of two entries of one name the first counts. */
export interface Kubeconfig {
  files: string[];
  /** Everything that was read: the files themselves, and those that the entries in use name. */
  reads: Set<string>;
  currentContext: string | undefined;
  clusters: Map<string, FoundEntry>;
  users: Map<string, FoundEntry>;
  contexts: Map<string, FoundEntry>;
}

const LARGEST_FILE_BYTES = 8 * 1024 * 1024;

/** @throws KubeError `config` naming file, line or field */
export function readKubeconfig(files: readonly string[]): Kubeconfig {
  const merged: Kubeconfig = {
    files: [...files],
    reads: new Set(files),
    currentContext: undefined,
    clusters: new Map(),
    users: new Map(),
    contexts: new Map(),
  };
  for (const file of files) addFile(merged, file);
  return merged;
}

function addFile(merged: Kubeconfig, file: string): void {
  const content = parsed(File, parseYaml(readText(file, 'kubeconfig'), file), file, '');
  merged.currentContext ??= content['current-context'];
  const add = (into: Map<string, FoundEntry>, list: 'clusters' | 'users' | 'contexts', key: string): void =>
    content[list].forEach((entry, index) => {
      if (!into.has(entry.name))
        into.set(entry.name, {
          value: entry[key],
          file,
          at: `${list}[${String(index)}].${key}`,
          reads: merged.reads,
        });
    });
  add(merged.clusters, 'clusters', 'cluster');
  add(merged.users, 'users', 'user');
  add(merged.contexts, 'contexts', 'context');
}

/** The entry's content. @throws KubeError `config` naming file and field */
export function clusterOf(entry: FoundEntry): KubeconfigCluster {
  return parsed(Cluster, entry.value, entry.file, entry.at);
}

/**
 * The entry's content; an empty entry is a user without credentials. @throws KubeError `config` naming file and field
 */
export function userOf(entry: FoundEntry): KubeconfigUser {
  return parsed(User, entry.value ?? {}, entry.file, entry.at);
}

/** The entry's content. @throws KubeError `config` naming file and field */
export function contextOf(entry: FoundEntry): KubeconfigContext {
  return parsed(Context, entry.value, entry.file, entry.at);
}

/** The content of a PEM field: `…-data` is base64 and wins over the path, which is relative to its kubeconfig. */
export function pemOf(
  entry: FoundEntry,
  field: string,
  data: string | undefined,
  path: string | undefined,
): string | undefined {
  if (data !== undefined) {
    const decoded = Buffer.from(data, 'base64').toString('utf8');
    if (!decoded.includes('-----BEGIN'))
      throw configError(entry.file, `${entry.at}.${field}-data`, 'is not a base64-encoded PEM');
    return decoded;
  }
  if (path === undefined) return undefined;
  const file = pathIn(entry, path);
  entry.reads.add(file);
  return readText(file, `${entry.at}.${field} of ${entry.file}`);
}

/** A path as the kubeconfig means it: relative to the file that names it. */
export function pathIn(entry: FoundEntry, path: string): string {
  return isAbsolute(path) ? path : join(dirname(resolve(entry.file)), path);
}

/**
 * The error `config` of a field in a file. @param problem a clause without full stop @param advice a whole sentence
 */
export function configError(file: string, field: string, problem: string, advice = ''): KubeError {
  const where = field === '' ? file : `${file}: ${field}`;
  const sentence = `The kubeconfig is not usable. ${where} ${problem}.${advice === '' ? '' : ` ${advice}`}`;
  return new KubeError({
    kind: 'config',
    message: sentence,
    reason: 'Kubeconfig',
    causes: [{ field, reason: 'FieldValueInvalid', message: problem }],
  });
}

/**
 * The address without query and without a slash at its end. @throws KubeError `config` unless it is http or https
 * without a user
 */
export function serverUrl(server: string, file: string, field: string): string {
  const url = URL.parse(server);
  if (
    url === null ||
    !['http:', 'https:'].includes(url.protocol) ||
    url.username !== '' ||
    url.search !== ''
  ) {
    throw configError(file, field, 'is not an address such as https://host:6443');
  }
  return `${url.origin}${url.pathname}`.replace(/(?<!\/)\/+$/, '');
}

function readText(file: string, what: string): string {
  try {
    const content = readFileSync(file);
    if (content.length > LARGEST_FILE_BYTES) throw configError(file, '', 'is larger than 8 MiB');
    return content.toString('utf8');
  } catch (error) {
    if (error instanceof KubeError) throw error;
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    const problem = code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})`;
    throw configError(
      file,
      '',
      `${problem} (${what})`,
      'Give the right file with --kubeconfig or in KUBECONFIG.',
    );
  }
}

/** Errors of the YAML library quote the text, which may be a token: only code and line are passed on. */
function parseYaml(content: string, file: string): unknown {
  const document = parseDocument(content, { prettyErrors: false, logLevel: 'silent' });
  const [error] = document.errors;
  if (error !== undefined) {
    const line = content.slice(0, error.pos[0]).split('\n').length;
    throw configError(file, '', `is not valid YAML at line ${String(line)} (${error.code})`);
  }
  try {
    return document.toJS({ maxAliasCount: 100 }) ?? {};
  } catch {
    throw configError(file, '', 'has more YAML aliases than a kubeconfig needs');
  }
}

function parsed<T extends z.ZodType>(schema: T, value: unknown, file: string, at: string): z.infer<T> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const path = (issue?.path ?? []).map((part) =>
    typeof part === 'number' ? `[${String(part)}]` : `.${String(part)}`,
  );
  const field = `${at}${path.join('')}`.replace(/^\./, '');
  throw configError(
    file,
    field,
    value === undefined || value === null ? 'is missing' : wording(issue?.message ?? ''),
  );
}

function wording(message: string): string {
  return message.includes('received undefined') || message.startsWith('Too small')
    ? 'is missing'
    : `has the wrong type (${message.replace(/^Invalid input: /, '')})`;
}
