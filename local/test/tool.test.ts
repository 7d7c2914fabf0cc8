import { describe, expect, it } from 'vitest';
import { eventually } from '../testing/eventually.ts';
import { endTools, runTool } from './tool.ts';

const options = {
  cwd: process.cwd(),
  env: process.env,
  onLine: (_line: string): void => undefined,
  silenceMs: 60_000,
};

function node(script: string, more: Partial<typeof options> = {}): ReturnType<typeof runTool> {
  return runTool(process.execPath, ['--eval', script], { ...options, ...more });
}

/** Starts a process that would live on, tells its number, and leaves its own output to it. */
const WITH_CHILD = `
const { spawn } = require('node:child_process');
const child = spawn(process.execPath, ['--eval', 'setInterval(() => 0, 1000)'], { stdio: 'inherit' });
console.log('child ' + child.pid);
`;

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function childIn(output: string): number {
  return Number(/child (\d+)/.exec(output)?.[1]);
}

describe('a tool', () => {
  it('is told by its exit code and all it said', async () => {
    expect(await node(`console.log('out'); console.error('err')`)).toMatchObject({ ok: true });
    const failed = await node(`console.log('out'); process.exit(3)`);
    expect(failed).toEqual({ ok: false, output: 'out\n\nit ended with exit code 3\n' });
    expect(await runTool('/nowhere/tool', [], options)).toMatchObject({ ok: false });
  });

  it('ends although what it started holds its output open, and takes that with it', async () => {
    const { output } = await node(`${WITH_CHILD}; setTimeout(() => process.exit(0), 200)`);
    await eventually(() => {
      expect(isAlive(childIn(output))).toBe(false);
    });
  }, 60_000);

  it('is ended when it falls silent', async () => {
    const { ok, output } = await node(`${WITH_CHILD}; setInterval(() => 0, 1000)`, { silenceMs: 500 });
    expect(ok).toBe(false);
    expect(output).toContain('it said nothing for 1 s and was ended');
    expect(isAlive(childIn(output))).toBe(false);
  }, 60_000);

  it('is ended when the run is stopped, and may clear up first', async () => {
    const script = `process.on('SIGTERM', () => { console.log('cleared'); process.exit(0); });
      console.log('up'); setInterval(() => 0, 1000);`;
    const lines: string[] = [];
    const result = node(script, { onLine: (line: string) => void lines.push(line) });
    await eventually(() => {
      expect(lines).toContain('up');
    });
    endTools();
    const { ok, output } = await result;
    expect(ok).toBe(false);
    expect(output).toContain('cleared');
    expect(output).toContain('it was told to end');
  });
});
