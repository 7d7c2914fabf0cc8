/** Ends an install, an upgrade or an uninstall after single writes, and holds what comes of it against an undisturbed one. */
import { expect } from 'vitest';
import { madeTwice } from '#local/testing/audit.ts';
import { isDeep } from '#local/testing/effort.ts';
import { eventually } from '#local/testing/eventually.ts';
import { live, type Life, type LifeOptions } from './life.ts';

/** What people ask for, and what comes of it. */
export interface Course {
  readonly name: string;
  readonly words: readonly string[];
  /** How many deaths the quick size has at most. */
  readonly quick: number;
  /** What has to be there before, of all these words at once. */
  prepare(words: readonly string[]): Promise<void>;
  ask(word: string): Promise<void>;
  expectSettled(word: string): Promise<void>;
  outcome(word: string): Promise<string[]>;
  /** What a run that dies may have more often than this undisturbed one. */
  spared(calm: readonly string[]): string[];
}

/** Where courses are run. */
export interface Stage extends LifeOptions {
  readonly auditLog: string;
  /** Of all courses: what is in a name is what they are told apart by. */
  readonly words: readonly string[];
  /** By word; of every life. */
  readonly writes: Map<string, string[]>;
}

/** A life whose writes count. */
export async function aLife(stage: Stage, lastWrite?: number): Promise<Life> {
  const life = await live(stage, lastWrite);
  const { end } = life;
  return Object.assign(life, {
    end: async () => {
      await end();
      for (const word of stage.words) {
        const own = life.writes.filter((entry) => entry.includes(word));
        stage.writes.set(word, [...(stage.writes.get(word) ?? []), ...own]);
      }
    },
  });
}

/** A write without what differs between two installs. */
function alike(word: string, entry: string): string {
  return entry
    .replaceAll(word, 'WORD')
    .replaceAll(/install-[a-z0-9]{5}/g, 'install-HASH')
    .replaceAll(/-[a-z0-9]{10}$/g, '-HASH')
    .replaceAll(/\.[a-z0-9]{12}$/g, '.HASH');
}

/** What is told of progress: on a busy machine also of states that a quiet one passes over. */
function isStatus(entry: string): boolean {
  return entry.includes('/status ');
}

/** What went in the moment before was not there to be written any more. */
function hasWritten(entry: string): boolean {
  return !/ refused: KubeError: .*: 404 /.test(entry);
}

function split(entries: readonly string[]): string[][] {
  return [entries.filter(isStatus), entries.filter((entry) => !isStatus(entry))];
}

/** What one list has more often than the other. */
function without(list: readonly string[], other: readonly string[]): string[] {
  const count = (all: readonly string[], entry: string): number => all.filter((one) => one === entry).length;
  return [...new Set(list)].filter((entry) => count(list, entry) > count(other, entry));
}

/** After how many writes to die: all there are, or one of each kind, taken from all along the way. */
function deathsIn(calm: readonly string[], quick: number): number[] {
  // Calls go out in another order now and then: one more than there are shows that none was missed.
  if (isDeep) return Array.from({ length: calm.length + 1 }, (_, index) => index + 1);
  const kinds = Map.groupBy(calm.keys(), (index) => calm[index]?.split(' ').slice(0, 2).join(' '));
  const chosen = [...kinds.values()].map((indexes, kind) => (indexes[kind % indexes.length] ?? 0) + 1);
  const all = chosen.sort((a, b) => a - b);
  const step = Math.max(1, all.length / quick);
  return all.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
}

/** A life in which what was asked for comes to its end, and all writes that were due are done. */
async function liveOut(stage: Stage, course: Course, word: string): Promise<void> {
  const life = await aLife(stage);
  await eventually(() => course.expectSettled(word), { timeoutMs: 90_000 });
  await life.idle();
  await life.end();
}

/** What the undisturbed one wrote, and those that died and were tried again. */
interface Tried {
  readonly calmly: readonly string[];
  readonly deaths: number;
  readonly words: readonly string[];
}

/** Resolves once all that died have come to the same end. */
export async function dieAlongTheWay(stage: Stage, course: Course): Promise<Tried> {
  const [calm = '', ...others] = course.words;
  await course.prepare([calm]);
  await course.ask(calm);
  await liveOut(stage, course, calm);
  const want = await course.outcome(calm);
  const calmly = (stage.writes.get(calm) ?? []).map((entry) => alike(calm, entry));

  const deaths = deathsIn(calmly, course.quick);
  expect(others.length).toBeGreaterThanOrEqual(deaths.length);
  await course.prepare(others.slice(0, deaths.length));
  const words: string[] = [];
  for (const [index, lastWrite] of deaths.entries()) {
    const word = others[index] ?? '';
    await course.ask(word);
    const first = await aLife(stage, lastWrite);
    await eventually(() => (first.dead ? undefined : course.expectSettled(word)), { timeoutMs: 90_000 });
    await first.end();
    if (!first.dead) continue;
    await liveOut(stage, course, word);
    expect([word, await course.outcome(word)]).toEqual([word, want]);
    words.push(word);
  }
  // What one life left undone at its end the next one would do: a look by a last one.
  const last = await aLife(stage);
  await last.idle();
  await last.end();
  return { calmly, deaths: deaths.length, words };
}

/** Enough have died, and none of their lives made anything twice; told as well. */
export function expectNothingTwice(stage: Stage, course: Course, { calmly, deaths, words }: Tried): void {
  const usual = calmly.length + course.spared(calmly).length;
  const numbers = words.map((word) => (stage.writes.get(word)?.length ?? 0) - usual);
  process.stdout.write(
    `${course.name}: died ${String(words.length)} times; undisturbed ${String(usual)} writes, at most ${String(Math.max(...numbers))} more\n`,
  );
  // One whose calls go out in another order may have one more or less.
  expect(words.length).toBeGreaterThanOrEqual(Math.min(deaths, calmly.length) - 1);
  expect(words.length).toBeGreaterThan(1);
  for (const word of words) expect(madeTwice(stage.auditLog, word)).toEqual([]);
}

/** Besides, that at most one write more than undisturbed was needed. */
export function expectThrift(stage: Stage, course: Course, tried: Tried): void {
  expectNothingTwice(stage, course, tried);
  const usual = [...tried.calmly, ...course.spared(tried.calmly)];
  for (const word of tried.words) {
    const own = (stage.writes.get(word) ?? []).filter(hasWritten).map((entry) => alike(word, entry));
    const [told = [], done = []] = split(own);
    const [usuallyTold = [], usuallyDone = []] = split(usual);
    const excess = [
      ...(done.length > usuallyDone.length + 1 ? without(done, usuallyDone) : []),
      ...(told.length > usuallyTold.length * 2 ? without(told, usuallyTold) : []),
    ];
    expect([word, excess]).toEqual([word, []]);
  }
}
