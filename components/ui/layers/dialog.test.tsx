import { describe, expect, it, vi } from 'vitest';
import { rendered, type Use } from '#local/testing/components/rendered.tsx';
import { ConfirmDialog, Dialog } from './dialog.tsx';

const nothing = (): undefined => undefined;
const done = (): Promise<void> => Promise.resolve();
const typed = (text: string): Use => ({ on: (props) => 'mono' in props, handler: 'onChange', with: text });

describe('a dialog', () => {
  it('is named by its title, described by what it is about, and can be closed', () => {
    const onOpenChange = vi.fn();
    const { one } = rendered(
      <Dialog open onOpenChange={onOpenChange} title="Edit" description="one field" footer={<b>foot</b>}>
        content
      </Dialog>,
    );
    const { props } = one('dialog');
    expect(one('h2', 'Edit').props['id']).toBe(props['aria-labelledby']);
    expect(one('p', 'one field').props['id']).toBe(props['aria-describedby']);
    one('button', 'Close').fire('onClick');
    expect(onOpenChange.mock.calls).toEqual([[false]]);
  });

  it('brings no landmarks of a page', () => {
    const { html } = rendered(<Dialog open onOpenChange={nothing} title="Edit" footer={<b>foot</b>} />);
    expect(html).toContain('<b>foot</b>');
    expect(html).not.toMatch(/<(header|footer|main|nav)\b/);
  });

  it('is nothing while it is closed', () => {
    expect(rendered(<Dialog open={false} onOpenChange={nothing} title="Edit" />).all('dialog')).toEqual([]);
  });
});

describe('a question before something that cannot be taken back', () => {
  it('names what happens, and does it', () => {
    const confirm = vi.fn(done);
    const { one } = rendered(
      <ConfirmDialog
        open
        onOpenChange={nothing}
        title="Delete?"
        action="Delete lisbon"
        onConfirm={confirm}
      />,
    );
    one('button', 'Delete lisbon').fire('onClick');
    expect(confirm).toHaveBeenCalledOnce();
  });

  it('closes without doing it', () => {
    const confirm = vi.fn(done);
    const onOpenChange = vi.fn();
    const { one } = rendered(
      <ConfirmDialog open onOpenChange={onOpenChange} title="Delete?" action="Delete" onConfirm={confirm} />,
    );
    one('button', 'Cancel').fire('onClick');
    expect(onOpenChange.mock.calls).toEqual([[false]]);
    expect(confirm).not.toHaveBeenCalled();
  });

  it.each([
    { text: 'lisbo', opens: false },
    { text: 'Lisbon', opens: false },
    { text: 'lisbon', opens: true },
  ])('that wants a name typed opens by $text: $opens', ({ text, opens }) => {
    const confirm = vi.fn(done);
    const { one } = rendered(
      <ConfirmDialog
        open
        onOpenChange={nothing}
        title="Delete?"
        action="Delete"
        typeToConfirm="lisbon"
        onConfirm={confirm}
      />,
      typed(text),
    );
    one('button', 'Delete').fire('onClick');
    expect(confirm).toHaveBeenCalledTimes(opens ? 1 : 0);
  });

  it('says why it cannot be done', () => {
    const { one, html } = rendered(
      <ConfirmDialog
        open
        onOpenChange={nothing}
        title="Delete?"
        action="Delete"
        disabledReason="You may not."
        onConfirm={done}
      />,
    );
    expect(one('button', 'Delete').props['aria-disabled']).toBe(true);
    expect(html).toContain('You may not.');
  });
});
