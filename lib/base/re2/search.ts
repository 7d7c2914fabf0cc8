/** Where a pattern matches, and what its groups took: all ways at once, the better ones first, so in linear time. */
import { END_OF_TEXT, holdsAt, kindOf } from './around.ts';
import { parseGroups } from './parse.ts';
import { type Instruction, patternProgram, type PatternProgram } from './program.ts';

/** A pattern that can be searched for. */
export interface Search {
  readonly program: PatternProgram;
  /** By number: `''` for groups without a name, and for the whole. */
  readonly names: readonly string[];
}

/** Beginning and end of each group, two by two; -1 where it took no part. */
export type Places = readonly number[];

/** @throws UnreadablePattern */
export function searchOf(source: string): Search {
  const { node, names } = parseGroups(source);
  return { program: patternProgram(node, true), names };
}

interface Thread {
  readonly at: number;
  readonly places: Places;
}

/**
 * The first match at `from` or behind it, of the kind that Go prefers: leftmost, and of those the first alternative.
 * @param codes the text as code points; @param spend is told how much was done
 */
export function findFrom(
  search: Search,
  codes: readonly number[],
  from: number,
  spend: (steps: number) => void,
): Places | undefined {
  const { instructions, start } = search.program;
  let threads: Thread[] = [];
  let found: Places | undefined;
  for (let place = from; place <= codes.length; place += 1) {
    const reached = new Reached(instructions, codes, place);
    for (const thread of threads) reached.follow(thread);
    if (found === undefined) reached.follow({ at: start, places: [place] });
    spend(reached.visited);
    threads = reached.taking;
    if (reached.match !== undefined) found = reached.match;
    if (threads.length === 0 && found !== undefined) break;
    threads = advanced(threads, instructions, codes[place] ?? END_OF_TEXT);
  }
  return found;
}

function advanced(threads: readonly Thread[], instructions: readonly Instruction[], code: number): Thread[] {
  if (code === END_OF_TEXT) return [];
  return threads.flatMap(({ at, places }) => {
    const instruction = instructions[at];
    return instruction?.op === 'take' && instruction.has(code) ? [{ at: instruction.next, places }] : [];
  });
}

/** What can be reached at one place without taking a character. */
class Reached {
  readonly taking: Thread[] = [];
  match: Places | undefined;
  readonly #instructions: readonly Instruction[];
  readonly #seen = new Set<number>();
  readonly #place: number;
  readonly #before: ReturnType<typeof kindOf>;
  readonly #next: number;

  constructor(instructions: readonly Instruction[], codes: readonly number[], place: number) {
    this.#instructions = instructions;
    this.#place = place;
    this.#before = place === 0 ? 'start' : kindOf(codes[place - 1] ?? 0);
    this.#next = codes[place] ?? END_OF_TEXT;
  }

  get visited(): number {
    return this.#seen.size;
  }

  /** Nothing behind a match is better than it. */
  follow(thread: Thread): void {
    const open = [thread];
    for (let now = open.pop(); now !== undefined && this.match === undefined; now = open.pop()) {
      if (this.#seen.has(now.at)) continue;
      this.#seen.add(now.at);
      open.push(...this.#ways(now).toReversed());
    }
  }

  #ways({ at, places }: Thread): Thread[] {
    const instruction = this.#instructions[at];
    switch (instruction?.op) {
      case 'split':
        return instruction.next.map((next) => ({ at: next, places }));
      case 'note':
        return [{ at: instruction.next, places: noted(places, instruction.slot, this.#place) }];
      case 'assert':
        return holdsAt(instruction.what, this.#before, this.#next) ? [{ at: instruction.next, places }] : [];
      case 'take':
        this.taking.push({ at, places });
        return [];
      case 'match':
        this.match = noted(places, 1, this.#place);
        return [];
      default:
        return [];
    }
  }
}

function noted(places: Places, slot: number, place: number): Places {
  const made = [...places];
  while (made.length < slot) made.push(-1);
  made[slot] = place;
  return made;
}
