/**
 * What the picture of a plan costs a browser while its steps change, fifty times a second, on a processor that is four
 * times slower: what changed has to be read, drawn and painted within a frame. Beside it the least that any change costs
 * there, a plan of one step.
 */
import { parseArgs } from 'node:util';
import type { Page } from '@playwright/test';
import { onBarePage } from './bare-page.ts';
import { quantile, verdict } from './figures.ts';
import type { Spent } from './forms/harness.ts';

export const summary = 'the picture of a plan of 200 steps: its first paint, and its frames while it changes';

const HELP = `Usage: npm run bench -- plans [--phases 10] [--steps 20] [--changes 500] [--throttle 4]

  --phases N      of the plan
  --steps N       in each phase
  --changes N     one step each
  --throttle N    how many times slower the processor is made
`;

const OPTIONS = {
  phases: { type: 'string', default: '10' },
  steps: { type: 'string', default: '20' },
  changes: { type: 'string', default: '500' },
  throttle: { type: 'string', default: '4' },
  help: { type: 'boolean' },
} as const;

/** Milliseconds: a frame at sixty a second. */
const GOAL = 16;

export async function bench(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({ args: [...args], options: OPTIONS });
  if (values.help === true) {
    process.stdout.write(HELP);
    return;
  }
  const [phases, steps] = [values.phases, values.steps].map(Number);
  const floor = await framesOf([1, 1], values);
  const large = await framesOf([phases ?? 0, steps ?? 0], values);
  report(floor, large, values);
}

interface Options {
  readonly changes: string;
  readonly throttle: string;
}

interface Measured {
  readonly first: Spent;
  /** Milliseconds of each frame. */
  readonly frames: readonly number[];
}

function framesOf(shape: readonly [number, number], options: Options): Promise<Measured> {
  const measure = async (page: Page): Promise<Measured> => {
    // What runs for the first time is compiled, which a console that is open has behind it.
    await page.evaluate(async ([phases, steps]) => {
      await window.plans.mount(phases, steps);
      await window.plans.change(50);
    }, shape);
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: Number(options.throttle) });
    const first = await page.evaluate(([phases, steps]) => window.plans.mount(phases, steps), shape);
    const frames = await page.evaluate((times) => window.plans.change(times), Number(options.changes));
    return { first, frames };
  };
  return onBarePage('plans/page.tsx', measure, { onScreen: true });
}

function report(floor: Measured, large: Measured, { changes, throttle }: Options): void {
  const words = ({ frames }: Measured): string =>
    [0.5, 0.95, 1].map((part) => quantile(frames, part).toFixed(1)).join(', ');
  process.stdout.write(
    `${throttle}× CPU throttle, ${changes} changes, fifty a second\n` +
      `     first paint: ${large.first.paint.toFixed(1)} ms\n` +
      `     work in a frame, p50, p95, max: ${words(large)} ms\n` +
      `     the same with a plan of one step: ${words(floor)} ms\n`,
  );
  verdict('work in a frame, p95, ms', quantile(large.frames, 0.95), GOAL);
}
