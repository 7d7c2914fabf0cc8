/** `npm run bench -- kudo`: what declarative operators cost. */
import { benchHostile } from './kudo/hostile.ts';
import { benchPasses } from './kudo/passes.ts';
import { benchSteps } from './kudo/steps.ts';
import { benchTemplates } from './kudo/templates.ts';

export const summary =
  'declarative operators: a pass over a large package, fifty steps on a cluster, templates beside Go, hostile templates';

export async function bench(): Promise<void> {
  await benchPasses();
  await benchSteps();
  await benchTemplates();
  benchHostile();
}
