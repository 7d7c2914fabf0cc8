/**
 * Plays an operator's decisions against a world in which events come late and in any order, others change things, and the
 * operator dies between two of its writes. In the end all is delivered, and it has to come to rest.
 */
import type { KubeObject } from '#lib/k8s/object.ts';

/** By any key: what is there. */
export type Store = Map<string, KubeObject>;

export interface Play<Action> {
  /** What is there at first. */
  readonly start: (random: Random) => Store;
  /** From what the operator knows, and what it may ask for as it is now. */
  readonly decide: (known: Store, now: Store) => readonly Action[];
  /**
   * As the API server takes it; several steps where one action is several requests, between any two of which the operator
   * may die. What is refused changes nothing.
   */
  readonly act: (store: Store, action: Action) => readonly (() => void)[];
  /** Something that others do: people, nodes, controllers. */
  readonly disturb: (store: Store, random: Random) => void;
  /** What happens by itself in the end, such as pods that become ready. */
  readonly settle: (store: Store) => void;
  /** Throws when something is true of the world that never may be. */
  readonly check?: (store: Store) => void;
}

export interface Random {
  /** A whole number from 0 to below `bound`. */
  below(bound: number): number;
  pick<T>(all: readonly T[]): T | undefined;
}

/** mulberry32: the same seed always gives the same numbers. */
function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (bound: number): number => Math.floor(next() * bound);
  return { below, pick: (all) => all[below(all.length)] };
}

const ROUNDS_TO_REST = 100;

/** The world once the operator has nothing to do any more. Throws when it does not come to rest. */
export function playOut<Action>(play: Play<Action>, seed: number): Store {
  const random = randomFrom(seed);
  const store = play.start(random);
  const known: Store = new Map(store);
  const deliver = (key: string): void => {
    const object = store.get(key);
    if (object === undefined) known.delete(key);
    else known.set(key, object);
  };
  const catchUp = (): void => {
    for (const key of new Set([...store.keys(), ...known.keys()])) deliver(key);
  };
  const run = (dies: boolean): number => {
    const steps = play.decide(known, store).flatMap((action) => play.act(store, action));
    const last = dies ? random.below(steps.length + 1) : steps.length;
    for (const step of steps.slice(0, last)) {
      step();
      play.check?.(store);
    }
    // A new one begins with a list.
    if (dies) catchUp();
    return steps.length;
  };
  for (let count = 5 + random.below(30); count > 0; count -= 1) {
    const what = random.below(6);
    if (what === 0) play.disturb(store, random);
    else if (what < 4) deliver(random.pick([...new Set([...store.keys(), ...known.keys()])]) ?? '');
    else run(what === 5);
  }
  for (let round = 0; round < ROUNDS_TO_REST; round += 1) {
    play.settle(store);
    catchUp();
    if (run(false) === 0) return store;
  }
  throw new Error(`seed ${String(seed)}: no rest after ${String(ROUNDS_TO_REST)} rounds`);
}
