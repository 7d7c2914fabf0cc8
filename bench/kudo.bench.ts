/** `npm run bench -- kudo`: what declarative operators cost. */
import { benchTemplates } from './kudo/templates.ts';

export const summary = 'declarative operators: templates read and rendered, beside Go';

export async function bench(): Promise<void> {
  await benchTemplates();
}
