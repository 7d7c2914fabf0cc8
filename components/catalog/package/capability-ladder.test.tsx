import { expect, it } from 'vitest';
import { rendered } from '#local/testing/components/rendered.tsx';
import { CapabilityLadder } from './capability-ladder.tsx';

it.each([
  [-1, 0],
  [0, 1],
  [4, 5],
])('of the level at %i it marks %i as claimed, in words', (reached, claimed) => {
  const page = rendered(<CapabilityLadder reached={reached} evidence={(index) => `seen ${String(index)}`} />);
  expect(page.all('li')).toHaveLength(5);
  expect(page.html.match(/Claimed/g) ?? []).toHaveLength(claimed);
  for (const index of [0, 1, 2, 3, 4]) expect(page.html).toContain(`seen ${String(index)}`);
});
