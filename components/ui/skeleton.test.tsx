import { expect, it } from 'vitest';
import { rendered } from '#local/testing/components/rendered.tsx';
import { Skeleton, SkeletonRows, SkeletonText } from './skeleton.tsx';

it('is nothing to read out', () => {
  expect(rendered(<Skeleton />).one('span').props['aria-hidden']).toBe(true);
});

it('says once that something is loading, however many bars it has', () => {
  for (const node of [<SkeletonRows key="a" rows={3} columns={2} />, <SkeletonText key="b" lines={6} />]) {
    const { one, html } = rendered(node);
    expect(one('status').name).toBe('Loading');
    expect(html.split('animate-pulse')).toHaveLength(7);
  }
});
