/**
 * Runs a program over a text, following all its ways at once: the time grows with the text and the program, never with
 * the number of ways, so no pattern can hang the page. Sets of states met before are remembered with where each
 * character led, which makes most steps one look-up.
 */
import { type Around, END_OF_TEXT, holdsAt, kindOf } from './around.ts';
import type { PatternProgram } from './program.ts';

/** Instructions to go on from, and what lies before them. */
interface State {
  readonly at: readonly number[];
  readonly before: Around;
  readonly led: Map<number, State | 'match'>;
}

/** Remembered states beyond this are forgotten. */
const STATE_LIMIT = 500;
const TRANSITION_LIMIT = 20_000;

/** A pattern ready to be tried on texts; it keeps what it learns from one text to the next. */
export interface Machine {
  /** True when the text matches anywhere; undefined when finding out takes more work than a page has time for. */
  test(text: string): boolean | undefined;
}

/** Instructions followed for one text, in all. */
const WORK_LIMIT = 2_000_000;

/** A machine for the program, with a memory of its own. */
export function machineOf(program: PatternProgram): Machine {
  let states = new Map<string, State>();
  let transitions = 0;
  let work = 0;

  function stateOf(at: readonly number[], before: Around): State {
    const key = `${before}:${at.join()}`;
    const known = states.get(key);
    if (known !== undefined) return known;
    if (states.size >= STATE_LIMIT || transitions >= TRANSITION_LIMIT) {
      states = new Map();
      transitions = 0;
    }
    const made: State = { at, before, led: new Map() };
    states.set(key, made);
    return made;
  }

  function step(state: State, code: number): State | 'match' {
    const known = state.led.get(code);
    if (known !== undefined) return known;
    const found = follow(program, state, code);
    work += found.visited;
    const next = found.matched
      ? 'match'
      : // A match may begin anywhere, so the start is always among the ways.
        stateOf(sorted(found.taken, program.start), kindOf(code));
    transitions += 1;
    state.led.set(code, next);
    return next;
  }

  return {
    test(text) {
      work = 0;
      let state = stateOf([program.start], 'start');
      for (const character of text) {
        const next = step(state, character.codePointAt(0) ?? 0);
        if (next === 'match') return true;
        if (work > WORK_LIMIT) return undefined;
        state = next;
      }
      return step(state, END_OF_TEXT) === 'match';
    },
  };
}

function sorted(taken: readonly number[], start: number): number[] {
  return [...new Set([...taken, start])].sort((left, right) => left - right);
}

interface Followed {
  readonly matched: boolean;
  readonly taken: readonly number[];
  readonly visited: number;
}

/** All instructions reached without taking a character, and where those that take this one lead. */
function follow(program: PatternProgram, state: State, code: number): Followed {
  const visited = new Set<number>();
  const taken: number[] = [];
  const open = [...state.at];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (visited.has(at)) continue;
    visited.add(at);
    const instruction = program.instructions[at];
    if (instruction === undefined) continue;
    if (instruction.op === 'match') return { matched: true, taken, visited: visited.size };
    if (instruction.op === 'split') open.push(...instruction.next);
    else if (instruction.op === 'note') open.push(instruction.next);
    else if (instruction.op === 'assert') {
      if (holdsAt(instruction.what, state.before, code)) open.push(instruction.next);
    } else if (code !== END_OF_TEXT && instruction.has(code)) taken.push(instruction.next);
  }
  return { matched: false, taken, visited: visited.size };
}
