/** The publishers' release hosts as one server of this machine, and a user who has nothing but Node and that. */
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  createReadStream,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { arch, platform, tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { ensureBinaries, pinnedReleases, type Binaries } from '../../cluster/binaries.ts';
import { executables, pathFolders } from '../../cluster/executables.ts';
import { onMirror, targetOf } from '../../cluster/releases.ts';
import type { ToolName } from '../../cluster/tools.ts';
import { isOldestKubernetes } from '../kubernetes.ts';

/** What releases are looked for on this machine; undefined where none are published for it. */
export const releaseTarget = targetOf(platform(), arch());

/** A server of the programs that are here. */
export interface ReleaseMirror extends AsyncDisposable {
  readonly url: string;
  /** Path on the mirror → file; may be changed. */
  readonly files: Map<string, string>;
  /** For what tests put beside it; gone with it. */
  readonly folder: string;
}

/** SHA-256 of a file, in hex. */
export function sha256(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

/** Serves them with sums, as their publishers do. */
export async function startReleaseMirror(): Promise<ReleaseMirror> {
  const folder = mkdtempSync(join(tmpdir(), 'capstan-first-'));
  const binaries = await ensureBinaries();
  const files = new Map<string, string>();
  // Told at once: who fetches does not wait for long, and a hundred megabytes take a moment on a busy machine.
  const sums = new Map<string, string>();
  const sumOfFile = (file: string): string => sums.get(file) ?? sha256(file);
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    const file = files.get(path);
    const sumOf = files.get(path.replace(/\.sha256$/, ''));
    if (file !== undefined) {
      response.setHeader('content-length', statSync(file).size);
      createReadStream(file).pipe(response);
    } else if (path.endsWith('.sha256') && sumOf !== undefined) {
      response.end(sumOfFile(sumOf));
    } else if (path.endsWith('/SHA256SUMS')) {
      const beside = [...files].filter(([one]) => dirname(one) === dirname(path));
      response.end(
        beside.map(([one, at]) => `${sumOfFile(at)}  ${one.slice(one.lastIndexOf('/') + 1)}`).join('\n'),
      );
    } else {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const url = `http://127.0.0.1:${String(port)}`;
  offer({ binaries, files, url, folder });
  for (const file of files.values()) sums.set(file, sha256(file));
  return {
    url,
    files,
    folder,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface Offer {
  readonly binaries: Binaries;
  readonly files: Map<string, string>;
  readonly url: string;
  readonly folder: string;
}

function offer({ binaries, files, url: mirror, folder }: Offer): void {
  const here = `${releaseTarget?.os ?? ''}-${releaseTarget?.arch ?? ''}`;
  for (const { url, member } of pinnedReleases()) {
    const path = onMirror(url, mirror).slice(mirror.length);
    const name =
      /(kube-apiserver|kube-controller-manager|kube-scheduler|kubectl|kwokctl|kwok|etcd)[^/]*$/.exec(url);
    if (name === null || !url.replaceAll('/', '-').includes(here)) continue;
    // Of the oldest version nothing is here otherwise.
    if (url.includes('v1.33.') && !isOldestKubernetes) continue;
    const binary = binaries[name[1] as ToolName];
    files.set(path, member === undefined ? binary : archiveOf(binary, member, folder));
  }
}

function archiveOf(binary: string, member: string, folder: string): string {
  const content = join(folder, 'archive');
  mkdirSync(join(content, dirname(member)), { recursive: true });
  symlinkSync(binary, join(content, member));
  const file = join(folder, 'archive.tar.gz');
  // Quickly: it is only to be unpacked again.
  execFileSync('tar', ['-chf', file, '-I', 'gzip -1', '-C', content, member]);
  return file;
}

/** How a program ended, and all that it said. */
export interface Ended {
  readonly code: number | null;
  readonly said: string;
}

/** A program that runs; `until` resolves to the match of what it says, and rejects when it ends before. */
export interface Newcomers {
  readonly ended: Promise<Ended>;
  until(pattern: RegExp): Promise<RegExpExecArray>;
  interrupt(): void;
}

/** A user who has Node and no Go, with folders of their own: runs our modules. */
export function newcomer(
  { url, folder }: ReleaseMirror,
  name: string,
): (...args: readonly string[]) => Newcomers {
  const home = join(folder, name);
  const withoutGo = pathFolders().filter((one) => !executables(['go']).includes(join(one, 'go')));
  const env = {
    ...process.env,
    ...{ XDG_CACHE_HOME: join(home, 'cache'), XDG_STATE_HOME: join(home, 'state'), KUBEBUILDER_ASSETS: '' },
    ...{ CAPSTAN_MIRROR: url, PATH: withoutGo.join(delimiter) },
  };
  return (...args) => {
    const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    const checks = new Set<() => void>();
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        said += text;
        for (const check of checks) check();
      });
    }
    const ended = new Promise<Ended>((resolve) => {
      child.on('close', (code) => {
        resolve({ code, said });
      });
    });
    return {
      ended,
      until: (pattern) =>
        new Promise((resolve, reject) => {
          const check = (): void => {
            const match = pattern.exec(said);
            if (match !== null) resolve(match);
          };
          checks.add(check);
          check();
          void ended.then(() => {
            reject(new Error(`It ended before it said ${String(pattern)}:\n${said}`));
          });
        }),
      interrupt: () => child.kill('SIGINT'),
    };
  };
}
