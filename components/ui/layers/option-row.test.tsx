import { expect, it, vi } from 'vitest';
import { rendered } from '#local/testing/components/rendered.tsx';
import { OptionRow } from './option-row.tsx';

it.each([true, false])('says whether it is chosen: %s', (selected) => {
  const onChoose = vi.fn();
  const { one, html } = rendered(
    <OptionRow id="a" title="the whole name" selected={selected} className={false} onChoose={onChoose}>
      name
    </OptionRow>,
  );
  const row = one('option', 'name');
  expect(row.props).toMatchObject({ 'aria-selected': selected, title: 'the whole name', id: 'a' });
  expect(html.includes('opacity-0')).toBe(!selected);
  row.fire('onClick');
  expect(onChoose).toHaveBeenCalledOnce();
});

it('is not come to by Tab: the text field keeps the focus', () => {
  const row = (
    <OptionRow id="a" title="a" selected={false} className="marked" onChoose={() => undefined} children="a" />
  );
  const { props } = rendered(row).one('option');
  expect(props['tabIndex']).toBe(-1);
  expect(props['className']).toContain('marked');
});
