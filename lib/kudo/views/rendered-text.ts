/** All that a plan makes as one text, for people who compare two of them. */
import { renderedPlan, type InstanceWish } from './package-view.ts';
import type { KudoOperatorVersion } from '../api/types.ts';

/** The templates one after the other, each under its name; why there is nothing where nothing can be rendered. */
export function renderedText(version: KudoOperatorVersion, wish: InstanceWish, plan: string): string {
  const rendered = renderedPlan(version, wish, plan);
  if ('problem' in rendered) return comment(rendered.problem);
  return rendered.templates
    .map(({ template, task, text, problem }) =>
      [
        `# ${template} (${task})\n`,
        problem === undefined ? '' : comment(problem),
        text === undefined ? '' : `${text.trim()}\n`,
      ].join(''),
    )
    .join('---\n');
}

function comment(words: string): string {
  return `${words
    .split('\n')
    .map((line) => `# ${line}`)
    .join('\n')}\n`;
}
