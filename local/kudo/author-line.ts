/** How the commands for authors are called, and what they may say. */
import { isAbsolute, resolve } from 'node:path';
import { plain } from '../test/plain.ts';

/** Exit codes: nothing is wrong; something is wrong with what was given; it could not be looked at, or the command is wrong. */
export const [OK, WRONG, UNREAD] = [0, 1, 2] as const;

/** What a command line is wrong about. */
export class Misuse extends Error {
  constructor(message: string) {
    super(`${message} --help tells more.`);
  }
}

/** The one thing that a command is about. */
export function onlyOne(positionals: readonly string[], what: string): string {
  const [first] = positionals;
  if (first === undefined || positionals.length !== 1) throw new Misuse(`Give one ${what}.`);
  return first;
}

/** A path as the caller means it: npm changes the working directory and tells the old one in INIT_CWD. */
export function callersPath(path: string): string {
  return isAbsolute(path) ? path : resolve(process.env['INIT_CWD'] ?? process.cwd(), path);
}

/** Lines for people; texts of packages may hold anything. */
export function say(lines: readonly string[], to: NodeJS.WritableStream = process.stdout): void {
  if (lines.length > 0) to.write(`${plain(lines.join('\n'))}\n`);
}

/** `2 errors`. */
export function counted(count: number, what: string): string {
  return `${String(count)} ${what}${count === 1 ? '' : 's'}`;
}
