import { expect, it } from 'vitest';
import type { SourceHealth } from '../api/catalog-answers.ts';
import { contentState, worstState } from './source-state.ts';
import type { ContentState } from './source-state.ts';

const good: SourceHealth = {
  namespace: 'capstan-system',
  name: 'community',
  healthy: true,
  packages: 3,
  bundles: 9,
  warnings: [],
  readAt: 1,
  digest: 'd',
};
const problem = { kind: 'unreachable', message: 'Nobody answers.', since: 5 } as const;
const none = { packages: 0, bundles: 0, healthy: false, readAt: 0 };

it.each<[string, Partial<SourceHealth>, ContentState]>([
  ['is read', {}, 'ready'],
  ['is read again', { fetching: true }, 'ready'],
  ['is read for the first time', { ...none, fetching: true }, 'reading'],
  ['cannot be read', { ...none, problem }, 'broken'],
  ['cannot be read, and is tried again', { ...none, problem, fetching: true }, 'broken'],
  ['could be read before', { problem }, 'stale'],
  ['holds nothing good', { ...none, readAt: 1, warnings: [{ message: 'torn' }] }, 'broken'],
  ['misses a part', { warnings: [{ message: 'torn' }] }, 'incomplete'],
  ['is empty', { packages: 0, bundles: 0 }, 'ready'],
])('a source that %s', (_name, more, want) => {
  expect(contentState({ ...good, ...more })).toBe(want);
});

it('shows the worst of several', () => {
  expect(worstState([])).toBe('ready');
  expect(worstState([good, { ...good, problem }])).toBe('stale');
  expect(
    worstState([
      { ...good, problem },
      { ...good, ...none },
    ]),
  ).toBe('broken');
});
