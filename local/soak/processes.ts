/** Which of Capstan's processes run, and what each of them holds. Linux only. */
import { readFileSync, readdirSync } from 'node:fs';

export interface Process {
  readonly name: string;
  readonly pid: number;
}

/** By what they are started with; children of the launcher and theirs. */
const KINDS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['controller', /dist\/controller\/main\.js/],
  ['console', /dist\/web\/main\.js/],
  ['runner', /local\/runner\/main\.ts/],
  ['operator', /examples\/[^/]+\/main\.ts/],
];

/** The launcher and what it has started, and what those have; processes of no name of their own are left out. */
export function processesOf(launcher: number): Process[] {
  const all = listProcesses();
  const found: Process[] = [{ name: 'launcher', pid: launcher }];
  for (const { pid } of descendants(all, launcher)) {
    const command = read(`/proc/${String(pid)}/cmdline`).replaceAll('\0', ' ');
    const name = KINDS.find(([, pattern]) => pattern.test(command))?.[0];
    if (name !== undefined) found.push({ name, pid });
  }
  return found;
}

interface Entry {
  readonly pid: number;
  readonly parent: number;
}

function listProcesses(): Entry[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .flatMap((entry) => {
      // The name, in brackets, may hold anything.
      const [, parent] = /\) \S (\d+) /.exec(read(`/proc/${entry}/stat`)) ?? [];
      return parent === undefined ? [] : [{ pid: Number(entry), parent: Number(parent) }];
    });
}

function descendants(all: readonly Entry[], root: number): Entry[] {
  const children = all.filter(({ parent }) => parent === root);
  return children.flatMap((child) => [child, ...descendants(all, child.pid)]);
}

/** Memory that is really there, in bytes; undefined when the process is gone. */
export function memoryOf({ pid }: Process): number | undefined {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(read(`/proc/${String(pid)}/status`)) ?? [];
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
}

/** Open files and connections; undefined when the process is gone. */
export function handlesOf({ pid }: Process): number | undefined {
  try {
    return readdirSync(`/proc/${String(pid)}/fd`).length;
  } catch {
    return undefined;
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // It ended between the two reads.
    return '';
  }
}
