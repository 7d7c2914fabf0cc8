/** A soak from begin to end: everybody's health and size is watched while one thing after the other goes wrong. */
import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '../testing/eventually.ts';
import { cause } from './faults.ts';
import type { Figures } from './figures.ts';
import { openFigures } from './figures.ts';
import type { IdleWrites } from './idle-writes.ts';
import { watchIdleWrites } from './idle-writes.ts';
import { faultSpans, judgeGrowth, unhealthyOutside } from './judge.ts';
import type { FaultRun, Growth, Look, Unhealthy } from './judge.ts';
import type { Lab } from './lab.ts';
import { startLab } from './lab.ts';
import { lookAround } from './look.ts';
import type { Plan, PlannedFault } from './plan.ts';
import { idleParts, prepareProbes, removeProbe } from './works.ts';

export interface SoakResult {
  readonly minutes: number;
  readonly unhealthy: Unhealthy;
  readonly faults: readonly FaultRun[];
  readonly growths: readonly Growth[];
  /** What was written while nobody asked for anything. */
  readonly idleWrites: readonly string[];
}

export function isWell({ unhealthy, faults, growths, idleWrites }: SoakResult): boolean {
  return (
    unhealthy.seconds === 0 &&
    faults.every(({ healedMs }) => healedMs !== undefined) &&
    growths.length > 0 &&
    growths.every(({ ok }) => ok) &&
    idleWrites.length === 0
  );
}

/** @param say told of what happens, as it happens */
export async function runSoak(plan: Plan, say: (line: string) => void): Promise<SoakResult> {
  say('starting Capstan, an operator, an instance and a browser');
  await using lab = await startLab();
  await prepareProbes(lab);
  await untilAllIsWell(lab);
  const soak = await beginSoak(lab, plan, say);
  const over = new AbortController();
  const watching = Promise.all([watchHealth(soak, over.signal), watchSizes(soak, over.signal)]);
  say(`watching for ${(plan.endMs / 60_000).toFixed(1)} minutes`);
  try {
    for (const fault of plan.faults) await suffer(soak, fault);
    await quietUntil(soak, plan.endMs);
  } finally {
    over.abort();
    await watching;
  }
  return conclude(soak);
}

/** A process that has just come up was busy for seconds, and says so for a while. */
async function untilAllIsWell(lab: Lab): Promise<void> {
  await eventually(
    async () => {
      const problems = await lookAround(lab);
      if (problems.length > 0) throw new Error(`Not everything came up: ${problems.join('; ')}.`);
    },
    { timeoutMs: 300_000, intervalMs: 1_000 },
  );
}

interface Soak {
  readonly lab: Lab;
  readonly plan: Plan;
  readonly say: (line: string) => void;
  readonly figures: Figures;
  readonly idle: IdleWrites;
  readonly looks: Look[];
  readonly faults: FaultRun[];
  readonly written: string[];
  /** What faults have left behind for good: not held against those that follow. */
  readonly known: Set<string>;
  /** Milliseconds since the watch began. */
  readonly now: () => number;
}

async function beginSoak(lab: Lab, plan: Plan, say: (line: string) => void): Promise<Soak> {
  const figures = await openFigures(lab);
  const begun = performance.now();
  return {
    ...{ lab, plan, say, figures },
    idle: watchIdleWrites(lab.cluster.auditLog),
    ...{ looks: [], faults: [], written: [], known: new Set() },
    now: () => performance.now() - begun,
  };
}

const sleep = (ms: number, signal: AbortSignal): Promise<unknown> =>
  delay(ms, undefined, { signal }).catch(() => undefined);

async function watchHealth({ lab, plan, looks, now, say }: Soak, signal: AbortSignal): Promise<void> {
  let said = '';
  while (!signal.aborted) {
    const atMs = now();
    const problems = await lookAround(lab);
    looks.push({ atMs, untilMs: now(), problems });
    const text = problems.join('; ');
    if (text !== said) say(text === '' ? 'all is well' : `not well: ${text}`);
    said = text;
    await sleep(plan.lookMs, signal);
  }
}

async function watchSizes({ plan, figures, now }: Soak, signal: AbortSignal): Promise<void> {
  await sleep(plan.warmUpMs, signal);
  while (!signal.aborted) {
    await figures.read(now());
    await sleep(plan.readMs, signal);
  }
}

/** What was just done may still be written down: Operators and roles are late on purpose, by five seconds and more. */
const SETTLE_MS = 8_000;
/** For how long at least nothing may be written then. */
const IDLE_MS = 3_000;

async function quietUntil({ idle, written, say, now }: Soak, untilMs: number): Promise<void> {
  await delay(SETTLE_MS);
  idle.begin();
  await delay(Math.max(untilMs - now(), IDLE_MS));
  const found = idle.end();
  for (const write of found) say(`written although nobody asked for anything: ${write}`);
  written.push(...found);
}

async function suffer(soak: Soak, fault: PlannedFault): Promise<void> {
  const { lab, faults, now, say } = soak;
  await quietUntil(soak, fault.atMs);
  const fromMs = now();
  say(`now: ${fault.name}`);
  await cause(lab, fault);
  const overMs = now();
  const healed = await untilHealed(soak, overMs, `after-${String(faults.length)}`);
  faults.push({ name: fault.name, fromMs, overMs, ...healed });
  if (healed.healedMs !== undefined) {
    say(`${fault.name}: healed after ${((healed.healedMs - overMs) / 1_000).toFixed(1)} s`);
    return;
  }
  say(`${fault.name}: has not healed: ${healed.left.join('; ')}`);
  await startControllerAgain(soak);
}

/** So that what comes next finds it as well as can be: mostly it does not look again at what it looked at once. */
async function startControllerAgain(soak: Soak): Promise<void> {
  const { lab, faults, known, now, say } = soak;
  say('the controller is ended, to be started again by its launcher');
  for (const { name, pid } of lab.processes()) if (name === 'controller') process.kill(pid, 'SIGKILL');
  const { left } = await untilHealed(soak, now(), `again-${String(faults.length)}`);
  for (const problem of left) known.add(problem);
}

type Healed = Pick<FaultRun, 'healedMs' | 'left'>;

/** Well are two looks in a row after the fault, once all have answered to something new. */
async function untilHealed(soak: Soak, overMs: number, probe: string): Promise<Healed> {
  const { lab, plan, looks, known, now } = soak;
  const unknown = (problems: readonly string[]): string[] =>
    problems.filter((problem) => !known.has(problem));
  let idle = ['nobody was asked yet'];
  let actsMs = overMs;
  for (;;) {
    if (idle.length > 0) {
      idle = unknown(await idleParts(lab, probe));
      actsMs = now();
    }
    const since = looks.filter(({ atMs }) => atMs >= overMs);
    const lastUnwell = since.findLastIndex(({ problems }) => unknown(problems).length > 0);
    const [first, second] = since.slice(lastUnwell + 1);
    if (first !== undefined && second !== undefined && idle.length === 0) {
      await removeProbe(lab, probe);
      return { healedMs: Math.max(first.atMs, actsMs), left: [] };
    }
    if (now() - overMs > plan.patienceMs) {
      await removeProbe(lab, probe).catch(() => undefined);
      return { healedMs: undefined, left: unknown([...idle, ...(since.at(-1)?.problems ?? [])]) };
    }
    await delay(plan.lookMs);
  }
}

function conclude({ plan, looks, faults, figures, written }: Soak): SoakResult {
  const end = looks.at(-1)?.atMs ?? 0;
  const spans = faultSpans(faults, end);
  const warmUp = { fromMs: 0, toMs: plan.warmUpMs };
  return {
    minutes: end / 60_000,
    unhealthy: unhealthyOutside(looks, spans),
    faults,
    growths: figures.series.flatMap(
      ({ points, ...what }) => judgeGrowth(what, points, [warmUp, ...spans]) ?? [],
    ),
    idleWrites: written,
  };
}
