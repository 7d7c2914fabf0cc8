import { describe, expect, it, vi } from 'vitest';
import {
  anElement,
  anEvent,
  rendered,
  type Rendered,
  type Use,
} from '#local/testing/components/rendered.tsx';
import { Combobox, type ComboboxProps } from './combobox.tsx';

const nothing = (): undefined => undefined;
const options = [{ value: 'alpha' }, { value: 'beta', detail: 'team-b' }, { value: 'gamma' }];

/** Its place on the page is known. */
const placed: Use = {
  on: (props) => 'ref' in props && !('role' in props),
  handler: 'ref',
  with: anElement,
};
const on = (handler: string, event?: unknown): Use => ({
  on: (props) => props['role'] === 'combobox',
  handler,
  ...(event === undefined ? {} : { with: event }),
});
const key = (name: string): Use => on('onKeyDown', anEvent({ key: name }));

function combobox(more: Partial<ComboboxProps>, ...uses: readonly Use[]): Rendered {
  const props = { value: '', onChange: nothing, options, listLabel: 'Secrets', ...more };
  return rendered(<Combobox {...props} />, ...uses);
}

/** The option that the keys are on. */
const marked = ({ one, all }: Rendered): string | undefined =>
  all('option').find(({ props }) => props['id'] === one('combobox').props['aria-activedescendant'])?.props[
    'title'
  ] as string | undefined;

describe('a text field with offers', () => {
  it('says that it has some, and shows none unasked', () => {
    const { one, all } = combobox({});
    expect(one('combobox').props).toMatchObject({ 'aria-expanded': false, 'aria-autocomplete': 'list' });
    expect(all('option')).toEqual([]);
  });

  it('is an ordinary one when there is nothing to offer', () => {
    const { all } = combobox({ offers: false });
    expect(all('combobox')).toEqual([]);
    expect(all('status')).toEqual([]);
  });

  it.each([
    { how: 'pressed', use: on('onClick') },
    { how: 'left downwards', use: key('ArrowDown') },
  ])('shows all when $how, whatever stands in it, and tells how many', ({ use }) => {
    const onOpen = vi.fn();
    const page = combobox({ value: 'beta', onOpen }, placed, use);
    expect(page.all('option').map(({ props }) => [props['title'], props['aria-selected']])).toEqual([
      ['alpha', false],
      ['beta', true],
      ['gamma', false],
    ]);
    expect(page.one('combobox').props['aria-controls']).toBe(page.one('listbox', 'Secrets').props['id']);
    expect(page.one('status').name).toBe('3 choices');
    expect(onOpen).toHaveBeenCalledOnce();
  });

  it('narrows by what is typed, in either case', () => {
    const { all } = combobox({ value: 'AM' }, placed, on('onChange', 'AM'));
    expect(all('option').map(({ props }) => props['title'])).toEqual(['gamma']);
  });

  it('tells what was typed even if nobody offers it', () => {
    const onChange = vi.fn();
    const { html } = combobox({ value: 'delta', onChange }, placed, on('onChange', 'delta'));
    expect(onChange).toHaveBeenCalledWith('delta');
    expect(html).toContain('No choices.');
  });

  it('stays closed while it is disabled', () => {
    expect(combobox({ disabled: true }, placed, on('onClick')).all('option')).toEqual([]);
  });

  it('counts what is too much to show', () => {
    const many = Array.from({ length: 205 }, (_, index) => ({ value: `n${String(index)}` }));
    const { all, html } = combobox({ options: many }, placed, on('onClick'));
    expect(all('option')).toHaveLength(200);
    expect(html).toMatch(/\b5\b/);
  });
});

describe('the keys of a list of offers', () => {
  it.each([
    { keys: ['ArrowDown'], to: 'alpha' },
    { keys: ['ArrowUp'], to: 'gamma' },
    { keys: ['ArrowDown', 'End'], to: 'gamma' },
    { keys: ['ArrowUp', 'Home'], to: 'alpha' },
    { keys: ['ArrowUp', 'ArrowDown'], to: 'alpha' },
    // They belong to the text until an option is marked.
    { keys: ['End'], to: undefined },
  ])('$keys go to $to', ({ keys, to }) => {
    expect(marked(combobox({}, placed, on('onClick'), ...keys.map(key)))).toBe(to);
  });

  it('take what is marked by Enter, and close', () => {
    const onChange = vi.fn();
    const { all } = combobox({ onChange }, placed, on('onClick'), key('ArrowDown'), key('Enter'));
    expect(onChange).toHaveBeenCalledWith('alpha');
    expect(all('option')).toEqual([]);
  });

  it('leave Enter to the form while nothing is open', () => {
    expect(combobox({}).one('combobox').fire('onKeyDown', { key: 'Enter' })).toBe(false);
  });
});

it('is left without a press: what is shown keeps the focus in the text', () => {
  const { one, all } = combobox({}, placed, on('onClick'));
  expect(one('presentation').fire('onMouseDown')).toBe(true);
  expect(one('presentation').fire('onPointerDown')).toBe(true);
  expect(all('option').map(({ props }) => props['tabIndex'])).toEqual([-1, -1, -1]);
});
