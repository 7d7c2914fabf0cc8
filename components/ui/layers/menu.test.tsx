import { describe, expect, it, vi } from 'vitest';
import { anEvent, rendered, type Use } from '#local/testing/components/rendered.tsx';
import { Menu, type MenuItem } from './menu.tsx';

const opened: Use = { on: (props) => props['aria-haspopup'] === 'menu', handler: 'onClick' };
const nothing = (): undefined => undefined;

describe('a menu', () => {
  it('is a button that says what it opens', () => {
    const { one, all } = rendered(<Menu items={[{ label: 'Edit', onSelect: nothing }]} />);
    expect(one('button', 'Actions').props).toMatchObject({ 'aria-haspopup': 'menu', 'aria-expanded': false });
    expect(all('menuitem')).toEqual([]);
  });

  it.each(['ArrowDown', 'ArrowUp'])('opens by %s', (key) => {
    const onOpen = vi.fn();
    const { all } = rendered(<Menu items={[{ label: 'Edit', onSelect: nothing }]} onOpen={onOpen} />, {
      ...opened,
      handler: 'onKeyDown',
      with: anEvent({ key }),
    });
    expect(all('menuitem').map(({ name }) => name)).toEqual(['Edit']);
    expect(onOpen).toHaveBeenCalledOnce();
  });

  it('does what is chosen', () => {
    const onSelect = vi.fn();
    rendered(<Menu items={[{ label: 'Edit', onSelect }]} />, opened)
      .one('menuitem', 'Edit')
      .fire('onClick');
    expect(onSelect).toHaveBeenCalledOnce();
  });

  it('does nothing for a closed item, and says why', () => {
    const onSelect = vi.fn();
    const closed: MenuItem = { label: 'Delete', disabledReason: 'It is used.', onSelect };
    const { one, html } = rendered(<Menu items={[closed]} />, opened);
    const item = one('menuitem', 'DeleteIt is used.');
    expect(item.props['aria-disabled']).toBe(true);
    expect(html).toContain('It is used.');
    item.fire('onClick');
    expect(onSelect).not.toHaveBeenCalled();
  });

  it('switches on what is off, unless that is closed', () => {
    const onSwitch = vi.fn();
    const items: MenuItem[] = [
      { kind: 'switch', label: 'Age', on: false, onSwitch },
      { kind: 'switch', label: 'Name', on: true, onSwitch, disabledReason: 'always shown' },
    ];
    const switches = rendered(<Menu items={items} />, opened).all('menuitemcheckbox');
    expect(switches.map(({ props }) => props['aria-checked'])).toEqual([false, true]);
    for (const item of switches) item.fire('onClick');
    expect(onSwitch.mock.calls).toEqual([[true]]);
  });
});
