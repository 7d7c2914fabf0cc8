/** One long-running process of ours: its log, its sign of readiness, its end. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { openLog } from './log-file.ts';

export interface ChildOptions {
  /** As the user knows it: "controller". */
  readonly name: string;
  /** Module to run, from the repository's root. */
  readonly module: string;
  /** Another copy of the repository than this one. */
  readonly root?: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Everything it prints goes here. */
  readonly log: string;
  /** Whether the log goes on where an earlier process of that name ended. */
  readonly appends?: boolean;
  readonly onLine?: (line: string) => void;
}

export interface ChildEnd {
  readonly name: string;
  /** "exit code 1", "SIGKILL". */
  readonly how: string;
  readonly lastLines: readonly string[];
  readonly log: string;
}

export interface Child {
  readonly name: string;
  readonly pid: number | undefined;
  /** Resolves when the process has ended, for whatever reason; never rejects. */
  readonly ended: Promise<ChildEnd>;
  /** Resolves to the match of the first line like this, also of one already printed; rejects when it ends before. */
  line(pattern: RegExp): Promise<RegExpExecArray>;
  /** Writes a line to it, and resolves to the match of the first line like this that it prints from then on. */
  ask(pattern: RegExp): Promise<RegExpExecArray>;
  /** Asks it to end, ends it if it does not listen, and resolves when it is gone. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

const ROOT = join(import.meta.dirname, '..', '..');
const followParent = pathToFileURL(join(import.meta.dirname, 'follow-parent.ts')).href;
const KEPT_LINES = 25;
/** A child may run for weeks: enough to find a line that was printed before somebody asked for it. */
const REMEMBERED_LINES = 500;
const PATIENCE_MS = 8000;

export class ChildFailed extends Error {
  override readonly name = 'ChildFailed';

  /** @param often "again and again", where it was not the first time */
  constructor(end: ChildEnd, often = '') {
    const said = end.lastLines.length === 0 ? ' It said nothing.' : `\n${end.lastLines.join('\n')}`;
    super(
      `The ${end.name} ended ${often === '' ? '' : `${often} `}(${end.how}); its log is ${end.log}.${said}`,
    );
  }
}

export function startChild(options: ChildOptions): Child {
  const { root = ROOT, appends = false } = options;
  const log = openLog(options.log, { append: appends });
  const child = spawn(
    process.execPath,
    ['--import', followParent, join(root, options.module), ...options.args],
    {
      cwd: root,
      env: { ...process.env, ...options.env },
      stdio: ['pipe', 'pipe', 'pipe'],
      // Its own session: Ctrl-C goes to the launcher alone, which then stops everything in order.
      detached: true,
    },
  );
  // It may have ended before it read what was asked.
  child.stdin.on('error', () => undefined);
  const [lines, waiting]: [string[], Set<(line: string) => void>] = [[], new Set()];
  const take = (line: string): void => {
    log.write(withoutToken(line));
    lines.push(line);
    if (lines.length > REMEMBERED_LINES) lines.shift();
    for (const check of waiting) check(line);
    options.onLine?.(line);
  };
  for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on('line', take);
  const ended = new Promise<ChildEnd>((resolve) => {
    const end = (how: string): void => {
      log.end();
      resolve({
        name: options.name,
        how,
        lastLines: lines.slice(-KEPT_LINES).map(withoutToken),
        log: options.log,
      });
    };
    child.on('error', (error) => {
      end(error.message);
    });
    child.on('close', (code, signal) => {
      end(signal ?? `exit code ${String(code)}`);
    });
  });
  return {
    name: options.name,
    pid: child.pid,
    ended,
    ask(pattern) {
      const answer = waitForLine(pattern, { lines: [], waiting, ended });
      child.stdin.write('\n');
      return answer;
    },
    line: (pattern) => waitForLine(pattern, { lines, waiting, ended }),
    async stop(signal = 'SIGTERM') {
      child.kill(signal);
      const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
      await ended;
      clearTimeout(timer);
    },
  };
}

/** The address that signs in is for the terminal of whoever started it, and for no file. */
function withoutToken(line: string): string {
  return line.replace(/([?&]token=)[^&\s]+/g, '$1…');
}

interface Output {
  readonly lines: readonly string[];
  readonly waiting: Set<(line: string) => void>;
  readonly ended: Promise<ChildEnd>;
}

function waitForLine(pattern: RegExp, { lines, waiting, ended }: Output): Promise<RegExpExecArray> {
  return new Promise((resolve, reject) => {
    const check = (line: string): void => {
      const match = pattern.exec(line);
      if (match === null) return;
      waiting.delete(check);
      resolve(match);
    };
    for (const line of lines) check(line);
    waiting.add(check);
    void ended.then((end) => {
      waiting.delete(check);
      reject(new ChildFailed(end));
    });
  });
}
