import { describe, expect, it, vi } from 'vitest';
import { rendered } from '#local/testing/components/rendered.tsx';
import { NumberInput, SearchInput, Select, TextArea, TextInput } from './inputs.tsx';

const nothing = (): undefined => undefined;

it.each([
  ['a line of text', 'input', TextInput],
  ['a text', 'textarea', TextArea],
  ['a number', 'input', NumberInput],
] as const)('%s tells what was typed, whatever it is', (_what, tag, Input) => {
  const onChange = vi.fn();
  const control = rendered(<Input value="7" onChange={onChange} />).one(tag);
  expect(control.props['value']).toBe('7');
  control.fire('onChange', { target: { value: '7,5 or so' } });
  expect(onChange).toHaveBeenCalledWith('7,5 or so');
});

it.each([
  [true, 'numeric'],
  [false, 'decimal'],
])('a number that is whole: %s has the keys for it', (integer, inputMode) => {
  const { one } = rendered(<NumberInput value="" onChange={nothing} integer={integer} />);
  // `type=number` would hide what is no number.
  expect(one('input').props).toMatchObject({ type: 'text', inputMode });
});

describe('a search', () => {
  it('has a name, and nothing to clear while it is empty', () => {
    const { one, all } = rendered(<SearchInput value="" onChange={nothing} label="Search operators" />);
    expect(one('input', 'Search operators').props['type']).toBe('search');
    expect(all('button')).toEqual([]);
  });

  it('can be cleared', () => {
    const onChange = vi.fn();
    rendered(<SearchInput value="x" onChange={onChange} label="Search" />)
      .one('button', 'Clear search')
      .fire('onClick');
    expect(onChange).toHaveBeenCalledWith('');
  });
});

describe('a select', () => {
  const options = [
    { value: 'a', label: 'Alpha' },
    { value: 'b', label: 'Beta', disabled: true },
  ];

  it('offers what there is, and an empty choice where that is named', () => {
    const { all } = rendered(
      <Select value="a" onChange={nothing} options={options} placeholder="Choose one" />,
    );
    expect(all('option').map(({ name, props }) => [name, props['value'], props['disabled']])).toEqual([
      ['Choose one', '', undefined],
      ['Alpha', 'a', undefined],
      ['Beta', 'b', true],
    ]);
  });

  it('tells what was chosen', () => {
    const onChange = vi.fn();
    rendered(<Select value="a" onChange={onChange} options={options} />)
      .one('select')
      .fire('onChange', { target: { value: 'b' } });
    expect(onChange).toHaveBeenCalledWith('b');
  });
});
