import { expect, it } from 'vitest';
import { rendered } from '#local/testing/components/rendered.tsx';
import { Badge, StatusBadge } from './badge.tsx';

it('shows its words, and more of them on hover', () => {
  const { html, one } = rendered(
    <Badge icon={<b>!</b>} title="since Monday">
      Beta
    </Badge>,
  );
  expect(html).toContain('Beta');
  expect(html).toContain('<b>!</b>');
  expect(one('span', '!Beta').props['title']).toBe('since Monday');
});

it('says a state by a word, and never by colour alone', () => {
  const { html } = rendered(<StatusBadge tone="bad">Failed</StatusBadge>);
  expect(html).toMatch(/<svg.*aria-hidden.*Failed/);
});
