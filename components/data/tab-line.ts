/** How this tab gets its stream: shared with the other tabs where the browser lets it, else one of its own. */
import { browserLine } from './browser-line.ts';
import { canShare, sharedLine } from './shared-line.ts';
import type { LineUser, StreamLine } from './stream-line.ts';

export function tabLine(user: LineUser): StreamLine {
  // During the server's rendering nothing is followed.
  if (typeof window === 'undefined') return silentLine;
  if (!canShare()) return browserLine(user);
  const name = nameOfSharing();
  return sharedLine({
    name,
    makeLine: browserLine,
    ...(typeof SharedWorker === 'undefined' ? {} : { startWorker: (failed) => startWorker(name, failed) }),
  })(user);
}

const silentLine: StreamLine = {
  changed: () => undefined,
  retry: () => undefined,
  stop: () => undefined,
};

/**
 * Tabs of different builds do not speak with each other, because they may not understand each other; nor do tabs of
 * different users, because one must not see what the other may.
 */
function nameOfSharing(): string {
  return `capstan ${process.env['CAPSTAN_BUILD'] ?? ''} ${document.documentElement.dataset['scope'] ?? ''}`;
}

function startWorker(name: string, failed: () => void): void {
  try {
    const worker = new SharedWorker(new URL('./stream-worker.ts', import.meta.url), { type: 'module', name });
    worker.onerror = failed;
  } catch {
    // Some browsers have them and forbid them, such as in private windows.
    failed();
  }
}
