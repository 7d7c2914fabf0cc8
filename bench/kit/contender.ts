/** The two controllers of `bench/kit` as processes, and what each costs. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ALLOCATOR } from '#local/start/allocator.ts';
import { compileWithGo } from '#local/cluster/go-build.ts';
import { withProgress } from '../../local/bootstrap/progress.mjs';
import { memoryOf } from '../proxy/processes.ts';
import { answerOf, type Answer } from './echo.ts';

/** How one of them is started. */
export interface Contender {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
}

/** The kit's, and that of controller-runtime, which is built into `folder`. */
export async function contenders(folder: string, objects: number): Promise<[Contender, Contender]> {
  const program = join(folder, 'echo');
  const cwd = join(import.meta.dirname, 'go');
  const env = { ...process.env, CGO_ENABLED: '0', GOWORK: 'off', GOFLAGS: '' };
  await withProgress('building the controller with controller-runtime', (detail) =>
    compileWithGo('go', { cwd, env, detail, flags: ['-trimpath'], goPackage: '.', to: program }),
  );
  const count = String(objects);
  return [
    { name: 'kit', command: process.execPath, args: [join(import.meta.dirname, 'ours.ts'), count] },
    { name: 'controller-runtime', command: program, args: [count] },
  ];
}

/** One that runs. */
export interface Running extends AsyncDisposable {
  /** Milliseconds from its start until it had looked after each object once. */
  readonly knownMs: number;
  /** Of the change that gave the object this value. */
  answer(value: string): Promise<Answer>;
  /** MiB: resident now, and the most that it ever was. */
  memory(): { readonly now: number; readonly most: number };
}

/** Resolves once it has looked after each object; rejects when it ends before. */
export async function start({ command, args }: Contender, kubeconfig: string): Promise<Running> {
  const begun = performance.now();
  const env = { ...process.env, ...ALLOCATOR, KUBECONFIG: kubeconfig };
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const waiting = new Map<string, (answer: Answer) => void>();
  const known = Promise.withResolvers<undefined>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (line === 'known') known.resolve(undefined);
    const answer = answerOf(line);
    if (answer === undefined) return;
    waiting.get(answer.value)?.(answer);
    waiting.delete(answer.value);
  });
  void ended.then(([code]) => known.reject(new Error(`${command} ended with ${String(code)}`)));
  await known.promise;
  return {
    knownMs: performance.now() - begun,
    answer: (value) => new Promise((resolve) => waiting.set(value, resolve)),
    memory: () => ({ now: memoryOf(child.pid ?? 0), most: memoryOf(child.pid ?? 0, 'VmHWM') }),
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
