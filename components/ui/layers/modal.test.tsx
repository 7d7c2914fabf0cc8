import { expect, it } from 'vitest';
import { rendered } from '#local/testing/components/rendered.tsx';
import { Field } from '../field.tsx';
import { TextInput } from '../inputs.tsx';
import { Modal } from './modal.tsx';

const nothing = (): undefined => undefined;

it('is there only while it is open', () => {
  const frame = { onClose: nothing, labelledBy: 'title', className: 'wide', children: 'content' };
  expect(rendered(<Modal open={false} {...frame} />).html).toBe('');
  const { props } = rendered(<Modal open {...frame} describedBy="about" />).one('dialog');
  expect(props).toMatchObject({ 'aria-labelledby': 'title', 'aria-describedby': 'about', tabIndex: -1 });
});

it('is nothing on the server, which has no page to show it over', () => {
  expect(
    Modal({ open: true, onClose: nothing, labelledBy: 'title', className: '', children: 'x' }),
  ).toBeNull();
});

it('does not belong to the field one of whose buttons opens it', () => {
  const { one } = rendered(
    <Field label="Name" id="name" error="is taken">
      <Modal open onClose={nothing} labelledBy="title" className="">
        <TextInput value="" onChange={nothing} />
      </Modal>
    </Field>,
  );
  expect(one('input').props).not.toHaveProperty('id');
});
