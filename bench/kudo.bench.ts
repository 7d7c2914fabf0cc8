/** `npm run bench -- kudo`: what declarative operators cost. */
import { parseArgs } from 'node:util';
import { benchHostile } from './kudo/hostile.ts';
import { benchLoop } from './kudo/loop.ts';
import { benchMany } from './kudo/many.ts';
import { benchPasses } from './kudo/passes.ts';
import { benchSteps } from './kudo/steps.ts';
import { benchTemplates } from './kudo/templates.ts';

export const summary =
  'declarative operators: a pass over a large package, fifty steps and 200 Instances on a cluster, templates beside Go, hostile ones, and how long these keep others waiting';

const HELP = `Usage: npm run bench -- kudo [--instances 200] [--minutes 10] [--cluster]

--cluster   only what takes a cluster: serial steps, many Instances, idle minutes
`;

export async function bench(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      help: { type: 'boolean' },
      cluster: { type: 'boolean', default: false },
      instances: { type: 'string', default: '200' },
      minutes: { type: 'string', default: '10' },
    },
  });
  if (values.help === true) {
    process.stdout.write(HELP);
    return;
  }
  if (!values.cluster) await benchPasses();
  await benchSteps();
  await benchMany({ instances: Number(values.instances), minutes: Number(values.minutes) });
  if (values.cluster) return;
  await benchTemplates();
  benchHostile();
  await benchLoop();
}
