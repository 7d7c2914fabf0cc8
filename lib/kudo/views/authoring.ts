/** A package while it is written: its files as texts, what is wrong with each, and how it becomes an archive. */
import type { PackageEntry, PackageFiles } from '../package/files.ts';
import { packageFiles } from '../package/files.ts';
import { OPERATOR_FILE, PARAMS_FILE } from '../package/package.ts';
import type { PackageFinding } from '../verify/finding.ts';

/** What has no business in a package: of editors, of version control, of desktops. */
const NOISE = /(^|\/)(\.[^/]*|node_modules|__MACOSX|Thumbs\.db)(\/|$)/;

/**
 * The package in what somebody dropped: without what other programs left there, and without the folder around it.
 * @throws BadPackage for what no package has
 */
export function droppedFiles(entries: readonly PackageEntry[]): PackageFiles {
  const own = entries.filter(({ name, type }) => type === 'directory' || !NOISE.test(name));
  const root = rootOf(own.filter(({ type }) => type !== 'directory').map(({ name }) => name));
  return packageFiles(
    own.flatMap((entry) =>
      entry.name.startsWith(root) ? [{ ...entry, name: entry.name.slice(root.length) }] : [],
    ),
  );
}

/** Up to the outermost `operator.yaml`; nothing where that is at the top, or nowhere. */
function rootOf(paths: readonly string[]): string {
  const roots = paths
    .filter((path) => path === OPERATOR_FILE || path.endsWith(`/${OPERATOR_FILE}`))
    .map((path) => path.slice(0, path.length - OPERATOR_FILE.length))
    .sort((left, right) => left.length - right.length);
  return roots[0] ?? '';
}

/** In the order in which people read a package: its two files, then all others by their paths. */
export function orderedPaths(files: PackageFiles): string[] {
  const rank = (path: string): number => [OPERATOR_FILE, PARAMS_FILE].indexOf(path as typeof OPERATOR_FILE);
  return [...files.keys()].sort((left, right) => {
    const [first, second] = [rank(left), rank(right)];
    if (first >= 0 || second >= 0) return (first < 0 ? 2 : first) - (second < 0 ? 2 : second);
    return left < right ? -1 : 1;
  });
}

/** A file as text; undefined where it is none, such as a picture. */
export function editableText(content: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    return undefined;
  }
}

/** The same files with one text changed, added, or, without a text, taken away. */
export function withFile(files: PackageFiles, path: string, text: string | undefined): PackageFiles {
  const next = new Map(files);
  if (text === undefined) next.delete(path);
  else next.set(path, new TextEncoder().encode(text));
  return next;
}

/** What is wrong with a path for a new file; undefined where it can be used. */
export function pathProblem(files: PackageFiles, path: string): 'empty' | 'taken' | 'outside' | undefined {
  if (path.trim() === '' || path.endsWith('/')) return 'empty';
  if (files.has(path)) return 'taken';
  // eslint-disable-next-line no-control-regex -- exactly those are refused
  return /^\/|\\|(^|\/)\.{1,2}(\/|$)|\/\/|[\u0000-\u001f]/.test(path) ? 'outside' : undefined;
}

/** Where a finding stands in its file: the line without its indent; the first where it is about the file. */
export function findingRange(text: string, line: number): { from: number; to: number } {
  let from = 0;
  for (let number = 1; number < line; number += 1) {
    const end = text.indexOf('\n', from);
    if (end < 0) break;
    from = end + 1;
  }
  const end = text.indexOf('\n', from);
  const to = end < 0 ? text.length : end;
  const indent = text.slice(from, to).search(/\S/);
  return { from: indent < 0 ? from : from + indent, to };
}

/** Of one file. */
export function findingsOf(findings: readonly PackageFinding[], path: string): PackageFinding[] {
  return findings.filter(({ file }) => file === path);
}

/** A whole operator to begin with, without findings: a Deployment with one parameter. */
export function starterFiles(): PackageFiles {
  return new Map(Object.entries(STARTER).map(([path, text]) => [path, new TextEncoder().encode(text)]));
}

const STARTER = {
  'operator.yaml': `apiVersion: kudo.dev/v1beta1
name: my-operator
description: What it does, in a sentence.
operatorVersion: 0.1.0
kubernetesVersion: 1.17.0
maintainers:
  - name: Your name
    email: you@example.com
tasks:
  - name: server
    kind: Apply
    spec:
      resources:
        - deployment.yaml
plans:
  deploy:
    strategy: serial
    phases:
      - name: main
        strategy: serial
        steps:
          - name: server
            tasks:
              - server
`,
  'params.yaml': `apiVersion: kudo.dev/v1beta1
parameters:
  - name: replicas
    displayName: Replicas
    description: How many pods run.
    type: integer
    default: 1
`,
  'templates/deployment.yaml': `apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ .Name }}
  namespace: {{ .Namespace }}
spec:
  replicas: {{ .Params.replicas }}
  selector:
    matchLabels:
      app: {{ .Name }}
  template:
    metadata:
      labels:
        app: {{ .Name }}
    spec:
      containers:
        - name: server
          image: example.com/server:1.0
`,
} as const;
