/**
 * `npm run cluster -- pin-releases`: writes the sums of the publishers' files into `local/control-plane/releases.json`,
 * where there is internet. What is known already stays; what cannot be found out stays empty.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { optional } from '#lib/base/loose.ts';
import { withProgress } from '../bootstrap/progress.mjs';
import { knownSums, mirrorOf, pinnedReleases, RELEASES_FILE } from './binaries.ts';
import { findSum } from './download.ts';

/** Resolves to the addresses whose sums are still unknown. */
export async function pinReleases(): Promise<string[]> {
  const known = knownSums();
  const mirror = mirrorOf(process.env);
  const scratch = mkdtempSync(join(tmpdir(), 'capstan-'));
  const sums: Record<string, string> = {};
  try {
    for (const release of pinnedReleases()) {
      const { url } = release;
      sums[url] = known[url] ?? '';
      if (sums[url] !== '') continue;
      const options = { known, ...optional({ mirror }) };
      try {
        sums[url] = await withProgress(url, () => findSum(release, join(scratch, 'file'), options));
      } catch (error) {
        process.stderr.write(`  ${error instanceof Error ? error.message : String(error)}\n`);
      }
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  writeFileSync(RELEASES_FILE, `${JSON.stringify(sums, null, 2)}\n`);
  return Object.keys(sums).filter((url) => sums[url] === '');
}
