/** Enter in the terminal, or a line from whoever started this process. */
import { spawnSync } from 'node:child_process';

/** Calls the handler for each line, as long as somebody can write one. */
export function onEnter(handler: () => void): void {
  const { stdin } = process;
  if (stdin.isTTY && !isInForeground()) return;
  stdin.on('data', handler);
  // A terminal that is gone asks for nothing any more.
  stdin.on('error', () => undefined);
  // Nobody runs on for its sake. A file has no such thing, and ends by itself.
  if ('unref' in stdin) stdin.unref();
}

/** Reading from a terminal stops a process in the background. */
function isInForeground(): boolean {
  const { status, stdout } = spawnSync('ps', ['-o', 'pgid=,tpgid=', '-p', String(process.pid)], {
    encoding: 'utf8',
  });
  if (status !== 0) return false;
  const [group, foreground] = stdout.trim().split(/\s+/);
  return group === foreground;
}
