import { expect, it } from 'vitest';
import { rendered } from '#local/testing/components/rendered.tsx';
import { PageHeader } from './page-header.tsx';

it('has the one heading of the page, and what belongs to it', () => {
  const { one, html } = rendered(
    <PageHeader title="Tickets" description="by Example" status={<i>ready</i>} actions={<b>delete</b>} />,
  );
  expect(one('h1').name).toBe('Tickets');
  expect(html).toContain('by Example');
  expect(html).toContain('<i>ready</i>');
  expect(html).toMatch(/data-page-actions="[^"]*"[^>]*><b>delete<\/b>/);
});

it('shows the way here: links, and the page itself as where one is', () => {
  const { one, html } = rendered(
    <PageHeader
      title="Tickets"
      breadcrumbs={[{ label: 'Catalog', href: '/catalog' }, { label: 'Tickets' }]}
    />,
  );
  expect(one('nav', 'Breadcrumbs')).toBeDefined();
  expect(html).toMatch(/<a[^>]*href="\/catalog"[^>]*>Catalog/);
  expect(html).toMatch(/<span aria-current="page"[^>]*title="Tickets"/);
});

it('has no empty parts', () => {
  const { all, html } = rendered(<PageHeader title="Tickets" />);
  expect(all('nav')).toEqual([]);
  expect(html).not.toContain('data-page-actions');
});
