import type { ComponentProps, ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { rendered, type Shown, type Use } from '#local/testing/components/rendered.tsx';
import { Link } from './link.tsx';

interface NextLinkProps extends ComponentProps<'a'> {
  readonly prefetch?: boolean | null;
}

/** Next's own tells nobody what it asks for. */
vi.mock('next/link', () => ({
  default: ({ prefetch, ...props }: NextLinkProps): ReactNode => (
    <a {...props} data-asks={String(prefetch ?? true)}>
      {props.children}
    </a>
  ),
}));

function linkAfter(...uses: readonly Use[]): Shown {
  return rendered(<Link href="/plans">Plans</Link>, ...uses).one('a', 'Plans');
}

it.each(['onPointerEnter', 'onFocus'])('asks for its page at %s, not before', (handler) => {
  expect(linkAfter().props['data-asks']).toBe('false');
  expect(linkAfter({ on: ({ href }) => href === '/plans', handler }).props['data-asks']).toBe('true');
});

it.each(['onPointerEnter', 'onFocus'])('tells whoever else listens to %s', (handler) => {
  const told = vi.fn();
  rendered(
    <Link href="/plans" {...{ [handler]: told }}>
      Plans
    </Link>,
  )
    .one('a')
    .fire(handler);
  expect(told).toHaveBeenCalledOnce();
});
