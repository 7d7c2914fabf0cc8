import { describe, expect, it, vi } from 'vitest';
import { anEvent, rendered, type Rendered, type Use } from '#local/testing/components/rendered.tsx';
import { FilterList } from './filter-list.tsx';

const on = (handler: string, what: unknown): Use => ({
  on: (props) => props['role'] === 'combobox',
  handler,
  with: what,
});
const typed = (text: string): Use => on('onChange', text);
const key = (name: string): Use => on('onKeyDown', anEvent({ key: name }));
const options = ['alpha', 'beta', 'gamma'].map((value) => ({ value, label: `Team ${value}` }));

function list(uses: readonly Use[], onSelect: (value: string) => void = () => undefined): Rendered {
  return rendered(
    <FilterList
      label="Namespaces"
      options={options}
      value="beta"
      onSelect={onSelect}
      empty={(text) => `none is called ${text}`}
      pinned={[{ value: '', label: 'All' }]}
    />,
    ...uses,
  );
}

const labels = ({ all }: Rendered): string[] => all('option').map(({ name }) => name);

describe('a list to choose from by typing', () => {
  it('shows all, those that are always there first', () => {
    const page = list([]);
    expect(labels(page)).toEqual(['All', 'Team alpha', 'Team beta', 'Team gamma']);
    expect(page.all('option').filter(({ props }) => props['aria-selected'] === true)).toHaveLength(1);
    expect(page.one('combobox', 'Namespaces').props['aria-controls']).toBe(page.one('listbox').props['id']);
  });

  it('narrows by what is typed', () => {
    expect(labels(list([typed(' GAM ')]))).toEqual(['Team gamma']);
  });

  it('says what was not found', () => {
    const page = list([typed('delta ')]);
    expect(page.html).toContain('none is called delta');
    expect(page.one('combobox').props['aria-activedescendant']).toBeUndefined();
  });

  it.each([
    { keys: [], chosen: '' },
    { keys: ['ArrowDown'], chosen: 'alpha' },
    { keys: ['ArrowUp'], chosen: 'gamma' },
    { keys: ['ArrowUp', 'ArrowDown'], chosen: '' },
  ])('takes $chosen by $keys and Enter', ({ keys, chosen }) => {
    const onSelect = vi.fn();
    list([...keys, 'Enter'].map(key), onSelect);
    expect(onSelect.mock.calls).toEqual([[chosen]]);
  });

  it('begins anew at the first when something else is typed', () => {
    const onSelect = vi.fn();
    list([key('ArrowUp'), typed('a'), key('Enter')], onSelect);
    expect(onSelect.mock.calls).toEqual([['alpha']]);
  });

  it('takes what is pressed', () => {
    const onSelect = vi.fn();
    list([], onSelect).one('option', 'Team gamma').fire('onClick');
    expect(onSelect.mock.calls).toEqual([['gamma']]);
  });
});
