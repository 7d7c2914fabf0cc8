import { describe, expect, it } from 'vitest';
import { reasonWords } from '../views/reason-words.ts';
import { conditionReasons, conditionTypes, csvReasons } from './vocabulary.ts';

describe('vocabulary', () => {
  it.each([...csvReasons, ...conditionReasons])('has words for reason %s', (reason) => {
    expect(reasonWords(reason)?.means).toMatch(/\.$/);
  });

  it.each(Object.entries(conditionTypes))('has words for condition %s', (_type, { label, means }) => {
    expect(label).not.toBe('');
    expect(means).toMatch(/\.$/);
  });
});
