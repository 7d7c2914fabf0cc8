/** Runs a tool to its end, whatever happens to it: with a limit for silence, and without leaving anything behind. */
import { spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';

export interface ToolOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Called with the latest line, for progress. */
  readonly onLine: (line: string) => void;
  /** Ends the tool when it has said nothing for this long, in milliseconds. */
  readonly silenceMs: number;
  /** How long it and what it started may take to clear up, such as to remove clusters; 15 s by default. */
  readonly farewellMs?: number;
}

export interface ToolResult {
  /** Whether it ended by itself with exit code 0. */
  readonly ok: boolean;
  /** Both streams as they came, and what had to be done to it. */
  readonly output: string;
}

/** What it started may hold its output open after it has ended: the report is there by then. */
const DRAIN_MS = 1_000;

const running = new Set<() => void>();

/** Tells every tool that runs to end; each resolves once it and what it started are gone. */
export function endTools(): void {
  for (const end of running) end();
}

/** Never rejects. The tool gets a process group of its own, so that all it started can be ended with it. */
export async function runTool(
  file: string,
  args: readonly string[],
  options: ToolOptions,
): Promise<ToolResult> {
  const { farewellMs = 15_000 } = options;
  const child = spawn(file, args, {
    cwd: options.cwd,
    env: options.env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  let ended = '';
  const end = (why: string): void => {
    if (ended !== '') return;
    ended = why;
    signal(child.pid, 'SIGTERM');
    const timer = setTimeout(() => {
      signalGroup(child.pid, 'SIGKILL');
    }, farewellMs);
    child.once('exit', () => {
      clearTimeout(timer);
    });
  };
  let silence = setTimeout(() => undefined, 0);
  const heard = (): void => {
    clearTimeout(silence);
    silence = setTimeout(() => {
      end(`it said nothing for ${String(Math.round(options.silenceMs / 1000))} s and was ended`);
    }, options.silenceMs);
  };
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      heard();
      output += text;
      const line = text.trimEnd().split('\n').at(-1);
      if (line !== undefined && line !== '') options.onLine(line);
    });
  }
  const interrupt = (): void => {
    end('it was told to end');
  };
  running.add(interrupt);
  heard();
  const how = await outcome(child);
  clearTimeout(silence);
  running.delete(interrupt);
  await endGroup(child.pid, farewellMs);
  const reasons = [ended, how].filter((reason) => reason !== '');
  return {
    ok: reasons.length === 0,
    output: reasons.length === 0 ? output : `${output}\n${reasons.join('; ')}\n`,
  };
}

/** '' for an exit code of 0. */
function outcome(child: ReturnType<typeof spawn>): Promise<string> {
  return new Promise((resolve) => {
    const tell = (code: number | null, killer: NodeJS.Signals | null): void => {
      resolve(code === 0 ? '' : `it ended with ${killer ?? `exit code ${String(code)}`}`);
    };
    child.once('error', (error) => {
      resolve(`it did not start: ${error.message}`);
    });
    child.once('close', tell);
    child.once('exit', (code, killer) => {
      setTimeout(() => {
        child.stdout?.destroy();
        child.stderr?.destroy();
        tell(code, killer);
      }, DRAIN_MS).unref();
    });
  });
}

/** What the tool started is asked to end once the tool is gone, and made to where it does not. */
async function endGroup(pid: number | undefined, farewellMs: number): Promise<void> {
  // Most end by themselves, and tests among them remove their clusters then.
  if (await isGone(pid, DRAIN_MS)) return;
  signalGroup(pid, 'SIGTERM');
  if (await isGone(pid, farewellMs)) return;
  signalGroup(pid, 'SIGKILL');
  await isGone(pid, DRAIN_MS);
}

async function isGone(pid: number | undefined, withinMs: number): Promise<boolean> {
  const end = performance.now() + withinMs;
  while (signalGroup(pid, 0)) {
    if (performance.now() > end) return false;
    await delay(25);
  }
  return true;
}

function signal(pid: number | undefined, name: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(pid, name);
  } catch {
    // Already gone, which is what we wanted.
  }
}

/** Whether anybody in the group heard it. */
function signalGroup(pid: number | undefined, name: NodeJS.Signals | 0): boolean {
  if (pid === undefined) return false;
  try {
    return process.kill(-pid, name);
  } catch {
    return false;
  }
}
