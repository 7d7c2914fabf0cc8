/** `npm run soak -- --minutes N`. The table goes to stdout, what happens meanwhile to stderr. */
import { ensureBinaries } from '../cluster/binaries.ts';
import { ensureBuild } from '../build/build.ts';
import { parseSoak, usage } from './options.ts';
import { planOf } from './plan.ts';
import { reportOf } from './report.ts';
import { isWell, runSoak } from './soak.ts';
import { fail } from '../failure.ts';

async function main(): Promise<void> {
  const options = parseSoak(process.argv.slice(2));
  if (options.kind === 'help') {
    process.stdout.write(usage);
    return;
  }
  await ensureBinaries();
  await ensureBuild();
  const begun = performance.now();
  const result = await runSoak(planOf(options.minutes), (line) => {
    process.stderr.write(`${((performance.now() - begun) / 1_000).toFixed(1).padStart(8)} s  ${line}\n`);
  });
  process.stdout.write(`\n${reportOf(result)}`);
  process.stdout.write(isWell(result) ? 'Well.\n' : 'Not well.\n');
  process.exitCode = isWell(result) ? 0 : 1;
}

try {
  await main();
} catch (error) {
  fail(error);
}
