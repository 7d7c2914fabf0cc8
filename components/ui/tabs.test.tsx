import { describe, expect, it, vi } from 'vitest';
import { rendered } from '#local/testing/components/rendered.tsx';
import { TabLinks, Tabs } from './tabs.tsx';

const nothing = (): undefined => undefined;
const items = [
  { id: 'form', label: 'Form', content: 'fields' },
  { id: 'yaml', label: 'YAML', count: 3, content: 'text' },
  { id: 'diff', label: 'Changes', content: 'lines' },
];

describe('tabs', () => {
  it('mount the open one only, and name it by its tab', () => {
    const { one, all, html } = rendered(<Tabs label="View" value="yaml" onChange={nothing} items={items} />);
    const [, open] = all('tab');
    expect(one('tablist').name).toBe('View');
    expect(all('tab').map(({ props }) => [props['aria-selected'], props['tabIndex']])).toEqual([
      [false, -1],
      [true, 0],
      [false, -1],
    ]);
    expect(one('tabpanel').props['aria-labelledby']).toBe(open?.props['id']);
    expect(open?.props['aria-controls']).toBe(one('tabpanel').props['id']);
    expect(html).not.toContain('fields');
  });

  it('tell which was pressed', () => {
    const onChange = vi.fn();
    rendered(<Tabs label="View" value="yaml" onChange={onChange} items={items} />)
      .all('tab')[2]
      ?.fire('onClick');
    expect(onChange).toHaveBeenCalledWith('diff');
  });

  it.each([
    { from: 0, key: 'ArrowRight', to: 1 },
    { from: 2, key: 'ArrowRight', to: 0 },
    { from: 0, key: 'ArrowLeft', to: 2 },
    { from: 1, key: 'Home', to: 0 },
    { from: 1, key: 'End', to: 2 },
  ])('$key on tab $from goes to $to and opens nothing', ({ from, key, to }) => {
    const onChange = vi.fn();
    const { one } = rendered(<Tabs label="View" value="form" onChange={onChange} items={items} />);
    const tabs = items.map(() => ({ focus: vi.fn() }));
    Object.assign(document, { activeElement: tabs[from] });
    const currentTarget = { querySelectorAll: () => tabs };
    expect(one('tablist').fire('onKeyDown', { key, currentTarget })).toBe(true);
    expect(tabs.map(({ focus }) => focus.mock.calls.length)).toEqual(
      items.map((_, index) => (index === to ? 1 : 0)),
    );
    expect(onChange).not.toHaveBeenCalled();
  });

  it('leave other keys alone', () => {
    const { one } = rendered(<Tabs label="View" value="form" onChange={nothing} items={items} />);
    const currentTarget = { querySelectorAll: () => [] };
    expect(one('tablist').fire('onKeyDown', { key: 'a', currentTarget })).toBe(false);
  });
});

it('as links can be shared, and say which one is open', () => {
  const { one, html } = rendered(
    <TabLinks
      label="Parts"
      current="b"
      items={[
        { id: 'a', label: 'A', href: '/a' },
        { id: 'b', label: 'B', href: '/b' },
      ]}
    />,
  );
  expect(one('nav', 'Parts')).toBeDefined();
  expect([...html.matchAll(/<a [^>]*>/g)].map(([tag]) => tag.includes('aria-current="page"'))).toEqual([
    false,
    true,
  ]);
});
