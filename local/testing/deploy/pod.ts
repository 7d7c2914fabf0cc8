/**
 * A container of a Deployment of `deploy/install.yaml`, as nearly as a machine without a kubelet can run it: from the image's
 * files, in a mount namespace of its own, as the user that the pod names, on a root that cannot be written, with what the
 * manifest mounts and nothing else. The network is that of the machine.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { optional } from '#lib/base/loose.ts';
import { pickPorts } from '../../cluster/ports.ts';
import { manifest } from '../../deploy/manifest.ts';

const Mount = z.object({ name: z.string(), mountPath: z.string() });
const Volume = z.looseObject({ name: z.string() });
const Container = z.object({ args: z.array(z.string()), volumeMounts: z.array(Mount) });
const Spec = z.object({
  securityContext: z.object({ runAsUser: z.number(), runAsGroup: z.number() }),
  containers: z.tuple([Container]),
  volumes: z.array(Volume),
});
const Deployment = z.object({ spec: z.object({ template: z.object({ spec: Spec }) }) });
export type PodSpec = z.infer<typeof Spec>;

export function podSpec(name: string): PodSpec {
  const found = manifest('install.yaml').find(
    ({ kind, metadata }) => kind === 'Deployment' && metadata.name === name,
  );
  return Deployment.parse(found).spec.template.spec;
}

/** Where a pod finds its ServiceAccount. */
export const ACCOUNT = '/var/run/secrets/kubernetes.io/serviceaccount';

/** Lays out what a kubelet mounts there; without a token for pods that get none. */
export async function accountFolder(
  folder: string,
  { ca, namespace, token }: { ca: string; namespace: string; token?: string },
): Promise<string> {
  await mkdir(folder, { mode: 0o755 });
  const files = { 'ca.crt': ca, namespace, ...optional({ token }) };
  for (const [name, text] of Object.entries(files))
    await writeFile(join(folder, name), text, { mode: 0o644 });
  return folder;
}

/** On one machine pods share a network with whatever else listens there: others, by the port in the manifests. */
export interface PodPorts {
  readonly ports: Readonly<Record<'9000' | '9080' | '9010', number>>;
  /** An argument of a manifest with these, and with this machine for the Services that it names. */
  onThisMachine(argument: string): string;
}

/** Ports that are free now. */
export async function podPorts(): Promise<PodPorts> {
  const [web = 0, health = 0, catalog = 0] = Object.values(await pickPorts());
  const ports = { '9000': web, '9080': health, '9010': catalog };
  return {
    ports,
    onThisMachine: (argument) =>
      Object.entries(ports).reduce(
        (text, [from, to]) => text.replace(from, String(to)),
        argument.replace(/http:\/\/capstan-controller\.[^:]+:/, 'http://127.0.0.1:'),
      ),
  };
}

export interface PodOptions {
  /** Folder with the image's files; mounted over, and left as it was. */
  readonly rootfs: string;
  readonly spec: PodSpec;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Folders of this machine for what is mounted and only read, by the path in the pod. */
  readonly files: Readonly<Record<string, string>>;
}

export interface Pod extends AsyncDisposable {
  /** All that it has said. */
  readonly output: () => string;
  /** Of its first process. */
  readonly pid: number;
  /** By SIGTERM; resolves to the exit code. */
  stop(): Promise<number | null>;
}

/** Arguments go in as such: nothing of them is read by the shell. */
const SCRIPT = `set -eu
root=$1 user=$2 group=$3; shift 3
while [ "$1" != -- ]; do
  kind=$1 from=$3
  # Links lead to places in the image, not on this machine.
  path=$(chroot "$root" /usr/bin/realpath -m "$2"); shift 3
  mkdir -p "$root$path"
  if [ "$kind" = empty ]; then mount -t tmpfs -o "uid=$user,gid=$group" tmpfs "$root$path"
  else mount --bind "$from" "$root$path"; mount -o remount,bind,ro "$root$path"; fi
done
shift
mount --rbind /proc "$root/proc"
mount --rbind /dev "$root/dev"
mount --bind /etc/resolv.conf "$root/etc/resolv.conf"
mount -o remount,bind,ro "$root"
exec chroot --userspec="$user:$group" --groups= "$root" /usr/local/bin/node /app/capstan.mjs "$@"
`;

export function startPod({ rootfs, spec, args, env, files }: PodOptions): Pod {
  const { runAsUser, runAsGroup } = spec.securityContext;
  const isEmpty = (name: string): boolean =>
    spec.volumes.some((volume) => volume.name === name && 'emptyDir' in volume);
  const empty = spec.containers[0].volumeMounts.filter(({ name }) => isEmpty(name));
  const mounts = [
    ...empty.flatMap(({ mountPath }) => ['empty', mountPath, '-']),
    ...Object.entries(files).flatMap(([path, from]) => ['files', path, from]),
  ];
  const whole = [
    ...['--mount', '--propagation', 'private', '--', '/bin/sh', '-c', SELF + SCRIPT, 'pod'],
    ...[rootfs, String(runAsUser), String(runAsGroup), ...mounts, '--', ...args],
  ];
  const child = spawn('unshare', whole, {
    env: { PATH: process.env['PATH'] ?? '', NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return follow(child);
}

/** A bind of the root onto itself can be made read-only for this namespace alone. */
const SELF = 'mount --bind "$1" "$1"\n';

function follow(child: ChildProcess): Pod {
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => (said += text));
  }
  const exited = once(child, 'exit');
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    child.kill(signal);
    await exited;
    return child.exitCode;
  };
  return {
    output: () => said,
    pid: child.pid ?? 0,
    stop: () => end('SIGTERM'),
    [Symbol.asyncDispose]: async () => {
      await end('SIGKILL');
    },
  };
}
