/**
 * What each page costs a slow machine (4× CPU throttle) with an empty cache, and how the heap of a page grows while
 * what it shows changes without end. The catalog has some hundred packages, the list of instances some hundred rows.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Locator, Page } from '@playwright/test';
import { ticketsCatalog } from '#local/testing/tickets.ts';
import { pagesOf, startScene, tickets, TRAVEL } from '../e2e/fixtures/scene.ts';
import type { Scene } from '../e2e/fixtures/scene.ts';
import { costOf, signedIn } from './page-probe.ts';
import type { Cost } from './page-probe.ts';
import { quantile, verdict } from './figures.ts';

export const summary =
  'every page at 4× CPU throttle: JavaScript, LCP, TBT, INP, CLS; heap growth over churn';

/** design.md §7. */
const GOAL = { scriptBrotli: 170_000, lcpMs: 1_500, inpMs: 100 };
const PACKAGES = 300;
const INSTANCES = 300;
const CHANGES_PER_SECOND = 20;
/** How long a button is held down, usually. */
const PRESS_MS = 80;

const HELP = `Usage: npm run bench -- web [--runs 3] [--minutes 2] [--page NAME]

  --runs N     the median of so many
  --minutes N  how long the page of churn is watched; 0 leaves it out
  --page NAME  only this page
`;

export async function bench(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      runs: { type: 'string', default: '3' },
      minutes: { type: 'string', default: '2' },
      page: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (values.help === true) {
    process.stdout.write(HELP);
    return;
  }
  const names = Array.from({ length: PACKAGES }, (_, index) => `package-${String(index).padStart(3, '0')}`);
  await using many = await ticketsCatalog(Object.fromEntries(names.map((name) => [name, ['1.0.0']])));
  await using scene = await startScene([{ name: 'many', folder: many.path }]);
  await scene.populate();
  await fill(scene);
  await measurePages(scene, Number(values.runs), values.page);
  if (Number(values.minutes) > 0) await measureHeap(scene, Number(values.minutes));
}

async function fill({ kube }: Scene): Promise<void> {
  for (let index = 0; index < INSTANCES; index += 1) {
    await kube.create(tickets, {
      apiVersion: 'flights.com/v1',
      kind: 'FlightTicket',
      metadata: { name: ticketName(index), namespace: TRAVEL },
      spec: { from: 'Lisbon', to: 'Oslo', number: 1 + (index % 10) },
    });
  }
}

function ticketName(index: number): string {
  return `ticket-${String(index).padStart(3, '0')}`;
}

type Interaction = (page: Page) => Promise<void>;

const typeInto =
  (label: string | RegExp, text: string): Interaction =>
  async (page) => {
    await page.getByRole('main').getByLabel(label).first().pressSequentially(text, { delay: 150 });
  };

/** As a hand does. Playwright's own click looks at each event where it lands, which costs the page a layout each time. */
async function tap(target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (box === null) throw new Error('nothing to press');
  await target.page().mouse.click(box.x + box.width / 2, box.y + box.height / 2, { delay: PRESS_MS });
}

const press =
  (role: 'button' | 'link', name: string | RegExp): Interaction =>
  (page) =>
    tap(page.getByRole('main').getByRole(role, { name }).first());

/** What people do on a page; on every page they open a menu and the namespaces. */
const INTERACTIONS: Readonly<Record<string, Interaction>> = {
  catalog: typeInto('Search the catalog', 'package-1'),
  install: typeInto('Installed namespace', 'xyz'),
  operators: press('button', /Actions/),
  operator: press('link', /^Subscription/),
  instances: typeInto(/filter|search/i, 'ticket-1'),
  create: typeInto('Name', 'lisbon-oslo'),
  instance: press('link', /^Events/),
};

async function interact(page: Page, name: string): Promise<void> {
  await INTERACTIONS[name]?.(page);
  await page.keyboard.press('Escape');
  await tap(page.getByRole('button', { name: 'Settings' }));
  await page.getByRole('menu').waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Escape');
  await tap(page.getByRole('button', { name: /^Namespace: / }));
  await page.getByRole('listbox').getByRole('option', { name: TRAVEL }).waitFor();
  await page.keyboard.press('Escape');
}

async function measurePages(scene: Scene, runs: number, only: string | undefined): Promise<void> {
  const pages = Object.entries(await pagesOf(scene)).filter(([name]) => only === undefined || name === only);
  row(['page', 'JS kB br', 'on wire', 'requests', 'HTML kB', 'LCP ms', 'TBT ms', 'INP ms', 'CLS']);
  const worst = { scriptBrotli: 0, lcpMs: 0, inpMs: 0 };
  for (const [name, path] of pages) {
    const costs: Cost[] = [];
    for (let run = 0; run < runs; run += 1) {
      costs.push(await costOf(scene, path, (page) => interact(page, name)));
    }
    const of = (key: keyof Cost): number =>
      quantile(
        costs.map((cost) => cost[key]),
        0.5,
      );
    for (const key of ['scriptBrotli', 'lcpMs', 'inpMs'] as const) worst[key] = Math.max(worst[key], of(key));
    const kilo = (key: keyof Cost): string => (of(key) / 1000).toFixed(1);
    const whole = (key: keyof Cost): string => of(key).toFixed(0);
    row([
      name,
      kilo('scriptBrotli'),
      kilo('scriptWire'),
      whole('requests'),
      kilo('html'),
      ...[whole('lcpMs'), whole('tbtMs'), whole('inpMs'), of('cls').toFixed(3)],
    ]);
  }
  process.stdout.write('\n');
  verdict('JavaScript of the heaviest page, kB', worst.scriptBrotli / 1000, GOAL.scriptBrotli / 1000);
  verdict('LCP of the slowest page, ms', worst.lcpMs, GOAL.lcpMs);
  verdict('INP of the slowest page, ms', worst.inpMs, GOAL.inpMs);
}

/** The list stays open while its objects change. */
async function measureHeap(scene: Scene, minutes: number): Promise<void> {
  const context = await signedIn(scene);
  const page = await context.newPage();
  await page.goto(`${scene.origin}${(await pagesOf(scene))['instances'] ?? ''}`);
  await page.getByText(ticketName(0)).first().waitFor();
  const devtools = await context.newCDPSession(page);
  const heap = async (): Promise<number> => {
    await devtools.send('HeapProfiler.collectGarbage');
    return (await devtools.send('Runtime.getHeapUsage')).usedSize;
  };
  // What runs for the first time is compiled and cached, and is no growth.
  await churn(scene, 10_000);
  const before = await heap();
  const changes = await churn(scene, minutes * 60_000);
  const after = await heap();
  const size = (bytes: number): string => `${(bytes / 1e6).toFixed(2)} MB`;
  process.stdout.write(
    `heap after ${String(minutes)} min and ${String(changes)} changes: ${size(before)} → ${size(after)} (${size(after - before)})\n`,
  );
  await context.close();
}

/** Resolves to how many changes there were. */
async function churn({ kube }: Scene, forMs: number): Promise<number> {
  const end = performance.now() + forMs;
  let changes = 0;
  while (performance.now() < end) {
    const ref = { namespace: TRAVEL, name: ticketName(changes % INSTANCES) };
    const pause = delay(1000 / CHANGES_PER_SECOND);
    await kube.patch(tickets, ref, { type: 'merge', body: { spec: { number: 1 + (changes % 10) } } });
    changes += 1;
    await pause;
  }
  return changes;
}

function row(cells: readonly string[]): void {
  process.stdout.write(
    `${cells.map((cell, index) => (index === 0 ? cell.padEnd(12) : cell.padStart(10))).join('')}\n`,
  );
}
