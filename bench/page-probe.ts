/** Opens a page as a slow machine with an empty cache would, and tells what it cost. */
import { brotliCompressSync } from 'node:zlib';
import type { BrowserContext, CDPSession, Page } from '@playwright/test';
import type { Scene } from '../e2e/fixtures/scene.ts';
import { signIn } from '../e2e/fixtures/sign-in.ts';

export interface Cost {
  /** All scripts until the page is quiet: bytes at brotli 11, and bytes as they came. */
  scriptBrotli: number;
  scriptWire: number;
  requests: number;
  /** Uncompressed. */
  html: number;
  lcpMs: number;
  /** Beyond 50 ms each, what tasks took between the first paint and quiet. */
  tbtMs: number;
  /** The longest from press to paint, of the interactions. */
  inpMs: number;
  cls: number;
}

interface Vitals {
  lcp: number;
  fcp: number;
  cls: number;
  long: { start: number; duration: number }[];
  events: Record<string, number>;
}

declare global {
  interface Window {
    /** Put there by the measurement. */
    capstanVitals?: Vitals;
  }
}

const SLOWDOWN = 4;
const QUIET_MS = 1_000;

export async function signedIn({ browser, launchUrl }: Scene): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  // Without a page, so that nothing gets into the cache.
  await signIn(context, launchUrl);
  return context;
}

export async function costOf(
  scene: Scene,
  path: string,
  interact: (page: Page) => Promise<void>,
): Promise<Cost> {
  const context = await signedIn(scene);
  try {
    const page = await context.newPage();
    await page.addInitScript(observeVitals);
    const devtools = await context.newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    const traffic = await countTraffic(devtools, page);
    await page.goto(scene.origin + path);
    await quiet(page);
    const { scripts, ...counted } = await traffic();
    const scriptBrotli = scripts.reduce((sum, body) => sum + brotliCompressSync(body).length, 0);
    const { lcp, fcp, cls, long } = await vitalsOf(page);
    const tbtMs = long
      .filter(({ start }) => start >= fcp)
      .reduce((sum, { duration }) => sum + Math.max(0, duration - 50), 0);
    await interact(page);
    await quiet(page);
    const events = Object.values((await vitalsOf(page)).events);
    return { scriptBrotli, ...counted, lcpMs: lcp, tbtMs, cls, inpMs: Math.max(0, ...events) };
  } finally {
    await context.close();
  }
}

interface Traffic {
  scripts: Buffer[];
  scriptWire: number;
  requests: number;
  html: number;
}

async function countTraffic(devtools: CDPSession, page: Page): Promise<() => Promise<Traffic>> {
  const scripts: Promise<Buffer>[] = [];
  const scriptIds = new Set<string>();
  let html: Promise<Buffer> | undefined;
  const counted = { scriptWire: 0, requests: 0 };
  await devtools.send('Network.enable');
  devtools.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script') scriptIds.add(requestId);
  });
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scriptIds.has(requestId)) counted.scriptWire += encodedDataLength;
  });
  page.on('response', (response) => {
    counted.requests += 1;
    const type = response.request().resourceType();
    if (type === 'script') scripts.push(response.body());
    if (type === 'document') html = response.body();
  });
  return async () => ({
    ...counted,
    scripts: await Promise.all(scripts),
    html: (await html)?.length ?? 0,
  });
}

/** Runs in the page, before anything of its own. */
function observeVitals(): void {
  const vitals: Vitals = { lcp: 0, fcp: 0, cls: 0, long: [], events: {} };
  window.capstanVitals = vitals;
  const observe = (type: string, take: (entry: PerformanceEntry) => void, more: object = {}): void => {
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
      type,
      buffered: true,
      ...more,
    });
  };
  observe('largest-contentful-paint', ({ startTime }) => (vitals.lcp = startTime));
  observe('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') vitals.fcp = startTime;
  });
  observe('layout-shift', (entry) => {
    const shift = entry as unknown as { value: number; hadRecentInput: boolean };
    if (!shift.hadRecentInput) vitals.cls += shift.value;
  });
  observe('longtask', ({ startTime, duration }) => vitals.long.push({ start: startTime, duration }));
  observe(
    'event',
    (entry) => {
      const id = String((entry as unknown as { interactionId: number }).interactionId);
      if (id !== '0') vitals.events[id] = Math.max(vitals.events[id] ?? 0, entry.duration);
    },
    { durationThreshold: 16 },
  );
  // A key that changes nothing has no paint of its own, and would count until something else asks for one.
  const dot = document.createElement('i');
  dot.style.cssText = 'position:fixed;inset:0 auto auto 0;width:1px;height:1px';
  addEventListener(
    'keyup',
    () => {
      document.body.append(dot);
      dot.style.background = dot.style.background === '' ? 'gray' : '';
    },
    true,
  );
}

async function vitalsOf(page: Page): Promise<Vitals> {
  const vitals = await page.evaluate(() => window.capstanVitals);
  if (vitals === undefined) throw new Error('The page was not observed.');
  return vitals;
}

/** The skeletons are gone, and for a second nothing was loaded and no task was long. */
async function quiet(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForFunction(
    (quietMs) => {
      if (document.querySelector('main [role="status"][aria-label]') !== null) return false;
      const loaded = performance
        .getEntriesByType('resource')
        .map((entry) => entry.startTime + entry.duration);
      const worked = (window.capstanVitals?.long ?? []).map(({ start, duration }) => start + duration);
      return performance.now() - Math.max(0, ...loaded, ...worked) > quietMs;
    },
    QUIET_MS,
    { polling: 100 },
  );
}
