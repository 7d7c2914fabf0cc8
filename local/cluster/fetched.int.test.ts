/** A first start on a machine with a mirror and without Go: the programs that are here, served as publishers serve them. */
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
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { arch, platform, tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureBinaries, pinnedReleases, type Binaries } from './binaries.ts';
import { executables, pathFolders } from './executables.ts';
import { onMirror, targetOf } from './releases.ts';
import { tools, type ToolName } from './tools.ts';

const main = join(import.meta.dirname, 'main.ts');
const target = targetOf(platform(), arch());

let root: string;
let server: Server;
let mirror: string;
/** Path on the mirror → file. */
const files = new Map<string, string>();

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'capstan-first-'));
  const binaries = await ensureBinaries();
  server = createServer((request, response) => {
    const path = request.url ?? '';
    const file = files.get(path);
    const sumOf = files.get(path.replace(/\.sha256$/, ''));
    if (file !== undefined) {
      response.setHeader('content-length', statSync(file).size);
      createReadStream(file).pipe(response);
    } else if (path.endsWith('.sha256') && sumOf !== undefined) {
      response.end(sha256(sumOf));
    } else if (path.endsWith('/SHA256SUMS')) {
      const beside = [...files].filter(([one]) => dirname(one) === dirname(path));
      response.end(
        beside.map(([one, at]) => `${sha256(at)}  ${one.slice(one.lastIndexOf('/') + 1)}`).join('\n'),
      );
    } else {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  mirror = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  offer(binaries);
}, 120_000);

afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  rmSync(root, { recursive: true, force: true });
});

const sha256 = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');

function offer(binaries: Binaries): void {
  const here = `${target?.os ?? ''}-${target?.arch ?? ''}`;
  for (const { url, member } of pinnedReleases()) {
    const path = onMirror(url, mirror).slice(mirror.length);
    const name =
      /(kube-apiserver|kube-controller-manager|kube-scheduler|kubectl|kwokctl|kwok|etcd)[^/]*$/.exec(url);
    if (name === null || !url.replaceAll('/', '-').includes(here) || url.includes('v1.33.')) continue;
    const binary = binaries[name[1] as ToolName];
    files.set(path, member === undefined ? binary : archiveOf(binary, member));
  }
}

function archiveOf(binary: string, member: string): string {
  const folder = join(root, 'archive');
  mkdirSync(join(folder, dirname(member)), { recursive: true });
  symlinkSync(binary, join(folder, member));
  const file = join(root, 'archive.tar.gz');
  // Quickly: it is only to be unpacked again.
  execFileSync('tar', ['-chf', file, '-I', 'gzip -1', '-C', folder, member]);
  return file;
}

interface Ended {
  readonly code: number | null;
  readonly said: string;
}

/** A user who has Node and no Go, with folders of their own. */
function newcomer(name: string): (...args: readonly string[]) => Promise<Ended> {
  const home = join(root, name);
  const withoutGo = pathFolders().filter((folder) => !executables(['go']).includes(join(folder, 'go')));
  const env = {
    ...process.env,
    ...{ XDG_CACHE_HOME: join(home, 'cache'), XDG_STATE_HOME: join(home, 'state'), KUBEBUILDER_ASSETS: '' },
    ...{ CAPSTAN_MIRROR: mirror, PATH: withoutGo.join(delimiter) },
  };
  return (...args) =>
    new Promise((resolve) => {
      const child = spawn(process.execPath, [main, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
      let said = '';
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding('utf8').on('data', (text: string) => {
          said += text;
        });
      }
      child.on('close', (code) => {
        resolve({ code, said });
      });
    });
}

describe.skipIf(target?.os !== 'linux')('A machine without Go', () => {
  it('runs a cluster of fetched programs, says so, and fetches nothing the second time', async () => {
    const run = newcomer('good');
    try {
      const first = await run('up', '--name', 'first');
      expect(first.said).toContain(`all programs fetched from ${new URL(mirror).host}`);
      expect(first.said).toContain('The cluster "first" is made and runs');
      expect((await run('stop', '--name', 'first')).code).toBe(0);
      const second = await run('up', '--name', 'first');
      expect(second.said).toContain('all programs from the cache');
      expect(second.said).not.toContain('fetching');
      expect(second.code).toBe(0);
    } finally {
      await run('down', '--name', 'first');
    }
  });

  it('runs nothing whose sum is another, and says what would help', async () => {
    const kwok = [...files.keys()].find((path) => path.includes('/kwok-')) ?? '';
    const good = files.get(kwok) ?? '';
    const list = sha256(good);
    files.set(kwok, join(import.meta.dirname, 'main.ts'));
    files.set(`${kwok}.sha256`, sumFile(list));
    const { code, said } = await newcomer('bad')('up', '--name', 'second');
    files.set(kwok, good);
    files.delete(`${kwok}.sha256`);
    expect(code).toBe(1);
    expect(said).toContain(`but ${list} is expected`);
    expect(said).toContain('install Go');
    expect(tools.filter(({ name }) => said.includes(`building ${name}`))).toEqual([]);
  });
});

function sumFile(sum: string): string {
  const file = join(root, 'sum');
  writeFileSync(file, sum);
  return file;
}
