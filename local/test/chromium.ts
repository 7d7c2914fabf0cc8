/** The browser of the e2e tests: one that is there, or Debian's, fetched where we may. */
import { withProgress } from '../bootstrap/progress.mjs';
import { executables, isExecutable } from '../cluster/executables.ts';
import { run } from '../cluster/run.ts';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const PLACES = [
  '/usr/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Chromium's sandbox refuses to run as root, as in containers. */
export const sandboxArgs: readonly string[] = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

/** Resolves to the path of a Chromium that runs. Rejects with what to do when there is none and we may not install. */
export async function ensureChromium(): Promise<string> {
  const found = await findChromium();
  if (found !== undefined) return found;
  const canInstall = process.getuid?.() === 0 && executables(['apt-get']).length > 0;
  if (canInstall) {
    await withProgress('installing chromium', async (onLine) => {
      const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
      await run('apt-get', ['update'], { env, onLine });
      await run('apt-get', ['install', '--yes', '--no-install-recommends', 'chromium'], { env, onLine });
    });
    const installed = await findChromium();
    if (installed !== undefined) return installed;
  }
  throw new Error(
    'The browser tests need Chromium: install it (Debian: "sudo apt-get install chromium"), ' +
      'or set CAPSTAN_CHROMIUM to the path of a Chromium or Chrome.',
  );
}

async function findChromium(): Promise<string | undefined> {
  const chosen = process.env['CAPSTAN_CHROMIUM'];
  if (chosen !== undefined && chosen !== '') return chosen;
  for (const path of [...executables(NAMES), ...PLACES]) {
    if (isExecutable(path) && (await runs(path))) return path;
  }
  return undefined;
}

/** Some systems put a stub there that only tells how to install the browser. */
async function runs(path: string): Promise<boolean> {
  try {
    return /\d+\.\d+/.test((await run(path, ['--version'])).stdout);
  } catch {
    return false;
  }
}
