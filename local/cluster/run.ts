/** Runs other programs and hands back what they said. */
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { optional } from '#lib/base/loose.ts';

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Called with each line as it comes, of either stream; for progress. */
  readonly onLine?: (line: string) => void;
  /** Ends it; the promise rejects. */
  readonly signal?: AbortSignal;
  /** Where the program reports its errors: most on stderr, some on stdout as well. */
  readonly errorsOn?: 'stderr' | 'both';
  /** false: an exit code other than 0 is a result, not a rejection. */
  readonly check?: boolean;
}

export interface RunResult {
  readonly stdout: string;
  /** Both streams as they came. */
  readonly output: string;
  /** Whether it ended with exit code 0; always so where `check` is not false. */
  readonly ok: boolean;
}

class RunError extends Error {
  override readonly name = 'RunError';

  constructor(message: string, output: string) {
    super(output.trim() === '' ? message : `${message}\n${lastLines(output, 40)}`);
  }
}

const running = new Set<ChildProcess>();

/** Ends every program that still runs here; their promises reject. For a launcher that has to give up. */
export function endRunning(): void {
  for (const child of running) child.kill('SIGTERM');
}

/** Runs a program to its end; rejects with RunError, whose message ends in the program's last lines. */
export function run(file: string, args: readonly string[], options: RunOptions = {}): Promise<RunResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      ...optional({ cwd: options.cwd, env: options.env, signal: options.signal }),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    running.add(child);
    let stdout = '';
    let stderr = '';
    let both = '';
    const said = eachLine(options.onLine);
    const complained = eachLine(options.onLine);
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
      both += text;
      said(text);
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
      both += text;
      complained(text);
    });
    const fail = (reason: string): void => {
      reject(new RunError(`${file} ${reason}`, options.errorsOn === 'both' ? both : stderr));
    };
    child.on('error', (error) => {
      running.delete(child);
      fail(`did not start: ${error.message}`);
    });
    child.on('close', (code, signal) => {
      running.delete(child);
      if (code === 0 || options.check === false) resolve({ stdout, output: both, ok: code === 0 });
      else fail(`ended with ${signal ?? `exit code ${String(code)}`}`);
    });
  });
}

/** Takes pieces of text as they come, and passes on the lines that are whole and not empty. */
function eachLine(onLine: RunOptions['onLine']): (text: string) => void {
  let rest = '';
  return (text) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line.trim() !== '') onLine?.(line.trimEnd());
    }
  };
}

function lastLines(text: string, count: number): string {
  return text.trimEnd().split('\n').slice(-count).join('\n');
}
