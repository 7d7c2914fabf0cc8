/**
 * What our form costs in a browser, on real operators' kinds and on made-up ones beyond them, with react-jsonschema-form
 * beside it on the same work: mounting, a key press, opening a section, heap, size of the page and of the code.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
import { pageScript, pageStyles } from '#local/testing/page-script.ts';
import { ensureChromium } from '#local/test/chromium.ts';
import { rjsfVersion, weights } from './forms/bundle.ts';
import { type Case, cases } from './forms/cases.ts';
import { type Figures, line, summarise, verdicts } from './forms/tables.ts';

export const summary = 'forms of real and huge kinds, beside rjsf: mount, key press, sections, heap, size';

const HELP = `Usage: npm run bench -- forms [--only TEXT] [--group NAME] [--throttle 1,4] [--runs 3] [--alone] [--each]

  --only TEXT     only kinds whose name contains it
  --group NAME    examples, empty, filled or lists
  --throttle LIST how many times slower the processor is made
  --runs N        the median of so many
  --sections N    at most so many sections are opened in each form
  --alone         without react-jsonschema-form
  --each          one line per kind
`;

const OPTIONS = {
  only: { type: 'string' },
  group: { type: 'string' },
  throttle: { type: 'string', default: '1,4' },
  runs: { type: 'string', default: '3' },
  sections: { type: 'string', default: '12' },
  alone: { type: 'boolean', default: false },
  each: { type: 'boolean', default: false },
  help: { type: 'boolean' },
} as const;

/** Frames come as soon as they are ready, so that waiting for a screen is no part of a figure. */
const FLAGS = ['--disable-frame-rate-limit', '--disable-gpu-vsync', '--js-flags=--expose-gc'];

interface Settings {
  readonly runs: number;
  readonly sections: number;
  readonly each: boolean;
}

export async function bench(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({ args: [...args], options: OPTIONS });
  if (values.help === true) {
    process.stdout.write(HELP);
    return;
  }
  const settings = { runs: Number(values.runs), sections: Number(values.sections), each: values.each };
  const chosen = cases().filter(
    ({ name, group }) =>
      name.toLowerCase().includes((values.only ?? '').toLowerCase()) && group.startsWith(values.group ?? ''),
  );
  const weighed = await weights();
  const css = await pageStyles();
  const browser = await chromium.launch({ executablePath: await ensureChromium(), args: FLAGS });
  try {
    for (const rate of values.throttle.split(',').map(Number)) {
      process.stdout.write(`\n${String(rate)}× CPU throttle, ${String(chosen.length)} forms\n`);
      const ours = await measure(browser, { name: 'ours', css, rate }, chosen, settings);
      const theirs = values.alone
        ? []
        : await measure(browser, { name: 'rjsf', css, rate }, chosen, settings);
      summarise(ours, theirs, `rjsf ${await rjsfVersion()}`);
      if (rate === 1) verdicts(ours, theirs, weighed);
    }
  } finally {
    await browser.close();
  }
}

interface Side {
  readonly name: 'ours' | 'rjsf';
  readonly css: string;
  readonly rate: number;
}

function entryOf(name: Side['name']): string {
  return join(import.meta.dirname, `forms/${name}.tsx`);
}

async function measure(
  browser: Browser,
  side: Side,
  chosen: readonly Case[],
  settings: Settings,
): Promise<Figures[]> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  page.on('pageerror', (error) => process.stderr.write(`${side.name}: ${error.message}\n`));
  await page.setContent('<!doctype html><html><body></body></html>');
  await page.addStyleTag({ content: side.css });
  await page.addScriptTag({ content: await pageScript(entryOf(side.name), 'production') });
  const devtools = await context.newCDPSession(page);
  // What runs for the first time is compiled, which a console that is open has behind it.
  for (const one of chosen.slice(0, 3)) await figuresOf(page, devtools, one, { ...settings, runs: 1 });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: side.rate });
  const figures: Figures[] = [];
  for (const one of chosen) {
    const found = await figuresOf(page, devtools, one, settings);
    figures.push(found);
    if (settings.each) line(side.name, found);
  }
  await context.close();
  return figures;
}

async function figuresOf(page: Page, devtools: CDPSession, one: Case, settings: Settings): Promise<Figures> {
  const { name, group, ...work } = one;
  const heapOf = async (): Promise<number> => {
    await devtools.send('HeapProfiler.collectGarbage');
    return (await devtools.send('Runtime.getHeapUsage')).usedSize;
  };
  const heapBefore = await heapOf();
  const mounts = [];
  for (let run = 0; run < settings.runs; run += 1) {
    if (run > 0) await page.evaluate(() => window.harness.unmount());
    mounts.push(await page.evaluate((given) => window.harness.mount(given), work));
  }
  const mounted = [...mounts].sort((left, right) => left.js - right.js)[Math.floor(mounts.length / 2)];
  if (mounted === undefined) throw new Error('There must be at least one run.');
  const heap = (await heapOf()) - heapBefore;
  const keys = await page.evaluate(() => window.harness.type(8));
  const opened = await page.evaluate((atMost) => window.harness.openSections(atMost), settings.sections);
  await page.evaluate(() => window.harness.unmount());
  return { name, group, mounted, keys, opened, heap };
}
