import { createTranslator } from 'use-intl';
import { describe, expect, it } from 'vitest';
import { type Problem, problemCodes } from '#lib/schema-form/schema/problem.ts';
import { en } from '#messages/en.ts';
import { textsIn } from '#messages/testing/languages.ts';
import { problemText } from './problem-text.ts';

const t = createTranslator({ locale: 'en', messages: en, namespace: 'schema-form', onError: refuse });

function refuse(error: Error): never {
  throw error;
}

describe('the text of a problem', () => {
  it.each<[Problem, string]>([
    [{ code: 'required' }, 'is required'],
    [{ code: 'atMost', values: { limit: 10 } }, 'must be at most 10'],
    [{ code: 'minItems', values: { min: 1 } }, 'must have at least 1 item'],
    [{ code: 'maxProperties', values: { max: 2 } }, 'must have at most 2 entries'],
    [{ code: 'maxLength', values: { max: 63, length: 70 } }, 'must have at most 63 characters, has 70'],
    [{ code: 'misspelt', values: { near: 'replicas' } }, 'is not a known field: did you mean replicas?'],
    [
      { code: 'sameKeys', values: { keys: ['port', 'protocol'] } },
      'has the same port and protocol as an item above: change or remove it',
    ],
    [{ code: 'yamlTabs', values: { detail: 'at b' } }, 'Tabs cannot indent YAML; use spaces. (at b)'],
    [
      { code: 'pattern', values: { pattern: '^(\\+|-)?([0-9]+)(([KMGTPE]i)|[numkMGTPE]|([eE]))?$' } },
      'must be a quantity such as 500m, 2 or 512Mi',
    ],
    [{ said: 'no such city' }, 'no such city'],
    [{ code: 'pattern', values: { pattern: "^'{x}<b>$" } }, "must match the pattern ^'{x}<b>$"],
  ])('%j', (problem, want) => {
    expect(problemText(problem, t, 'en')).toBe(want);
  });

  it.each([
    ['en', en],
    ['de', textsIn('de')],
    ['ja', textsIn('ja')],
  ] as const)('exists for each of them in %s', (_locale, messages) => {
    expect(Object.keys(messages['schema-form'].problems).sort()).toEqual([...problemCodes].sort());
  });
});
