import { describe, expect, it } from 'vitest';
import { rendered } from '#local/testing/components/rendered.tsx';
import { RichText, type RichBlock, type RichInline } from './rich-text.tsx';

const text = (words: string): RichInline => ({ kind: 'text', text: words });
const heading = (level: number, words: string): RichBlock => ({
  kind: 'heading',
  level,
  children: [text(words)],
});
const paragraph = (...children: readonly RichInline[]): RichBlock => ({ kind: 'paragraph', children });

describe('a document', () => {
  it.each([
    [
      [1, 2, 3],
      ['h3', 'h4', 'h5'],
    ],
    [
      [2, 5],
      ['h3', 'h4'],
    ],
    [
      [1, 2, 3, 4],
      ['h3', 'h4', 'h5', 'h5'],
    ],
  ])('with headings of levels %o has an outline without gaps: %o', (levels, want) => {
    const { html } = rendered(
      <RichText blocks={levels.map((level) => heading(level, `L${String(level)}`))} />,
    );
    expect([...html.matchAll(/<(h\d)/g)].map(([, tag]) => tag)).toEqual(want);
  });

  it('shows hostile text as text', () => {
    const { html } = rendered(
      <RichText blocks={[paragraph(text('<script>x</script>')), { kind: 'code', text: '<b>' }]} />,
    );
    expect(html).not.toContain('<script');
    expect(html).not.toContain('<b>');
    expect(html).toContain('&lt;script&gt;');
  });

  it('opens links without telling where from', () => {
    const link: RichInline = { kind: 'link', href: 'https://example.com', children: [text('there')] };
    const { one } = rendered(<RichText blocks={[paragraph(link)]} />);
    expect(one('a').props).toMatchObject({
      href: 'https://example.com',
      target: '_blank',
      rel: 'noopener noreferrer nofollow',
    });
  });

  it('numbers an ordered list from where it begins', () => {
    const items = [[paragraph(text('a'))], [paragraph(text('b'))]];
    const ordered = rendered(<RichText blocks={[{ kind: 'list', ordered: true, start: 3, items }]} />);
    expect(ordered.one('ol').props['start']).toBe(3);
    expect(ordered.all('li')).toHaveLength(2);
    const bullets = rendered(<RichText blocks={[{ kind: 'list', ordered: false, start: 3, items }]} />);
    expect(bullets.one('ul').props).not.toHaveProperty('start');
  });

  it('has tables with heads of their columns', () => {
    const { all } = rendered(
      <RichText
        blocks={[{ kind: 'table', header: [[text('Name')]], rows: [[[text('a')]], [[text('b')]]] }]}
      />,
    );
    expect(all('th').map(({ props }) => props['scope'])).toEqual(['col']);
    expect(all('td')).toHaveLength(2);
  });

  it.each([
    ['strong', '<strong'],
    ['emphasis', '<em>'],
    ['strike', '<s>'],
  ] as const)('has %s parts', (kind, tag) => {
    const { html } = rendered(<RichText blocks={[paragraph({ kind, children: [text('x')] })]} />);
    expect(html).toContain(tag);
  });
});
