/** The programs a control plane is made of: where each comes from, and which versions of it will do. */

export type ToolName =
  'kube-apiserver' | 'kube-controller-manager' | 'kube-scheduler' | 'kubectl' | 'etcd' | 'kwok' | 'kwokctl';

export interface Tool {
  readonly name: ToolName;
  /** Package in local/control-plane/go.mod. */
  readonly goPackage: string;
  /** The module whose version go.mod pins. */
  readonly module: string;
  readonly versionArgs: readonly string[];
}

const KUBERNETES = 'k8s.io/kubernetes';
const ETCD = 'go.etcd.io/etcd/server/v3';
const KWOK = 'sigs.k8s.io/kwok';

/** In build order: the API server compiles most of what the others share. */
export const tools: readonly Tool[] = [
  kubernetesTool('kube-apiserver', ['--version']),
  kubernetesTool('kube-controller-manager', ['--version']),
  kubernetesTool('kube-scheduler', ['--version']),
  kubernetesTool('kubectl', ['version', '--client']),
  { name: 'etcd', goPackage: ETCD, module: ETCD, versionArgs: ['--version'] },
  { name: 'kwok', goPackage: `${KWOK}/cmd/kwok`, module: KWOK, versionArgs: ['--version'] },
  { name: 'kwokctl', goPackage: `${KWOK}/cmd/kwokctl`, module: KWOK, versionArgs: ['--version'] },
];

function kubernetesTool(name: ToolName, versionArgs: readonly string[]): Tool {
  return { name, goPackage: `${KUBERNETES}/cmd/${name}`, module: KUBERNETES, versionArgs };
}

/** What go.mod asks for: the version of each module, and of Go itself. */
export interface Pins {
  readonly go: Version;
  readonly modules: ReadonlyMap<string, Version>;
}

export interface Version {
  readonly major: number;
  readonly minor: number;
  readonly patch: number;
}

/** Finds the first `1.2.3` or `1.2` in a text, as `--version` prints it in many forms. */
export function parseVersion(text: string): Version | undefined {
  const match = /(?<![\d.])v?(\d+)\.(\d+)(?:\.(\d+))?/.exec(text);
  if (match === null) return undefined;
  return { major: Number(match[1]), minor: Number(match[2]), patch: Number(match[3] ?? '0') };
}

/** Whether the program is a part of Kubernetes that runs in a cluster, and so has the cluster's version. */
export function isControlPlane({ name, module }: Tool): boolean {
  return module === KUBERNETES && name !== 'kubectl';
}

/**
 * Reads the pins out of go.mod; etcd and KWOK may be inherited from another. Throws when one is missing, which only a
 * broken edit of go.mod can cause.
 */
export function parsePins(goMod: string, inherited?: Pins): Pins {
  const modules = new Map<string, Version>(inherited?.modules);
  for (const module of inherited === undefined ? [KUBERNETES, ETCD, KWOK] : [KUBERNETES]) {
    modules.set(module, pinOf(goMod, `(?:require )?${escapeRegExp(module)} v(\\S+)`, module));
  }
  return { go: pinOf(goMod, 'go (\\S+)', 'go'), modules };
}

function pinOf(goMod: string, pattern: string, what: string): Version {
  const match = new RegExp(`^\\s*${pattern}`, 'm').exec(goMod);
  const version = parseVersion(match?.[1] ?? '');
  if (version === undefined) throw new Error(`local/control-plane/go.mod names no version of ${what}`);
  return version;
}

function escapeRegExp(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/**
 * Whether a program found on the machine can stand in for the one we would build: Kubernetes and KWOK of the same
 * minor version; etcd from 3.6, which Kubernetes of these versions works with.
 */
export function isSuitable(tool: Tool, found: Version | undefined, pins: Pins): boolean {
  const wanted = pins.modules.get(tool.module);
  if (found === undefined || wanted === undefined || found.major !== wanted.major) return false;
  return tool.name === 'etcd' ? found.minor >= 6 : found.minor === wanted.minor;
}

export function isAtLeast(found: Version | undefined, wanted: Version): boolean {
  if (found === undefined) return false;
  return found.major !== wanted.major ? found.major > wanted.major : found.minor >= wanted.minor;
}

/** Linker flags: small binaries, and the version that Kubernetes programs report, which `/version` and kwokctl rely on. */
export function linkerFlags(tool: Tool, pins: Pins): string {
  const version = pins.modules.get(tool.module);
  if (version === undefined || tool.module !== KUBERNETES) return '-s -w';
  const base = 'k8s.io/component-base/version';
  const text = `v${version.major}.${version.minor}.${version.patch}`;
  return [
    '-s -w',
    `-X ${base}.gitVersion=${text}`,
    `-X ${base}.gitMajor=${version.major}`,
    `-X ${base}.gitMinor=${version.minor}`,
  ].join(' ');
}
