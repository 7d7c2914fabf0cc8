import { describe, expect, it, vi } from 'vitest';
import { anElement, rendered, type Rendered, type Use } from '#local/testing/components/rendered.tsx';
import { OPEN_AFTER_MS } from '../use-later.ts';
import { Popover } from './popover.tsx';

const placed: Use = {
  on: (props) => props['aria-haspopup'] === 'dialog',
  handler: 'ref',
  with: anElement,
};

function popover(
  open: boolean,
  onOpenChange: (open: boolean) => void,
  more: { own?: () => void; openOnHover?: boolean } = {},
  ...uses: readonly Use[]
): Rendered {
  const { own, ...props } = more;
  return rendered(
    <Popover
      open={open}
      onOpenChange={onOpenChange}
      label="Details"
      trigger={
        <button type="button" onClick={own}>
          More
        </button>
      }
      {...props}
    >
      inside
    </Popover>,
    ...uses,
  );
}

describe('a popover', () => {
  it.each([true, false])(
    'that is open: %s is switched by its button, whose own press is heard first',
    (open) => {
      const heard: unknown[] = [];
      const { one } = popover(open, (next) => heard.push(next), { own: () => heard.push('own') });
      expect(one('button', 'More').props['aria-expanded']).toBe(open);
      one('button', 'More').fire('onClick');
      expect(heard).toEqual(['own', !open]);
    },
  );

  it('is a named panel that its button says it controls', () => {
    const { one } = popover(true, () => undefined, {}, placed);
    expect(one('dialog', 'Details').props['id']).toBe(one('button', 'More').props['aria-controls']);
    expect(popover(false, () => undefined, {}, placed).all('dialog')).toEqual([]);
  });

  it.each([
    { pointerType: 'mouse', opens: true },
    // A finger presses.
    { pointerType: 'touch', opens: false },
  ])('opens where the $pointerType rests: $opens', ({ pointerType, opens }) => {
    vi.useFakeTimers();
    const onOpenChange = vi.fn();
    const { one } = popover(false, onOpenChange, { openOnHover: true });
    one('button', 'More').fire('onPointerEnter', { pointerType });
    vi.advanceTimersByTime(OPEN_AFTER_MS - 1);
    expect(onOpenChange).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(onOpenChange).toHaveBeenCalledTimes(opens ? 1 : 0);
    vi.useRealTimers();
  });
});
