/** `npm run screenshots`: pictures of every page in its main states, to be looked at. */
import { poorCells } from '../fixtures/clean.ts';
import { mkdir, rm } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { BrowserContext, Page } from '@playwright/test';
import { startScene } from '../fixtures/scene.ts';
import type { Scene } from '../fixtures/scene.ts';
import { emptyShots, populatedShots } from './shots.ts';
import type { Shot } from './shot.ts';

const HELP = `Usage: npm run screenshots -- [--out DIR] [--only TEXT]

Starts Capstan on a throwaway cluster and writes a picture of every page in its main states:
empty, loading, populated, with an error, forbidden, with dialogs and menus open; light and dark,
390 and 1440 pixels wide.

  --between    800, 1024 and 1280 pixels wide instead, light
  --nobody     as somebody whom the cluster allows nothing
  --out DIR    where they go (default: test-results/screenshots)
  --only TEXT  only those whose name contains this, such as "catalog"
`;

const LOOKS = [
  { name: 'light-1440', colorScheme: 'light', width: 1440, height: 900 },
  { name: 'dark-1440', colorScheme: 'dark', width: 1440, height: 900 },
  { name: 'light-390', colorScheme: 'light', width: 390, height: 844 },
  { name: 'dark-390', colorScheme: 'dark', width: 390, height: 844 },
] as const;

/** A small window, a tablet, a laptop. */
const BETWEEN = [800, 1024, 1280].map((width) => ({
  ...{ name: `light-${String(width)}`, colorScheme: 'light' as const, width, height: 900 },
}));

type Look = (typeof LOOKS | typeof BETWEEN)[number];

interface Album {
  readonly folder: string;
  readonly only: string;
  readonly looks: readonly Look[];
  taken: number;
  readonly failed: string[];
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      between: { type: 'boolean' },
      nobody: { type: 'boolean' },
      out: { type: 'string' },
      only: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (values.help === true) {
    process.stdout.write(HELP);
    return 0;
  }
  const folder = resolve(values.out ?? 'test-results/screenshots');
  await mkdir(folder, { recursive: true });
  const looks = values.between === true ? BETWEEN : LOOKS;
  const album: Album = { folder, only: values.only ?? '', looks, taken: 0, failed: [] };
  await using scene = await startScene([], values.nobody === true ? 'nobody' : 'admin');
  await takeAll(scene, album, emptyShots());
  await scene.populate();
  await takeAll(scene, album, await populatedShots(scene));
  process.stdout.write(`${String(album.taken)} pictures in ${relative(process.cwd(), folder) || '.'}\n`);
  for (const failure of album.failed) process.stdout.write(`not taken: ${failure}\n`);
  return album.failed.length === 0 ? 0 : 1;
}

async function takeAll(scene: Scene, album: Album, shots: readonly Shot[]): Promise<void> {
  const wanted = shots.filter(({ name }) => name.includes(album.only));
  for (const look of album.looks) {
    const context = await scene.browser.newContext({
      viewport: { width: look.width, height: look.height },
      colorScheme: look.colorScheme,
      reducedMotion: 'reduce',
    });
    // Signed in once; each picture gets a page of its own, so that none shows what another left open.
    const first = await context.newPage();
    await scene.enter(first);
    await first.close();
    for (const shot of wanted) await take(context, scene, album, look, shot);
    await context.close();
  }
}

async function take(
  context: BrowserContext,
  { origin }: Scene,
  album: Album,
  look: Look,
  shot: Shot,
): Promise<void> {
  const file = join(album.folder, `${shot.name}.${look.name}.png`);
  await rm(file, { force: true });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  try {
    await shot.before?.(page);
    await page.goto(`${origin}${shot.path}`, { waitUntil: 'commit' });
    await shot.ready(page);
    await page.evaluate(() => document.fonts.ready);
    // A dialog is seen as in the window; a page is seen whole.
    await page.screenshot({ path: file, fullPage: shot.window !== true });
    album.taken += 1;
    await sayProblems(page, file);
  } catch (error) {
    album.failed.push(
      `${shot.name} (${look.name}): ${error instanceof Error ? (error.message.split('\n')[0] ?? '') : ''}`,
    );
  } finally {
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.close();
  }
}

/** What a glance may miss. */
async function sayProblems(page: Page, file: string): Promise<void> {
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  for (const cell of await poorCells(page)) process.stdout.write(`${file}: a poor cell: ${cell}\n`);
  if (excess > 0) process.stdout.write(`${file}: ${String(excess)} px wider than the window\n`);
}

process.exitCode = await main();
