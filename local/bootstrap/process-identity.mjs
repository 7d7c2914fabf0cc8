// Plain JavaScript for Node 18: the bootstrap runs before the pinned Node is there.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Tells one process apart from a later one with the same number: its start time, as the system counts it.
 * @param {number} pid
 * @returns {string | undefined} undefined when no such process runs (a zombie does not run)
 */
export function processIdentity(pid) {
  return process.platform === 'linux' ? linuxIdentity(pid) : posixIdentity(pid);
}

/** @param {number} pid */
function linuxIdentity(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The command's name stands in parentheses and may hold anything; the fields after it are plain.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state, started] = [fields[0], fields[19]];
    return state === 'Z' || state === 'X' || started === undefined ? undefined : started;
  } catch {
    return undefined;
  }
}

/** @param {number} pid */
function posixIdentity(pid) {
  try {
    const out = execFileSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
    return out === '' || out.startsWith('Z') ? undefined : out.replace(/^\S+\s+/, '');
  } catch {
    return undefined;
  }
}
