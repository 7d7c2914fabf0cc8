import { expect, it } from 'vitest';
import { rendered } from '#local/testing/components/rendered.tsx';
import { Card, FactList } from './card.tsx';

it('is a section with a heading, what it is about, and its action', () => {
  const { all, one, html } = rendered(
    <Card title="Rights" description="What it may do" action={<i>edit</i>}>
      none
    </Card>,
  );
  expect(all('section')).toHaveLength(1);
  expect(one('h2').name).toBe('Rights');
  expect(one('p').name).toBe('What it may do');
  expect(html).toMatch(/<i>edit<\/i>.*none/);
});

it('has no empty header without a title', () => {
  expect(rendered(<Card description="unseen">text</Card>).all('header')).toEqual([]);
});

it('labels each fact', () => {
  const { all } = rendered(
    <FactList
      facts={[
        { label: 'Version', value: '1.0.0' },
        { label: 'Channel', value: 'stable' },
      ]}
    />,
  );
  expect(all('dt').map(({ name }) => name)).toEqual(['Version', 'Channel']);
  expect(all('dd').map(({ name }) => name)).toEqual(['1.0.0', 'stable']);
});
