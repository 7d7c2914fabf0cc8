/** The codes of problems of our own: their English sentence for programs is the text of the pages. */
import { createTranslator } from 'use-intl';
import { expect, it } from 'vitest';
import { withMessage } from '#lib/console-problem.ts';
import type { ConsoleProblem } from '#lib/console-problem.ts';
import { en } from '#messages/en.ts';

const values = {
  right: 'get pods',
  status: 502,
  why: 'no layers',
  megabytes: 256,
  bytes: 3_145_728,
  tabs: 40,
};
const t = createTranslator({ locale: 'en', messages: en, namespace: 'problems' });

it.each(Object.keys(en.problems) as ConsoleProblem['code'][])('%s says the same to both', (code) => {
  // Sentences take what they need of all values, and the others are passed over.
  const { message } = withMessage({ code, values } as ConsoleProblem);
  expect(message).toBe(t(code, values));
  expect(message).not.toMatch(/[{}]/);
});

it('every code has a text', () => {
  // Fails to compile without.
  const texts: Readonly<Record<ConsoleProblem['code'], string>> = en.problems;
  expect(Object.keys(texts).length).toBeGreaterThan(20);
});
