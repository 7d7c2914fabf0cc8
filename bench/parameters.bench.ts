/** What the form of an operator with very many parameters costs a browser: mounting it empty and filled in, and a key press. */
import { parseArgs } from 'node:util';
import type { Page } from '@playwright/test';
import { onBarePage } from './bare-page.ts';
import { quantile, verdict } from './figures.ts';
import type { Mounted, Work } from './forms/harness.ts';
import { largeOperator } from './parameters/operator.ts';

export const summary = 'the form of 250 parameters: mounted empty, mounted filled in, a key press';

const HELP = `Usage: npm run bench -- parameters [--count 250] [--runs 5] [--keys 30]

  --count N   parameters of all types
  --runs N    the median of so many
  --keys N    pressed one after the other
`;

const OPTIONS = {
  count: { type: 'string', default: '250' },
  runs: { type: 'string', default: '5' },
  keys: { type: 'string', default: '30' },
  help: { type: 'boolean' },
} as const;

/** Milliseconds, as for every form. */
const GOALS = { empty: 120, filled: 250, key: 16 };

export async function bench(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({ args: [...args], options: OPTIONS });
  if (values.help === true) {
    process.stdout.write(HELP);
    return;
  }
  const [count = 0, runs = 1, keys = 1] = [values.count, values.runs, values.keys].map(Number);
  const { version, form, values: given } = largeOperator(count);
  const work = (object: object): Work => ({
    schema: JSON.stringify(version),
    descriptors: JSON.stringify(form),
    object: JSON.stringify(object),
  });
  await onBarePage('parameters/page.tsx', async (page) => {
    // What runs for the first time is compiled, which a console that is open has behind it.
    for (const object of [{}, given]) await mounted(page, work(object), 2);
    const empty = await mounted(page, work({}), runs);
    const filled = await mounted(page, work(given), runs);
    const pressed = await page.evaluate((times) => window.harness.type(times), keys);
    if (pressed.length === 0) throw new Error('There is no text box to type into.');
    process.stdout.write(
      `${String(count)} parameters: ${String(empty.controls)} controls, ${String(empty.nodes)} nodes empty; ` +
        `${String(filled.controls)} and ${String(filled.nodes)} filled in\n`,
    );
    verdict('mounted empty, ms', empty.js, GOALS.empty);
    verdict('mounted filled in, ms', filled.js, GOALS.filled);
    const keyed = pressed.map(({ js }) => js);
    verdict('a key press, p95, ms', quantile(keyed, 0.95), GOALS.key);
  });
}

/** The median of so many; the last one stays. */
async function mounted(page: Page, work: Work, runs: number): Promise<Mounted> {
  const found: Mounted[] = [];
  for (let run = 0; run < runs; run += 1) {
    if (run > 0) await page.evaluate(() => window.harness.unmount());
    found.push(await page.evaluate((given) => window.harness.mount(given), work));
  }
  const median = found.toSorted((left, right) => left.js - right.js)[Math.floor(found.length / 2)];
  if (median === undefined) throw new Error('There must be at least one run.');
  return median;
}
