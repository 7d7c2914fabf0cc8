import { describe, expect, it, vi } from 'vitest';
import { rendered } from '#local/testing/components/rendered.tsx';
import { Table, type Column, type TableProps } from './table.tsx';

const columns: readonly Column<string>[] = [
  { id: 'name', header: 'Name', cell: (row) => row, sortable: true, bare: true },
  { id: 'size', header: 'Size', cell: (row) => row.length, sortable: true },
  { id: 'actions', header: 'Actions', cell: () => 'x', quiet: true },
];
const table = (more: Partial<TableProps<string>>): ReturnType<typeof rendered> =>
  rendered(<Table caption="Pods" columns={columns} rows={['a', 'bb']} rowKey={(row) => row} {...more} />);

describe('a table', () => {
  it('says what it is of, and what its columns are', () => {
    const { one, all } = table({});
    expect(one('caption').name).toBe('Pods');
    expect(all('th').map(({ name, props }) => [name, props['scope']])).toEqual([
      ['Name', 'col'],
      ['Size', 'col'],
      ['Actions', 'col'],
    ]);
    expect(all('td').map(({ name }) => name)).toEqual(['a', '1', 'x', 'bb', '2', 'x']);
  });

  it('labels its cells where it is stacked, but for those that speak for themselves', () => {
    const { all } = table({ rows: ['a'] });
    expect(all('td').map(({ props }) => props['data-label'])).toEqual([undefined, 'Size', 'Actions']);
  });

  it.each([
    { sort: undefined, press: 'Size', want: { column: 'size', descending: false } },
    {
      sort: { column: 'size', descending: false },
      press: 'Size',
      want: { column: 'size', descending: true },
    },
    {
      sort: { column: 'size', descending: true },
      press: 'Size',
      want: { column: 'size', descending: false },
    },
    {
      sort: { column: 'size', descending: true },
      press: 'Name',
      want: { column: 'name', descending: false },
    },
  ])('in the order $sort asks for $want when $press is pressed', ({ sort, press, want }) => {
    const onSort = vi.fn();
    const { one, all } = table({ sort, onSort });
    one('button', press).fire('onClick');
    expect(onSort).toHaveBeenCalledWith(want);
    const said = all('th').map(({ props }) => props['aria-sort']);
    const direction = sort?.descending === true ? 'descending' : 'ascending';
    expect(said).toEqual([undefined, sort === undefined ? undefined : direction, undefined]);
  });

  it('has nothing to press where nobody sorts', () => {
    expect(table({}).all('button')).toEqual([]);
  });

  it('has one row that Tab comes to, where rows can be walked', () => {
    const rows = (navigable: boolean): unknown[] =>
      table({ navigable })
        .all('tr')
        .filter(({ props }) => 'data-index' in props)
        .map(({ props }) => props['tabIndex']);
    expect(rows(true)).toEqual([0, -1]);
    expect(rows(false)).toEqual([undefined, undefined]);
  });

  it('marks what asks for attention', () => {
    const { all } = table({ rowTone: (row) => (row === 'bb' ? 'warn' : undefined) });
    const marked = all('tr').filter(({ props }) => String(props['className']).includes('bg-warn-soft'));
    expect(marked.map(({ props }) => props['data-index'])).toEqual([1]);
  });

  it('of many rows draws the first before it knows the window, and says how many there are', () => {
    const { one, all } = table({ rows: Array.from({ length: 101 }, String) });
    expect(one('table').props['aria-rowcount']).toBe(102);
    const drawn = all('tr').filter(({ props }) => 'data-index' in props);
    expect(drawn.map(({ props }) => props['data-index'])).toEqual(Array.from({ length: 40 }, (_, at) => at));
    expect(table({}).one('table').props['aria-rowcount']).toBeUndefined();
  });
});
