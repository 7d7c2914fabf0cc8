/**
 * Everything between the browser and the cluster breaks in turn, while objects come and go. Each time the page says so,
 * and afterwards shows exactly what the cluster has, without a reload. The times it took are printed, not judged.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { resources } from '#lib/k8s/resources.ts';
import { eventually, expect, test } from './fixtures/fault-lab.ts';
import { staleBanner } from '#local/soak/stale-banner.ts';
import type { FaultLab } from './fixtures/fault-lab.ts';
import { openSignedIn } from './fixtures/sign-in.ts';

declare global {
  interface Window {
    /** Set by a test; gone after a reload. */
    sameLoad?: boolean;
    /** When the first banner was seen, however shortly, by the page's clock. */
    firstBanner?: number | undefined;
  }
}

interface Fault {
  readonly name: string;
  /** What the banner says; absent: there must be none, however short, unless the machine itself takes its time. */
  readonly banner?: RegExp;
  readonly begin: (lab: FaultLab) => void | Promise<void>;
  readonly end: (lab: FaultLab) => void | Promise<void>;
  /** While the API server is down nothing can change; else objects come and go during the fault. */
  readonly clusterIsDown?: boolean;
}

/** The words of every banner of the connection. */
/** What heals within this time is no news (`components/data`). */
const GRACE_MS = 1_000;

const figures: { fault: string; banner: string; back: string }[] = [];

const tooMany = {
  status: 429,
  headers: { 'retry-after': '1' },
  body: { kind: 'Status', status: 'Failure', reason: 'TooManyRequests', message: 'slow down', code: 429 },
};
const gone = {
  status: 410,
  body: { kind: 'Status', status: 'Failure', reason: 'Expired', message: 'too old', code: 410 },
};

const faults: readonly Fault[] = [
  {
    name: 'the API server is killed and comes back',
    banner: /The cluster is not responding/,
    clusterIsDown: true,
    begin: ({ cluster }) => cluster.kill('kube-apiserver'),
    end: ({ cluster }) => cluster.restart(),
  },
  {
    name: 'the console cannot reach the API server',
    banner: /The cluster is not responding/,
    begin: ({ towardsCluster }) => {
      towardsCluster.refuse();
    },
    end: heal,
  },
  {
    name: 'the browser cannot reach the console',
    banner: /Live updates paused/,
    begin: ({ towardsBrowser }) => {
      towardsBrowser.refuse();
    },
    end: heal,
  },
  {
    name: 'every connection of the browser is cut once',
    begin: ({ towardsBrowser }) => {
      towardsBrowser.cut();
    },
    end: heal,
  },
  {
    name: 'the API server has forgotten where the watches were (410)',
    begin: ({ towardsCluster }) => {
      // A list that is made anew has another position than all that were watched from before.
      const refused = new Set<string>();
      towardsCluster.onRequest = ({ url }) => {
        const list = new URL(url, 'http://api').pathname;
        if (!url.includes('watch=true') || refused.has(list)) return undefined;
        refused.add(list);
        return gone;
      };
      towardsCluster.cut();
    },
    end: heal,
  },
  {
    name: 'watches end with the news that they are too old (410 in the stream)',
    begin: ({ towardsCluster }) => {
      towardsCluster.inject({ type: 'ERROR', object: gone.body });
    },
    end: heal,
  },
  {
    name: 'the API server refuses for lack of time (429, Retry-After)',
    banner: /The cluster is too busy/,
    begin: ({ towardsCluster }) => {
      towardsCluster.onRequest = () => tooMany;
      towardsCluster.cut();
    },
    end: heal,
  },
  {
    name: 'the network is slow',
    banner: /Live updates paused/,
    begin: ({ towardsBrowser }) => {
      towardsBrowser.slow({ latencyMs: 2_500, bytesPerSecond: 20_000 });
      towardsBrowser.cut();
    },
    end: heal,
  },
];

test.describe.configure({ mode: 'serial' });

test.afterAll(() => {
  const lines = figures.map(
    ({ fault, banner, back }) => `  ${fault.padEnd(66)} banner ${banner}, right ${back}`,
  );
  process.stdout.write(`\nTimes of faults:\n${lines.join('\n')}\n`);
});

for (const [index, fault] of faults.entries()) {
  test(fault.name, async ({ page, lab }) => {
    const before = [`kept-${String(index)}`, `goes-${String(index)}`];
    const after = [`comes-${String(index)}`];
    await lab.create(...before);
    await open(page, lab);
    // Its rows came with the page: what comes after them came by the stream, which the fault is about.
    await comeAndGo(lab, [`streamed-${String(index)}`], []);
    await expectCurrent(page, lab);

    // A banner from before is none of this fault.
    const began = await page.evaluate(() => {
      delete window.firstBanner;
      return performance.now();
    });
    let start = performance.now();
    await fault.begin(lab);
    const banner = bannerOf(page, fault.banner ?? staleBanner);
    if (fault.banner !== undefined) await expect(banner).toBeVisible();
    const toBanner = performance.now() - start;
    if (fault.clusterIsDown !== true) await comeAndGo(lab, after, before.slice(1));

    start = performance.now();
    await fault.end(lab);
    if (fault.clusterIsDown === true) {
      start = performance.now();
      await comeAndGo(lab, after, before.slice(1));
    }
    await expectCurrent(page, lab);
    await expect(banner).toBeHidden();
    figures.push({
      fault: fault.name,
      banner: fault.banner === undefined ? 'none' : seconds(toBanner),
      back: seconds(performance.now() - start),
    });
    expect(await page.evaluate(() => window.sameLoad), 'no reload').toBe(true);
    const first = await page.evaluate(() => window.firstBanner);
    if (fault.banner !== undefined) expect(first, 'a banner was seen').toBeDefined();
    else if (first !== undefined) expect(first - began, 'ms to a banner').toBeGreaterThan(GRACE_MS);
  });
}

test('credentials are revoked, and renewed', async ({ page, lab }) => {
  const { tokenFile, renew } = await serviceAccount(lab);
  const web = await lab.startWeb({ tokenFile });
  await lab.create('before-revocation');
  await open(page, lab, web.launchUrl);

  let start = performance.now();
  await lab.kube.delete(resources.serviceAccounts, { namespace: 'faults', name: 'visitor' });
  // The API server remembers good tokens for some seconds, and lets go of no watch.
  const banner = bannerOf(page, /no longer accepts your credentials/);
  await eventually(async () => {
    lab.towardsCluster.cut();
    await expect(banner).toBeVisible({ timeout: 1_000 });
  });
  const toBanner = performance.now() - start;
  await comeAndGo(lab, ['after-revocation'], ['before-revocation']);
  expect(await lab.shown(page), 'what was seen before stays, as stale').toContain('before-revocation');

  start = performance.now();
  await renew();
  await expectCurrent(page, lab);
  await expect(banner).toBeHidden();
  figures.push({
    fault: 'credentials are revoked, and renewed (the API server keeps them 10 s)',
    banner: seconds(toBanner),
    back: seconds(performance.now() - start),
  });
  expect(await page.evaluate(() => window.sameLoad), 'no reload').toBe(true);
});

test('the console is started anew: the session is over until somebody signs in', async ({
  page,
  context,
  lab,
}) => {
  const first = await lab.startWeb({});
  await lab.create('of-the-first');
  await open(page, lab, first.launchUrl);

  await first.child.stop('SIGKILL');
  await expect(bannerOf(page, /Live updates paused/)).toBeVisible();
  const second = await lab.startWeb({}, first.port);
  const banner = bannerOf(page, /Your session has ended/);
  await expect(banner).toBeVisible();
  await eventually(async () => expect(await lab.shown(page)).toEqual([]));

  const other = await context.newPage();
  await openSignedIn(other, second.launchUrl);
  await other.goto(`${second.origin}${lab.path}`);
  await expectCurrent(page, lab);
  await expect(banner).toBeHidden();
  expect(await page.evaluate(() => window.sameLoad), 'no reload').toBe(true);
});

function heal({ towardsCluster, towardsBrowser }: FaultLab): void {
  towardsCluster.onRequest = () => undefined;
  towardsCluster.heal();
  towardsBrowser.heal();
}

async function open(page: Page, lab: FaultLab, launchUrl = lab.web.launchUrl): Promise<void> {
  await openSignedIn(page, launchUrl);
  await page.goto(`${new URL(launchUrl).origin}${lab.path}`);
  await expectCurrent(page, lab);
  await page.evaluate((words) => {
    window.sameLoad = true;
    window.firstBanner = undefined;
    const pattern = new RegExp(words);
    new MutationObserver(() => {
      const said = [...document.querySelectorAll('[role=status]')].map(({ textContent }) => textContent);
      if (said.some((text) => pattern.test(text))) window.firstBanner ??= performance.now();
    }).observe(document.body, { childList: true, subtree: true });
  }, staleBanner.source);
}

function bannerOf(page: Page, words: RegExp): Locator {
  return page.getByRole('status').filter({ hasText: words });
}

async function comeAndGo(lab: FaultLab, come: readonly string[], go: readonly string[]): Promise<void> {
  await eventually(async () => {
    const names = await lab.names();
    await lab.create(...come.filter((name) => !names.includes(name)));
    await lab.remove(...go.filter((name) => names.includes(name)));
  });
}

/** No row is lost and none is a phantom. */
async function expectCurrent(page: Page, lab: FaultLab): Promise<void> {
  await eventually(async () => {
    expect(await lab.shown(page)).toEqual(await lab.names());
  });
}

async function serviceAccount(lab: FaultLab): Promise<{ tokenFile: string; renew: () => Promise<void> }> {
  const name = 'visitor';
  const tokenFile = test.info().outputPath('token');
  const renew = async (): Promise<void> => {
    await lab.cluster.kubectl('create', 'serviceaccount', name, '-n', 'faults');
    const token = await lab.cluster.kubectl('create', 'token', name, '-n', 'faults', '--duration=10m');
    mkdirSync(dirname(tokenFile), { recursive: true });
    writeFileSync(tokenFile, token);
  };
  await renew();
  const binding = ['create', 'clusterrolebinding', name, '--clusterrole=cluster-admin'];
  await lab.cluster.kubectl(...binding, `--serviceaccount=faults:${name}`);
  return { tokenFile, renew };
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`;
}
