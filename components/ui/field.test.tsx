import { describe, expect, it } from 'vitest';
import { rendered, type Rendered } from '#local/testing/components/rendered.tsx';
import { Field, InlineField, OutsideField } from './field.tsx';
import { TextInput } from './inputs.tsx';

const nothing = (): undefined => undefined;
const input = <TextInput value="" onChange={nothing} />;

/** The texts of what describes the control. */
function descriptions({ one, all }: Rendered): (string | undefined)[] {
  const ids = String(one('input').props['aria-describedby'] ?? '').split(' ');
  return ids.map((id) => all('p').find(({ props }) => props['id'] === id)?.name);
}

describe('a field', () => {
  it('names its control, and describes it by its help', () => {
    const page = rendered(
      <Field label="Name" help="in lower case">
        {input}
      </Field>,
    );
    expect(page.one('label').props['htmlFor']).toBe(page.one('input').props['id']);
    expect(page.one('label').name).toBe('Name');
    expect(descriptions(page)).toEqual(['in lower case']);
    expect(page.one('input').props).not.toHaveProperty('aria-invalid');
  });

  it('says what is wrong with it, beside its help', () => {
    const page = rendered(
      <Field label="Name" help="in lower case" error="is taken">
        {input}
      </Field>,
    );
    expect(page.one('input').props['aria-invalid']).toBe(true);
    expect(descriptions(page)).toHaveLength(2);
    expect(page.html).toContain('is taken');
  });

  it.each([undefined, null, false, ''])('takes an error that is %o for none', (error) => {
    const page = rendered(
      <Field label="Name" error={error}>
        {input}
      </Field>,
    );
    expect(page.one('input').props).not.toHaveProperty('aria-invalid');
    expect(page.one('input').props).not.toHaveProperty('aria-describedby');
  });

  it('says that it is required, to those who cannot see the star too', () => {
    const page = rendered(
      <Field label="Name" required>
        {input}
      </Field>,
    );
    expect(page.one('input').props['aria-required']).toBe(true);
  });
});

it('gives a control without a label its error all the same', () => {
  const page = rendered(
    <InlineField id="key-1" error="is taken">
      {input}
    </InlineField>,
  );
  expect(page.one('input').props).toMatchObject({
    id: 'key-1',
    'aria-invalid': true,
    'aria-describedby': 'key-1-error',
  });
  expect(page.html).toContain('id="key-1-error"');
});

it('leaves controls alone that do not belong to it', () => {
  const page = rendered(
    <Field label="Name" id="name" error="is taken">
      <OutsideField>{input}</OutsideField>
    </Field>,
  );
  expect(page.one('input').props).not.toHaveProperty('id');
  expect(page.one('input').props).not.toHaveProperty('aria-invalid');
});
