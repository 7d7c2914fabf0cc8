import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { rendered, type Rendered, type Use } from '#local/testing/components/rendered.tsx';
import { ToastProvider, type ToastMessage } from './toast.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const shown = (message: ToastMessage): Use => ({
  on: (props) => typeof props['value'] === 'function',
  handler: 'value',
  with: message,
});

const toasts = (...messages: readonly ToastMessage[]): Rendered =>
  rendered(<ToastProvider>page</ToastProvider>, ...messages.map(shown));

describe('messages in the corner', () => {
  it('are read out from a region that has a name', () => {
    const { one } = toasts({ tone: 'good', title: 'Saved', details: 'in team-a' });
    expect(one('region', 'Messages').props).toMatchObject({ 'aria-live': 'polite' });
    expect(one('p', 'Saved')).toBeDefined();
    expect(one('p', 'in team-a')).toBeDefined();
  });

  it('are four at most: the oldest goes', () => {
    const { all } = toasts(...['a', 'b', 'c', 'd', 'e'].map((title) => ({ tone: 'good' as const, title })));
    expect(all('p').map(({ name }) => name)).toEqual(['b', 'c', 'd', 'e']);
  });

  it('go by themselves unless they are bad', () => {
    toasts({ tone: 'bad', title: 'Not saved' });
    expect(vi.getTimerCount()).toBe(0);
    toasts({ tone: 'good', title: 'Saved' });
    expect(vi.getTimerCount()).toBe(1);
  });

  it('can be closed, and taken back where that is possible', () => {
    const undo = vi.fn();
    const { one } = toasts({ tone: 'good', title: 'Deleted', undo });
    one('button', 'Undo').fire('onClick');
    expect(undo).toHaveBeenCalledOnce();
    expect(one('button', 'Close message')).toBeDefined();
    expect(toasts({ tone: 'good', title: 'Saved' }).all('button')).toHaveLength(1);
  });
});
