import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startHealth } from './health.ts';
import { createControllerMetrics } from './metrics.ts';

it('serves the metrics that docs/operations.md lists, and no others of ours', async () => {
  const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'operations.md'), 'utf8');
  const controllers = page.slice(page.indexOf('| controller |'), page.indexOf('## Alerts'));
  const listed = [...controllers.matchAll(/^\| `(capstan_\w+)`/gm)].map(([, name]) => name);
  const verdict = { unhealthy: [], notReady: [] };
  const { registry } = createControllerMetrics({ queues: () => [], catalogs: () => [], now: () => 0 });
  const health = await startHealth(
    { host: '127.0.0.1', port: 0 },
    { verdict: () => verdict, metrics: registry },
  );
  try {
    const answer = await fetch(`http://127.0.0.1:${String(health.port)}/metrics`);
    const served = [...(await answer.text()).matchAll(/^# TYPE (capstan_\w+) /gm)].map(([, name]) => name);
    expect(listed.sort()).toEqual(served.sort());
  } finally {
    await health.close();
  }
});
