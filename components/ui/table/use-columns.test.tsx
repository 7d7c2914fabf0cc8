import type { ReactNode } from 'react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { rendered, type Rendered, type Use } from '#local/testing/components/rendered.tsx';
import type { Column } from './table.tsx';
import { useColumns } from './use-columns.tsx';

const opened: Use = { on: (props) => props['aria-haspopup'] === 'menu', handler: 'onClick' };
const columns: readonly Column<string>[] = [
  { id: 'name', header: 'Name', cell: (row) => row },
  { id: 'age', header: 'Age', cell: () => '1 d', choice: 'shown' },
  { id: 'node', header: 'Node', cell: () => 'n', choice: 'hidden' },
];

function Shown({ all }: { readonly all: readonly Column<string>[] }): ReactNode {
  const view = useColumns('pods', all);
  return (
    <>
      {view.menu}
      <p>{view.columns.map(({ id }) => id).join(' ')}</p>
    </>
  );
}

const view = (all: readonly Column<string>[], ...uses: readonly Use[]): Rendered =>
  rendered(<Shown all={all} />, ...uses);

function storage(setItem: (key: string, text: string) => void): void {
  vi.stubGlobal('localStorage', { setItem, getItem: () => null });
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
}

describe('the columns of a table', () => {
  it('begin as the table has them', () => {
    expect(view(columns).one('p').name).toBe('name age');
  });

  it('can be chosen, but for those that are always there', () => {
    const { one, all } = view(columns, opened);
    expect(one('button', 'Columns')).toBeDefined();
    expect(all('menuitemcheckbox').map(({ name, props }) => [name, props['aria-checked']])).toEqual([
      ['Age', true],
      ['Node', false],
    ]);
  });

  it('have no menu where there is no choice', () => {
    expect(view(columns.slice(0, 1)).all('button')).toEqual([]);
  });

  it('are remembered by this browser, for this table', () => {
    const setItem = vi.fn();
    storage(setItem);
    view(columns, opened).one('menuitemcheckbox', 'Node').fire('onClick');
    expect(setItem.mock.calls).toEqual([['capstan.columns.pods', '{"node":true}']]);
  });

  it('can be chosen where nothing may be kept', () => {
    storage(() => {
      throw new Error('no storage here');
    });
    expect(() => view(columns, opened).one('menuitemcheckbox', 'Age').fire('onClick')).not.toThrow();
  });
});
