import { describe, expect, it, vi } from 'vitest';
import { rendered } from '#local/testing/components/rendered.tsx';
import { Checkbox, RadioGroup, Switch } from './choices.tsx';
import { Field } from './field.tsx';

const nothing = (): undefined => undefined;

describe('a switch', () => {
  it('tells what it was switched to', () => {
    const onChange = vi.fn();
    const input = rendered(<Switch checked={false} onChange={onChange} label="Approve" />).one('switch');
    expect(input.props).toMatchObject({ type: 'checkbox', checked: false });
    input.fire('onChange', { target: { checked: true } });
    expect(onChange).toHaveBeenCalledWith(true);
  });

  it('is inside its label, or named by the field around it', () => {
    expect(rendered(<Switch checked onChange={nothing} label="Approve" />).one('label').name).toBe('Approve');
    const { one, all } = rendered(
      <Field label="Approve" id="approve">
        <Switch checked onChange={nothing} />
      </Field>,
    );
    expect(one('switch').props['id']).toBe('approve');
    expect(all('label')).toHaveLength(1);
  });
});

describe('a checkbox', () => {
  it('tells what it was set to', () => {
    const onChange = vi.fn();
    const { all, one } = rendered(<Checkbox checked onChange={onChange} label="Beta" trailing="12" />);
    all('input')[0]?.fire('onChange', { target: { checked: false } });
    expect(onChange).toHaveBeenCalledWith(false);
    expect(one('label').name).toBe('Beta12');
  });

  it('can be closed', () => {
    const { all } = rendered(<Checkbox checked onChange={nothing} label="Beta" disabled />);
    expect(all('input')[0]?.props['disabled']).toBe(true);
  });
});

describe('a set of choices', () => {
  const group = (onChange: (value: string) => void): ReturnType<typeof rendered> =>
    rendered(
      <RadioGroup
        legend="Approval"
        value="a"
        onChange={onChange}
        options={[
          { value: 'a', label: 'Automatic', help: 'at once' },
          { value: 'm', label: 'Manual' },
          { value: 'n', label: 'Never', help: 'unseen', disabledReason: 'not for this one' },
        ]}
      />,
    );

  it('is named, and of one name, so that arrow keys move in it', () => {
    const { one, all } = group(nothing);
    expect(one('legend').name).toBe('Approval');
    expect(new Set(all('input').map(({ props }) => props['name'])).size).toBe(1);
    expect(all('input').map(({ props }) => props['checked'])).toEqual([true, false, false]);
  });

  it('tells what was chosen', () => {
    const onChange = vi.fn();
    group(onChange).all('input')[1]?.fire('onChange');
    expect(onChange).toHaveBeenCalledWith('m');
  });

  it('describes each by its help, and a closed one by why', () => {
    const { all, html } = group(nothing);
    const inputs = all('input');
    expect(inputs.map(({ props }) => props['disabled'])).toEqual([false, false, true]);
    const textOf = (id: unknown): string | undefined =>
      all('span').find(({ props }) => id !== undefined && props['id'] === id)?.name;
    expect(inputs.map(({ props }) => textOf(props['aria-describedby']))).toEqual([
      'at once',
      undefined,
      'not for this one',
    ]);
    expect(html).not.toContain('unseen');
  });
});
