/**
 * How long everybody else waits while the engine looks at an OperatorVersion that means harm: in the thread that serves all, and
 * beside it, as the engine does.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { Allowance } from '#lib/kudo/tasks/allowance.ts';
import { rememberedYaml } from '#lib/kudo/yaml/remembered.ts';
import { decider, type DecisionTools } from '#server/kudo/decision.ts';
import { decidePlans } from '#server/kudo/planner/decide.ts';
import { Planner } from '#server/kudo/planner/planner.ts';
import { emptyView, factsOf, versionOf } from '#server/kudo/testing/decision-scene.ts';
import { HOSTILE_VERSIONS, type HostileSpec } from '#server/kudo/testing/hostile-versions.ts';
import { verdict } from '../figures.ts';

const GOAL_MS = 50;
const WARM_UP = 2;

/** Prints the worst. */
export async function benchLoop(): Promise<void> {
  const planner = new Planner();
  const here = new Map(HOSTILE_VERSIONS.map(([what, spec]) => [what, timeHere(spec)]));
  const beside = new Map<string, number>();
  for (let round = 0; round <= WARM_UP; round += 1)
    for (const [what, spec] of HOSTILE_VERSIONS) {
      const desk = { ...newTools(), planner, heavy: new WeakSet<object>() };
      beside.set(what, await longestStop(() => decidePlans(desk, factsOf(versionOf(spec)), emptyView())));
    }
  await planner.close();
  for (const [what, ms] of [...beside].sort(([, left], [, right]) => right - left))
    process.stdout.write(
      `  ${ms.toFixed(0)} ms beside, ${(here.get(what) ?? 0).toFixed(0)} ms here: ${what}\n`,
    );
  const worst = Math.max(...beside.values());
  verdict('longest stop of the event loop by a hostile OperatorVersion, ms', Math.round(worst), GOAL_MS);
}

const newTools = (): DecisionTools => ({ templates: new WeakMap(), readYaml: rememberedYaml() });

/** Where everybody waits for all of it. */
function timeHere(spec: HostileSpec): number {
  const facts = factsOf(versionOf(spec));
  const begin = performance.now();
  decider(newTools(), facts, emptyView().sight, new Allowance())();
  return performance.now() - begin;
}

async function longestStop(work: () => Promise<unknown>): Promise<number> {
  const delays = monitorEventLoopDelay({ resolution: 1 });
  // It measures from one tick of its own to the next.
  delays.enable();
  await delay(5);
  delays.reset();
  await work();
  await delay(5);
  delays.disable();
  return delays.max / 1e6;
}
