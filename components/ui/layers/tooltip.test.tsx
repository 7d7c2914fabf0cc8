import { describe, expect, it } from 'vitest';
import { rendered, type Rendered, type Use } from '#local/testing/components/rendered.tsx';
import { Tooltip } from './tooltip.tsx';

const focused: Use = { on: (props) => 'onFocus' in props, handler: 'onFocus' };

const tooltip = (content: string | undefined, ...uses: readonly Use[]): Rendered =>
  rendered(
    <Tooltip content={content}>
      <button type="button">Save</button>
    </Tooltip>,
    ...uses,
  );

describe('a hint', () => {
  it('comes with the focus of the keyboard, and describes what has it', () => {
    const { one } = tooltip('by Ctrl+S', focused);
    expect(one('tooltip', 'by Ctrl+S').props['id']).toBe(one('button').props['aria-describedby']);
  });

  it('is not there before', () => {
    const { one, all } = tooltip('by Ctrl+S');
    expect(all('tooltip')).toEqual([]);
    expect(one('button').props['aria-describedby']).toBeUndefined();
  });

  it.each(['onBlur', 'onPointerDown'])('goes by %s', (handler) => {
    const left: Use = { on: (props) => handler in props, handler };
    expect(tooltip('by Ctrl+S', focused, left).all('tooltip')).toEqual([]);
  });

  it('without content is nothing', () => {
    expect(tooltip(undefined, focused).all('tooltip')).toEqual([]);
  });

  it('leaves another description alone', () => {
    const { one } = rendered(
      <Tooltip content="hint">
        <button type="button" aria-describedby="reason">
          Save
        </button>
      </Tooltip>,
      focused,
    );
    expect(one('button').props['aria-describedby']).toBe('reason');
  });
});
