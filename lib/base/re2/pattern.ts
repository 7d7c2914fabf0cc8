/** Patterns of schemas, which are Go's regular expressions (RE2), tried in time that no pattern can stretch. */
import { type Machine, machineOf } from './machine.ts';
import { parsePattern } from './parse.ts';
import { patternProgram } from './program.ts';
import { UnreadablePattern } from './syntax.ts';

const machines = new Map<string, Machine | undefined>();
/** A schema has a few hundred different patterns at most. */
const MACHINE_LIMIT = 2000;

/** True when the pattern matches anywhere in the text; undefined when that cannot be told here. */
export function matchesPattern(pattern: string, text: string): boolean | undefined {
  if (!machines.has(pattern)) {
    if (machines.size >= MACHINE_LIMIT) machines.clear();
    machines.set(pattern, compile(pattern));
  }
  return machines.get(pattern)?.test(text);
}

function compile(pattern: string): Machine | undefined {
  try {
    return machineOf(patternProgram(parsePattern(pattern)));
  } catch (error) {
    if (error instanceof UnreadablePattern) return undefined;
    throw error;
  }
}
