/**
 * `npm run soak` in its shortest form: Capstan as `npm start` runs it, while everything around it goes wrong in turn. What
 * takes hours to show is for the long form.
 */
import { planOf } from '#local/soak/plan.ts';
import { reportOf } from '#local/soak/report.ts';
import { isWell, runSoak } from '#local/soak/soak.ts';
import { isDeep } from '#local/testing/effort.ts';
import { expect, test } from '@playwright/test';

const MINUTES = isDeep ? 20 : 2;

test('stays well and heals by itself, whatever goes wrong around it', async () => {
  test.setTimeout(10 * MINUTES * 60_000);
  const happened: string[] = [];
  const result = await runSoak(planOf(MINUTES), (line) => happened.push(line));
  const report = reportOf(result);
  process.stdout.write(`\n${report}`);
  expect(isWell(result), `${report}\n${happened.join('\n')}`).toBe(true);
});
