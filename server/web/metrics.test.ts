import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createMetrics } from './metrics.ts';
import { newStreamStats } from './stream/stream-stats.ts';

it('serves the metrics that docs/operations.md lists, and no others of ours', async () => {
  const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'operations.md'), 'utf8');
  const listed = [...page.matchAll(/^\| `(capstan_web_\w+)`/gm)].map(([, name]) => name);
  const text = await createMetrics({ streams: () => 0, watches: () => 0, stats: newStreamStats() }).text();
  const served = [...text.matchAll(/^# TYPE (capstan_\w+) /gm)].map(([, name]) => name);
  expect(listed.sort()).toEqual(served.sort());
});
