/**
 * What the picture of a plan costs a browser while its steps change: a change has to be read, drawn and painted within a
 * frame, fifty times a second, on a processor that is four times slower.
 */
import { parseArgs } from 'node:util';
import { onBarePage } from './bare-page.ts';
import { quantile, verdict } from './figures.ts';
import type { Spent } from './forms/harness.ts';

export const summary = 'the picture of a plan of 200 steps: its first paint, and each of its changes';

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
  const [phases, steps, times] = [values.phases, values.steps, values.changes].map(Number);
  await onBarePage('plans/page.tsx', async (page) => {
    const shape = [phases ?? 0, steps ?? 0] as const;
    // What runs for the first time is compiled, which a console that is open has behind it.
    await page.evaluate(async ([many, each]) => {
      await window.plans.mount(many, each);
      await window.plans.change(50);
    }, shape);
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: Number(values.throttle) });
    const first = await page.evaluate(([many, each]) => window.plans.mount(many, each), shape);
    const spent = await page.evaluate((count) => window.plans.change(count), times ?? 0);
    report(first, spent, Number(values.throttle));
  });
}

function report(first: Spent, spent: readonly Spent[], rate: number): void {
  const paints = spent.map(({ paint }) => paint);
  const at = (part: number): number => quantile(paints, part);
  const scripts = spent.reduce((sum, { js }) => sum + js, 0) / Math.max(1, spent.length);
  process.stdout.write(
    `${String(rate)}× CPU throttle, ${String(spent.length)} changes\n` +
      `first paint ${first.paint.toFixed(1)} ms; a change: script ${scripts.toFixed(1)} ms on average, ` +
      `painted after p50 ${at(0.5).toFixed(1)}, p95 ${at(0.95).toFixed(1)}, max ${at(1).toFixed(1)} ms\n` +
      `fifty a second take ${((scripts * 50) / 10).toFixed(0)} % of the processor\n`,
  );
  verdict('a change to its paint, p95, ms', at(0.95), GOAL);
}
