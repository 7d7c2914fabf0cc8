/** A publisher that serves files well, badly, cut, changed or not at all. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../testing/eventually.ts';
import { download, DownloadFailed, findSum } from './download.ts';
import type { Release } from './releases.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

const PROGRAM = Buffer.from(`#!/bin/sh\necho hello\nexit 0\n${'x'.repeat(100_000)}`);
const PATH = '/publisher.example/program';
const release: Release = {
  url: 'https://publisher.example/program',
  sums: 'https://publisher.example/program.sha256',
};
const sha = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

let server: Server;
let mirror: string;
let folder: string;
let target: string;
const files = new Map<string, Handler>();
let asked: string[] = [];

const send =
  (content: Buffer | string): Handler =>
  (_request, response) => {
    response.end(content);
  };

/** As a good server does, with the rest of the file when it is asked for that. */
const sendRange =
  (content: Buffer): Handler =>
  ({ headers }, response) => {
    const from = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? '0');
    if (from >= content.length) {
      response.writeHead(416).end();
      return;
    }
    if (from > 0) response.statusCode = 206;
    response.setHeader('content-length', content.length - from);
    response.end(content.subarray(from));
  };

/** Sends so many bytes from where it was asked to, and breaks off once they are there. */
const cutAfter =
  (content: Buffer, bytes: number): Handler =>
  ({ headers }, response) => {
    const from = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? '0');
    response.statusCode = from > 0 ? 206 : 200;
    response.setHeader('content-length', content.length - from);
    response.write(content.subarray(from, from + bytes));
    void eventually(() => {
      expect(statSync(`${target}.part`, { throwIfNoEntry: false })?.size).toBe(from + bytes);
    }).finally(() => response.destroy());
  };

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(`${request.url ?? ''} ${request.headers.range ?? ''}`.trim());
    const handler = files.get(request.url ?? '');
    if (handler === undefined) response.writeHead(404).end();
    else handler(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  mirror = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
});

afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

beforeEach(() => {
  files.clear();
  asked = [];
  folder = mkdtempSync(join(tmpdir(), 'capstan-download-'));
  target = join(folder, 'program');
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const fetchIt = (known = {}): Promise<void> => download(release, target, { known, mirror });

describe('A file of a publisher', () => {
  it('is taken when the list beside it names its sum, and can be run', async () => {
    files.set(PATH, sendRange(PROGRAM));
    files.set(`${PATH}.sha256`, send(`${sha(PROGRAM)}  program\n`));
    const sizes: number[] = [];
    let come = 0;
    await download(release, target, {
      known: {},
      mirror,
      onSize: (size) => sizes.push(size),
      onBytes: (bytes) => (come += bytes),
    });
    expect(readFileSync(target).equals(PROGRAM)).toBe(true);
    expect(execFileSync(target, { encoding: 'utf8' })).toContain('hello');
    expect([sizes, come]).toEqual([[PROGRAM.length], PROGRAM.length]);
    expect(existsSync(`${target}.part`)).toBe(false);
  });

  it('needs no list when its sum is pinned', async () => {
    files.set(PATH, sendRange(PROGRAM));
    await fetchIt({ [release.url]: sha(PROGRAM) });
    expect(asked).toEqual([PATH]);
  });

  it('is never kept when its sum is another, whatever the list beside it says', async () => {
    files.set(PATH, sendRange(Buffer.from('something else')));
    files.set(`${PATH}.sha256`, send(sha(Buffer.from('something else'))));
    await expect(fetchIt({ [release.url]: sha(PROGRAM) })).rejects.toThrow(
      `has the SHA-256 sum ${sha(Buffer.from('something else'))}, but ${sha(PROGRAM)} is expected`,
    );
    expect([existsSync(target), existsSync(`${target}.part`)]).toEqual([false, false]);
  });

  it.each([
    ['there is no list', undefined],
    ['the list does not name it', send(`${'0'.repeat(64)}  another\n`)],
  ])('is not fetched when nobody knows its sum: %s', async (_name, list) => {
    files.set(PATH, sendRange(PROGRAM));
    if (list !== undefined) files.set(`${PATH}.sha256`, list);
    await expect(fetchIt()).rejects.toThrow(DownloadFailed);
    expect(asked).toEqual([`${PATH}.sha256`]);
  });

  it('goes on where it was cut', async () => {
    let times = 0;
    files.set(PATH, (request, response) => {
      times += 1;
      const handler = times === 1 ? cutAfter(PROGRAM, 40_000) : sendRange(PROGRAM);
      handler(request, response);
    });
    await fetchIt({ [release.url]: sha(PROGRAM) });
    expect(readFileSync(target).equals(PROGRAM)).toBe(true);
    expect(asked).toEqual([PATH, `${PATH} bytes=40000-`]);
  });

  it('goes on where an earlier run stopped', async () => {
    writeFileSync(`${target}.part`, PROGRAM.subarray(0, 50_000));
    files.set(PATH, sendRange(PROGRAM));
    await fetchIt({ [release.url]: sha(PROGRAM) });
    expect(asked).toEqual([`${PATH} bytes=50000-`]);
    expect(readFileSync(target).equals(PROGRAM)).toBe(true);
  });

  it('is fetched whole where what an earlier run left is of another file', async () => {
    writeFileSync(`${target}.part`, Buffer.alloc(50_000, 'y'));
    files.set(PATH, sendRange(PROGRAM));
    await fetchIt({ [release.url]: sha(PROGRAM) });
    expect(asked).toEqual([`${PATH} bytes=50000-`, PATH]);
    expect(readFileSync(target).equals(PROGRAM)).toBe(true);
  });

  it('is given up when it is cut again and again, and what came is kept for later', async () => {
    files.set(PATH, cutAfter(PROGRAM, 1_000));
    await expect(fetchIt({ [release.url]: sha(PROGRAM) })).rejects.toThrow('broke off 4 times');
    expect(statSync(`${target}.part`).size).toBe(4_000);
    expect(existsSync(target)).toBe(false);
  });

  it('is found where its address leads to', async () => {
    files.set(PATH, (_request, response) => {
      response.writeHead(302, { location: '/elsewhere' }).end();
    });
    files.set('/elsewhere', sendRange(PROGRAM));
    await fetchIt({ [release.url]: sha(PROGRAM) });
    expect(readFileSync(target).equals(PROGRAM)).toBe(true);
  });

  it('is not looked for round and round', async () => {
    files.set(PATH, (_request, response) => {
      response.writeHead(302, { location: PATH }).end();
    });
    await expect(fetchIt({ [release.url]: sha(PROGRAM) })).rejects.toThrow('leads nowhere');
  });

  it('is named with the address when nobody answers there', async () => {
    const gone = download(release, target, { known: {}, mirror: 'http://127.0.0.1:1' });
    await expect(gone).rejects.toThrow('http://127.0.0.1:1/publisher.example/program.sha256 does not answer');
  });

  it('is taken out of its archive', async () => {
    const inside = mkdtempSync(join(folder, 'inside-'));
    writeFileSync(join(inside, 'program'), PROGRAM, { mode: 0o755 });
    execFileSync('tar', [
      '-czf',
      join(folder, 'a.tar.gz'),
      '-C',
      folder,
      `${inside.slice(folder.length + 1)}`,
    ]);
    const archive = readFileSync(join(folder, 'a.tar.gz'));
    files.set(PATH, sendRange(archive));
    const member = `${inside.slice(folder.length + 1)}/program`;
    await download({ ...release, member }, target, { known: { [release.url]: sha(archive) }, mirror });
    expect(readFileSync(target).equals(PROGRAM)).toBe(true);
  });

  it('is hashed for the list where its publisher has no sums', async () => {
    files.set(PATH, sendRange(PROGRAM));
    const sum = await findSum(release, join(folder, 'scratch'), { known: {}, mirror });
    expect(sum).toBe(sha(PROGRAM));
  });
});
