import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Runs a program in this terminal, and resolves to its exit code. */
export async function runAttached(file: string, args: readonly string[], cwd: string): Promise<number> {
  const child = spawn(file, args, { cwd, stdio: 'inherit' });
  const ended: unknown[] = await once(child, 'close');
  const [code] = ended;
  return typeof code === 'number' ? code : 1;
}
