import { expect, it } from 'vitest';
import { rendered } from '#local/testing/components/rendered.tsx';
import { PageSkeleton } from './page-skeleton.tsx';

it('says that the page is loading, and what it is called where that is known', () => {
  const { all, one } = rendered(<PageSkeleton title="Tickets" />);
  expect(all('status').map(({ name }) => name)).toContain('Loading');
  expect(one('h1').name).toBe('Tickets');
  expect(rendered(<PageSkeleton />).all('h1')).toEqual([]);
});

it('has the shape of what comes', () => {
  const bars = (node: Parameters<typeof rendered>[0]): number =>
    rendered(node).html.split('animate-pulse').length - 1;
  expect(bars(<PageSkeleton tabs={4} />) - bars(<PageSkeleton />)).toBe(4);
  expect(bars(<PageSkeleton icon />) - bars(<PageSkeleton />)).toBe(1);
  // Five rows of three in the place of nine lines.
  expect(bars(<PageSkeleton main="table" />) - bars(<PageSkeleton />)).toBe(6);
});
