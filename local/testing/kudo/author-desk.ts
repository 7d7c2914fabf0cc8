/** The commands for authors of packages, run as users run them, in a folder of their own. */
import { type ChildProcessByStdio, execFile, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { afterAll, beforeEach } from 'vitest';

const BOOTSTRAP = join(import.meta.dirname, '../../bootstrap/main.mjs');

/** What a command came to. */
export interface EndedCommand {
  code: number;
  out: string;
  err: string;
}

/** Where an author is: an empty folder for each test. */
export class AuthorDesk {
  /** Gone after all tests of the file. */
  readonly home = mkdtempSync(join(tmpdir(), 'capstan-kudo-'));
  here = this.home;

  kudo(...args: string[]): Promise<EndedCommand> {
    const options = { env: this.#env() };
    return new Promise((resolve) => {
      execFile(process.execPath, [BOOTSTRAP, 'kudo', ...args], options, (error, out, err) => {
        resolve({ code: error === null ? 0 : Number(error.code), out, err });
      });
    });
  }

  /** For those who do not read all of what it writes. */
  spawn(...args: string[]): ChildProcessByStdio<null, Readable, Readable> {
    const stdio: ['ignore', 'pipe', 'pipe'] = ['ignore', 'pipe', 'pipe'];
    return spawn(process.execPath, [BOOTSTRAP, 'kudo', ...args], { env: this.#env(), stdio });
  }

  #env(): NodeJS.ProcessEnv {
    // Compiled once for all of them.
    return { ...process.env, INIT_CWD: this.here, NODE_COMPILE_CACHE: join(this.home, 'compiled') };
  }

  path(file: string): string {
    return join(this.here, file);
  }

  /** Files below a folder. */
  put(folder: string, texts: Readonly<Record<string, string>>): void {
    for (const [file, text] of Object.entries(texts)) {
      const path = join(this.here, folder, file);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    }
  }

  read(file: string): string {
    return readFileSync(this.path(file), 'utf8');
  }
}

/** For the tests of one file. */
export function authorDesk(): AuthorDesk {
  const desk = new AuthorDesk();
  beforeEach(() => {
    desk.here = mkdtempSync(join(desk.home, 'here-'));
  });
  afterAll(() => {
    rmSync(desk.home, { recursive: true, force: true });
  });
  return desk;
}
