/** Runs other programs and hands back what they said. */
import { spawn } from 'node:child_process';

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Called with every line on stderr, for progress. */
  readonly onLine?: (line: string) => void;
  readonly signal?: AbortSignal;
}

export interface RunResult {
  readonly stdout: string;
  readonly stderr: string;
}

export class RunError extends Error {
  override readonly name = 'RunError';
  readonly stderr: string;

  constructor(message: string, stderr: string) {
    super(stderr.trim() === '' ? message : `${message}\n${lastLines(stderr, 15)}`);
    this.stderr = stderr;
  }
}

/** Runs a program to its end; rejects with RunError, whose message ends in the program's last lines. */
export function run(file: string, args: readonly string[], options: RunOptions = {}): Promise<RunResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
      ...(options.env === undefined ? {} : { env: options.env }),
      ...(options.signal === undefined ? {} : { signal: options.signal }),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
      const line = text.trimEnd().split('\n').at(-1);
      if (line !== undefined && line !== '') options.onLine?.(line);
    });
    child.on('error', (error) => {
      reject(new RunError(`${file} did not start: ${error.message}`, stderr));
    });
    child.on('close', (code, signal) => {
      if (code === 0) resolve({ stdout, stderr });
      else reject(new RunError(`${file} ended with ${signal ?? `exit code ${String(code)}`}`, stderr));
    });
  });
}

export function lastLines(text: string, count: number): string {
  return text.trimEnd().split('\n').slice(-count).join('\n');
}
