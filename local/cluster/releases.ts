/**
 * Where the publishers offer the programs of a control plane, and what tells that a file is theirs. Pure.
 * Sources: https://dl.k8s.io (Kubernetes: linux only, kubectl also for darwin), the releases of etcd-io/etcd and of
 * kubernetes-sigs/kwok on GitHub; as KWOK's own `kwokctl` fetches them.
 */
import type { Pins, Tool } from './tools.ts';
import { isControlPlane } from './tools.ts';

/** A kind of machine that publishers build for. */
export interface Target {
  readonly os: 'linux' | 'darwin';
  readonly arch: 'amd64' | 'arm64';
}

/** Every target that one of the programs is published for. */
const targets: readonly Target[] = [
  { os: 'linux', arch: 'amd64' },
  { os: 'linux', arch: 'arm64' },
  { os: 'darwin', arch: 'amd64' },
  { os: 'darwin', arch: 'arm64' },
];

/** One file of a publisher. */
export interface Release {
  readonly url: string;
  /**
   * The publisher's list of SHA-256 sums beside it: lines of `sum  file`, or the sum alone. KWOK publishes none; a mirror may
   * have one all the same.
   */
  readonly sums: string;
  /** Path of the program inside, where the file is an archive. */
  readonly member?: string;
}

/** Of this machine, by the names of Node; undefined where nobody publishes anything. */
export function targetOf(platform: string, arch: string): Target | undefined {
  const wanted = arch === 'x64' ? 'amd64' : arch;
  return targets.find((target) => target.os === platform && target.arch === wanted);
}

/** Undefined where the program is not published for the target. */
export function releaseOf(tool: Tool, pins: Pins, { os, arch }: Target): Release | undefined {
  const pin = pins.modules.get(tool.module);
  if (pin === undefined) return undefined;
  const version = `v${String(pin.major)}.${String(pin.minor)}.${String(pin.patch)}`;
  switch (tool.name) {
    case 'etcd': {
      const folder = `etcd-${version}-${os}-${arch}`;
      const base = `https://github.com/etcd-io/etcd/releases/download/${version}`;
      const file = `${folder}.${os === 'darwin' ? 'zip' : 'tar.gz'}`;
      return { url: `${base}/${file}`, sums: `${base}/SHA256SUMS`, member: `${folder}/etcd` };
    }
    case 'kwok':
    case 'kwokctl': {
      const base = `https://github.com/kubernetes-sigs/kwok/releases/download/${version}`;
      return beside(`${base}/${tool.name}-${os}-${arch}`);
    }
    case 'kubectl':
    case 'kube-apiserver':
    case 'kube-controller-manager':
    case 'kube-scheduler':
      if (os === 'darwin' && isControlPlane(tool)) return undefined;
      return beside(`https://dl.k8s.io/release/${version}/bin/${os}/${arch}/${tool.name}`);
  }
}

const beside = (url: string): Release => ({ url, sums: `${url}.sha256` });

/** Every file that some target would fetch, in the order of their addresses. */
export function allReleases(sets: readonly { tools: readonly Tool[]; pins: Pins }[]): Release[] {
  const all = sets.flatMap(({ tools, pins }) =>
    targets.flatMap((target) => tools.flatMap((tool) => releaseOf(tool, pins, target) ?? [])),
  );
  const byUrl = new Map(all.map((release) => [release.url, release]));
  return [...byUrl.values()].sort((a, b) => (a.url < b.url ? -1 : 1));
}

/**
 * The same file on a mirror, which has it under the host and path of the original:
 * `https://dl.k8s.io/release/…` as `MIRROR/dl.k8s.io/release/…`.
 */
export function onMirror(url: string, mirror: string | undefined): string {
  if (mirror === undefined || mirror === '') return url;
  const { host, pathname } = new URL(url);
  return `${mirror.replace(/\/+$/, '')}/${host}${pathname}`;
}

/** Throws a sentence for the user when the address is none that files can be fetched from. */
export function checkMirror(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return text;
  throw new Error(`The mirror "${text}" is no address: use one such as https://mirror.example/kubernetes.`);
}

const SUM = /^[0-9a-f]{64}$/;

/** The SHA-256 sum of the file that a publisher's list names; undefined when it names none. */
export function sumIn(list: string, url: string): string | undefined {
  const file = url.slice(url.lastIndexOf('/') + 1);
  for (const line of list.split('\n')) {
    const [sum = '', name] = line.trim().split(/\s+/, 2);
    if (SUM.test(sum) && (name === undefined || name.replace(/^\*/, '') === file)) return sum;
  }
  return undefined;
}

/** Sums by address, as `releases.json` has them: empty while nobody with internet has pinned them. */
export type KnownSums = Readonly<Record<string, string>>;

/** Throws where the list says something that is no sum, which only a broken edit can cause. */
export function parseSums(json: string): KnownSums {
  const value: unknown = JSON.parse(json);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw notSums('the whole');
  const sums = Object.entries(value);
  for (const [url, sum] of sums) {
    if (typeof sum !== 'string' || (sum !== '' && !SUM.test(sum))) throw notSums(url);
  }
  return Object.fromEntries(sums);
}

const notSums = (what: string): Error =>
  new Error(
    `local/control-plane/releases.json: ${what} is no SHA-256 sum; leave it empty when it is unknown`,
  );
